/* SPDX-License-Identifier: MIT */
/* numbered_test.c - what jump, jumpback and modulo share: numbers, gaps, redrawing, rankings */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

extern const struct scheme scheme_jump, scheme_jumpback, scheme_modulo;
static const struct scheme *const schemes[] = {&scheme_jump, &scheme_jumpback, &scheme_modulo};

/* Computes the rule plainly: the k-th draw of a full set of n numbers. */
static uint32_t draw(const struct scheme *scheme, const void *full, uint64_t hash, uint64_t k)
{
    if (k > 0)
        hash = bits_mix(hash + k * BITS_GOLDEN);
    return scheme->ops->route(full, hash);
}

/* Writes the first `want` distinct live numbers of a key's sequence, by brute force. */
static size_t model(const struct scheme *scheme, const void *full, const struct fixture *f,
                    uint64_t hash, uint32_t *out, size_t want)
{
    size_t found = 0;
    bool *seen = calloc(f->in.count, sizeof *seen);
    for (uint64_t k = 0; k < 64 + 16 * (uint64_t)f->in.count && found < want; k++) {
        uint32_t number = draw(scheme, full, hash, k);
        if (f->members[number].weight > 0 && !seen[number])
            out[found++] = number;
        seen[number] = true;
    }
    for (uint32_t number = 0; number < f->in.count && found < want; number++)
        if (f->members[number].weight > 0 && !seen[number])
            out[found++] = number;
    free(seen);
    return found;
}

static void check_against_model(const struct scheme *scheme, uint32_t n, uint32_t dead_of_8)
{
    struct fixture f;
    fixture_open(&f, scheme, n);
    void *full = fixture_build(&f);
    for (uint32_t i = 0; i < n; i++)
        if (bits_mix(i + 7 * n) % 8 < dead_of_8)
            fixture_weight(&f, i, 0);
    void *state = fixture_build(&f);
    uint32_t *expected = malloc(n * sizeof *expected), *got = malloc(n * sizeof *got);
    for (uint64_t i = 0; i < 300; i++) {
        uint64_t hash = fixture_key(i);
        size_t live = model(scheme, full, &f, hash, expected, n);
        assert_int_equal(fixture_ranking(scheme, state, hash, n, got, n), live);
        assert_memory_equal(got, expected, live * sizeof *got);
        uint32_t many = 0;
        scheme->ops->route_many(state, &hash, 1, &many);
        assert_int_equal(many, live ? expected[0] : BERTH_NONE);
        assert_int_equal(scheme->ops->route(state, hash), many);
    }
    free(expected);
    free(got);
    fixture_drop(&f, state);
    fixture_drop(&f, full);
    fixture_close(&f);
}

static void test_ranking_is_the_redraw(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < 3; s++)
        for (uint32_t dead_of_8 = 0; dead_of_8 <= 8; dead_of_8 += 2)
            for (uint32_t n = 1; n <= 40; n += 13)
                check_against_model(schemes[s], n, dead_of_8);
}

/* With one live number among many, some keys use up their attempts, and the sweep finds the
 * number. */
static void test_the_last_one_standing_owns_all(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < 3; s++) {
        struct fixture f;
        fixture_open(&f, schemes[s], 64);
        for (uint32_t i = 0; i < 64; i++)
            fixture_weight(&f, i, i == 41);
        void *state = fixture_build(&f);
        for (uint64_t i = 0; i < 2000; i++)
            assert_int_equal(f.scheme->ops->route(state, fixture_key(i)), 41);
        fixture_drop(&f, state);
        fixture_close(&f);
    }
}

static void test_no_number_is_live(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < 3; s++) {
        struct fixture f;
        fixture_open(&f, schemes[s], 3);
        for (uint32_t i = 0; i < 3; i++)
            fixture_weight(&f, i, 0);
        void *state = fixture_build(&f);
        uint32_t got;
        assert_int_equal(f.scheme->ops->route(state, 12345), BERTH_NONE);
        assert_int_equal(fixture_ranking(f.scheme, state, 12345, 3, &got, 1), 0);
        fixture_drop(&f, state);
        fixture_close(&f);
    }
}

