# SPDX-License-Identifier: MIT
# Varnish's VCL: the shard directors, their backends, weights, idents, replicas and keys.
. "$DATA/try.sh"
cat >default.vcl <<'EOF'
vcl 4.1;
import directors;
import std;
# new old = directors.shard();
/* old.add_backend(be9); */
probe health { .url = "/"; }
backend be1 { .host = "10.0.0.1"; .port = "8080"; .probe = health; }
backend be2 {
    .host = "10.0.0.2"; // no port
}
backend be3 { .host = "::1"; }
sub vcl_init {
    new cache = directors.shard();
    cache.add_backend(be1);
    cache.add_backend(be2, ident = "two", rampup = 10s, weight = 2.5);
    cache.add_backend(be3, "three");
    cache.set_warmup(0.1);
    cache.reconfigure(replicas=25);
    new turns = directors.round_robin();
    turns.add_backend(be1);
    new draw = directors.hash();
    draw.add_backend(be1, 1.0);
    new plain = directors.shard();
    plain.add_backend(be1); plain.add_backend(be2);
    plain.reconfigure();
    new empty = directors.shard();
    return (ok);
}
sub vcl_recv {
    set req.http.x = "cache.add_backend(be7)";
    set req.backend_hint = cache.backend(by=KEY, key=cache.key(req.url), alt=req.restarts);
    set req.backend_hint = plain.backend();
}
sub vcl_synth {
    synthetic({"<html> plain.add_backend(be8); </html>"});
}
EOF
for pool in cache plain; do
    echo "--- $pool"
    "$BERTH" balance -n "default.vcl#$pool" 2>err | sed '/^$/d;/^peak/,$d' | cut -c1-60
    cat err
done
try route -n default.vcl key
try route -n default.vcl#turns key
try route -n default.vcl#draw key
try route -n default.vcl#empty key
"$BERTH" route -n default.vcl#plain /a /b /c 2>err >one
"$BERTH" route -a varnish-shard -n be1,be2 /a /b /c 2>err | cmp - one
bad() {
    printf 'sub vcl_init {\nnew a = directors.shard();\n%b}\n' "$1" >bad.vcl
    try route -n bad.vcl key
}
bad 'a.add_backend(be1, weight=11);\n'
bad 'a.add_backend(be1);\na.add_backend(be1);\n'
bad 'a.add_backend(be1);\na.reconfigure(replicas=many);\n'
bad 'a.add_backend(be1);\na.remove_backend(be1);\n'
bad 'a.add_backend(be1);\n}\nsub x { set req.backend_hint = a.backend(by=LUCK);\n'
bad 'a.add_backend();\n'
bad 'a.add_backend(be1\n'
