# SPDX-License-Identifier: MIT
# Replicas over three zones: one each for 3, two each for 6, at most ceil(n / 3) always; a zone that
# goes leaves the rest of nearly every list as it was.
for zone in x y z; do for i in 1 2 3 4; do echo "node $zone$i zone=$zone"; done; done >nodes.txt
grep -v zone=x nodes.txt >without.txt
for n in 3 4 6 7; do
    "$BERTH" route -n nodes.txt -r $n --synthetic 10000 | awk -F '\t' -v n=$n '{
        delete in_zone; delete seen
        for (i = 2; i <= NF; i++) { in_zone[substr($i, 1, 1)]++; if (seen[$i]++) bad++ }
        for (z in in_zone) if (in_zone[z] > most) most = in_zone[z]
        if (NF != n + 1) bad++ } END { print n, "at most", most, bad + 0, "bad" }'
done
"$BERTH" route -n nodes.txt -r 6 --synthetic 10000 | sed 's/\tx[0-9]//g' | cut -f 1-5 >kept
"$BERTH" route -n without.txt -r 4 --synthetic 10000 >left
paste kept left | awk -F '\t' '{ same = 1; for (i = 2; i <= 5; i++) found[$(i + 5)] = NR
    for (i = 2; i <= 5; i++) if (found[$i] != NR) same = 0; n += same }
    END { print (n >= NR * 0.95 ? "kept" : "only " n " kept") }'
