# SPDX-License-Identifier: MIT
# What would change placement is refused, with file and line; pools are listed.
try() {
    cat >"$1"
    shift
    "$BERTH" route "$@" key 2>&1
    echo "[$?]"
}
for file in nginx.conf haproxy.cfg nutcracker.yml clusters.json; do
    (cd "$DATA" && "$BERTH" route -n $file key 2>&1; echo "[$?]")
    (cd "$DATA" && "$BERTH" route -n $file --pool gamma key 2>&1; echo "[$?]")
done
printf 'upstream a {\n  ip_hash;\n  server x;\n}\n' | try a.conf -n a.conf
printf 'upstream a {\n  hash $k consistent;\n  server x weight=two;\n}\n' | try a.conf -n a.conf
printf 'upstream a {\n  hash $k consistent;\n  server x;\n  server x;\n}\n' | try a.conf -n a.conf
printf 'upstream a {\n  hash $k consistent;\n  server x;\n' | try a.conf -n a.conf
printf 'upstream a {\n  include servers.conf;\n}\n' | try a.conf -n a.conf
printf 'upstream a {\n  server x;\n}\n' | try a.conf -n a.conf -a slots
printf 'backend b\n  balance roundrobin\n  server a 10.0.0.1:80\n' | try b.cfg -n b.cfg
printf 'backend b\n  balance uri\n  server a 10.0.0.1:80 weight 300\n' | try b.cfg -n b.cfg
printf 'backend b\n  balance uri\n  server-template s 5 h:80\n  server z 1.1.1.1\n' | try b.cfg -n b.cfg
printf 'backend b\n  server a 10.0.0.1:80\n' | try b.cfg -n b.cfg -a slots
printf 'p:\n  distribution: random\n  servers:\n   - 1.1.1.1:1:1\n' | try n.yml -n n.yml
printf 'p:\n  hash: md5\n  servers:\n   - 1.1.1.1:1:0\n' | try n.yml -n n.yml
printf 'p:\n  hash: md5\n  servers:\n   - 1.1.1.1:1:1\n  bad: [\n' | try n.yml -n n.yml
printf 'p:\n  hash: nonsense\n  servers:\n   - 1.1.1.1:1:1\n' | try n.yml -n n.yml
printf 'a:1\t10\nb:1\tten\n' | try k.servers -n k.servers --from ketama
printf 'a:1\t10\nb:1\t0\n' | try k.servers -n k.servers
printf -- '--SERVER=a --HASH=xxh3\n' | try m.conf -n m.conf
printf -- '--SERVER=a --DISTRIBUTION=random\n' | try m.conf -n m.conf
printf -- '--SERVER=a --HASH-WITH-NAMESPACE\n' | try m.conf -n m.conf
printf '{"a": 1}' | try e.json -n e.json
printf '["a",\n "b"\n' | try e.json -n e.json
printf '[{"weight": 2}]' | try e.json -n e.json
printf '["a"]' | try e.json -n e.json --from yaml
printf 'Datacenter: d\nAddress Rack Status State Load Owns Token\n1.1.1.1 r Up Normal 1KiB 1%% 0123abc\n' |
    try r.txt -n r.txt
printf 'upstream a {\n  hash $k;\n  server x;\0\n}\n' | try a.conf -n a.conf
echo "--- however many servers stand on a line"
seq 100 | sed 's|^|--SERVER=c|' | tr '\n' ' ' >many.conf
"$BERTH" balance -n many.conf --all 2>/dev/null | grep -c '^c[0-9]'
echo "--- numbers that are no size, and texts that are too long"
for size in 1e308 -1 2.5 1e17 '"9007199254740993"' '{"value": 1e300}' '"x"'; do
    printf '{"lb_policy": "RING_HASH", "endpoints": [{"lb_endpoints": [{"endpoint": {"address":
        {"pipe": {"path": "/a"}}}}]}], "ring_hash_lb_config": {"minimum_ring_size": %s,
        "maximum_ring_size": %s, "hash_function": "MURMUR_HASH_2"}}' "$size" "$size" |
        try e.json -n e.json
done
printf '{"lb_policy": "MAGLEV", "endpoints": [], "maglev_lb_config": {"table_size": 1e308}}' |
    try e.json -n e.json
long=$(printf '%0500d' 7)
printf 'backend b\n  balance hash req.hdr(%s)\n  server a 10.0.0.1:80\n' "$long" | try b.cfg -n b.cfg
seq 300 | sed "s|.*|upstream pool-& { hash \$k; server a; }|" | try a.conf -n a.conf
echo "--- a file that could be of two systems"
printf 'upstream a {\n  hash $k;\n  server x;\n}\nbackend b\n  balance uri\n  server a 10.0.0.1:80\n' |
    try a.conf -n a.conf
# Two pools of one name; what an environment or a template fills in.
printf 'upstream a { server 10.0.0.1; }\nupstream a { server 10.0.0.2; }\n' >twice.conf
"$BERTH" route -n twice.conf#a key 2>&1
printf 'a:\n  hash: md5\n  servers:\n   - 10.0.0.1:1:1\na:\n  hash: md5\n  servers:\n   - 10.0.0.2:1:1\n' >twice.yml
"$BERTH" route -n twice.yml#a key 2>&1
printf 'backend b\n balance source\n server s1 ${HOST}:80\n server s2 10.0.0.2:80\n' >variable.cfg
"$BERTH" route -n variable.cfg key 2>&1
printf 'backend b\n balance source\n{%% for s in servers %%}\n server {{ s }} 10.0.0.1:80\n{%% endfor %%}\n' >template.cfg
"$BERTH" route -n template.cfg key 2>&1
printf 'backend b\n balance source\n{{ range servers }}\n server a 10.0.0.1:80\n{{ end }}\n' >template.cfg
"$BERTH" route -n template.cfg key 2>&1
