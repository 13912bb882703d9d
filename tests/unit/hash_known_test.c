/* SPDX-License-Identifier: MIT */
/* hash_known_test.c - hashes against values that were published with the functions */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hash/blake3.h"
#include "base/bytes.h"
#include "hash/cassandra_token.h"
#include "hash/crc.h"
#include "hash/digest.h"
#include "hash/fnv.h"
#include "hash/haproxy_hash.h"
#include "hash/hash.h"
#include "hash/jenkins.h"
#include "hash/mix.h"
#include "hash/murmur.h"
#include "hash/siphash.h"
#include "hash/spooky.h"
#include "hash/xxh3.h"

#define FOX "The quick brown fox jumps over the lazy dog"

#define assert_u64(a, b) assert_true((uint64_t)(a) == (uint64_t)(b))

typedef void seeded_fn(const void *data, size_t len, uint32_t seed, uint8_t *out);

/* Computes SMHasher's verification value: for i = 0..255 the bytes 0..i-1 are hashed with seed 256
 * - i, and all these hashes are hashed together. */
static uint32_t smhasher(seeded_fn *hash, size_t bytes)
{
    uint8_t key[256], hashes[256 * 16], last[16];
    for (unsigned i = 0; i < 256; i++) {
        key[i] = (uint8_t)i;
        hash(key, i, 256 - i, hashes + i * bytes);
    }
    hash(hashes, 256 * bytes, 0, last);
    return read32le(last);
}

static void seeded_murmur3_32(const void *data, size_t len, uint32_t seed, uint8_t *out)
{
    store32le(out, murmur3_x86_32(data, len, seed));
}

static void seeded_murmur3_128(const void *data, size_t len, uint32_t seed, uint8_t *out)
{
    uint64_t h[2];
    murmur3_x64_128(data, len, seed, h);
    store64le(out, h[0]);
    store64le(out + 8, h[1]);
}

static void seeded_murmur2(const void *data, size_t len, uint32_t seed, uint8_t *out)
{
    store32le(out, murmur2_32(data, len, seed));
}

static void seeded_murmur2a(const void *data, size_t len, uint32_t seed, uint8_t *out)
{
    store32le(out, murmur2a_32(data, len, seed));
}

static void seeded_murmur64a(const void *data, size_t len, uint32_t seed, uint8_t *out)
{
    store64le(out, murmur64a(data, len, seed));
}

static void seeded_lookup3(const void *data, size_t len, uint32_t seed, uint8_t *out)
{
    store32le(out, jenkins_hashlittle(data, len, seed));
}

static void smhasher_verification(void **state)
{
    (void)state;
    assert_int_equal(smhasher(seeded_murmur3_32, 4), 0xb0f57ee3u);
    assert_int_equal(smhasher(seeded_murmur3_128, 16), 0x6384ba69u);
    assert_int_equal(smhasher(seeded_murmur2, 4), 0x27864c1eu);
    assert_int_equal(smhasher(seeded_murmur2a, 4), 0x7fbd4396u);
    assert_int_equal(smhasher(seeded_murmur64a, 8), 0x1f0d3804u);
    assert_int_equal(smhasher(seeded_lookup3, 4), 0x3d83917au);
}

