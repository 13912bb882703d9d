/* SPDX-License-Identifier: MIT */
/* hash_primitives_test.c - every recorded value of every recorded hash function
 *
 * The files hold values of the real libraries and programs. The test fails when a file names a
 * function that is unknown here, and when no file names a function that is known here. */
#include "hash_vectors.h"

#include <inttypes.h>
#include <stdbool.h>

#include "base/bytes.h"
#include "hash/cassandra_token.h"
#include "hash/crc.h"
#include "hash/digest.h"
#include "hash/blake3.h"
#include "hash/fnv.h"
#include "hash/haproxy_hash.h"
#include "hash/jenkins.h"
#include "hash/murmur.h"
#include "hash/siphash.h"
#include "hash/spooky.h"
#include "hash/xxh3.h"

enum { TEXT_MAX = 80 };

/* Writes the hash in the notation of the files. */
typedef void print_fn(const void *data, size_t len, char text[TEXT_MAX]);

#define PRINT(name, format, value)                                                                 \
    static void name(const void *data, size_t len, char text[TEXT_MAX])                            \
    {                                                                                              \
        snprintf(text, TEXT_MAX, format, value);                                                   \
    }

static void print_hex(const uint8_t *bytes, size_t n, char text[TEXT_MAX])
{
    for (size_t i = 0; i < n; i++)
        snprintf(text + 2 * i, TEXT_MAX - 2 * i, "%02x", bytes[i]);
}

static void print_pair(const uint64_t h[2], char text[TEXT_MAX])
{
    snprintf(text, TEXT_MAX, "%" PRIu64 ",%" PRIu64, h[0], h[1]);
}

static void blake3_first8(const void *data, size_t len, char text[TEXT_MAX])
{
    uint8_t digest[32];
    blake3_32(data, len, digest);
    assert_true(read64le(digest) == blake3_le64(data, len));
    print_hex(digest, 8, text);
}

static void md5_whole(const void *data, size_t len, char text[TEXT_MAX])
{
    uint8_t digest[16];
    md5_16(data, len, digest);
    assert_int_equal(read32le(digest), md5_le32(data, len));
    assert_true(read64le(digest) == md5_le64(data, len));
    print_hex(digest, 16, text);
}

static void sha256_first8(const void *data, size_t len, char text[TEXT_MAX])
{
    uint8_t digest[32];
    sha256_32(data, len, digest);
    assert_int_equal(read32be(digest), sha256_be32(data, len));
    assert_true(read64be(digest) == sha256_be64(data, len));
    assert_int_equal(read32le(digest + 28), sha256_last_le32(data, len));
    print_hex(digest, 8, text);
}

static void murmur3_128(const void *data, size_t len, char text[TEXT_MAX])
{
    uint64_t h[2];
    murmur3_x64_128(data, len, 0, h);
    print_pair(h, text);
}

static void murmur3_128_cilium(const void *data, size_t len, char text[TEXT_MAX])
{
    uint64_t h[2];
    murmur3_x64_128(data, len, 0x24b7ef82, h);
    print_pair(h, text);
}

static void murmur3_128_signed(const void *data, size_t len, char text[TEXT_MAX])
{
    uint64_t h[2];
    murmur3_x64_128_signed_tail(data, len, 0, h);
    print_pair(h, text);
}

/* Returns the part between the first '{' and the next '}'; the whole key when that is empty. */
static const char *redis_part(const char *key, size_t len, size_t *part_len)
{
    const char *open = memchr(key, '{', len);
    const char *close = open ? memchr(open, '}', len - (size_t)(open - key)) : NULL;
    *part_len = close && close > open + 1 ? (size_t)(close - open - 1) : len;
    return *part_len < len ? open + 1 : key;
}

/* The recording client picks a random slot for the empty key, so that entry is blank. */
static void redis_slot(const void *data, size_t len, char text[TEXT_MAX])
{
    if (len == 0)
        return;
    const char *part = redis_part(data, len, &len);
    snprintf(text, TEXT_MAX, "%" PRIu32, crc16_xmodem(part, len) & 16383);
}

