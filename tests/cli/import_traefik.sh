# SPDX-License-Identifier: MIT
# Traefik's file provider: services by strategy, services of services, weights.
. "$DATA/try.sh"
cat >dynamic.yml <<'EOF'
http:
  routers:
    app:
      rule: Host(`example.com`)
      service: app
  services:
    app:
      loadBalancer:
        strategy: hrw
        servers:
          - url: http://10.0.0.1:8080
          - url: "http://10.0.0.2:8080/"
            weight: 2
          - url: http://10.0.0.3:8080
    turns:
      loadBalancer:
        servers:
          - url: http://10.0.0.1:8080
          - url: http://10.0.0.2:8080
    canary:
      highestRandomWeight:
        services:
          - name: app-v1
            weight: 9
          - name: app-v2
            weight: 1
    split:
      weighted:
        services:
          - name: app-v1
            weight: 9
          - name: app-v2
            weight: 1
    copy:
      mirroring:
        service: app
EOF
for pool in app canary; do
    echo "--- $pool"
    "$BERTH" balance -n "dynamic.yml#$pool" 2>/dev/null | sed '/^$/d;/^peak/,$d' | cut -c1-60
done
try route -n dynamic.yml key
try route -n dynamic.yml#turns key
try route -n dynamic.yml#split key
try route -n dynamic.yml#copy key
"$BERTH" route -a hrw -n dynamic.yml#turns key-1 key-2 key-3
"$BERTH" route -n dynamic.yml#app 192.0.2.1 192.0.2.2 192.0.2.3 >one
"$BERTH" route -a traefik-hrw -n 'http://10.0.0.1:8080,http://10.0.0.2:8080/=2,http://10.0.0.3:8080' 192.0.2.1 192.0.2.2 192.0.2.3 | cmp - one
bad() {
    printf 'http:\n  services:\n    app:\n      loadBalancer:\n        strategy: hrw\n        servers:\n%b' "$1" >bad.yml
    try route -n bad.yml key
}
bad '          - weight: 2\n'
bad '          - url: http://a\n            weight: heavy\n'
bad '          - url: http://{{ env "HOST" }}:80\n'
bad '          - url: ${HOST}\n'
bad '          []\n'
bad '          url: http://a\n'
