# SPDX-License-Identifier: MIT
# Files of Envoy of every kind that people have: what is read of them, and why the others are refused.
cd "$DATA/envoy" || exit 2
show() {
    echo "--- $*"
    "$BERTH" balance -n "$@" 2>&1 |
        sed '/^$/d; /places by the order/d; /^peak/,$d; s/  *[█▓▒░].*//'
}
for file in *; do
    case $file in
    anchors.yaml) show $file --pool a; show $file --pool b ;;
    array-of-clusters.json) show $file; show $file --pool c2 ;;
    bootstrap-maglev-cookie.yaml) show $file --pool canary; show $file --pool web ;;
    config-dump.json) show $file
        for pool in blobs sessions xds_cluster; do show $file --pool $pool; done ;;
    front-proxy.yaml) show $file --pool service1; show $file --pool service2 ;;
    *) show $file ;;
    esac
done
echo "=== another scheme takes the nodes all the same"
for file in no-policy.json dns-ring-hash.yaml locality-weighted.yaml redis-cluster.yaml; do
    show $file -a slots
done
echo "=== endpoints alone do not say their policy"
show admin-clusters.json -a envoy-maglev
