/* SPDX-License-Identifier: MIT */
/* hash_rings_test.c - hashes of which only placements were recorded
 *
 * Some functions are known only by the answers of a program that uses them. Each of these programs
 * is imitated here by brute force, and every answer is compared. */
#include "hash_vectors.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <stdbool.h>

#include "hash/blake3.h"
#include "base/bytes.h"
#include "hash/crc.h"
#include "hash/fnv.h"
#include "hash/hsieh.h"
#include "hash/mix.h"
#include "hash/murmur.h"
#include "hash/siphash.h"
#include "hash/spooky.h"
#include "hash/xxh3.h"

enum { NODES_MAX = 16, LABEL_MAX = 4096 };

struct setting {
    const json_t *config;
    const char *names[NODES_MAX];
    size_t nodes;
};

typedef size_t owner_fn(const struct setting *setting, const struct vector_key *key);

static const char *setting_param(const struct setting *setting, const char *name)
{
    return json_string_value(json_object_get(json_object_get(setting->config, "params"), name));
}

static size_t setting_expect(const struct setting *setting, size_t key)
{
    const json_t *expect = json_array_get(json_object_get(setting->config, "expect"), key);
    if (json_is_integer(expect))
        return (size_t)json_integer_value(expect);
    for (size_t i = 0; i < setting->nodes; i++)
        if (strcmp(setting->names[i], json_string_value(expect)) == 0)
            return i;
    fail_msg("the vectors expect a node that is not listed: %s", json_string_value(expect));
    return 0;
}

static void setting_nodes(struct setting *setting)
{
    const json_t *nodes = json_object_get(setting->config, "nodes");
    setting->nodes = json_array_size(nodes);
    assert_true(setting->nodes <= NODES_MAX);
    for (size_t i = 0; i < setting->nodes; i++)
        setting->names[i] = json_string_value(json_object_get(json_array_get(nodes, i), "name"));
}

/* Compares every key of every configuration; `expected` is how many configurations there must
 * be. */
static void check_configs(const char *what, const json_t *configs, const json_t *key_list,
                          owner_fn *owner, size_t expected)
{
    size_t count, n, checked = 0;
    struct vector_key *keys = vectors_keys(key_list, &count);
    json_t *config;
    json_array_foreach(configs, n, config)
    {
        struct setting setting = {.config = config};
        setting_nodes(&setting);
        for (size_t i = 0; i < count; i++, checked++) {
            const size_t ours = owner(&setting, &keys[i]), theirs = setting_expect(&setting, i);
            if (ours != theirs)
                fail_msg("%s, configuration %zu, key %zu: recorded node %zu, computed %zu", what, n,
                         i, theirs, ours);
        }
    }
    assert_int_equal(checked, expected);
    vectors_free_keys(keys, count);
}

/* placements.json: several systems over the same 207 keys. */
static void check_system(const char *name, owner_fn *owner, size_t configs)
{
    json_t *root = vectors_load("placements.json");
    const json_t *system = json_object_get(json_object_get(root, "systems"), name);
    assert_non_null(system);
    check_configs(name, json_object_get(system, "configs"), json_object_get(root, "keys"), owner,
                  configs * 207);
    json_decref(root);
}

/* The nearest point at or after a hash on a circle; of equal points, the later replaces the
 * earlier. */
struct nearest {
    uint64_t distance;
    size_t node;
    bool found;
};

static void nearest_offer(struct nearest *best, uint64_t distance, size_t node)
{
    if (!best->found || distance <= best->distance)
        *best = (struct nearest){distance, node, true};
}

static size_t twemproxy_modula(const struct setting *setting, const struct vector_key *key)
{
    const bool crc = strcmp(setting_param(setting, "hash"), "crc16") == 0;
    assert_true(crc || strcmp(setting_param(setting, "hash"), "hsieh") == 0);
    const uint32_t h =
        crc ? crc16_twemproxy(key->bytes, key->len) : hsieh_signed(key->bytes, key->len);
    return h % setting->nodes;
}

static void crc16_and_hsieh_as_twemproxy(void **state)
{
    (void)state;
    json_t *root = vectors_load("twemproxy-modula.json");
    check_configs("twemproxy", json_object_get(root, "configs"), json_object_get(root, "keys"),
                  twemproxy_modula, 2 * 201);
    json_decref(root);
}

static size_t spymemcached_owner(const struct setting *setting, const struct vector_key *key)
{
    const uint32_t h = fnv1a_32_utf16((const char *)key->bytes, key->len);
    struct nearest best = {0};
    for (size_t node = 0; node < setting->nodes; node++)
        for (int i = 0; i < 160; i++) {
            char label[LABEL_MAX];
            const int len = snprintf(label, sizeof label, "%s-%d", setting->names[node], i);
            nearest_offer(&best, (uint32_t)(fnv1a_32_utf16(label, (size_t)len) - h), node);
        }
    return best.node;
}