/* The numbers of Kafka's own unit test. */
static void murmur2_as_kafka(void **state)
{
    (void)state;
    const struct {
        const char *key;
        int32_t hash;
    } cases[] = {
        {"21", -973932308},
        {"foobar", -790332482},
        {"a-little-bit-long-string", -985981536},
        {"a-little-bit-longer-string", -1486304829},
        {"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971},
        {"abc", 479470107},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(murmur2_32(cases[i].key, strlen(cases[i].key), 0x9747b28cu),
                         (uint32_t)cases[i].hash);
}

/* The key is 00 01 .. 0f and the message 00 01 .. n-1, as in the appendix of the paper. */
static void siphash_reference(void **state)
{
    (void)state;
    const uint64_t k0 = 0x0706050403020100u, k1 = 0x0f0e0d0c0b0a0908u;
    uint8_t message[64];
    for (unsigned i = 0; i < 64; i++)
        message[i] = (uint8_t)i;
    assert_u64(siphash_2_4(message, 0, k0, k1), 0x726fdb47dd0e0e31u);
    assert_u64(siphash_2_4(message, 1, k0, k1), 0x74f839c593dc67fdu);
    assert_u64(siphash_2_4(message, 2, k0, k1), 0x0d6c8009d9a94f5au);
    assert_u64(siphash_2_4(message, 3, k0, k1), 0x85676696d7fb7e2du);
    assert_u64(siphash_2_4(message, 15, k0, k1), 0xa129ca6149be45e5u);
    assert_u64(siphash_2_4(message, 63, k0, k1), 0x958a324ceb064572u);
}

/* The value is from Linux' own test of hsiphash on a 64-bit kernel: key bytes 00 01 .., message 00
 * 01 02 03. */
static void hsiphash_as_linux(void **state)
{
    (void)state;
    assert_int_equal(hsiphash_u32(0x03020100u, 0x0706050403020100u, 0x0f0e0d0c0b0a0908u),
                     0x88d38328u);
}

/* CPython 3.11 hashes bytes with SipHash-1-3, and PYTHONHASHSEED=0 makes its key zero. */
static void siphash13_as_python(void **state)
{
    (void)state;
    uint8_t up[64], down[200];
    for (unsigned i = 0; i < 64; i++)
        up[i] = (uint8_t)i;
    for (unsigned i = 0; i < 200; i++)
        down[i] = (uint8_t)(255 - i);
    assert_u64(siphash_1_3("a", 1, 0, 0), 0x407448d2b89b1813u);
    assert_u64(siphash_1_3("abc", 3, 0, 0), 0xc03bc3a0042630f2u);
    assert_u64(siphash_1_3("12345678", 8, 0, 0), 0x3489982430560a87u);
    assert_u64(siphash_1_3("The quick brown fox", 19, 0, 0), 0x975e410714568333u);
    assert_u64(siphash_1_3(up, 64, 0, 0), 0x75e05fd5bbc870c6u);
    assert_u64(siphash_1_3(down, 200, 0, 0), 0x17b99549f6b0e0dau);
}

/* BLAKE3's official vectors: byte i of the input is i mod 251. The first eight bytes are
 * compared. */
static void blake3_reference(void **state)
{
    (void)state;
    const struct {
        size_t len;
        uint64_t first8;
    } cases[] = {
        {0, 0xaf1349b9f5f9a1a6u},    {1, 0x2d3adedff11b61f1u},     {1023, 0x10108970eeda3eb9u},
        {1024, 0x42214739f095a406u}, {1025, 0xd00278ae47eb27b3u},  {2048, 0xe776b6028c7cd22au},
        {2049, 0x5f4d72f40d7a5f82u}, {3072, 0xb98cb0ff3623be03u},  {3073, 0x7124b49501012f81u},
        {4096, 0x015094013f57a527u}, {31744, 0x62b6960e1a44bcc1u}, {102400, 0xbc3e3d41a1146b06u},
    };
    const size_t most = 102400;
    uint8_t *input = malloc(most), digest[32];
    assert_non_null(input);
    for (size_t i = 0; i < most; i++)
        input[i] = (uint8_t)(i % 251);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        blake3_32(input, cases[i].len, digest);
        assert_u64(read64be(digest), cases[i].first8);
        assert_u64(blake3_le64(input, cases[i].len), read64le(digest));
    }
    free(input);
}

static void check_values_of_crc(void **state)
{
    (void)state;
    assert_int_equal(crc32_ieee("123456789", 9), 0xcbf43926u);
    assert_int_equal(crc32_castagnoli("123456789", 9), 0xe3069283u);
    assert_int_equal(crc16_xmodem("123456789", 9), 0x31c3u);
}

static void fnv_reference(void **state)
{
    (void)state;
    assert_int_equal(fnv1_32("foobar", 6), 0x31f0b262u);
    assert_int_equal(fnv1a_32("foobar", 6), 0xbf9cf968u);
    assert_u64(fnv1_64("foobar", 6), 0x340d8765a4dda9c2u);
    assert_u64(fnv1a_64("foobar", 6), 0x85944171f73967e8u);
}

static void jenkins_reference(void **state)
{
    (void)state;
    const char *score = "Four score and seven years ago";
    assert_int_equal(jenkins_hashlittle("", 0, 0), 0xdeadbeefu);
    assert_int_equal(jenkins_hashlittle("", 0, 0xdeadbeefu), 0xbd5b7ddeu);
    assert_int_equal(jenkins_hashlittle(score, 30, 0), 0x17770551u);
    assert_int_equal(jenkins_hashlittle(score, 30, 1), 0xcd628161u);
    assert_int_equal(jenkins_oaat("a", 1), 0xca2e9442u);
    assert_int_equal(jenkins_oaat(FOX, strlen(FOX)), 0x519e91f5u);
}

static void xxhash_reference(void **state)
{
    (void)state;
    assert_int_equal(XXH32("", 0, 0), 0x02cc5d05u);
    assert_u64(XXH64("", 0, 0), 0xef46db3751d8e999u);
    assert_u64(XXH64("a", 1, 0), 0xd24ec4f1a98c6e5bu);
    assert_u64(hash_xxh3("", 0), 0x2d06800538d394c2u);
    assert_u64(hash_xxh3("a", 1), 0xe6c632b61e964e1fu);
    assert_u64(hash_xxh3("abc", 3), 0x78af5f94892f3950u);
}

/* An integer key is hashed as its eight little-endian bytes on every machine. */
static void xxh3_of_integers(void **state)
{
    (void)state;
    const uint64_t keys[] = {0, 1, 42, 0x0102030405060708u, UINT64_MAX};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        uint8_t bytes[8];
        for (unsigned b = 0; b < 8; b++)
            bytes[b] = (uint8_t)(keys[i] >> 8 * b);
        assert_u64(hash_xxh3_u64(keys[i]), hash_xxh3(bytes, 8));
    }
}

