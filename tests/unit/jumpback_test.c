/* SPDX-License-Identifier: MIT */
/* jumpback_test.c - JumpBackHash against its author's library, minimality, evenness */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "hash/xxh3.h"
#include "scheme/jumpback.c"

static uint64_t words_state;

static uint64_t next_word(void)
{
    words_state += BITS_GOLDEN;
    return bits_mix(words_state);
}

/* The 32-bit output of the generator, which the recorded run used besides the 64-bit output. */
static uint32_t next_half(void)
{
    words_state += BITS_GOLDEN;
    uint64_t z = words_state;
    z = (z ^ z >> 33) * UINT64_C(0x62a9d9ed799705f5);
    return (uint32_t)((z ^ z >> 28) * UINT64_C(0xcb24d0a5c88c35b3) >> 32);
}

/* The checksum is over the answers to a million (key, n) pairs, with n log-uniform up to 2^31, as
 * in the checksum test of hash4j, the library of the paper's author, for jumpBackHash over
 * SplitMix64. hash4j's own checksum of these answers (komihash 5.0: 23d7a0d288cd67e7) was the same
 * when the XXH3 of the answers was recorded here. */
static void test_authors_values(void **unused)
{
    (void)unused;
    enum { DRAWS = 1000000 };
    uint8_t *answers = malloc(4 * DRAWS);
    words_state = UINT64_C(0x0a55871a9d9103b7);
    for (size_t i = 0; i < DRAWS; i++) {
        uint32_t n = next_half() >> 1;
        n >>= next_half() & 31;
        uint32_t answer = jumpback_number(next_word(), n < 1 ? 1 : n);
        for (size_t byte = 0; byte < 4; byte++)
            answers[4 * i + byte] = (uint8_t)(answer >> 8 * byte);
    }
    assert_int_equal(hash_xxh3(answers, 4 * DRAWS), UINT64_C(0xbcc238502ab82be4));
    free(answers);
}

static void test_growing_moves_only_to_the_new_number(void **unused)
{
    (void)unused;
    for (uint64_t i = 0; i < 3000; i++) {
        uint64_t hash = fixture_key(i);
        uint32_t was = 0;
        for (uint32_t n = 1; n <= 300; n++) {
            uint32_t is = jumpback_number(hash, n);
            if (is != was)
                assert_int_equal(is, n - 1);
            was = is;
        }
    }
}

/* Chi-square over n numbers has the mean n - 1 and the deviation sqrt(2 (n - 1)); five deviations
 * are allowed. */
static void test_even(void **unused)
{
    (void)unused;
    for (uint32_t n = 2; n <= 130; n = n * 3 / 2 + 1) {
        const uint32_t keys = 2000 * n;
        uint32_t *count = calloc(n, sizeof *count);
        for (uint64_t i = 0; i < keys; i++)
            count[jumpback_number(fixture_key(i), n)]++;
        double chi = 0;
        for (uint32_t i = 0; i < n; i++)
            chi += (count[i] - 2000.0) * (count[i] - 2000.0) / 2000.0;
        double excess = chi - (n - 1);
        assert_true(excess * excess < 25 * 2.0 * (n - 1));
        free(count);
    }
}

/* Nodes leave one after the other in random order, and each time only the keys of that node move.
 * The highest node stays listed with weight 0 when it leaves, to hold the high-water mark. */
static void test_any_removal(void **unused)
{
    (void)unused;
    enum { NODES = 40, KEYS = 3000 };
    struct fixture f;
    fixture_open(&f, &scheme_jumpback, NODES);
    void *before = fixture_build(&f);
    for (uint32_t step = 0; step < NODES - 1; step++) {
        uint32_t leaver = (uint32_t)(bits_mix(step) % f.in.count);
        while (f.members[leaver].weight == 0)
            leaver = (leaver + 1) % f.in.count;
        const uint64_t number = f.members[leaver].number;
        struct member members[NODES];
        memcpy(members, f.members, f.in.count * sizeof *members);
        if (number == NODES - 1)
            fixture_weight(&f, leaver, 0);
        else
            fixture_remove(&f, leaver);
        void *after = fixture_build(&f);
        for (uint64_t i = 0; i < KEYS; i++) {
            uint64_t was = members[scheme_jumpback.ops->route(before, fixture_key(i))].number;
            uint64_t is = f.members[scheme_jumpback.ops->route(after, fixture_key(i))].number;
            assert_true(is == was || was == number);
            assert_int_not_equal(is, number);
        }
        fixture_drop(&f, before);
        before = after;
    }
    fixture_drop(&f, before);
    fixture_close(&f);
}

static void test_many_is_one_by_one(void **unused)
{
    (void)unused;
    enum { KEYS = 100 };
    const uint32_t sizes[] = {1, 2, 3, 7, 8, 9, 1000, 65537};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        struct fixture f;
        fixture_open(&f, &scheme_jumpback, sizes[s]);
        fixture_weight(&f, sizes[s] / 2, 0);
        void *state = fixture_build(&f);
        for (size_t n = 0; n <= KEYS; n++) {
            uint64_t hashes[KEYS];
            uint32_t out[KEYS + 1] = {0};
            for (size_t i = 0; i < n; i++)
                hashes[i] = fixture_key(i + 31 * n);
            out[n] = 77;
            scheme_jumpback.ops->route_many(state, hashes, n, out);
            for (size_t i = 0; i < n; i++)
                assert_int_equal(out[i], scheme_jumpback.ops->route(state, hashes[i]));
            assert_int_equal(out[n], 77);
        }
        fixture_drop(&f, state);
        fixture_close(&f);
    }
}

/* Computes the rule as it is published: range by range, draw by draw. */
static uint32_t published(uint64_t hash, uint32_t n)
{
    uint64_t state = hash + BITS_GOLDEN;
    const uint64_t word = bits_mix(state);
    uint32_t active = (uint32_t)(word ^ word >> 32);
    for (unsigned bit = 31; bit < 32; bit--) {
        const uint32_t first = UINT32_C(1) << bit;
        if (first >= n)
            active &= ~first;
        if (!(active & first))
            continue;
        unsigned ones = 0;
        for (unsigned b = 0; b < 32; b++)
            ones += active >> b & 1;
        uint32_t number = first + ((uint32_t)(word >> (ones % 2 ? 32 : 0)) & (first - 1));
        for (unsigned draw = 0; number >= n; draw++) {
            if (draw % 2 == 0)
                state += BITS_GOLDEN;
            number = (uint32_t)(bits_mix(state) >> (draw % 2 ? 32 : 0)) & (2 * first - 1);
        }
        if (number >= first)
            return number;
        active &= ~first;
    }
    return 0;
}

static void test_as_published(void **unused)
{
    (void)unused;
    for (uint32_t power = 1; power <= 26; power++)
        for (uint32_t n = (UINT32_C(1) << power) - 1; n <= (UINT32_C(1) << power) + 2; n++)
            for (uint64_t i = 0; i < 2000; i++)
                assert_int_equal(jumpback_number(fixture_key(i), n), published(fixture_key(i), n));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_authors_values),
        cmocka_unit_test(test_growing_moves_only_to_the_new_number),
        cmocka_unit_test(test_even),
        cmocka_unit_test(test_any_removal),
        cmocka_unit_test(test_many_is_one_by_one),
        cmocka_unit_test(test_as_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
