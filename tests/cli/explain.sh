# SPDX-License-Identifier: MIT
# explain: hash, position, owner, ranking, and who takes the key when the owner leaves.
. "$DATA/try.sh"
try explain -n 'cache-[1-8]' player:17 ''
try explain -a ring -n 'cache-[1-8]' -r 2 player:17
try explain -a jump --count 8 player:17
try explain -n only player:17
try explain -a fabrica-int64ring -n 'shard-[0-9]' --u64 17
try explain -n 'cache-[1-3]' --hex ff0a22
try explain -a libmemcached:distribution=ketama_weighted -n '10.0.0.[1-3]:11211' -r 1 player:17
try explain -a traefik-hrw -n '10.0.0.[1-3]:80' -r 1 player:17
try explain -a kubeai-chwbl -n n,n1 -r 1 key-12
try explain -a envoy-ring-hash:attempt=3 -n '10.0.0.[1-3]:80' -r 1 -o json player:17
try explain -n 'cache-[1-8]' -o json player:17
printf 'node a addr=10.0.0.1:80 state=down\nnode b\n' | "$BERTH" explain -n - f
"$BERTH" route -n 'cache-[1-8]' player:17
"$BERTH" route -n 'cache-[2-8]' player:17
# What a point is made of, where it is no label's hash; a label of a ring with hash=NAME; 128 bits.
for spec in ring ring:hash=crc32 nginx haproxy:hash-type=consistent sglang-ring uhashring; do
    "$BERTH" explain -a $spec -n '10.0.0.[1-4]:80' abc 2>/dev/null | sed -n 's/^point/&/p'
done
printf 'node a tokens=-5,300\nnode b tokens=7\n' | "$BERTH" explain -a cassandra-token -n - abc -o json | grep -E 'position|label'
