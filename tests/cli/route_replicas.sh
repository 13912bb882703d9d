# SPDX-License-Identifier: MIT
# Replicas: distinct, the owner first, a list for n begins the list for n + 1.
for spec in slots hrw ring jump:order=line; do
    for n in 1 2 5 6 1000; do
        "$BERTH" route -a $spec -n 'a[1-5]' -r $n --synthetic 2000 2>/dev/null >r$n
    done
    "$BERTH" route -a $spec -n 'a[1-5]' --synthetic 2000 | cmp - r1
    cut -f 1-3 r5 | cmp - r2
    cmp r5 r6 && cmp r5 r1000
    awk -F '\t' '{ delete seen; for (i = 2; i <= NF; i++) if (seen[$i]++) bad++ }
        NF != 6 { bad++ } END { print bad + 0 " bad" }' r5
done