static void fnv_utf16_as_spymemcached(void **state)
{
    (void)state;
    check_system("spymemcached_ketama", spymemcached_owner, 1);
}

static size_t pymemcache_owner(const struct setting *setting, const struct vector_key *key)
{
    const json_t *seed = json_object_get(json_object_get(setting->config, "params"), "seed");
    size_t best = 0;
    uint32_t best_score = 0;
    for (size_t node = 0; node < setting->nodes; node++) {
        struct murmur3_pieces pieces = {.h = (uint32_t)json_integer_value(seed)};
        murmur3_x86_32_push_code_points(&pieces, setting->names[node],
                                        strlen(setting->names[node]));
        murmur3_x86_32_push(&pieces, '-');
        murmur3_x86_32_push_code_points(&pieces, (const char *)key->bytes, key->len);
        const uint32_t score = murmur3_x86_32_end(&pieces);
        if (score > best_score) {
            best = node;
            best_score = score;
        }
    }
    return best;
}

static void murmur3_code_points_as_pymemcache(void **state)
{
    (void)state;
    check_system("pymemcache_rendezvous", pymemcache_owner, 2);
}

static size_t sglang_owner(const struct setting *setting, const struct vector_key *key)
{
    const bool decimal = strcmp(setting_param(setting, "enc"), "dec") == 0;
    const uint64_t h = blake3_le64(key->bytes, key->len);
    struct nearest best = {0};
    for (size_t node = 0; node < setting->nodes; node++)
        for (unsigned i = 0; i < 150; i++) {
            char label[LABEL_MAX];
            int len = snprintf(label, sizeof label - 8, "%s#", setting->names[node]);
            if (decimal) {
                len += snprintf(label + len, 8, "%u", i);
            } else {
                store64le(label + len, i);
                len += 8;
            }
            nearest_offer(&best, blake3_le64(label, (size_t)len) - h, node);
        }
    return best.node;
}

static void blake3_as_sglang(void **state)
{
    (void)state;
    check_system("sglang_ring", sglang_owner, 2);
}

enum { FURC_TRIES = 32, FURC_STRIDE = 23, FURC_WORDS = 600 };

struct furc {
    uint64_t words[FURC_WORDS];
    size_t filled;
    const struct vector_key *key;
};

static uint64_t furc_bit(struct furc *furc, size_t i)
{
    const uint64_t seed = 4193360111u;
    assert_true(i / 64 < FURC_WORDS);
    for (; furc->filled <= i / 64; furc->filled++) {
        uint8_t previous[8];
        if (furc->filled == 0) {
            furc->words[0] = murmur64a(furc->key->bytes, furc->key->len, seed);
            continue;
        }
        store64le(previous, furc->words[furc->filled - 1]);
        furc->words[furc->filled] = murmur64a(previous, 8, seed);
    }
    return furc->words[i / 64] >> (i % 64) & 1;
}

static size_t furc_hash(const struct vector_key *key, size_t m)
{
    struct furc furc = {.key = key};
    size_t d = 0;
    while ((m - 1) >> d != 0)
        d++;
    size_t a = d;
    for (int tries = 0; m > 1 && tries < FURC_TRIES; tries++) {
        while (furc_bit(&furc, a) == 0) {
            if (--d == 0)
                return 0;
            a = d;
        }
        a += FURC_STRIDE;
        size_t num = 1;
        for (size_t i = 1; i < d; i++, a += FURC_STRIDE)
            num = num * 2 + furc_bit(&furc, a);
        if (num < m)
            return num;
    }
    return 0;
}

static size_t mcrouter_weights(const struct setting *setting, double weights[NODES_MAX])
{
    const char *text = setting_param(setting, "weights");
    size_t n = 0;
    for (char *end; *text != 0; text = *end == ',' ? end + 1 : end) {
        assert_true(n < NODES_MAX);
        weights[n++] = strtod(text, &end);
        assert_ptr_not_equal(end, text);
    }
    return n;
}

static size_t mcrouter_ch3_owner(const struct setting *setting, const struct vector_key *key)
{
    double weights[NODES_MAX];
    const size_t n = mcrouter_weights(setting, weights);
    uint8_t bytes[2 * LABEL_MAX];
    struct vector_key salted = {bytes, key->len};
    size_t node = 0;
    memcpy(bytes, key->bytes, key->len);
    for (unsigned tries = 0; tries < 32; tries++) {
        node = furc_hash(&salted, n);
        const uint32_t p = spooky_v2_32(salted.bytes, salted.len, 0xface2014u);
        if (p < (uint64_t)(weights[node] * 4294967295.0))
            break;
        unsigned salt = tries;
        salted.len = key->len;
        do /* mcrouter's quirk: least significant digit first */
            bytes[salted.len++] = (uint8_t)('0' + salt % 10);
        while ((salt /= 10) > 0);
    }
    return node;
}

