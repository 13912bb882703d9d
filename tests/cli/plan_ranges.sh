# SPDX-License-Identifier: MIT
# --ranges: ascending, disjoint, and together as large as what moves; no ranges where none exist.
"$BERTH" plan -a ring:points=50 -n 'n-[1-9]' --remove n-3 --add new -o json --ranges >json
python3 - <<'END'
import json
plan = json.load(open("json"))
ranges = [(int(r["first"], 16), int(r["last"], 16)) for r in plan["ranges"]]
print(all(a <= b for a, b in ranges), all(a[1] < b[0] for a, b in zip(ranges, ranges[1:])))
print(abs(sum(b - a + 1 for a, b in ranges) / 2**64 - plan["moved"]) < 1e-9)
END
"$BERTH" plan -a hrw -n a,b --add c --ranges -o csv 2>&1
