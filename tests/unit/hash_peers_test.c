/* SPDX-License-Identifier: MIT */
/* hash_peers_test.c - hashes compared with other libraries and with their definitions
 *
 * The input is random bytes, of every length from 0 to 300 and at every alignment. A library that
 * is not installed is reported as skipped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "hash/cassandra_token.h"
#include "hash/crc.h"
#include "hash/fnv.h"
#include "hash/hash.h"
#include "hash/hsieh.h"
#include "hash/jenkins.h"
#include "hash/murmur.h"

#ifdef BERTH_HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef BERTH_HAVE_LIBMURMURHASH
#include <murmurhash.h>
#endif
#ifdef BERTH_HAVE_LIBHASHKIT
#include <libhashkit-1.0/hashkit.h>
#endif

enum { LEN_MAX = 300, ALIGNMENTS = 8 };

static uint8_t random_byte(uint64_t *state)
{
    *state += BITS_GOLDEN;
    return (uint8_t)bits_mix(*state);
}

typedef void check_fn(const uint8_t *data, size_t len, uint32_t seed);

/* Calls check with random input of each length at each alignment; the input ends at the end of its
 * block, so that a sanitizer sees a read beyond. `mask` keeps the bytes within a range. */
static void for_inputs(check_fn *check, uint8_t mask)
{
    uint64_t state = 20240229;
    for (size_t len = 0; len <= LEN_MAX; len++)
        for (size_t shift = 0; shift < ALIGNMENTS; shift++) {
            uint8_t *block = malloc(shift + len + (shift + len == 0));
            assert_non_null(block);
            uint8_t *data = block + shift;
            for (size_t i = 0; i < len; i++)
                data[i] = random_byte(&state) & mask;
            check(data, len, (uint32_t)bits_mix(state));
            free(block);
        }
}

#ifdef BERTH_HAVE_ZLIB
static void check_zlib(const uint8_t *data, size_t len, uint32_t seed)
{
    assert_int_equal(crc32_ieee(data, len), crc32(0, data, (uInt)len));
    assert_int_equal(crc32_ieee_continue(seed, data, len),
                     len ? crc32(seed, data, (uInt)len) : seed);
}
#endif

static void crc32_as_zlib(void **state)
{
    (void)state;
#ifdef BERTH_HAVE_ZLIB
    for_inputs(check_zlib, 255);
#else
    skip();
#endif
}

#ifdef BERTH_HAVE_LIBMURMURHASH
static void check_libmurmurhash(const uint8_t *data, size_t len, uint32_t seed)
{
    uint32_t peer32;
    uint64_t peer[2], ours[2];
    lmmh_x86_32(data, (unsigned)len, seed, &peer32);
    assert_int_equal(murmur3_x86_32(data, len, seed), peer32);
    lmmh_x64_128(data, (unsigned)len, seed, peer);
    murmur3_x64_128(data, len, seed, ours);
    assert_memory_equal(ours, peer, sizeof ours);
}
#endif

static void murmur3_as_libmurmurhash(void **state)
{
    (void)state;
#ifdef BERTH_HAVE_LIBMURMURHASH
    for_inputs(check_libmurmurhash, 255);
#else
    skip();
#endif
}

#ifdef BERTH_HAVE_LIBHASHKIT
static void check_libhashkit(const uint8_t *data, size_t len, uint32_t seed)
{
    (void)seed;
    const struct {
        hashkit_hash_algorithm_t algorithm;
        uint32_t ours;
    } pairs[] = {
        {HASHKIT_HASH_DEFAULT, jenkins_oaat_signed(data, len)},
        {HASHKIT_HASH_MD5, (uint32_t)hash_find("md5-32", 6)->digest(data, len)},
        {HASHKIT_HASH_CRC, crc32_ieee_15(data, len)},
        {HASHKIT_HASH_FNV1_64, (uint32_t)fnv1_64_signed(data, len)},
        {HASHKIT_HASH_FNV1A_64, (uint32_t)fnv1a_64_signed(data, len)},
        {HASHKIT_HASH_FNV1_32, fnv1_32_signed(data, len)},
        {HASHKIT_HASH_FNV1A_32, fnv1a_32_signed(data, len)},
        {HASHKIT_HASH_MURMUR, murmur2_32_hashkit(data, len)},
        {HASHKIT_HASH_JENKINS, jenkins_hashlittle(data, len, 13)},
        {HASHKIT_HASH_MURMUR3, murmur3_x86_32_hashkit(data, len)},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (libhashkit_digest((const char *)data, len, pairs[i].algorithm) != pairs[i].ours)
            fail_msg("libhashkit algorithm %d differs at length %zu", (int)pairs[i].algorithm, len);
}
#endif

static void all_as_libhashkit(void **state)
{
    (void)state;
#ifdef BERTH_HAVE_LIBHASHKIT
    for_inputs(check_libhashkit, 255);
#else
    skip();
#endif
}

/* Computes a CRC by its definition, bit by bit: reflected polynomial, all ones before and after. */
static uint32_t crc32_bitwise(uint32_t polynomial, const uint8_t *data, size_t len)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < 8 * len; i++) {
        const uint32_t bit = (crc ^ data[i / 8] >> (i % 8)) & 1;
        crc = crc >> 1 ^ (bit ? polynomial : 0);
    }
    return ~crc;
}

static uint32_t crc16_bitwise(const uint8_t *data, size_t len)
{
    uint32_t crc = 0;
    for (size_t i = 0; i < 8 * len; i++) {
        const uint32_t bit = (crc >> 15 ^ data[i / 8] >> (7 - i % 8)) & 1;
        crc = (crc << 1 & 0xffff) ^ (bit ? 0x1021 : 0);
    }
    return crc;
}

