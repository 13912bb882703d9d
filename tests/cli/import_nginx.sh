# SPDX-License-Identifier: MIT
# Upstreams of nginx as people write them: addresses twice, methods twice, Lua, host names, states.
# The nodes of "ring" and "table" were compared with nginx 1.22 on 300 keys each.
. "$DATA/try.sh"
cat >nginx.conf <<'END'
upstream ring { hash $arg_k consistent; server 127.0.0.1:81; server 127.0.0.1:82; server 127.0.0.1:81 weight=3; }
upstream table { hash $arg_k; server 127.0.0.1:81; server 127.0.0.1:81 weight=2; server 127.0.0.1:82; }
upstream apart { hash $arg_k; server 127.0.0.1:81; server 127.0.0.1:82; server 127.0.0.1:81; }
upstream twice { hash $a; server 10.0.0.1; server 10.0.0.2; hash $b consistent; }
upstream late { hash $a; server 10.0.0.1; least_conn; }
upstream lua {
    server 0.0.0.1;
    balancer_by_lua_block { local b = require "ngx.balancer"; if x then y = {1} end }
    keepalive 10;
}
upstream state { zone z 64k; state /var/lib/nginx/state; hash $a; }
upstream names { hash $a; server web1:80; server web2:80; }
upstream drains { hash $a consistent; server 10.0.0.1 drain; server 10.0.0.2; }
END
printf 'server {\n listen 80;\n location / { proxy_pass http://backend; }\n}\n' >site.conf
for pool in ring table apart twice late lua state names drains; do
    echo "--- $pool"
    "$BERTH" balance -n "nginx.conf#$pool" 2>&1 | grep -v 'order in which' | sed '/^$/d;/^peak/,$d'
done
try balance -n site.conf
