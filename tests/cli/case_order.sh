# SPDX-License-Identifier: MIT
# However the nodes are listed: the same fingerprint and the same three replicas for every key.
for spec in slots hrw ring maglev fabrica-hashring kit4go-hrw; do
    for round in 1 2 3 4; do
        seq -f 'quay-%02.0f' 12 | awk -v seed=$round 'BEGIN { srand(seed) }
            { print rand() "\t" $0 " " 1 + (NR - 1) % 3 }' | sort | cut -f 2 >nodes.txt
        case $spec in fabrica* | kit4go*) sed -i 's/ .*//' nodes.txt ;; esac
        "$BERTH" route -a $spec -n nodes.txt -r 3 --synthetic 5000 -o json 2>&1 | cksum
    done | sort | uniq -c | awk -v s=$spec '{ print s, $1 }'
done
"$BERTH" route -a jump -n quay-1,quay-2 key
echo "[$?]"
