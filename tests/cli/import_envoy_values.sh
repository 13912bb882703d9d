# SPDX-License-Identifier: MIT
# Numbers, enums and types in Envoy's files: each spelling that protobuf takes, and no other.
endpoint() { # FIELDS-OF-CLUSTER FIELDS-OF-LOCALITY FIELDS-OF-ENDPOINT PORT
    cat <<END
{"clusters": [{"name": "c", "lb_policy": "RING_HASH"$1, "load_assignment": {"endpoints": [{$2
 "lb_endpoints": [{$3 "endpoint": {"address": {"socket_address": {
  "address": "10.0.0.1", "port_value": ${4:-80}}}}}]}]}}]}
END
}
try() {
    echo "--- $*"
    endpoint "$@" >e.json
    "$BERTH" balance -n e.json 2>&1 | sed -n '/^berth: [^w]/p; /^envoy/p; /^10/s/  .*//p'
}
for port in 8080 '"8080"' 8080.0 8.08e3 '"8080.0"' 0 65536 -1 1.5 '"1.5"' '"http"' '""' true null \
    '[80]' '{"value": 80}' 08080 1e308; do
    try '' '' '' "$port"
done
for size in 64 '"64"' 64.0 6.4e1 64.5 -1 1e308 8388609 '"9007199254740993"' '{"value": 64}' '"x"' null; do
    try ", \"ring_hash_lb_config\": {\"minimum_ring_size\": $size}"
done
for hash in '"XX_HASH"' '"MURMUR_HASH_2"' '"murmur_hash_2"' 0 1 '"1"' 2 '"MD5"' '"DEFAULT_HASH"' 1.5 '[]' '{}'; do
    try ", \"ring_hash_lb_config\": {\"hash_function\": $hash}"
done
for type in '"STATIC"' '"static"' 0 3 9 '"DNS"'; do
    try ", \"type\": $type"
done
for health in '"HEALTHY"' '"UNHEALTHY"' 2 0 6 '"SICK"'; do
    try '' '' "\"health_status\": $health,"
done
for weight in 3 '"3"' 0 1.5 4294967296 '{"value": 3}' '"heavy"'; do
    try '' '' "\"load_balancing_weight\": $weight,"
done
for priority in 1 '"1"' 129 -1 1.5 '"high"'; do
    try '' "\"priority\": $priority,"
done
echo "=== types"
for part in '"load_assignment": []' '"load_assignment": "x"' '"lb_policy": {}' '"lb_policy": 2' \
    '"lb_policy": "5"' '"lb_policy": 4.5' '"lb_policy": "HASH"' '"lb_policy": 8' '"lb_policy": 3' \
    '"hosts": {"socket_address": {}}' '"name": "d", "name": "e"' \
    '"lb_policy": "MAGLEV", "lbPolicy": "RING_HASH"' '"lb_policy": "MAGLEV", "load_assignment":
    {"endpoints": [{"lb_endpoints": {"endpoint": 1}}]}' '"lb_policy": "MAGLEV", "load_assignment":
    {"endpoints": [{"lb_endpoints": [{}]}]}' '"lb_policy": "MAGLEV", "load_assignment":
    {"endpoints": [{"lb_endpoints": [{"endpoint": {"address": {"socket_address": {"address": "1.1.1.1"}}}}]}]}' \
    '"lb_policy": "MAGLEV", "load_assignment": {"endpoints": [{"lb_endpoints": [{"endpoint_name": "x"}]}]}' \
    '"lb_policy": "MAGLEV", "load_assignment": {"endpoints": []}' \
    '"lb_policy": "MAGLEV", "maglev_lb_config": {"table_size": 1e308}, "load_assignment": {"endpoints": []}' \
    '"lb_policy": "MAGLEV", "maglev_lb_config": {"table_size": 100}, "load_assignment": {"endpoints": []}' \
    '"load_balancing_policy": {}' '"load_balancing_policy": {"policies": [{"typed_extension_config": {"name": "envoy.load_balancing_policies.round_robin"}}]}' \
    '"lb_policy": "LOAD_BALANCING_POLICY_CONFIG"' \
    '"common_lb_config": {"healthy_panic_threshold": {"value": 101}}, "lb_policy": "MAGLEV", "load_assignment": {"endpoints": [{"lb_endpoints": [{"health_status": "UNHEALTHY", "endpoint": {"address": {"pipe": {"path": "/a"}}}}]}]}'; do
    echo "--- $part"
    printf '{"clusters": [{"name": "c", "connect_timeout": "1s",\n%s}]}' "$part" >e.json
    "$BERTH" route -n e.json key 2>&1
done
