#!/bin/sh
# SPDX-License-Identifier: MIT
# Keys that no node answers for are the answer "no" of every command, first in the output.
cat >whole.txt <<END
spec redis-cluster
node a slots=0-5460
node b slots=5461-10922
node c slots=10923-16383
END
sed 's/5461-10922/5461-8000/' whole.txt >part.txt
sed '/ b /d' whole.txt >less.txt
sed 's/10922/10922 state=down/' whole.txt >down.txt

run() {
    echo "== berth $*"
    "$BERTH" "$@" 2>&1
    echo "exit $?"
}

echo "---- the key space"
run balance -n part.txt
run balance -n part.txt -o md | sed -n 2,6p
run balance -n part.txt -o csv
run balance -n down.txt | sed -n 1,4p
run balance -n down.txt -o json | grep -A3 -e no_owner -e limits
run plan -n whole.txt --remove b
run plan -n whole.txt --remove b -o md | sed -n 2,6p
run plan -n whole.txt --remove b -o json | grep -A3 -e no_owner -e limits
run plan -n part.txt -N whole.txt | sed -n 2,3p
run plan -n whole.txt --remove b --max-move 50 | sed -n 2,4p
run simulate -n part.txt --requests 1000 --synthetic 100 | sed -n 2,6p

echo "---- keys"
run balance -n part.txt --synthetic 100 | sed -n 1,5p
run plan -n whole.txt --remove b --synthetic 100 | sed -n 2,4p
run route -n part.txt --synthetic 4
run route -n whole.txt --synthetic 4 -o json
run route -n part.txt --synthetic 4 -r 2 -o json
run explain -n part.txt key-3
run explain -n part.txt key-3 -o json | grep -A3 -e no_owner -e limits
run load -n part.txt --synthetic 4
run load -n part.txt --synthetic 100 --summary
run load -n part.txt --synthetic 4 -o json
run route -n less.txt key-0

echo "---- check"
run check whole.txt part.txt
run check whole.txt less.txt --synthetic 100
run check part.txt part.txt
run check part.txt part.txt --synthetic 100
run check part.txt less.txt -o json | grep -e agree -e no_owner -e sentence
run check whole.txt part.txt whole.txt
run check whole.txt whole.txt

echo "---- other schemes, one node of five down"
for i in 1 2 3 4 5; do
    echo "10.0.0.$i:80 addr=10.0.0.$i:80 slot=$((i - 1)) tokens=$i,${i}00000000"
done | sed '2s/$/ state=down/' >five.txt
for spec in slots jump jumpback nginx redis-cluster kafka-murmur2 jump-paper spymemcached-ketama \
    mcrouter-weighted-furc ipvs-mh; do
    "$BERTH" balance -a "$spec" -n five.txt >out 2>/dev/null
    echo "$spec: exit $?, $(sed -n '1,/^$/p' out | tr -s '\n ' ' ')"
done
