# SPDX-License-Identifier: MIT
# A zone with a single node carries a copy of every key; balance says so.
for zone in x y y y y z z z z; do i=$((i + 1)); echo "node n$i zone=$zone"; done >nodes.txt
"$BERTH" balance -n nodes.txt -r 3 --synthetic 20000