/* Members are in the order of their names; their numbers may be in any order. */
static void test_numbers_need_not_follow_the_names(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < 3; s++) {
        struct fixture f;
        fixture_open(&f, schemes[s], 9);
        void *straight = fixture_build(&f);
        for (uint32_t i = 0; i < 9; i++)
            f.members[i].number = 8 - i;
        void *turned = fixture_build(&f);
        for (uint64_t i = 0; i < 500; i++)
            assert_int_equal(f.scheme->ops->route(turned, fixture_key(i)),
                             8 - f.scheme->ops->route(straight, fixture_key(i)));
        fixture_drop(&f, straight);
        fixture_drop(&f, turned);
        fixture_close(&f);
    }
}

static void test_gaps(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < 3; s++) {
        struct fixture f;
        fixture_open(&f, schemes[s], 7);
        for (uint32_t i = 3; i < 7; i++)
            f.members[i].number = i + 1;
        if (schemes[s] != &scheme_jumpback) {
            fixture_refuse(&f, BERTH_E_SLOT, "slot 3 has no node");
            fixture_refuse(&f, BERTH_E_SLOT, f.scheme->info.name);
            fixture_refuse(&f, BERTH_E_SLOT, "from 0 to 7; jumpback allows gaps");
        } else {
            struct fixture whole;
            fixture_open(&whole, schemes[s], 8);
            fixture_weight(&whole, 3, 0);
            void *gap = fixture_build(&f), *dead = fixture_build(&whole);
            for (uint64_t i = 0; i < 1000; i++) {
                uint32_t number = whole.scheme->ops->route(dead, fixture_key(i));
                assert_int_equal(f.scheme->ops->route(gap, fixture_key(i)), number - (number > 3));
            }
            fixture_drop(&f, gap);
            fixture_drop(&whole, dead);
            fixture_close(&whole);
        }
        fixture_close(&f);
    }
}

static void test_limits(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < 3; s++) {
        struct fixture f;
        fixture_open(&f, schemes[s], 3);
        f.members[2].number = UINT64_C(1) << 26;
        fixture_refuse(&f, BERTH_E_SLOT, "slot 67108864 is too large");
        f.members[2].number = UINT64_MAX - 1;
        fixture_refuse(&f, BERTH_E_SLOT, "slot 18446744073709551614 is too large");
        f.members[2].number = 2;
        f.in.max_bytes = 35;
        fixture_refuse(&f, BERTH_E_LIMIT, "3 slots and 36 bytes");
        f.in.max_bytes = 36;
        void *state = fixture_build(&f);
        assert_int_equal(f.scheme->ops->bytes(state), 36);
        assert_int_equal(f.heap_bytes, 36);
        fixture_drop(&f, state);
        assert_int_equal(fixture_starve(&f), 1);
        fixture_close(&f);
    }
}

/* When a number dies, only its keys move; when it comes back, so do they. */
static void test_only_the_dead_ones_keys_move(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < 3; s++) {
        struct fixture f;
        fixture_open(&f, schemes[s], 20);
        fixture_weight(&f, 4, 0);
        void *before = fixture_build(&f);
        for (uint32_t dead = 0; dead < 20; dead++) {
            fixture_weight(&f, dead, 0);
            void *after = fixture_build(&f);
            size_t moved = 0;
            for (uint64_t i = 0; i < 2000; i++) {
                uint32_t was = f.scheme->ops->route(before, fixture_key(i));
                uint32_t is = f.scheme->ops->route(after, fixture_key(i));
                assert_int_not_equal(is, dead);
                moved += was != is;
                if (was != is)
                    assert_int_equal(was, dead);
            }
            assert_true(dead == 4 ? moved == 0 : moved > 40);
            fixture_drop(&f, after);
            fixture_weight(&f, dead, dead != 4);
        }
        fixture_drop(&f, before);
        fixture_close(&f);
    }
}

static void test_explain(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < 3; s++) {
        struct fixture f;
        fixture_open(&f, schemes[s], 11);
        fixture_weight(&f, 5, 0);
        void *state = fixture_build(&f);
        for (uint64_t i = 0; i < 200; i++) {
            struct where where = {0};
            f.scheme->ops->explain(state, &(struct walk){.hash = fixture_key(i)}, &where);
            assert_int_equal(where.kind, BERTH_KIND_NUMBER);
            assert_int_equal(where.position, f.scheme->ops->route(state, fixture_key(i)));
            assert_int_equal(where.positions, 11);
        }
        fixture_drop(&f, state);
        fixture_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranking_is_the_redraw),
        cmocka_unit_test(test_the_last_one_standing_owns_all),
        cmocka_unit_test(test_no_number_is_live),
        cmocka_unit_test(test_numbers_need_not_follow_the_names),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_only_the_dead_ones_keys_move),
        cmocka_unit_test(test_explain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
