/* SPDX-License-Identifier: MIT */
/* points_test.c - the index of a circle, compared with a linear search for difficult positions */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "scheme/points.h"

static uint64_t noise(uint64_t i)
{
    return bits_mix(i * BITS_GOLDEN);
}

static uint32_t naive_search(const struct sort_pair *pairs, uint32_t count, uint64_t at)
{
    uint32_t below = 0;
    for (uint32_t i = 0; i < count; i++)
        below += pairs[i].value < at;
    return below;
}

static void check_at(const struct points *points, const struct sort_pair *pairs, uint64_t at)
{
    const uint32_t expected = naive_search(pairs, points->count, at);
    assert_int_equal(points_search(points, at), expected);
    if (points->count == 0) {
        assert_int_equal(points_owner(points, at), BERTH_NONE);
        return;
    }
    const uint32_t next = expected == points->count ? 0 : expected;
    assert_int_equal(points_next(points, at), next);
    assert_int_equal(points_owner(points, at), pairs[next].tag);
    assert_int_equal(points_owner_exact(points, at), pairs[next].tag);
}

/* Sorts the pairs, builds the circle, and looks up positions at, before and after every point, at
 * both ends and at random. */
static void check_circle(struct sort_pair *pairs, uint32_t count, uint32_t members)
{
    struct sort_pair *spare = malloc((count + 1) * sizeof *spare);
    struct berth_alloc alloc = {0};
    struct fixture f;
    extern const struct scheme scheme_ring;
    fixture_open(&f, &scheme_ring, 1);
    alloc = f.alloc;
    sort_pairs(pairs, spare, count);
    struct points points;
    assert_int_equal(points_from_pairs(&points, &alloc, pairs, count, members), 0);
    assert_int_equal(f.heap_bytes, points_bytes(count));
    assert_int_equal((uintptr_t)points.lines % 64, 0);
    const uint32_t step = count < 2000 ? 1 : count / 1000;
    for (uint32_t i = 0; i < count; i += step)
        for (int d = -1; d <= 1; d++)
            check_at(&points, pairs, pairs[i].value + (uint64_t)d);
    for (uint64_t line = 0; line < points.line_count && line < 50; line++) {
        const uint64_t border = (uint64_t)((((u128)line << 64) / points.line_count));
        for (int d = -2; d <= 2; d++)
            check_at(&points, pairs, border + (uint64_t)d);
    }
    for (uint64_t i = 0; i < 500; i++)
        check_at(&points, pairs, noise(i));
    check_at(&points, pairs, 0);
    check_at(&points, pairs, UINT64_MAX);
    points_free(&points, &alloc);
    fixture_close(&f);
    free(spare);
}

/* How the positions of a circle are spread; each spread is difficult for the index in another
 * way. */
enum spread {
    EVEN,       /* as a good hash spreads them */
    CROWDED,    /* nearly all in one line: more than the line's room */
    NEIGHBOURS, /* many equal sub-positions: differences of a few units */
    EQUAL,      /* few distinct positions, many ties */
    HIGH_HALF,  /* 32-bit positions, shifted up */
    EDGES,      /* many positions at 0 and at the end */
    SPREADS
};

static uint64_t position(enum spread spread, uint64_t i)
{
    switch (spread) {
    case CROWDED:
        return i % 50 == 0 ? noise(i) : (UINT64_C(0x123456789) << 28) + (noise(i) >> 40);
    case NEIGHBOURS:
        return (noise(i / 9) & ~UINT64_C(0xff)) + i % 9 * 3;
    case EQUAL:
        return noise(i % 7);
    case HIGH_HALF:
        return noise(i) & ~UINT64_C(0xffffffff);
    case EDGES:
        return i % 3 == 0 ? 0 : i % 3 == 1 ? UINT64_MAX - i % 2 : noise(i);
    default:
        return noise(i);
    }
}

static void check_spread(enum spread spread, uint32_t count, uint32_t members)
{
    struct sort_pair *pairs = malloc((count + 1) * sizeof *pairs);
    for (uint32_t i = 0; i < count; i++)
        pairs[i] = (struct sort_pair){position(spread, i), (uint32_t)(noise(i + 9) % members)};
    check_circle(pairs, count, members);
    free(pairs);
}

static void test_every_spread(void **unused)
{
    (void)unused;
    for (enum spread spread = EVEN; spread < SPREADS; spread++) {
        for (uint32_t count = 0; count < 40; count++)
            check_spread(spread, count, 5);
        check_spread(spread, 3000, 100);
    }
}

static void test_members_at_the_edge_of_16_bits(void **unused)
{
    (void)unused;
    for (uint32_t members = 65534; members <= 65538; members++)
        check_spread(EVEN, 500, members);
    struct sort_pair pairs[3] = {{10, 65535}, {20, 65534}, {30, 0}};
    check_circle(pairs, 3, 65536);
    struct sort_pair wide[3] = {{10, 65536}, {20, 65535}, {30, 0}};
    check_circle(wide, 3, 65537);
}

static void test_large(void **unused)
{
    (void)unused;
    check_spread(EVEN, 20000, 1000);
    check_spread(HIGH_HALF, 20000, 1000);
}

/* A point must take 12 bytes in the array and at most 8.5 in the index. */
static void test_bytes_per_point(void **unused)
{
    (void)unused;
    for (uint64_t count = 1000; count < 200000000; count += count / 37) {
        assert_true((double)points_bytes(count) <= 20.5 * (double)count + 300);
        assert_true((double)points_bytes(count) >= 20 * (double)count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_spread),
        cmocka_unit_test(test_members_at_the_edge_of_16_bits),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_bytes_per_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
