# SPDX-License-Identifier: MIT
# Numbered names are listed as 1, 2, 10 by every command; where the order of listing decides, as given.
names() { grep -oE '\bn[0-9]+\b' | awk '!seen[$0]++' | tr '\n' ' ' && echo; }
nodes='n1,n10,n2,n01,n100,n9'
for format in text md csv json; do
    echo "balance, $format:" && "$BERTH" balance -n "$nodes" -o $format | sed '/^scheme\|verdict/,$d' | names
done
for format in text md; do
    echo "plan, $format:" && "$BERTH" plan -n "$nodes" --add n11,n3 -o $format | sed '1,/BEFORE/d' | names
done
echo "plan, json:"
"$BERTH" plan -n "$nodes" --add n11,n3 -o json |
    python3 -c 'import json, sys; print(*[node["name"] for node in json.load(sys.stdin)["nodes"]])'
echo "flows that are equal, which go by the names:"
"$BERTH" plan -a maglev:table=101 -n 'n[1-11]' --remove n11 -o csv
echo "load, text and json:"
"$BERTH" load -n "$nodes" --summary --synthetic 10 | names
"$BERTH" load -n "$nodes" --summary --synthetic 10 -o json | sed 's/.*"nodes"//; /"key"/d' | names
echo "simulate:"
"$BERTH" simulate -n "$nodes" --synthetic 50 --requests 100 | sed '1,/SERVED/d' | names
"$BERTH" simulate -n "$nodes" --synthetic 50 --requests 100 -o csv | sed 1d | cut -d, -f3 | names
echo "check:"
"$BERTH" check "$nodes" n1 2>/dev/null | grep missing
echo "zones, by their first nodes:"
for i in 10 2 1; do echo "node n$i zone=z$i"; done >zones.txt
"$BERTH" balance -n zones.txt -o csv | cut -d, -f1,2
echo "as given, where the order decides:"
"$BERTH" balance -a modulo:order=line -n "$nodes" 2>/dev/null -o csv | names
"$BERTH" load -a modulo:order=line -n "$nodes" --summary --synthetic 10 2>/dev/null | names
