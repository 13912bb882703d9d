# SPDX-License-Identifier: MIT
# Whatever the scheme: a plan that moves more than the least says why. Then the kinds of reason, and
# a limit for each part of what is needless.
for i in 1 2 3 4 5 6; do echo "node 10.0.0.$i:80 addr=10.0.0.$i slot=$((i - 1))"; done >old
sed -n '1p;3,6p' old | awk '{sub(/slot=.*/, "slot=" NR - 1); print}' >fewer
sed 's/10\.0\.0\.3/10.0.0.9/g' old >swapped
sed 's/$/ weight=3/' old >heavier
hinted=0
for scheme in $("$BERTH" schemes -o json | sed -n 's/^      "name": "\(.*\)",$/\1/p'); do
    for new in fewer swapped heavier; do
        "$BERTH" plan -a "$scheme" -n old -N $new >out 2>/dev/null || continue
        tr '\n' ' ' <out | grep -q 'needlessly[:,] *[0-9a]' || continue
        hinted=$((hinted + 1))
        grep -q '^Hint: ' out || echo "$scheme, $new: no hint"
    done
done
[ $hinted -ge 20 ] && echo "every plan that moves more than the least has a hint"
. "$DATA/try.sh"
hints() { "$BERTH" plan "$@" 2>/dev/null | sed -n '1,/^$/{/^[FP]A/p};/^Plan/,/^Peak/p'; }
echo "--- all weights grow"
hints -a ring -n a,b,c,d --weight a=100 --weight b=100 --weight c=100 --weight d=100 --max-needless 0.1
echo "--- a node for another"
hints -n 'n[1-5]' --remove n3 --add x --max-touched 5 --max-untouched 0
echo "--- a line for another"
hints -a jump:order=line -n 'n[1-5]' --remove n3 --add x
echo "--- a line less"
hints -a jump:order=line -n 'n[1-5]' --remove n3 --max-untouched 10
echo "--- another scheme"
hints -a hrw -n 'n[1-5]' --to-spec slots
echo "--- no noise in the least"
"$BERTH" plan -a modulo --count 1000 --to-count 1001 | sed -n '/^Plan/,$p'
"$BERTH" plan -a hrw -n 'n[1-1000]' --to-spec jumpback:order=line 2>/dev/null | sed -n '/^Plan/,$p'
