# SPDX-License-Identifier: MIT
# Four files and two more: another order, a weight, a missing node, an address, upper case.
printf 'web-1 2\nweb-2\n[2001:db8::5]:11211\nweb-3\n' >base.txt
tac base.txt >order.txt
sed 's/^web-2/web-2 3/' base.txt >weight.txt
sed /web-3/d base.txt >missing.txt
sed 's/^.2001.*/2001:db8::5/' base.txt >address.txt
sed s/web-1/WEB-1/ base.txt >upper.txt
for other in order weight missing address upper; do
    "$BERTH" check base.txt $other.txt
    echo "[$?]"
done
"$BERTH" check base.txt order.txt weight.txt --synthetic 1000 | tail -10
