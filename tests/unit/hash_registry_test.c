/* SPDX-License-Identifier: MIT */
/* hash_registry_test.c - the names of hashes, how they may be spelled, and what they compute */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "hash/crc.h"
#include "hash/digest.h"
#include "hash/fnv.h"
#include "hash/haproxy_hash.h"
#include "hash/hash.h"
#include "hash/jenkins.h"
#include "hash/mix.h"
#include "hash/murmur.h"
#include "hash/siphash.h"
#include "hash/xxh3.h"

static const char key[] = "player:0000000042 \xc3\xa9\xff with a tail beyond thirty-two bytes";
enum { KEY_LEN = sizeof key - 1 };

static const struct berth_hash *find(const char *name)
{
    return hash_find(name, strlen(name));
}

static void check_row(size_t i, const char *name, unsigned bits, uint64_t value)
{
    const struct berth_hash *row = hash_at(i);
    assert_non_null(row);
    assert_string_equal(row->name, name);
    assert_true(strlen(row->summary) > 3);
    assert_int_equal(row->bits, bits);
    assert_true(row->digest(key, KEY_LEN) == value);
    assert_ptr_equal(find(name), row);
}

/* The list is frozen: a row never changes its name, its width or what it computes. */
static void rows_are_the_promised_ones(void **state)
{
    (void)state;
    uint64_t h[2];
    size_t i = 0;
    murmur3_x64_128(key, KEY_LEN, 0, h);
    check_row(i++, "xxh3", 64, XXH3_64bits(key, KEY_LEN));
    check_row(i++, "xxh64", 64, XXH64(key, KEY_LEN, 0));
    check_row(i++, "xxh32", 32, XXH32(key, KEY_LEN, 0));
    check_row(i++, "murmur3-32", 32, murmur3_x86_32(key, KEY_LEN, 0));
    check_row(i++, "murmur3-64", 64, h[0]);
    check_row(i++, "murmur3-64b", 64, h[1]);
    check_row(i++, "murmur3-low32", 32, (uint32_t)h[0]);
    check_row(i++, "murmur2", 32, murmur2_32(key, KEY_LEN, 0));
    check_row(i++, "murmur2a", 32, murmur2a_32(key, KEY_LEN, 0));
    check_row(i++, "murmur64a", 64, murmur64a(key, KEY_LEN, 0));
    check_row(i++, "fnv1-32", 32, fnv1_32(key, KEY_LEN));
    check_row(i++, "fnv1a-32", 32, fnv1a_32(key, KEY_LEN));
    check_row(i++, "fnv1-64", 64, fnv1_64(key, KEY_LEN));
    check_row(i++, "fnv1a-64", 64, fnv1a_64(key, KEY_LEN));
    check_row(i++, "fnv1-32-mix", 32, fmix32(fnv1_32(key, KEY_LEN)));
    check_row(i++, "fnv1a-32-mix", 32, fmix32(fnv1a_32(key, KEY_LEN)));
    check_row(i++, "fnv1-64-mix", 64, fmix64(fnv1_64(key, KEY_LEN)));
    check_row(i++, "fnv1a-64-mix", 64, fmix64(fnv1a_64(key, KEY_LEN)));
    check_row(i++, "sha256", 64, sha256_be64(key, KEY_LEN));
    check_row(i++, "sha256-32", 32, sha256_be32(key, KEY_LEN));
    check_row(i++, "md5", 64, md5_le64(key, KEY_LEN));
    check_row(i++, "md5-32", 32, md5_le32(key, KEY_LEN));
    check_row(i++, "crc32", 32, crc32_ieee(key, KEY_LEN));
    check_row(i++, "crc32c", 32, crc32_castagnoli(key, KEY_LEN));
    check_row(i++, "crc16", 16, crc16_xmodem(key, KEY_LEN));
    check_row(i++, "djb2", 32, haproxy_djb2(key, KEY_LEN));
    check_row(i++, "sdbm", 32, haproxy_sdbm(key, KEY_LEN));
    check_row(i++, "oaat", 32, jenkins_oaat(key, KEY_LEN));
    check_row(i++, "lookup3", 32, jenkins_hashlittle(key, KEY_LEN, 0));
    check_row(i++, "siphash", 64, siphash_2_4(key, KEY_LEN, 0, 0));
    check_row(i++, "siphash13", 64, siphash_1_3(key, KEY_LEN, 0, 0));
    assert_null(hash_at(i));
    assert_null(hash_at(SIZE_MAX));
}

