/* SPDX-License-Identifier: MIT */
/* preset.c - the list of presets: one line each, in the order in which they are shown */
#include "place/preset.h"

#define PRESET_SCHEMES(X)                                                                          \
    X(fabrica_hashring)                                                                            \
    X(fabrica_int64ring)                                                                           \
    X(kit4go_hrw)                                                                                  \
    X(blog_sha256_ring)                                                                            \
    X(kafka_murmur2)                                                                               \
    X(librdkafka_consistent)                                                                       \
    X(librdkafka_fnv1a)                                                                            \
    X(elasticsearch)                                                                               \
    X(prometheus_hashmod)                                                                          \
    X(redis_cluster)                                                                               \
    X(redis_cluster_slot)                                                                          \
    X(cassandra_token)                                                                             \
    X(scylla_shard)                                                                                \
    X(jump_paper)                                                                                  \
    X(guava_consistent_hash)                                                                       \
    X(libmemcached)                                                                                \
    X(twemproxy)                                                                                   \
    X(libketama)                                                                                   \
    X(nginx)                                                                                       \
    X(nginx_plain)                                                                                 \
    X(varnish_shard)                                                                               \
    X(uhashring)                                                                                   \
    X(uhashring_meta)                                                                              \
    X(envoy_ring_hash)                                                                             \
    X(envoy_maglev)                                                                                \
    X(cilium_maglev_weighted)                                                                      \
    X(cilium_maglev_v1_11)                                                                         \
    X(katran_maglev_v2)                                                                            \
    X(katran_maglev_v1)                                                                            \
    X(dgryski_go_maglev)                                                                           \
    X(grpc_ring_hash)                                                                              \
    X(jedis_sharded)                                                                               \
    X(spymemcached_ketama)                                                                         \
    X(groupcache)                                                                                  \
    X(go_redis_ring_v6v7)                                                                          \
    X(buraksezer_consistent_v1)                                                                    \
    X(buraksezer_consistent_v0)                                                                    \
    X(stathat_consistent)                                                                          \
    X(serialx_hashring_2014)                                                                       \
    X(serialx_hashring_2020)                                                                       \
    X(kubeai_chwbl)                                                                                \
    X(sglang_ring)                                                                                 \
    X(traefik_hrw)                                                                                 \
    X(caddy_hrw_v2_8)                                                                              \
    X(caddy_hrw_v2_6_3)                                                                            \
    X(caddy_hrw_v2_5_1)                                                                            \
    X(pymemcache_rendezvous)                                                                       \
    X(go_redis_ring_v8v9)                                                                          \
    X(dgryski_go_rendezvous)                                                                       \
    X(victoriametrics_hrw)                                                                         \
    X(mcrouter_ch3)                                                                                \
    X(mcrouter_weighted_ch3)                                                                       \
    X(mcrouter_crc32)                                                                              \
    X(mcrouter_weighted_furc)                                                                      \
    X(mcrouter_rendezvous)                                                                         \
    X(mcrouter_weighted_rendezvous)                                                                \
    X(vllm_router_rendezvous)                                                                      \
    X(haproxy)                                                                                     \
    X(haproxy_3_0)                                                                                 \
    X(ipvs_mh)                                                                                     \
    X(ipvs_sh)                                                                                     \
    X(vllm_router_ring)                                                                            \
    X(npm_hashring)                                                                                \
    X(redis_rb_v4)                                                                                 \
    X(redis_rb_v5)                                                                                 \
    X(dalli)                                                                                       \
    X(predis)                                                                                      \
    X(predis_ketama)                                                                               \
    X(graphite_carbon)                                                                             \
    X(carbon_c_relay)                                                                              \
    X(carbon_c_relay_jump)                                                                         \
    X(resty_chash)                                                                                 \
    X(php_memcache_standard)                                                                       \
    X(php_memcache_consistent)                                                                     \
    X(clickhouse_shards)                                                                           \
    X(custom_ring)                                                                                 \
    X(custom_table)                                                                                \
    X(custom_modulo)

#define PRESET_DECLARE(name) extern const struct scheme preset_##name;
PRESET_SCHEMES(PRESET_DECLARE)
#undef PRESET_DECLARE

static const struct scheme *const preset_list[] = {
#define PRESET_LINE(name) &preset_##name,
    PRESET_SCHEMES(PRESET_LINE)
#undef PRESET_LINE
        NULL,
};

const struct scheme *preset_at(size_t i)
{
    return i < sizeof preset_list / sizeof *preset_list ? preset_list[i] : NULL;
}