static void check_crc(const uint8_t *data, size_t len, uint32_t seed)
{
    const size_t cut = len ? seed % len : 0;
    assert_int_equal(crc32_ieee(data, len), crc32_bitwise(0xedb88320u, data, len));
    assert_int_equal(crc32_castagnoli(data, len), crc32_bitwise(0x82f63b78u, data, len));
    assert_int_equal(crc16_xmodem(data, len), crc16_bitwise(data, len));
    assert_int_equal(crc16_twemproxy(data, len) & 0xffff, crc16_bitwise(data, len));
    assert_int_equal(crc32_ieee_continue(crc32_ieee(data, cut), data + cut, len - cut),
                     crc32_ieee(data, len));
    assert_int_equal(crc32_castagnoli_continue(crc32_castagnoli(data, cut), data + cut, len - cut),
                     crc32_castagnoli(data, len));
}

static void crc_as_defined(void **state)
{
    (void)state;
    for_inputs(check_crc, 255);
    for (int c = 0; c < 256; c++) { /* every entry of the tables, with 0 to 7 bytes after it */
        uint8_t data[8] = {(uint8_t)c};
        for (size_t len = 1; len <= 8; len++)
            check_crc(data, len, 0);
    }
}

static void check_continued(const uint8_t *data, size_t len, uint32_t seed)
{
    const size_t cut = len ? seed % len : 0;
    assert_int_equal(fnv1a_32_continue(fnv1a_32(data, cut), data + cut, len - cut),
                     fnv1a_32(data, len));
    assert_true(fnv1a_64_continue(fnv1a_64(data, cut), data + cut, len - cut) ==
                fnv1a_64(data, len));
}

static void fnv_continues(void **state)
{
    (void)state;
    for_inputs(check_continued, 255);
}

/* For bytes below 0x80, signed and unsigned char are the same, and each byte is a code point. */
static void check_ascii(const uint8_t *data, size_t len, uint32_t seed)
{
    const char *text = (const char *)data;
    uint64_t plain[2], tail[2];
    murmur3_x64_128(data, len, seed, plain);
    murmur3_x64_128_signed_tail(data, len, seed, tail);
    assert_memory_equal(plain, tail, sizeof plain);
    assert_int_equal(jenkins_oaat(data, len), jenkins_oaat_signed(data, len));
    assert_int_equal(hsieh_unsigned(data, len), hsieh_signed(data, len));
    assert_int_equal(fnv1_32(data, len), fnv1_32_signed(data, len));
    assert_int_equal(fnv1a_32(data, len), fnv1a_32_signed(data, len));
    assert_true(fnv1_64(data, len) == fnv1_64_signed(data, len));
    assert_true(fnv1a_64(data, len) == fnv1a_64_signed(data, len));
    assert_int_equal(fnv1_32(data, len), fnv1_32_utf16(text, len));
    assert_int_equal(fnv1a_32(data, len), fnv1a_32_utf16(text, len));
    assert_int_equal((uint32_t)fnv1_64(data, len), fnv1_64_utf16(text, len));
    assert_int_equal((uint32_t)fnv1a_64(data, len), fnv1a_64_utf16(text, len));
    struct murmur3_pieces pieces = {.h = seed};
    murmur3_x86_32_push_code_points(&pieces, text, len);
    assert_int_equal(murmur3_x86_32(data, len, seed), murmur3_x86_32_end(&pieces));
}

static void variants_agree_on_ascii(void **state)
{
    (void)state;
    for_inputs(check_ascii, 127);
}

/* With bytes from 0x80 on, the variants must differ somewhere: otherwise the test above would prove
 * nothing. */
static void variants_differ_beyond(void **state)
{
    (void)state;
    const uint8_t data[3] = {'a', 'b', 0xe9};
    uint64_t plain[2], tail[2];
    murmur3_x64_128(data, 3, 0, plain);
    murmur3_x64_128_signed_tail(data, 3, 0, tail);
    assert_memory_not_equal(plain, tail, sizeof plain);
    assert_int_not_equal(jenkins_oaat(data, 3), jenkins_oaat_signed(data, 3));
    assert_int_not_equal(hsieh_unsigned(data, 3), hsieh_signed(data, 3));
    assert_int_not_equal(fnv1_32(data, 3), fnv1_32_signed(data, 3));
    assert_int_not_equal(fnv1a_32(data, 3), fnv1a_32_signed(data, 3));
    assert_true(fnv1_64(data, 3) != fnv1_64_signed(data, 3));
    assert_true(fnv1a_64(data, 3) != fnv1a_64_signed(data, 3));
}

/* Every function of the registry must read its bytes only, at every alignment. */
static void check_registry(const uint8_t *data, size_t len, uint32_t seed)
{
    (void)seed;
    uint64_t aligned[(LEN_MAX + 8) / 8];
    memcpy(aligned, data, len);
    for (size_t i = 0; hash_at(i) != NULL; i++)
        if (hash_at(i)->digest(data, len) != hash_at(i)->digest(aligned, len))
            fail_msg("%s depends on where its %zu bytes lie", hash_at(i)->name, len);
}

static void registry_ignores_alignment(void **state)
{
    (void)state;
    for_inputs(check_registry, 255);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc32_as_zlib),          cmocka_unit_test(murmur3_as_libmurmurhash),
        cmocka_unit_test(all_as_libhashkit),      cmocka_unit_test(crc_as_defined),
        cmocka_unit_test(fnv_continues),          cmocka_unit_test(variants_agree_on_ascii),
        cmocka_unit_test(variants_differ_beyond), cmocka_unit_test(registry_ignores_alignment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
