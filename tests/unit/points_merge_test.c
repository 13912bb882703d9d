/* SPDX-License-Identifier: MIT */
/* points_merge_test.c - a circle made from the circle before it equals the circle that is built
 *                       from all points
 *
 * Members leave, single points leave, points come. The positions are difficult for the index:
 * crowded in one line, a few units apart, or equal. Equal points are ordered by member. */
#include "dice.h"
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "scheme/points.h"

enum { COUNT = 4000, MEMBERS = 60, COME_MAX = 1200 };

enum spread { EVEN, CROWDED, NEIGHBOURS, EQUAL, SPREADS };

struct circle {
    struct sort_pair pairs[COUNT + COME_MAX];
    uint32_t count;
    struct points points;
};

static struct circle before, expected;

static uint64_t position(struct dice *dice, enum spread spread)
{
    const uint64_t x = dice_u64(dice);
    switch (spread) {
    case CROWDED:
        return x % 16 == 0 ? x : (UINT64_C(0x123456789) << 28) + (x >> 40);
    case NEIGHBOURS:
        return (dice_below(dice, 400) * UINT64_C(0x9e3779b97f4a7c15) & ~UINT64_C(0xff)) + x % 9 * 3;
    case EQUAL:
        return dice_below(dice, 90) * UINT64_C(0xd1342543de82ef95);
    default:
        return x;
    }
}

static int by_position(const void *left, const void *right)
{
    const struct sort_pair *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->tag > b->tag) - (a->tag < b->tag);
}

static void close_circle(struct circle *circle, const struct berth_alloc *alloc, uint32_t members)
{
    qsort(circle->pairs, circle->count, sizeof *circle->pairs, by_position);
    assert_int_equal(
        points_from_pairs(&circle->points, alloc, circle->pairs, circle->count, members), 0);
}

static bool by_member(const void *context, uint32_t a, uint32_t b)
{
    (void)context;
    return a < b;
}

/* Numbers the members that stay in their order, with one newcomer among them, and returns the
 * newcomer's number. */
static uint32_t renumber_members(struct dice *dice, uint32_t renumber[MEMBERS], uint32_t *members)
{
    const uint32_t gone = dice_below(dice, 3), place = dice_below(dice, MEMBERS - 2);
    uint32_t kept = 0;
    for (uint32_t m = 0; m < MEMBERS; m++)
        renumber[m] = kept++;
    for (uint32_t g = 0; g < gone; g++)
        renumber[dice_below(dice, MEMBERS)] = BERTH_NONE;
    kept = 0;
    for (uint32_t m = 0; m < MEMBERS; m++)
        if (renumber[m] != BERTH_NONE) {
            renumber[m] = kept + (kept >= place);
            kept++;
        }
    *members = kept + 1;
    return place;
}

static void same_at(const struct points *made, uint64_t at)
{
    assert_int_equal(points_search(made, at), points_search(&expected.points, at));
    assert_int_equal(points_owner(made, at), points_owner(&expected.points, at));
}

/* Compares owners around every point, and around every border of two lines: after a line's last
 * point, the owner is that of the next line's first point. */
static void same(const struct points *made)
{
    const struct points *fresh = &expected.points;
    assert_int_equal(made->count, fresh->count);
    assert_memory_equal(made->at, fresh->at, fresh->count * sizeof *fresh->at);
    assert_memory_equal(made->member, fresh->member, fresh->count * sizeof *fresh->member);
    for (uint32_t i = 0; i < fresh->count; i++)
        for (uint64_t at = fresh->at[i] - 1; at != fresh->at[i] + 2; at++)
            same_at(made, at);
    for (uint64_t line = 0; line < made->line_count; line++) {
        const uint64_t border = (uint64_t)(((u128)line << 64) / made->line_count);
        for (int d = -2; d <= 2; d++)
            same_at(made, border + (uint64_t)d);
    }
}

static void check_merge(struct dice *dice, enum spread spread, uint32_t come_count,
                        uint32_t leave_one_of)
{
    struct fixture f;
    extern const struct scheme scheme_ring;
    fixture_open(&f, &scheme_ring, 1);
    const struct berth_alloc alloc = f.alloc;
    static struct sort_pair come[COME_MAX];
    static uint32_t leave[COUNT];
    uint32_t renumber[MEMBERS], members, leave_count = 0;
    before.count = COUNT - dice_below(dice, 500);
    for (uint32_t i = 0; i < before.count; i++)
        before.pairs[i] = (struct sort_pair){position(dice, spread), dice_below(dice, MEMBERS)};
    close_circle(&before, &alloc, MEMBERS);
    const uint32_t newcomer = renumber_members(dice, renumber, &members);
    expected.count = 0;
    for (uint32_t i = 0; i < before.count; i++) {
        const uint32_t member = renumber[before.pairs[i].tag];
        if (member == BERTH_NONE)
            continue;
        if (leave_one_of && dice_below(dice, leave_one_of) == 0)
            leave[leave_count++] = i;
        else
            expected.pairs[expected.count++] = (struct sort_pair){before.pairs[i].value, member};
    }
    for (uint32_t i = 0; i < come_count; i++) {
        come[i] = (struct sort_pair){position(dice, spread), newcomer};
        if (dice_below(dice, 2))
            come[i].tag = dice_below(dice, members);
        expected.pairs[expected.count++] = come[i];
    }
    qsort(come, come_count, sizeof *come, by_position);
    close_circle(&expected, &alloc, members);
    struct points made;
    assert_int_equal(points_merge(&made, &alloc,
                                  &(struct points_change){.before = &before.points,
                                                          .renumber = renumber,
                                                          .before_members = MEMBERS,
                                                          .members = members,
                                                          .come = come,
                                                          .come_count = come_count,
                                                          .leave = leave,
                                                          .leave_count = leave_count,
                                                          .count = expected.count,
                                                          .first = by_member}),
                     0);
    same(&made);
    points_free(&made, &alloc);
    points_free(&before.points, &alloc);
    points_free(&expected.points, &alloc);
    assert_int_equal(f.heap_bytes, 0);
    fixture_close(&f);
}

static void test_merges(void **unused)
{
    struct dice dice = {.state = 5};
    (void)unused;
    for (enum spread spread = EVEN; spread < SPREADS; spread++)
        for (uint32_t round = 0; round < 6; round++) {
            check_merge(&dice, spread, 0, 0);
            check_merge(&dice, spread, 66, 0);
            check_merge(&dice, spread, 66, 50);
            check_merge(&dice, spread, 3, 400);
            check_merge(&dice, spread, COME_MAX, 3);
            check_merge(&dice, spread, 0, 1);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_merges)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