PRINT(crc32_text, "%" PRIu32, crc32_ieee(data, len))
PRINT(fnv1_32_text, "%" PRIu32, fnv1_32(data, len))
PRINT(fnv1a_32_text, "%" PRIu32, fnv1a_32(data, len))
PRINT(fnv1a_64_text, "%" PRIu64, fnv1a_64(data, len))
PRINT(murmur3_32_text, "%" PRIu32, murmur3_x86_32(data, len, 0))
PRINT(murmur3_32_1234_text, "%" PRIu32, murmur3_x86_32(data, len, 1234))
PRINT(siphash_text, "%" PRIu64, siphash_2_4(data, len, 0xdeadbeefcafebabeu, 0))
PRINT(xxh64_text, "%" PRIu64, XXH64(data, len, 0))
PRINT(xxh64_1_text, "%" PRIu64, XXH64(data, len, 1))
PRINT(murmur64a_jedis_text, "%" PRIu64, murmur64a(data, len, 0x1234ABCD))
PRINT(murmur64a_envoy_text, "%" PRIu64, murmur64a(data, len, 0xc70f6907u))
PRINT(murmur64a_e_text, "%" PRIu64, murmur64a(data, len, 2718281828u))
PRINT(murmur64a_mcrouter_text, "%" PRIu64, murmur64a(data, len, 4193360111u))
PRINT(spooky_32_text, "%" PRIu32, spooky_v2_32(data, len, 0xface2014u))
PRINT(spooky_64_text, "%" PRIu64, spooky_v2_64(data, len, 0))

PRINT(oaat_signed_text, "%" PRIu32, jenkins_oaat_signed(data, len))
PRINT(md5_le32_text, "%" PRIu64, md5_le32(data, len))
PRINT(crc32_15_text, "%" PRIu32, crc32_ieee_15(data, len))
PRINT(fnv1_64_low_text, "%" PRIu32, (uint32_t)fnv1_64_signed(data, len))
PRINT(fnv1a_64_low_text, "%" PRIu32, (uint32_t)fnv1a_64_signed(data, len))
PRINT(fnv1_32_signed_text, "%" PRIu32, fnv1_32_signed(data, len))
PRINT(fnv1a_32_signed_text, "%" PRIu32, fnv1a_32_signed(data, len))
PRINT(murmur2_hashkit_text, "%" PRIu32, murmur2_32_hashkit(data, len))
PRINT(jenkins_13_text, "%" PRIu32, jenkins_hashlittle(data, len, 13))
PRINT(murmur3_hashkit_text, "%" PRIu32, murmur3_x86_32_hashkit(data, len))

PRINT(sdbm_text, "%" PRIu32, haproxy_sdbm(data, len))
PRINT(sdbm_1_text, "%" PRIu32, haproxy_avalanche(haproxy_sdbm(data, len)))
PRINT(djb2_text, "%" PRIu32, haproxy_djb2(data, len))
PRINT(djb2_1_text, "%" PRIu32, haproxy_avalanche(haproxy_djb2(data, len)))
PRINT(wt6_text, "%" PRIu32, haproxy_wt6(data, len))
PRINT(wt6_1_text, "%" PRIu32, haproxy_avalanche(haproxy_wt6(data, len)))
PRINT(crc32_1_text, "%" PRIu32, haproxy_avalanche(crc32_ieee(data, len)))
PRINT(crc32c_text, "%" PRIu32, crc32_castagnoli(data, len))
PRINT(xxh32_text, "%" PRIu32, XXH32(data, len, 0))
PRINT(xxh32_seed_text, "%" PRIu32, XXH32(data, len, 305419896))

struct function {
    const char *name;
    print_fn *print;
};

static const struct function primitives[] = {
    {"blake3_first8_hex", blake3_first8},
    {"crc32_ieee", crc32_text},
    {"fnv1_32", fnv1_32_text},
    {"fnv1a32", fnv1a_32_text},
    {"fnv1a64", fnv1a_64_text},
    {"md5_hex", md5_whole},
    {"murmur3_32_seed0", murmur3_32_text},
    {"murmur3_32_seed1234", murmur3_32_1234_text},
    {"murmur3_x64_128_seed0_h1_h2", murmur3_128},
    {"murmur3_x64_128_seed_0x24b7ef82_h1_h2", murmur3_128_cilium},
    {"redis_slot", redis_slot},
    {"sha256_first8_hex", sha256_first8},
    {"siphash24_k0_0xdeadbeefcafebabe_k1_0", siphash_text},
    {"xxh64_seed0", xxh64_text},
    {"murmur2_64a_seed_0x1234ABCD", murmur64a_jedis_text},
    {"murmur2_64a_seed_0xc70f6907_libstdcxx", murmur64a_envoy_text},
    {"murmur2_64a_seed_2718281828", murmur64a_e_text},
    {"murmur2_64a_seed_4193360111", murmur64a_mcrouter_text},
    {"murmur3_x64_128_signed_tail_h1_h2", murmur3_128_signed},
    {"spooky_v2_32_seed_0xface2014", spooky_32_text},
    {"spooky_v2_64_seed_0", spooky_64_text},
    {"xxh64_seed1", xxh64_1_text},
    {NULL, NULL},
};