static void digests_of_nothing_and_abc(void **state)
{
    (void)state;
    assert_int_equal(md5_le32("", 0), 0xd98c1dd4u);
    assert_u64(md5_le64("abc", 3), 0xb04fd23c98500190u);
    assert_int_equal(sha256_be32("abc", 3), 0xba7816bfu);
    assert_u64(sha256_be64("abc", 3), 0xba7816bf8f01cfeau);
    assert_int_equal(sha256_last_le32("abc", 3), 0xad1500f2u); /* ... f20015ad */
}

/* Tokens that the Python driver computes; these keys have bytes above 0x7f in their tails. */
static void cassandra_tokens(void **state)
{
    (void)state;
    const struct {
        const char *key;
        int64_t token;
    } cases[] = {
        {"", 0},
        {"caf\xc3\xa9", -5777272221172978824},
        {"na\xc3\xafve caf\xc3\xa9", 3828589147105053679},
        {"\xe6\x97\xa5\xe6\x9c\xac", -7507319893842418264},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(cassandra_token(cases[i].key, strlen(cases[i].key)) == cases[i].token);
}

static void spooky_both_halves(void **state)
{
    (void)state;
    uint64_t h[2] = {123, 0};
    spooky_v2_128("Hello World!!", 13, h);
    assert_u64(h[0], 0xd89b808bd353c2ecu);
    assert_u64(h[1], 0x9bede9164600e157u);
    assert_u64(spooky_v2_64("Hello World!!", 13, 123), 0x78ed9000d7605b78u);
    assert_int_equal(spooky_v2_32("Hello World!!", 13, 123), 0xd7605b78u);
}

static void finalisers(void **state)
{
    (void)state;
    assert_int_equal(fmix32(0), 0);
    assert_int_equal(fmix32(1), 0x514e28b7u); /* = murmur3_32 of nothing with seed 1 */
    assert_int_equal(murmur3_x86_32("", 0, 1), 0x514e28b7u);
    assert_int_equal(murmur3_x86_32("", 0, 0xffffffffu), 0x81f16f39u);
    assert_int_equal(murmur3_x86_32("\0\0\0\0", 4, 0), 0x2362f9deu);
    assert_u64(fmix64(1), 0xb456bcfc34c2cb2cu);
    assert_u64(mix_xorshift(1), 0x47e4ce4b896cdd1du);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smhasher_verification),
        cmocka_unit_test(murmur2_as_kafka),
        cmocka_unit_test(siphash_reference),
        cmocka_unit_test(siphash13_as_python),
        cmocka_unit_test(hsiphash_as_linux),
        cmocka_unit_test(blake3_reference),
        cmocka_unit_test(check_values_of_crc),
        cmocka_unit_test(fnv_reference),
        cmocka_unit_test(jenkins_reference),
        cmocka_unit_test(xxhash_reference),
        cmocka_unit_test(xxh3_of_integers),
        cmocka_unit_test(digests_of_nothing_and_abc),
        cmocka_unit_test(cassandra_tokens),
        cmocka_unit_test(spooky_both_halves),
        cmocka_unit_test(finalisers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
