# SPDX-License-Identifier: MIT
# Which level is to blame: the scheme, its points, the keys, or one hot key.
seq 1 20000 | sed 's/$/\t1/; s/^/user:/' >even
{ cat even; printf 'user:77\t5000\n'; } >hot
seq 1 20000 >integers
verdict() { "$BERTH" balance "$@" 2>/dev/null | sed -n '/^scheme\|^points/,$p'; echo; }
echo "nothing is wrong:"
verdict -n 'node-[1-6]' --sizes -k even
echo "the scheme, with one point a node:"
verdict -a ring:points=1 -n 'node-[1-6]' --sizes -k even
echo "the keys, which this scheme does not hash:"
verdict -a fabrica-int64ring -n 'shard-[0-9]' --u64 -k integers
echo "one hot key, by load and by repetition:"
verdict -n 'node-[1-6]' --sizes -k hot
{ cut -f 1 even; yes user:77 | head -n 5000; } >stream
verdict -n 'node-[1-6]' -k stream
"$BERTH" balance -n 'node-[1-6]' --sizes -k hot -o json |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["hot_keys"][0])'
echo "the keys, with a hash that does not mix; a node that is down:"
verdict -a slots:hash=djb2 -n 'node-[1-6]' --sizes -k even
for i in 1 2 3 4 5 6; do echo "node node-$i state=$([ $i = 4 ] && echo down || echo up)"; done >down.txt
verdict -n down.txt --sizes -k even
echo "keys of different sizes, none of them hot; two hot ones, on standard input:"
awk '{ print $1 "\t" (NR % 100 == 7 ? 1000 : 1) }' even >sizes
verdict -n 'node-[1-6]' --sizes -k sizes
{ cat hot; printf 'user:5\t4000\n'; } | verdict -n 'node-[1-6]' --sizes -k -