static const struct function hashkit[] = {
    {"default", oaat_signed_text},
    {"md5", md5_le32_text},
    {"crc", crc32_15_text},
    {"fnv1_64", fnv1_64_low_text},
    {"fnv1a_64", fnv1a_64_low_text},
    {"fnv1_32", fnv1_32_signed_text},
    {"fnv1a_32", fnv1a_32_signed_text},
    {"murmur", murmur2_hashkit_text},
    {"jenkins", jenkins_13_text},
    {"murmur3", murmur3_hashkit_text},
    {NULL, NULL},
};

static const struct function haproxy[] = {
    {"sdbm", sdbm_text},
    {"sdbm(1)", sdbm_1_text},
    {"djb2", djb2_text},
    {"djb2(1)", djb2_1_text},
    {"wt6", wt6_text},
    {"wt6(1)", wt6_1_text},
    {"crc32", crc32_text},
    {"crc32(1)", crc32_1_text},
    {"crc32c", crc32c_text},
    {"xxh32", xxh32_text},
    {"xxh32(305419896)", xxh32_seed_text},
    {NULL, NULL},
};

static print_fn *function_find(const struct function *functions, const char *name)
{
    for (; functions->name != NULL; functions++)
        if (strcmp(functions->name, name) == 0)
            return functions->print;
    fail_msg("the vectors name a function that this test does not know: %s", name);
    return NULL;
}

static size_t function_count(const struct function *functions)
{
    size_t n = 0;
    while (functions[n].name != NULL)
        n++;
    return n;
}

/* Returns the recorded value as text; NULL when the program could not take that key. */
static const char *value_text(const json_t *value, char text[TEXT_MAX])
{
    if (json_is_null(value))
        return NULL;
    if (json_is_string(value))
        return json_string_value(value);
    assert_true(json_is_integer(value));
    snprintf(text, TEXT_MAX, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return text;
}

/* Returns how many values were compared. */
static size_t check_function(const char *name, print_fn *print, const struct vector_key *keys,
                             size_t count, const json_t *values)
{
    size_t checked = 0;
    assert_int_equal(json_array_size(values), count);
    for (size_t i = 0; i < count; i++) {
        char recorded[TEXT_MAX], ours[TEXT_MAX] = "";
        const char *expect = value_text(json_array_get(values, i), recorded);
        if (expect == NULL)
            continue;
        print(keys[i].bytes, keys[i].len, ours);
        if (strcmp(expect, ours) != 0)
            fail_msg("%s of key %zu (%zu bytes): recorded %s, computed %s", name, i, keys[i].len,
                     expect, ours);
        checked++;
    }
    return checked;
}

static void primitives_as_recorded(void **state)
{
    (void)state;
    json_t *root = vectors_load("hash_primitives.json");
    json_t *hashes = json_object_get(root, "hashes");
    size_t count, checked = 0;
    struct vector_key *keys = vectors_keys(json_object_get(root, "keys_hex"), &count);
    const char *name;
    json_t *values;
    assert_int_equal(json_object_size(hashes), function_count(primitives));
    json_object_foreach(hashes, name, values)
    {
        checked += check_function(name, function_find(primitives, name), keys, count, values);
    }
    assert_int_equal(checked, 22 * 207);
    vectors_free_keys(keys, count);
    json_decref(root);
}

static void check_configs(const char *file, const struct function *functions, size_t expected)
{
    json_t *root = vectors_load(file);
    json_t *configs = json_object_get(root, "configs");
    size_t count, i, checked = 0;
    struct vector_key *keys = vectors_keys(json_object_get(root, "keys"), &count);
    json_t *config;
    assert_int_equal(json_array_size(configs), function_count(functions));
    json_array_foreach(configs, i, config)
    {
        const char *name = json_string_value(json_object_get(config, "name"));
        checked += check_function(name, function_find(functions, name), keys, count,
                                  json_object_get(config, "hash"));
    }
    assert_int_equal(checked, expected);
    vectors_free_keys(keys, count);
    json_decref(root);
}

static void libhashkit_as_recorded(void **state)
{
    (void)state;
    check_configs("libhashkit.json", hashkit, 10 * 201);
}

/* Seven keys of the file cannot be sent in a header; their values are null. */
static void haproxy_as_recorded(void **state)
{
    (void)state;
    check_configs("haproxy-hashes.json", haproxy, 11 * 194);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(primitives_as_recorded),
        cmocka_unit_test(libhashkit_as_recorded),
        cmocka_unit_test(haproxy_as_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
