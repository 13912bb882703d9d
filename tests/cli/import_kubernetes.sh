# SPDX-License-Identifier: MIT
# Members of a service as kubectl prints them: slices, endpoints, pods; states, zones, address types.
. "$DATA/try.sh"
cp "$DATA"/kubernetes/* .
for file in slices.json#cache slices.json#web endpoints.yaml pods.json; do
    echo "--- $file"
    "$BERTH" balance -n "$file" -a hrw 2>&1 | sed '/^$/d;/^peak/,$d'
done
echo "without a choice, without addresses, of another kind, with a port that is none:"
try route -n slices.json key
printf 'kind: Pod\nmetadata:\n  name: cache-0\nspec: {}\n' >template.yaml
printf 'kind: Deployment\nmetadata:\n  name: cache\n  labels: {x: Pod}\n' >deployment.yaml
sed 's/"port": 11211/"port": "memcached"/' slices.json >port.json
sed 's/"addresses": \["10.1.0.4"\]/"addresses": []/' slices.json >empty.json
try route -n template.yaml key
try route -n deployment.yaml key
try route -n port.json#cache key
try route -n empty.json#cache key
