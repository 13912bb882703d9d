/* SPDX-License-Identifier: MIT */
/* hrw_test.c - rankings compared with the plain rule; ties, the bar, memory */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "counted_alloc.h"
#include "naive_hrw.h"
#include "scheme/hrw_rank.h"
#include "scheme/registry.h"

extern const struct scheme scheme_hrw;

enum { MEMBERS_MAX = 400 };

/* Every test runs with each level of lanes that this CPU can run. */
static const struct lanes *level;

static void *built(const struct berth_alloc *alloc, const struct member *members, uint32_t count)
{
    struct value values[1] = {{0}};
    struct build in = naive_build(&scheme_hrw, alloc, members, count, values);
    void *made = NULL;
    berth_error error;
    in.lanes = level;
    assert_int_equal(scheme_hrw.ops->build(&in, &made, &error), 0);
    assert_non_null(made);
    return made;
}

/* ---- all lookups of one hash ----------------------------------------------------------------- */

static void check_route(const void *map, uint64_t hash, const uint32_t *want, size_t n)
{
    enum { MANY = 19 };
    uint32_t owner = n ? want[0] : BERTH_NONE, many[MANY];
    uint64_t hashes[MANY];
    assert_int_equal(scheme_hrw.ops->route(map, hash), owner);
    for (uint64_t i = 0; i < MANY; i++)
        hashes[i] = hash ^ i / 2;
    scheme_hrw.ops->route_many(map, hashes, MANY, many);
    assert_int_equal(many[0], owner);
    for (uint64_t i = 0; i < MANY; i++)
        assert_int_equal(many[i], scheme_hrw.ops->route(map, hashes[i]));
}

static void check_first_n(const void *map, uint64_t hash, const uint32_t *want, size_t n,
                          size_t asked)
{
    uint32_t got[MEMBERS_MAX + 3];
    size_t expected = asked < n ? asked : n;
    got[expected] = 77777;
    assert_int_equal(scheme_hrw.ops->route_n(map, hash, got, asked), expected);
    assert_memory_equal(got, want, expected * sizeof *got);
    assert_int_equal(got[expected], 77777);
}

static void check_walk(const void *map, uint64_t hash, const uint32_t *want, size_t n)
{
    struct walk walk = {.hash = hash};
    for (size_t i = 0; i < n; i++)
        assert_int_equal(scheme_hrw.ops->next_ranked(map, &walk), want[i]);
    assert_int_equal(scheme_hrw.ops->next_ranked(map, &walk), BERTH_NONE);
    assert_int_equal(scheme_hrw.ops->next_ranked(map, &walk), BERTH_NONE);
    assert_true(walk.hash == hash);
}

static void check_hash(const void *map, const struct member *members, uint32_t count, uint64_t hash)
{
    static const size_t asked[] = {0, 1, 2, 3, 15, 16, 17, 32, 33, 100, MEMBERS_MAX + 2};
    uint32_t want[MEMBERS_MAX];
    size_t n = naive_ranking(hash, members, count, want);
    check_route(map, hash, want, n);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        check_first_n(map, hash, want, n, asked[i]);
    check_walk(map, hash, want, n);
}

static void ranking_is_the_rule(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 2, 3, 4, 7, 16, 17, 64, MEMBERS_MAX};
    struct berth_alloc alloc = alloc_or_default(NULL);
    struct member members[MEMBERS_MAX];
    for (int kind = 0; kind < NAIVE_LAST; kind++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            uint32_t count = counts[c];
            naive_members((enum naive_kind)kind, c + 1, members, count);
            void *map = built(&alloc, members, count);
            for (uint64_t i = 0; i < (count < 100 ? 40 : 5); i++)
                check_hash(map, members, count, bits_mix(i + c * 1000));
            scheme_hrw.ops->destroy(map, &alloc);
        }
}

/* Compares owners only, for many more hashes. */
static void owner_is_the_rule(void **state)
{
    (void)state;
    struct berth_alloc alloc = alloc_or_default(NULL);
    struct member members[50];
    uint32_t want[50];
    for (int kind = 0; kind < NAIVE_LAST; kind++)
        for (uint32_t count = 1; count <= 50; count += 7) {
            naive_members((enum naive_kind)kind, count, members, count);
            void *map = built(&alloc, members, count);
            for (uint64_t i = 0; i < 300; i++) {
                size_t n = naive_ranking(bits_mix(i), members, count, want);
                assert_int_equal(scheme_hrw.ops->route(map, bits_mix(i)), n ? want[0] : BERTH_NONE);
            }
            scheme_hrw.ops->destroy(map, &alloc);
        }
}

/* ---- ties, made by choosing g so that a given hash has a given u ----------------------------- */

static const uint64_t tie_hash = UINT64_C(0x0123456789abcdef);

