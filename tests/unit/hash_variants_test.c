/* SPDX-License-Identifier: MIT */
/* hash_variants_test.c - the list of hashes with seeds: its names, and names that both lists
 * have */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "berth.h"
#include "hash/fnv.h"
#include "hash/murmur.h"

static const char key[] = "player:0000000042 \xc3\xa9\xff with a tail beyond thirty-two bytes";
enum { KEY_LEN = sizeof key - 1 };

static void names_find_their_rows(void **state)
{
    const struct berth_hash_variant *row;
    size_t i = 0;
    (void)state;
    for (; (row = berth_hash_variant_at(i)) != NULL; i++) {
        assert_ptr_equal(berth_hash_variant_find(row->name), row);
        assert_true(row->bits == 32 || row->bits == 64 || row->bits == 128);
        assert_true(row->seeds <= 2);
    }
    assert_true(i > 30);
    assert_ptr_equal(berth_hash_variant_find("SIP_hash"), berth_hash_variant_find("siphash"));
    assert_null(berth_hash_variant_find("xxh65"));
    assert_null(berth_hash_variant_find(""));
    assert_null(berth_hash_variant_find(NULL));
}

/* A name that a spec may use must mean the same function in this list. */
static void seed_zero_is_the_registry(void **state)
{
    const uint64_t zero[2] = {0, 0}, one[2] = {1, 0};
    size_t shared = 0;
    const struct berth_hash *plain;
    (void)state;
    for (size_t i = 0; (plain = berth_hash_at(i)) != NULL; i++) {
        const struct berth_hash_variant *row = berth_hash_variant_find(plain->name);
        uint64_t out[2], other[2];
        if (row == NULL)
            continue;
        row->digest(key, KEY_LEN, zero, out);
        row->digest(key, KEY_LEN, one, other);
        assert_int_equal(row->bits, plain->bits);
        assert_true(out[0] == 0 && out[1] == plain->digest(key, KEY_LEN));
        assert_true(row->seeds == 0 || other[1] != out[1]);
        shared++;
    }
    assert_true(shared >= 9);
}

static void results_fit_their_width(void **state)
{
    const uint64_t seeds[2] = {UINT64_MAX, 5};
    const struct berth_hash_variant *row;
    (void)state;
    for (size_t i = 0; (row = berth_hash_variant_at(i)) != NULL; i++) {
        uint64_t out[2] = {7, 7};
        row->digest(key, KEY_LEN, seeds, out);
        assert_true(row->bits == 128 || out[0] == 0);
        assert_true(row->bits >= 64 || out[1] <= UINT32_MAX);
    }
}

static void wide_and_quirky(void **state)
{
    const uint64_t seeds[2] = {9, 0};
    uint64_t out[2], h[2];
    (void)state;
    murmur3_x64_128(key, KEY_LEN, 9, h);
    berth_hash_variant_find("murmur3-h1h2")->digest(key, KEY_LEN, seeds, out);
    assert_memory_equal(out, h, sizeof h);
    berth_hash_variant_find("fnv1a-32-signed")->digest(key, KEY_LEN, seeds, out);
    assert_true(out[1] == fnv1a_32_signed(key, KEY_LEN));
    assert_true(out[1] != fnv1a_32(key, KEY_LEN));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_find_their_rows),
        cmocka_unit_test(seed_zero_is_the_registry),
        cmocka_unit_test(results_fit_their_width),
        cmocka_unit_test(wide_and_quirky),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
