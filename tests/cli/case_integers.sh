# SPDX-License-Identifier: MIT
# Sequential, time-based and snowflake ids: even under berth's own schemes, all on one node under a
# ring that does not hash its keys, which the tool says.
n=200000
seq 1 $n >counted
seq 1700000000000 1000 $((1700000000000 + 1000 * (n - 1))) >clock
awk -v n=$n 'BEGIN { for (k = 0; k < n; k++) printf "%.0f\n", (1000000000 + k) * 4194304 + k % 4096 }' >snowflake
seq -f '-%.0f' 1 $n >negative
for keys in counted clock snowflake negative; do
    for spec in slots hrw; do
        "$BERTH" balance -a $spec -n 'shard-[0-9]' --u64 -k $keys --max-peak 1.05 >text ||
            echo "$spec $keys: uneven"
        grep '^keys' text | cut -c 1-14
    done
    "$BERTH" route -a fabrica-int64ring -n 'shard-[0-9]' --u64 -k $keys | cut -f 2 | sort | uniq -c |
        awk 'NR == 1 { print $2, $1 } END { print NR, "nodes used" }' | sed "s/^/$keys: /"
done
"$BERTH" balance -a fabrica-int64ring -n 'shard-[0-9]' --u64 -k counted 2>&1 >/dev/null
