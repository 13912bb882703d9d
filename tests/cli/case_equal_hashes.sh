# SPDX-License-Identifier: MIT
# Two nodes with a point at the same place: the same owner whichever is listed first, both among the
# replicas; a key equal to a point belongs to it; a removed node that comes back gets its keys back.
a=edge-343,edge-490 b=edge-490,edge-343
for nodes in $a $b; do
    "$BERTH" route -a fabrica-hashring -n $nodes -r 2 order:2294 order:5445 order:6858
    "$BERTH" balance -a fabrica-hashring -n $nodes -o json | grep fingerprint
done
"$BERTH" route -a fabrica-hashring -n edge-343 order:2294
"$BERTH" route -a fabrica-hashring -n edge-490 order:2294
"$BERTH" route -a fabrica-hashring -n edge-1,edge-2,edge-3 edge-1:0 edge-1:1 edge-1:2