static void popular_spellings(void **state)
{
    (void)state;
    const struct {
        const char *alias, *name;
    } cases[] = {
        {"XXH3_64bits", "xxh3"},
        {"xxhash64", "xxh64"},
        {"XX_HASH", "xxh64"},
        {"xxhash32", "xxh32"},
        {"murmur3_32", "murmur3-32"},
        {"murmur3_x86_32", "murmur3-32"},
        {"MurmurHash3_x86_32", "murmur3-32"},
        {"murmur3_x64_128", "murmur3-64"},
        {"murmur3_128", "murmur3-64"},
        {"MurmurHash2", "murmur2"},
        {"MurmurHash64A", "murmur64a"},
        {"fnv1_32", "fnv1-32"},
        {"fnv1a32", "fnv1a-32"},
        {"FNV1A_64", "fnv1a-64"},
        {"fnv1a64+fmix", "fnv1a-64-mix"},
        {"fnv1a64+fmix64", "fnv1a-64-mix"},
        {"fnv1a_64_mix", "fnv1a-64-mix"},
        {"fnv1a32+fmix", "fnv1a-32-mix"},
        {"SHA-256", "sha256"},
        {"ketama", "md5-32"},
        {"crc32_ieee", "crc32"},
        {"crc32a", "crc32"},
        {"castagnoli", "crc32c"},
        {"crc16_xmodem", "crc16"},
        {"one_at_a_time", "oaat"},
        {"jenkins", "lookup3"},
        {"hashlittle", "lookup3"},
        {"siphash24", "siphash"},
        {"siphash_2_4", "siphash"},
        {"siphash-1-3", "siphash13"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct berth_hash *row = find(cases[i].alias);
        if (row == NULL || strcmp(row->name, cases[i].name) != 0)
            fail_msg("%s should mean %s, not %s", cases[i].alias, cases[i].name,
                     row ? row->name : "nothing");
    }
}

/* Every name must be found with its hyphens dropped, doubled or changed, and in upper case. */
static void spelling_does_not_matter(void **state)
{
    (void)state;
    for (size_t i = 0; hash_at(i) != NULL; i++) {
        char bare[64], loud[64];
        size_t b = 0, l = 0;
        for (const char *c = hash_at(i)->name; *c != 0; c++) {
            if (*c != '-')
                bare[b++] = *c;
            loud[l++] = *c == '-' ? '_' : (char)(*c >= 'a' ? *c - 'a' + 'A' : *c);
            loud[l++] = '-';
        }
        assert_ptr_equal(hash_find(bare, b), hash_at(i));
        assert_ptr_equal(hash_find(loud, l), hash_at(i));
    }
}

static void unknown_names(void **state)
{
    (void)state;
    /* For "murmur3" and "fnv1a" a width would have to be guessed; "crc" has several meanings. */
    const char *const unknown[] = {"",      "-",   "_ ",    "xxh",   "xxh33", "murmur3",
                                   "fnv1a", "crc", "xxh3 ", " xxh3", "md",    "md55",
                                   "sha",   "mix", "+fmix", "berth", "xxh3,", "xxhash3 xxh3-64"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (find(unknown[i]) != NULL)
            fail_msg("\"%s\" should be unknown, not %s", unknown[i], find(unknown[i])->name);
    assert_null(hash_find("xxh3\0", 5));
    assert_non_null(hash_find("xxh3,crc32", 4)); /* the length ends the name */
}

/* No bit above `bits` may be set, and every bit below must take both values. The empty key must
 * work with a null pointer, too. */
static void results_fit_their_bits(void **state)
{
    (void)state;
    for (size_t i = 0; hash_at(i) != NULL; i++) {
        const struct berth_hash *row = hash_at(i);
        const uint64_t mask = row->bits == 64 ? UINT64_MAX : ((uint64_t)1 << row->bits) - 1;
        uint64_t any = 0, all = UINT64_MAX;
        for (uint64_t n = 0; n < 2000; n++) {
            const uint64_t data[2] = {bits_mix(n), bits_mix(n + BITS_GOLDEN)};
            const uint64_t h = row->digest(data, 16);
            any |= h;
            all &= h;
        }
        assert_true(any == mask);
        assert_true(all == 0);
        assert_true(row->digest(NULL, 0) == row->digest("", 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_the_promised_ones), cmocka_unit_test(popular_spellings),
        cmocka_unit_test(spelling_does_not_matter),   cmocka_unit_test(unknown_names),
        cmocka_unit_test(results_fit_their_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
