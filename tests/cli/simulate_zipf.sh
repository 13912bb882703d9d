# SPDX-License-Identifier: MIT
# Made-up keys come as often as Zipf's law says, and hot keys are found: those that bring a tenth of
# a node's fair share, and no others.
for s in 0.6 1 1.3 2.5; do
    "$BERTH" simulate -n 'n[1-10]' --synthetic 5000 --requests 200000 --zipf $s --spread 2 -o json |
        python3 -c '
import json, math, sys
s, n, requests, nodes = float(sys.argv[1]), 5000, 200000, 10
told = {key["key"]: key for key in json.load(sys.stdin)["hot_keys"]}
weights = [k ** -s for k in range(1, n + 1)]
for i, weight in enumerate(weights):
    part = weight / sum(weights)
    key = told.pop(f"key-{i}", None)
    off = 5 * math.sqrt(part * (1 - part) / requests) + 1e-9
    if part > 0.1 / nodes + off:
        assert key, f"key-{i} is hot and was not named"
    if part < 0.1 / nodes - off:
        assert not key, f"key-{i} is not hot"
    if key:
        low, high = (key["count"] - key["error"]) / requests, key["count"] / requests
        assert low - off <= part <= high + off, (i, low, part, high)
assert not told, told
print("zipf", s, "as the law says")' $s
done
echo "a stream of even keys has no hot one:"
"$BERTH" simulate -n 'n[1-10]' --zipf 0 --requests 50000 --spread 2 -o json |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["hot_keys"])'
