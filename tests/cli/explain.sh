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