static struct member drawing(uint64_t u, uint64_t weight)
{
    return (struct member){.hash = naive_unmix(u) ^ tie_hash, .weight = weight};
}

static void expect_order(const struct member *members, uint32_t count, const uint32_t *want)
{
    struct berth_alloc alloc = alloc_or_default(NULL);
    void *map = built(&alloc, members, count);
    check_route(map, tie_hash, want, count);
    check_first_n(map, tie_hash, want, count, count);
    check_walk(map, tie_hash, want, count);
    check_hash(map, members, count, tie_hash);
    scheme_hrw.ops->destroy(map, &alloc);
}

static void equal_loss_larger_u_wins(void **state)
{
    (void)state;
    uint64_t u = UINT64_C(0x8000000000000100); /* the low 34 bits do not reach the loss */
    struct member even[] = {drawing(u, 7), drawing(u + 5, 7), drawing(u + 2, 7)};
    expect_order(even, 3, (uint32_t[]){1, 2, 0});
    struct member weighted[] = {drawing(u, 7), drawing(u + 5, 7), drawing(u + 2, 7),
                                drawing(u / 4, 7), drawing(u, 1)};
    expect_order(weighted, 5, (uint32_t[]){1, 2, 0, 3, 4});
}

/* The loss is one bit at weight 1, two bits at weight 2 and three bits at weight 3. */
static void equal_quotient_larger_u_wins(void **state)
{
    (void)state;
    struct member members[] = {
        drawing(UINT64_MAX >> 3, 3000000),
        drawing(UINT64_MAX >> 1, 1000000),
        drawing(UINT64_MAX >> 2, 2000000),
    };
    expect_order(members, 3, (uint32_t[]){1, 2, 0});
}

static void no_loss_beats_any_weight(void **state)
{
    (void)state;
    struct member members[] = {
        drawing(UINT64_MAX - 1, UINT64_C(1000000000000)),
        drawing(UINT64_MAX, 1),
        drawing(0, UINT64_C(1000000000000)),
        drawing(0, 2),
    };
    expect_order(members, 4, (uint32_t[]){1, 0, 2, 3});
}

static void equal_hashes_first_member_wins(void **state)
{
    (void)state;
    struct member even[] = {drawing(5, 1), drawing(900, 1), drawing(900, 1), drawing(900, 1)};
    expect_order(even, 4, (uint32_t[]){1, 2, 3, 0});
    struct member weighted[] = {drawing(900, 1), drawing(900, 2), drawing(900, 2), drawing(900, 3),
                                drawing(900, 0)};
    expect_order(weighted, 4, (uint32_t[]){3, 1, 2, 0});
    struct member best[] = {drawing(UINT64_MAX, 1), drawing(UINT64_MAX, 9)};
    expect_order(best, 2, (uint32_t[]){0, 1}); /* 0 x 9 = 0 x 1, equal u, equal g */
}

/* ---- the bar: every member that ranks before a mark passes, and so does the mark's own
 * -------- */

/* Returns a u that is often close to the largest, where the bound is tight. */
static uint64_t tricky_u(uint64_t i)
{
    uint64_t below = bits_mix(i) >> bits_mix(i + 1) % 64;
    return i % 3 ? UINT64_MAX - below : below;
}

/* Checks the bar of every mark against all members; returns how many members it excludes. */
static size_t check_bars(const struct member *members, uint32_t count)
{
    struct berth_alloc alloc = alloc_or_default(NULL);
    struct rank *rank = built(&alloc, members, count);
    size_t excluded = 0;
    for (uint32_t b = 0; b < rank->count; b++) {
        struct rank_mark mark = rank_mark(rank, tie_hash, b);
        struct rank_bar bar = rank_bar(rank, &mark);
        for (uint32_t at = 0; at < rank->count; at++) {
            struct rank_mark other = rank_mark(rank, tie_hash, at);
            bool passes = rank_candidate(rank, tie_hash, at, &bar) == at;
            assert_true(passes || rank_before(rank, &mark, &other));
            excluded += !passes;
        }
    }
    scheme_hrw.ops->destroy(rank, &alloc);
    return excluded;
}

static void bar_excludes_no_better_member(void **state)
{
    (void)state;
    struct member members[40];
    size_t excluded = 0;
    for (uint64_t round = 0; round < 600; round++) {
        naive_members(round % 2 ? NAIVE_SPREAD : NAIVE_EXTREME, round, members, 40);
        for (uint64_t i = 0; i < 40; i++)
            members[i].hash = drawing(tricky_u(round * 40 + i), 0).hash;
        excluded += check_bars(members, 40);
    }
    assert_true(excluded > 100000); /* the bar is of use */
}

/* Besides the largest weight there are weights of a few units of 2^-32 of it, where rounding
 * matters most. Only with the very best u do they get a bar at all. */
