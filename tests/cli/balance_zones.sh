# SPDX-License-Identifier: MIT
# A zone with a single node carries a copy of every key; balance says so.
for zone in x y y y y z z z z; do i=$((i + 1)); echo "node n$i zone=$zone"; done >nodes.txt
"$BERTH" balance -n nodes.txt -r 3 --synthetic 20000
echo "as Markdown, CSV and JSON:"
printf 'node lone\nnode a zone=x weight=2\nnode b zone=x\nnode c zone="y,z"\n' >some.txt
"$BERTH" balance -n some.txt -r 2 --synthetic 5000 -o md
"$BERTH" balance -n some.txt -r 2 --synthetic 5000 -o csv
"$BERTH" balance -n some.txt -r 2 --synthetic 5000 -o json |
    python3 -c 'import json, sys
b = json.load(sys.stdin)
for zone in b["zones"]:
    print(zone["name"], zone["nodes"], zone["keys"], zone["copies"], round(zone["copies_ratio"], 3))
print([node.get("zone") for node in b["nodes"]], b["verdict"]["zones"]["level"])'
echo "a zone that is small by weight, not by number; zones of one size; no zones:"
verdict() { "$BERTH" balance --synthetic 20000 "$@" | sed -n '/^zones/,$p'; }
for zone in x y; do for i in 1 2 3; do
    echo "node $zone$i zone=$zone weight=$([ $zone = x ] && echo 0.25 || echo 1)"; done; done >light.txt
verdict -n light.txt -r 2
sed 's/ weight.*//' light.txt >even.txt
verdict -n even.txt -r 2
verdict -n 'n[1-6]' -r 2
for i in $(seq 1 50); do echo "node n$i zone=z$i"; done >many.txt
"$BERTH" balance -n many.txt | sed -n '/^ZONE/,/^peak/p' | tail -4
"$BERTH" balance -n many.txt --all | grep -c '^z'
