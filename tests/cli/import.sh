# SPDX-License-Identifier: MIT
# Configurations as the documentation of each system shows them: nodes, weights, spec, what is said.
for file in libmemcached.conf memcached.list ketama.servers ketama-cut.servers endpoints.json \
    names.json redis-nodes.txt nodetool-ring.txt; do
    echo "--- $file"
    "$BERTH" balance -n "$DATA/$file" 2>&1 | sed "s,$DATA/,," | sed '/^peak/,$d'
done
for pool in nginx.conf:backend nginx.conf:sessions nutcracker.yml:alpha nutcracker.yml:beta \
    clusters.json:cache clusters.json:search; do
    echo "--- $pool"
    "$BERTH" balance -n "$DATA/${pool%:*}" --pool "${pool#*:}" 2>&1 | sed "s,$DATA/,," |
        sed '/^peak/,$d'
done
echo "--- from standard input, another spec, and berth's own eyes"
"$BERTH" route -a hrw -n - some key <"$DATA/ketama.servers" 2>&1
"$BERTH" route --from berth -n "$DATA/ketama.servers" some key
echo "--- the same through plan"
"$BERTH" plan -n "$DATA/ketama.servers" --remove 10.0.1.2:11211 2>/dev/null | head -3
# nginx resolves names while it runs.
printf 'upstream u {\n hash $k consistent;\n server be.example resolve;\n server 10.0.0.2;\n}\n' >resolve.conf
try route -n resolve.conf x y
sed 's/ consistent//' resolve.conf >plain.conf
try route -n plain.conf x
