# SPDX-License-Identifier: MIT
# Caddyfiles: sites, routes and matchers as pools, upstreams as Caddy dials them, policies, snippets.
. "$DATA/try.sh"
cat >Caddyfile <<'EOF'
{
	email admin@example.com
	servers {
		trusted_proxies static private_ranges
	}
}
(balanced) {
	lb_policy uri_hash
	health_uri /healthz
}
www.example.com {
	redir https://example.com{uri}
}
example.com, www2.example.com {
	encode zstd gzip
	handle /api/* {
		reverse_proxy 10.0.0.1:8080 10.0.0.2:8080 10.0.0.3 {
			lb_policy header X-User # sticky
			header_up Host {host}
		}
	}
	@ws header Upgrade websocket
	reverse_proxy @ws http://ws-1 https://ws-2 h2c://[::1]:9000 {
		import balanced
	}
	reverse_proxy localhost:8001-8003 \
		"localhost:9000" {
		lb_policy least_conn
		to unix//run/app.sock
	}
	respond <<HTML
	{ no block
	HTML 200
}
EOF
list() {
    "$BERTH" balance -n "$1" -a "${2:-}" 2>&1 | sed '/^$/d;/^peak/,$d'
}
pool() {
    echo "--- $1"
    "$BERTH" balance -n "Caddyfile#$1" 2>&1 | sed '/^$/d;/^peak/,$d' | cut -c1-40
}
pool 'example.com /api/*'
pool 'example.com @ws'
try balance -n Caddyfile
try balance -n 'Caddyfile#example.com'
"$BERTH" route -a hrw -n 'Caddyfile#example.com' key-1 key-2
# The preset's own order: the same as with the dial addresses written out.
"$BERTH" route -n 'Caddyfile#example.com /api/*' /a /b /c >one
"$BERTH" route -a caddy-hrw-v2-8 -n 10.0.0.1:8080,10.0.0.2:8080,10.0.0.3:80 /a /b /c | cmp - one
"$BERTH" plan -n 'Caddyfile#example.com /api/*' --add 10.0.0.4:8080 | sed -n 1,2p
one() {
    printf "$1" >Caddyfile
    echo "--- $1"
    try route -n Caddyfile key
}
one 'a.example {\n\treverse_proxy {$UPSTREAM} b:80 {\n\t\tlb_policy ip_hash\n\t}\n}\n'
one 'reverse_proxy {env.HOST}:80 b:80\n'
one 'reverse_proxy a:80 b:80\n'
one 'reverse_proxy a:80 b:80 {\n lb_policy cookie lb secret\n}\n'
one 'reverse_proxy a:80 a {\n lb_policy ip_hash\n}\n'
one 'reverse_proxy {\n dynamic srv _http._tcp.example.com\n lb_policy ip_hash\n}\n'
one 'reverse_proxy a:80 {\n import other.conf\n}\n'
one 'reverse_proxy a:port b:90-80 {\n lb_policy ip_hash\n}\n'
one 'reverse_proxy a:80 b:80 {\n lb_policy ip_hash\n'
one 'reverse_proxy a:80 "b:80\n'
one 'reverse_proxy a:80 b:80 {\n lb_policy ip_hash\n}\n}\n'
one 'reverse_proxy {\n lb_policy ip_hash\n}\n'
one '(a) {\n import b\n}\n(b) {\n import a\n}\nx {\n reverse_proxy c:1 {\n import a\n }\n}\n'
