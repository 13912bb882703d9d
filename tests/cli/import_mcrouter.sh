# SPDX-License-Identifier: MIT
# mcrouter's configuration: pools, the hash of the route to a pool, weights, tags, comments.
. "$DATA/try.sh"
cat >mcrouter.json <<'EOF'
/* the configuration
   of a fleet */
{
  "pools": {
    "A": { "servers": [ "10.0.0.1:11211", "10.0.0.2:11211:ascii:plain", // the second
                        "[2001:db8::7]:11211", "10.0.0.4:11211" ] },
    "W": { "servers": [ "10.0.0.1:5000", "10.0.0.2:5000", "10.0.0.3:5000" ] },
    "R": { "servers": [ "10.0.0.1:6000", "10.0.0.2:6000", "10.0.0.3:6000" ] },
    "S": { "inherit": "A" },
    "C": { "servers": [ "10.0.0.1:7000", "10.0.0.2:7000" ] },
    "all": { "servers": [ "10.0.0.1:8000", "10.0.0.2:8000" ] },
    "salted": { "servers": [ "10.0.0.1:9000", "10.0.0.2:9000" ] },
    "shards": { "servers": [ "10.0.0.1:9100" ] },
    "alone": { "servers": [ "http://x/*y*/z:1" ] }
  },
  "route": {
    "type": "OperationSelectorRoute",
    "default_policy": "PoolRoute|A",
    "operation_policies": {
      "get": { "type": "PoolRoute", "pool": "W",
               "hash": { "hash_func": "WeightedCh3", "weights": [ 1, 0.25 ] } },
      "set": { "type": "PoolRoute", "pool": "R",
               "hash": { "hash_func": "Rendezvous", "tags": [ "one", "two", "three" ] } },
      "add": { "type": "HashRoute", "children": "Pool|C", "hash_func": "Crc32" },
      "delete": { "type": "AllSyncRoute", "children": [ "Pool|all" ] },
      "incr": { "type": "PoolRoute", "pool": "S" },
      "decr": { "type": "PoolRoute", "pool": "salted", "hash": { "hash_func": "Ch3", "salt": "x" } },
      "touch": { "type": "PoolRoute", "pool": "shards", "hash": { "hash_func": "ConstShard" } }
    }
  }
}
EOF
for pool in A W R S C; do
    echo "--- $pool"
    "$BERTH" balance -n "mcrouter.json#$pool" 2>err | sed '/^$/d;/^peak/,$d' | cut -c1-30
    cat err
done
for pool in all salted shards alone; do
    try route -n "mcrouter.json#$pool" key
done
try route -n mcrouter.json key
# The order of the file numbers the servers.
"$BERTH" route -n mcrouter.json#A a b c d e >one
"$BERTH" route -a mcrouter-ch3:order=line -n '10.0.0.1:11211,10.0.0.2:11211,[2001:db8::7]:11211,10.0.0.4:11211' a b c d e | cmp - one
"$BERTH" plan -n mcrouter.json#A --add 10.0.0.5:11211 2>err | sed -n 1,2p
bad() {
    printf '{"pools": {"A": {"servers": %s}}, "route": %s}\n' "$1" "$2" >bad.json
    try route -n bad.json key
}
bad '["a:1", 7]' '"PoolRoute|A"'
bad '["a:1", ["b:1"]]' '"PoolRoute|A"'
bad '[]' '"PoolRoute|A"'
bad '["a:1"]' '"NullRoute"'
bad '["a:1", "b:1"]' '"AllFastestRoute|Pool|A"'
bad '["a:1", "b:1"]' '{"type": "PoolRoute", "pool": "A", "hash": {"hash_func": "WeightedCh3", "weights": [1, 2]}}'
bad '["a:1", "a:1"]' '"PoolRoute|A"'
bad '["a:1", "b:1"' '"PoolRoute|A"'
