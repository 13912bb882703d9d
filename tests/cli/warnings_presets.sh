# SPDX-License-Identifier: MIT
# What a deployed system does wrong with these nodes, in words.
say() { "$BERTH" "$@" 2>&1 >/dev/null | grep -v 'order in which'; }
echo "--- no points"
say balance -a libketama -n big=1000,small=1,large=1000
say plan -a libmemcached:distribution=ketama_weighted -n big=1000,huge=1000 --add small
echo "--- host beside host:80"
say balance -a nginx -n 10.0.0.1,10.0.0.1:80,10.0.0.2
say balance -a nginx -n 10.0.0.1:80,10.0.0.2:80
echo "--- ids equal modulo 2^20"
printf 'spec haproxy:hash-type=consistent\nnode a id=5\nnode b id=1048581\nnode c id=6\n' >ids.txt
say balance -n ids.txt
sed 's/1048581/1048583/' ids.txt >other.txt
say balance -n other.txt
echo "--- weights that round away"
say balance -a ring:points=2 -n a,b=1.2
say balance -a ring:points=160 -n a,b=1.2
say balance -a libmemcached:distribution=consistent -n a,b=3
say balance -a libmemcached:distribution=consistent,weighted=0 -n a,b=3
echo "--- labels that collide"
say balance -a varnish-shard -n be1,be11,be2
say balance -a varnish-shard -n be1,be3,be2
echo "--- keys that are not hashed"
say balance -a fabrica-int64ring -n a,b
# Points that an equal one has overwritten are lost as shared ones are.
say balance -a groupcache:replicas=100 -n 1,11
