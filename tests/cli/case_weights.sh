# SPDX-License-Identifier: MIT
# Weights: shares follow them, a change moves keys only to the node that grew; tiny, huge and zero.
for spec in slots hrw ring:points=1000; do
    "$BERTH" balance -a $spec -n a,b=2,c=3,d=4 -o csv | awk -F , -v s=$spec 'NR > 1 {
        off = $4 - $3; if (off < 0) off = -off; if (off > worst) worst = off }
        END { print s, worst <= 0.02 ? "shares follow" : "off by " worst }'
    "$BERTH" plan -a $spec -n a,b=2,c=3,d=4 --weight b=3 -o json |
        python3 -c '
import json, sys
plan = json.load(sys.stdin)
print({f["to"] for f in plan["flows"]}, abs(plan["moved"] - (3/11 - 2/10)) < 0.015, plan["needless"])'
done
echo "one in two thousand:"
"$BERTH" balance -n small,big-[1-2]=1000 --synthetic 2000000 -o csv | awk -F , '/small/ { print ($5 > 500 && $5 < 2000) }'
"$BERTH" route -n small,big-[1-2]=1000 -r 3 --synthetic 1000 | grep -c small
echo "one in a million:"
"$BERTH" balance -a hrw -n small,huge=1000000 -o csv | cut -d , -f 1-3
echo "weight 0 owns nothing:"
"$BERTH" route -n a,b,off=0 -r 3 --synthetic 1000 2>/dev/null | awk '/off/ { n++ } END { print n + 0 }'