static size_t mcrouter_rendezvous_owner(const struct setting *setting, const struct vector_key *key)
{
    const uint64_t h = murmur64a(key->bytes, key->len, 2718281828u);
    double best_score = -1;
    size_t best = 0;
    for (size_t node = 0; node < setting->nodes; node++) {
        const char *name = setting->names[node];
        const double score = (double)mix_128_to_64(murmur64a(name, strlen(name), 4193360111u), h);
        if (score >= best_score) {
            best_score = score;
            best = node;
        }
    }
    return best;
}

static void mix_128_to_64_as_mcrouter(void **state)
{
    (void)state;
    check_system("mcrouter_rendezvous", mcrouter_rendezvous_owner, 1);
}

static size_t go_redis_owner(const struct setting *setting, const struct vector_key *key)
{
    const uint8_t *tag = key->bytes;
    size_t len = key->len, best = 0;
    const uint8_t *open = memchr(tag, '{', len);
    const uint8_t *close = open ? memchr(open, '}', len - (size_t)(open - tag)) : NULL;
    if (close && close > open + 1) {
        tag = open + 1;
        len = (size_t)(close - tag);
    }
    uint64_t best_score = 0;
    for (size_t node = 0; node < setting->nodes; node++) {
        const char *name = setting->names[node];
        const uint64_t score = mix_xorshift(XXH64(tag, len, 0) ^ XXH64(name, strlen(name), 0));
        if (node == 0 || score > best_score) {
            best_score = score;
            best = node;
        }
    }
    return best;
}

static void mix_xorshift_as_go_redis(void **state)
{
    (void)state;
    check_system("go_redis_ring_v8v9", go_redis_owner, 1);
}

static void spooky_as_mcrouter(void **state)
{
    (void)state;
    check_system("mcrouter_weighted_ch3", mcrouter_ch3_owner, 5);
}

enum { IPVS_SLOTS = 4093, IPVS_KEY1 = 0, IPVS_KEY2 = 1 };

static uint32_t ipvs_hash(const json_t *address, uint32_t port, int which)
{
    static const uint64_t keys[2] = {2654435761u, 2654446892u};
    uint8_t bytes[4];
    assert_int_equal(inet_pton(AF_INET, json_string_value(address), bytes), 1);
    return hsiphash_u32(read32be(bytes) + port, keys[which], keys[which]);
}

static void ipvs_table(const json_t *dests, int table[IPVS_SLOTS])
{
    const size_t n = json_array_size(dests);
    uint32_t cursor[NODES_MAX], skip[NODES_MAX];
    for (size_t i = 0; i < n; i++) {
        const json_t *dest = json_array_get(dests, i), *address = json_object_get(dest, "addr");
        const uint32_t port = (uint32_t)json_integer_value(json_object_get(dest, "port"));
        cursor[i] = ipvs_hash(address, port, IPVS_KEY1) % IPVS_SLOTS;
        skip[i] = ipvs_hash(address, port, IPVS_KEY2) % (IPVS_SLOTS - 1) + 1;
    }
    for (int slot = 0; slot < IPVS_SLOTS; slot++)
        table[slot] = -1;
    for (size_t turn = 0; turn < IPVS_SLOTS; turn++) {
        const size_t i = n - 1 - turn % n; /* the newest destination first */
        while (table[cursor[i]] >= 0)
            cursor[i] = (cursor[i] + skip[i]) % IPVS_SLOTS;
        table[cursor[i]] = (int)i;
    }
}

static void hsiphash_as_linux(void **state)
{
    (void)state;
    json_t *root = vectors_load("ipvs-mh-ten.json");
    const json_t *config = json_array_get(json_object_get(root, "configs"), 0);
    const json_t *keys = json_object_get(root, "keys_v4"),
                 *expect = json_object_get(config, "expect");
    int table[IPVS_SLOTS];
    ipvs_table(json_object_get(config, "dests"), table);
    assert_true(json_array_size(keys) >= 100);
    assert_int_equal(json_array_size(keys), json_array_size(expect));
    for (size_t i = 0; i < json_array_size(keys); i++) {
        const json_t *client = json_array_get(json_array_get(keys, i), 0);
        assert_int_equal(table[ipvs_hash(client, 0, IPVS_KEY1) % IPVS_SLOTS],
                         json_integer_value(json_array_get(expect, i)));
    }
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc16_and_hsieh_as_twemproxy),
        cmocka_unit_test(fnv_utf16_as_spymemcached),
        cmocka_unit_test(murmur3_code_points_as_pymemcache),
        cmocka_unit_test(blake3_as_sglang),
        cmocka_unit_test(spooky_as_mcrouter),
        cmocka_unit_test(mix_128_to_64_as_mcrouter),
        cmocka_unit_test(mix_xorshift_as_go_redis),
        cmocka_unit_test(hsiphash_as_linux),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