static void bar_with_tiny_parts(void **state)
{
    (void)state;
    struct member members[40];
    size_t excluded = 0;
    for (uint64_t round = 0; round < 300; round++) {
        for (uint64_t i = 0; i < 40; i++) {
            uint64_t random = bits_mix(round * 40 + i);
            members[i] = drawing(UINT64_MAX - (random >> 27), 1 + bits_mix(random) % 5000);
        }
        members[0].weight = UINT64_C(1000000000000);
        excluded += check_bars(members, 40);
    }
    assert_true(excluded > 1000);
}

/* ---- no owner, memory, limits ---------------------------------------------------------------- */

static void weight_zero_owns_nothing(void **state)
{
    (void)state;
    struct berth_alloc alloc = alloc_or_default(NULL);
    struct member members[3] = {{.hash = 1}, {.hash = 2}, {.hash = 3}};
    void *map = built(&alloc, members, 3);
    struct where where = {0};
    check_hash(map, members, 3, 42);
    scheme_hrw.ops->explain(map, &(struct walk){.hash = 42}, &where);
    assert_int_equal(where.kind, BERTH_KIND_SCORE);
    scheme_hrw.ops->destroy(map, &alloc);
}

static void explain_tells_the_score(void **state)
{
    (void)state;
    struct berth_alloc alloc = alloc_or_default(NULL);
    struct member members[] = {drawing(5, 1), drawing(900, 1)};
    void *map = built(&alloc, members, 2);
    struct where where = {0};
    scheme_hrw.ops->explain(map, &(struct walk){.hash = tie_hash}, &where);
    assert_int_equal(where.kind, BERTH_KIND_SCORE);
    assert_true(where.position == 900 && where.positions == 0);
    scheme_hrw.ops->destroy(map, &alloc);
}

static void every_failure_of_memory(void **state)
{
    (void)state;
    struct member members[10];
    struct value values[1] = {{0}};
    naive_members(NAIVE_SMALL, 1, members, 10);
    size_t n = 0;
    int code = BERTH_E_MEMORY;
    while (code != 0) {
        struct counted_alloc heap;
        struct berth_alloc alloc = counted_alloc_start(&heap, ++n);
        struct build in = naive_build(&scheme_hrw, &alloc, members, 10, values);
        void *map = NULL;
        berth_error error = {0};
        code = scheme_hrw.ops->build(&in, &map, &error);
        if (code == 0) {
            assert_true(heap.bytes == scheme_hrw.ops->bytes(map));
            scheme_hrw.ops->destroy(map, &alloc);
        } else {
            assert_int_equal(code, BERTH_E_MEMORY);
            assert_int_equal(error.code, BERTH_E_MEMORY);
        }
        assert_true(heap.bytes == 0 && heap.blocks == 0);
    }
    assert_true(n > 2);
}

static void too_large_is_refused(void **state)
{
    (void)state;
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 0);
    struct member members[100];
    struct value values[1] = {{0}};
    naive_members(NAIVE_EVEN, 1, members, 100);
    struct build in = naive_build(&scheme_hrw, &alloc, members, 100, values);
    void *map = built(&alloc, members, 100);
    in.max_bytes = scheme_hrw.ops->bytes(map);
    scheme_hrw.ops->destroy(map, &alloc);
    berth_error error;
    assert_int_equal(scheme_hrw.ops->build(&in, &map, &error), 0);
    scheme_hrw.ops->destroy(map, &alloc);
    in.max_bytes--;
    assert_int_equal(scheme_hrw.ops->build(&in, &map, &error), BERTH_E_LIMIT);
    assert_int_equal(heap.bytes, 0);
}

static void registered(void **state)
{
    (void)state;
    bool found = false;
    for (size_t i = 0; registry_native_at(i); i++)
        found = found || registry_native_at(i) == &scheme_hrw;
    assert_true(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranking_is_the_rule),
        cmocka_unit_test(owner_is_the_rule),
        cmocka_unit_test(equal_loss_larger_u_wins),
        cmocka_unit_test(equal_quotient_larger_u_wins),
        cmocka_unit_test(no_loss_beats_any_weight),
        cmocka_unit_test(equal_hashes_first_member_wins),
        cmocka_unit_test(bar_excludes_no_better_member),
        cmocka_unit_test(bar_with_tiny_parts),
        cmocka_unit_test(weight_zero_owns_nothing),
        cmocka_unit_test(explain_tells_the_score),
        cmocka_unit_test(every_failure_of_memory),
        cmocka_unit_test(too_large_is_refused),
        cmocka_unit_test(registered),
    };
    int failed = 0;
    for (unsigned i = 0; (level = lanes_level(i)) != NULL; i++)
        failed += cmocka_run_group_tests_name(level->name, tests, NULL, NULL);
    return failed;
}
