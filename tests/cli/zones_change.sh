# SPDX-License-Identifier: MIT
# What one node's going moves of 5 replicas, with and without zones: no more copies than the node
# held, either way. Zones cost order: in some lists those that stay stand in another.
# docs/placement.md quotes these figures.
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    zone=$(echo xyz | cut -c $((i % 3 + 1)))
    small=$([ $i -eq 1 ] && echo x || echo yz | cut -c $((i % 2 + 1)))
    echo "n$i" >>none.txt
    echo "node n$i zone=$zone" >>even.txt
    echo "node n$i zone=$small" >>small.txt
done
for zones in none even small; do
    for gone in n1 n5; do
        grep -vw $gone $zones.txt >after.txt
        for spec in slots hrw ring; do
            "$BERTH" route -a $spec -n $zones.txt -r 5 --synthetic 20000 >old
            "$BERTH" route -a $spec -n after.txt -r 5 --synthetic 20000 >new
            python3 - $zones $gone $spec <<'END'
import sys
zones, gone, spec = sys.argv[1:]
held = moved = turned = 0
for old, new in zip(open("old"), open("new")):
    old, new = old.split()[1:], new.split()[1:]
    held += gone in old
    moved += len(set(new) - set(old))
    stay = [node for node in old if node in new]
    turned += stay != [node for node in new if node in old]
print(f"{zones:5} {spec:5} -{gone}: held {held}, moved {moved}, other order {turned}")
END
        done
    done
done
