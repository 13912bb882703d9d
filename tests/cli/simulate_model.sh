# SPDX-License-Identifier: MIT
# Every figure of a simulation against a slow model of it in Python, without and with a bound: loads,
# what was in flight, what caches missed; nodes that fail, return, come, go and change their weight.
for i in 1 2 3 4 5 6; do echo "n$i"; done >nodes.txt
cat >changes.txt <<'END'
at 1500 down n3
at 2000 remove n5
at 2700 weight n1 2.5
at 3000 up n3
at 3000 add n7 weight=0.5
at 4100 add n5
at 4800 down n1
END
awk 'BEGIN { x = 7; for (i = 0; i < 6000; i++) { x = (x * 16807) % 2147483647
    print "key-" int(exp(log(400) * x / 2147483647)) } }' >keys
for bound in 0 1 1.25 2; do
    python3 "$DATA/simulate_model.py" keys nodes.txt changes.txt 1000 90 20 $bound >model
    "$BERTH" simulate -n nodes.txt -k keys --schedule changes.txt --step 1000 --hold 90 --cache 20 \
        $([ $bound = 0 ] || echo "--bound $bound") -o csv >simulated
    cmp model simulated && echo "bound $bound: $(wc -l <model) rows agree"
    diff model simulated | head -5
done
