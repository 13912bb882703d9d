/* SPDX-License-Identifier: MIT */
/* lanes_test.c - every level that this CPU can run, compared with one-by-one work: all lengths and
 *                tails, unaligned arrays at the end of their memory, equal scores, sizes around
 *                every power of two */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/bits.h"
#include "naive_hrw.h"
#include "scheme/jump.h"
#include "scheme/lanes_single.h"
#include "scheme/slots.h"

extern const struct scheme scheme_jumpback;

enum { LENGTHS = 65 };

/* The level under test. */
static const struct lanes *level;

/* n numbers that end where their memory ends; with `odd`, their address is no multiple of 16. */
struct numbers {
    void *block;
    uint64_t *items;
};

static struct numbers numbers_new(size_t n, bool odd)
{
    struct numbers numbers = {.block = malloc((n + 2) * sizeof(uint64_t))};
    assert_non_null(numbers.block);
    numbers.items = (uint64_t *)numbers.block + odd;
    numbers.block = realloc(numbers.block, (n + odd + !(n + odd)) * sizeof(uint64_t));
    assert_non_null(numbers.block);
    numbers.items = (uint64_t *)numbers.block + odd;
    for (size_t i = 0; i < n; i++)
        numbers.items[i] = bits_mix(n * 1000 + i);
    return numbers;
}

/* Fills in few different numbers, so that scores are equal. */
static void make_twins(struct numbers *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++)
        numbers->items[i] = bits_mix(bits_mix(i) % 5);
}

static uint64_t any(uint64_t i)
{
    return i == 3 ? UINT64_MAX : i == 4 ? 0 : bits_mix(i + 12345);
}

/* ---- ranking --------------------------------------------------------------------------------- */

static void check_largest(const uint64_t *g, uint32_t count)
{
    for (uint64_t i = 0; i < 20; i++)
        if (count >= level->few)
            assert_int_equal(level->largest(g, count, any(i)), single_largest(g, count, any(i)));
}

/* Puts the largest number in each place in turn, also twice. */
static void check_largest_everywhere(uint64_t *g, uint32_t count)
{
    const uint64_t best = naive_unmix(UINT64_MAX - 1);
    for (uint32_t at = 0; at < count && count >= level->few; at++) {
        uint64_t was = g[at], hash = any(at);
        g[at] = hash ^ best;
        uint32_t want = single_largest(g, count, hash);
        assert_int_equal(want, at);
        assert_int_equal(level->largest(g, count, hash), want);
        for (uint32_t twin = (at * 7 + 4) % count; twin < count; twin += 12) {
            uint64_t kept = g[twin];
            g[twin] = g[at];
            assert_int_equal(level->largest(g, count, hash), single_largest(g, count, hash));
            g[twin] = kept;
        }
        g[at] = was;
    }
}

static void test_largest(void **unused)
{
    (void)unused;
    const uint32_t large[] = {100, 127, 128, 129, 1000, 1023, 1024, 1025};
    for (uint32_t i = 0; i < 120 + sizeof large / sizeof *large; i++) {
        uint32_t count = i < 120 ? 1 + i : large[i - 120];
        struct numbers g = numbers_new(count, i % 2);
        check_largest(g.items, count);
        check_largest_everywhere(g.items, count);
        make_twins(&g, count);
        check_largest(g.items, count);
        free(g.block);
    }
}

static void test_largest_many(void **unused)
{
    (void)unused;
    const uint32_t counts[] = {1, 2, 3, 4, 7, 8, 9, 33, 100};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        struct numbers g = numbers_new(counts[c], c % 2);
        if (counts[c] == 33)
            make_twins(&g, counts[c]);
        for (size_t n = 0; n <= LENGTHS; n++) {
            struct numbers hashes = numbers_new(n, n % 2);
            uint32_t out[LENGTHS + 1] = {0};
            out[n] = 77;
            size_t done = level->largest_many(g.items, counts[c], hashes.items, n, out);
            assert_true(done <= n && n - done < 16);
            for (size_t i = 0; i < done; i++)
                assert_int_equal(out[i], single_largest(g.items, counts[c], hashes.items[i]));
            for (size_t i = done; i < n; i++)
                assert_int_equal(out[i], 0);
            assert_int_equal(out[n], 77);
            free(hashes.block);
        }
        free(g.block);
    }
}

/* Checks the nearest node of a key and the runner-up's quotient, except for rounding. */
static void check_nearest(const uint64_t *g, const uint32_t *part, uint32_t count, uint64_t hash,
                          uint32_t nearest, double runner)
{
    const double rounding = 1 + 0x1p-48;
    double least = (double)(~bits_mix(hash ^ g[nearest]) >> 12) / part[nearest];
    assert_true(least <= runner * rounding);
    for (uint32_t i = 0; i < count; i++)
        if (i != nearest)
            assert_true(runner <= (double)(~bits_mix(hash ^ g[i]) >> 12) / part[i] * rounding);
}

static void test_nearest_many(void **unused)
{
    (void)unused;
    const uint32_t counts[] = {1, 2, 3, 8, 33, 100};
    uint32_t part[100], out[LENGTHS + 1];
    double runner[LENGTHS + 1];
    for (uint32_t i = 0; i < 100; i++)
        part[i] = i % 7 == 0 ? UINT32_MAX : i % 7 == 1 ? 1 : (uint32_t)(any(i) >> 33) | 1;
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        struct numbers g = numbers_new(counts[c], c % 2);
        if (counts[c] == 33)
            make_twins(&g, counts[c]);
        for (size_t n = 0; n <= LENGTHS; n++) {
            struct numbers hashes = numbers_new(n, n % 2);
            out[n] = 77;
            runner[n] = 77;
            size_t done =
                level->nearest_many(g.items, part, counts[c], hashes.items, n, out, runner);
            assert_true(done <= n && (done == 0 || n - done < 16));
            for (size_t i = 0; i < done; i++)
                check_nearest(g.items, part, counts[c], hashes.items[i], out[i], runner[i]);
            assert_true(out[n] == 77 && runner[n] == 77);
            free(hashes.block);
        }
        free(g.block);
    }
}

static void check_bars(const uint64_t *g, const uint32_t *part, uint32_t count, uint64_t hash)
{
    for (uint32_t at = 0; at <= count; at++) {
        uint64_t u = at < count ? bits_mix(hash ^ g[at]) : UINT64_MAX;
        const uint64_t floors[] = {0, 1, u, u + (u < UINT64_MAX), UINT64_MAX, any(at)};
        for (size_t f = 0; f < sizeof floors / sizeof *floors; f++)
            assert_int_equal(level->reaching(g, count, hash, at, floors[f]),
                             single_reaching(g, count, hash, at, floors[f]));
        uint64_t rate = at < count && part[at] ? ~u / part[at] : 0;
        const uint64_t rates[] = {0, 1, rate, rate + 1, UINT32_MAX, any(at)};
        for (size_t r = 0; r < sizeof rates / sizeof *rates; r++)
            assert_int_equal(level->within(g, part, count, hash, at, rates[r] & UINT32_MAX),
                             single_within(g, part, count, hash, at, rates[r] & UINT32_MAX));
    }
}

static void test_bars(void **unused)
{
    (void)unused;
    for (uint32_t count = 0; count <= LENGTHS; count++) {
        struct numbers g = numbers_new(count, count % 2);
        uint32_t *part = malloc((count + !count) * sizeof *part);
        assert_non_null(part);
        for (uint32_t i = 0; i < count; i++)
            part[i] = i % 7 == 0 ? UINT32_MAX : i % 7 == 1 ? 1 : (uint32_t)any(i) >> (i % 32);
        for (uint64_t hash = 0; hash < 4; hash++)
            check_bars(g.items, part, count, any(hash + 1));
        free(part);
        free(g.block);
    }
}

/* ---- clocks ---------------------------------------------------------------------------------- */

/* The keys of `count` nodes in columns, with the spare entries that lanes may read. */
struct keys {
    struct clock_key *items;
    uint16_t *block;
    struct clock_columns there, back;
};

static struct keys keys_new(size_t count, uint64_t salt)
{
    const size_t height = count + LANES_TINY_SPARE;
    struct keys keys = {.items = malloc((count + 1) * sizeof *keys.items),
                        .block = calloc(height * 9, sizeof *keys.block)};
    assert_non_null(keys.items);
    assert_non_null(keys.block);
    for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
        keys.there.scale[r] = keys.block + height * r;
        keys.back.scale[r] = keys.block + height * (r + 3);
        keys.there.shift[r] = keys.back.shift[r] = keys.block + height * (r + 6);
    }
    for (size_t i = 0; i < count; i++) {
        keys.items[i] = clock_key(any(i % 11), salt + i / 22); /* some nodes are alike */
        for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
            keys.there.scale[r][i] = keys.items[i].scale[r];
            keys.there.shift[r][i] = keys.items[i].shift[r];
            keys.back.scale[r][i] = clock_inverse(keys.items[i].scale[r]);
        }
    }
    return keys;
}

static void keys_free(struct keys *keys)
{
    free(keys->items);
    free(keys->block);
}

static size_t first_soonest(const struct keys *keys, size_t count, uint32_t place,
                            struct clock_shape shape)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (clock_step(keys->items + i, place, shape) <
            clock_step(keys->items + best, place, shape))
            best = i;
    return best;
}

static void check_nodes(const struct keys *keys, size_t count, struct clock_shape shape,
                        uint32_t place)
{
    uint16_t steps[LENGTHS + LANES_TINY_SPARE], places[LENGTHS + LANES_TINY_SPARE];
    level->clock_steps(&keys->there, count, (uint16_t)place, shape, steps);
    level->clock_places(&keys->back, count, (uint16_t)place, shape, places);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(steps[i], clock_step(keys->items + i, place, shape));
        assert_int_equal(clock_step(keys->items + i, places[i], shape), place);
    }
    if (count > 0)
        assert_int_equal(level->clock_soonest(&keys->there, count, (uint16_t)place, shape),
                         first_soonest(keys, count, place, shape));
}

static void check_places(const struct keys *keys, size_t count, struct clock_shape shape)
{
    const size_t n = shape.mask < LENGTHS ? (size_t)shape.mask + 1 : LENGTHS;
    const uint16_t first = (uint16_t)(shape.mask - (n - 1));
    uint16_t at[LENGTHS + LANES_TINY_SPARE], step[LENGTHS + LANES_TINY_SPARE];
    uint16_t places[LENGTHS + LANES_TINY_SPARE] = {0};
    for (size_t i = 0; i < n; i++)
        places[i] = (uint16_t)(first + i);
    level->clock_soonest_many(&keys->there, count, places, n, shape, at, step);
    for (size_t i = 0; i < n; i++) {
        size_t want = first_soonest(keys, count, (uint32_t)(first + i), shape);
        assert_int_equal(at[i], want);
        assert_int_equal(step[i], clock_step(keys->items + want, (uint32_t)(first + i), shape));
    }
    const struct clock_key back = clock_back(keys->items[0]);
    level->clock_path(&back, first, n, shape, at);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(clock_step(keys->items, at[i], shape), first + i);
}

static void check_contest(const struct keys *keys, size_t count, struct clock_shape shape)
{
    uint16_t places[LENGTHS], out[LENGTHS + LANES_TINY_SPARE];
    uint32_t rivals[LENGTHS];
    for (size_t n = 0; n <= LENGTHS; n++) {
        const uint16_t first = (uint16_t)(any(n) & shape.mask);
        size_t at = 0;
        for (size_t i = 0; i < n; i++) {
            places[i] = (uint16_t)any(n * 70 + i) & shape.mask;
            rivals[i] = (uint32_t)(any(i) % count);
        }
        size_t found = level->clock_contest(keys->items, rivals, places, first, n, shape, out);
        for (size_t i = 0; i < n; i++)
            if (clock_step(keys->items + rivals[i], places[i], shape) >= first + i) {
                assert_true(at < found);
                assert_int_equal(out[at++], i);
            }
        assert_int_equal(at, found);
    }
}

static void test_clocks(void **unused)
{
    (void)unused;
    for (unsigned bits = 0; bits <= CLOCK_BITS_MAX; bits++) {
        const struct clock_shape shape = clock_shape(UINT64_C(1) << bits);
        for (size_t count = 0; count <= LENGTHS; count++) {
            struct keys keys = keys_new(count, bits);
            for (uint32_t i = 0; i < 4; i++)
                check_nodes(&keys, count, shape, (uint32_t)any(i) & shape.mask);
            if (count > 0) {
                check_places(&keys, count, shape);
                check_contest(&keys, count, shape);
            }
            keys_free(&keys);
        }
    }
}

/* Tries more nodes than a 16-bit number of runs of lanes can count. */
static void test_soonest_of_many(void **unused)
{
    (void)unused;
    const size_t count = UINT16_MAX * 32 + 100;
    const struct clock_shape shape = clock_shape(65536);
    struct keys keys = keys_new(count, 77);
    for (uint32_t i = 5; i < 9; i++) {
        uint32_t place = (uint32_t)any(i) & shape.mask;
        assert_int_equal(level->clock_soonest(&keys.there, count, (uint16_t)place, shape),
                         first_soonest(&keys, count, place, shape));
    }
    keys_free(&keys);
}

static void test_clock_u(void **unused)
{
    (void)unused;
    for (unsigned bits = 0; bits <= CLOCK_BITS_MAX; bits += 4) {
        const struct clock_shape shape = clock_shape(UINT64_C(1) << bits);
        for (size_t n = 0; n <= LENGTHS; n++) {
            struct numbers g = numbers_new(n, n % 2);
            uint64_t u[LENGTHS + LANES_SPARE], salt = any(n);
            uint32_t place = (uint32_t)any(n + 1) & shape.mask;
            level->clock_u(g.items, n, salt, place, shape, u);
            for (size_t i = 0; i < n; i++) {
                struct clock_key key = clock_key(g.items[i], salt);
                uint32_t tick = clock_tick(clock_step(&key, place, shape), key.phase, shape);
                assert_true(u[i] == clock_u(tick));
            }
            free(g.block);
        }
    }
}

/* Of the members that claim the same place, the first gets it, also within one register. */
static void test_claims(void **unused)
{
    (void)unused;
    enum { PLACES = 64 };
    for (size_t n = 0; n <= LENGTHS; n++) {
        uint16_t places[LENGTHS];
        uint32_t owners[PLACES], want[PLACES], members[LENGTHS];
        for (uint32_t place = 0; place < PLACES; place++)
            owners[place] = want[place] = place % 5 == 0 ? 1000 + place : UINT32_MAX;
        for (size_t i = 0; i < n; i++) {
            places[i] = (uint16_t)(any(n * 100 + i) % (1 + n % PLACES));
            members[i] = (uint32_t)i;
            if (want[places[i]] == UINT32_MAX)
                want[places[i]] = members[i];
        }
        level->clock_claim(owners, places, members, n);
        assert_memory_equal(owners, want, sizeof want);
    }
}

/* ---- numbers --------------------------------------------------------------------------------- */

static uint32_t jumpback_number(uint64_t hash, uint32_t n)
{
    struct numbered numbered = {.n = n, .live = n, .plain = true, .lanes = &lanes_plain};
    return scheme_jumpback.ops->route(&numbered, hash);
}

static void check_batch(lanes_batch *batch, numbered_rule *rule, uint32_t numbers, size_t n)
{
    struct numbers hashes = numbers_new(n, n % 2);
    uint32_t *out = calloc(n + 1, sizeof *out);
    assert_non_null(out);
    for (size_t i = 0; i < n && n % 3 == 0; i++)
        hashes.items[i] = any(i);
    out[n] = 77;
    size_t done = batch(hashes.items, n, numbers, out);
    assert_true(done <= n);
    for (size_t i = 0; i < done; i++)
        assert_int_equal(out[i], rule(hashes.items[i], numbers));
    for (size_t i = done; i < n; i++)
        assert_int_equal(out[i], 0);
    assert_int_equal(out[n], 77);
    free(out);
    free(hashes.block);
}

static void check_lengths(lanes_batch *batch, numbered_rule *rule)
{
    const uint32_t sizes[] = {2, 3, 5, 100, 65536, (UINT32_C(1) << 26) - 1};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (size_t n = 0; n <= LENGTHS; n++)
            check_batch(batch, rule, sizes[s], n);
        for (size_t n = 1020; n <= 1060; n++)
            check_batch(batch, rule, sizes[s], n);
    }
}

static void check_powers(lanes_batch *batch, numbered_rule *rule)
{
    for (unsigned power = 1; power <= 26; power++)
        for (uint32_t near = 0; near < 3; near++)
            if (power > 1 || near > 0)
                check_batch(batch, rule, (UINT32_C(1) << power) + near - 1, 2000);
}

static void test_jump(void **unused)
{
    (void)unused;
    check_lengths(level->jump, jump_number);
    check_powers(level->jump, jump_number);
}

static void test_jumpback(void **unused)
{
    (void)unused;
    check_lengths(level->jumpback, jumpback_number);
    check_powers(level->jumpback, jumpback_number);
}

/* ---- levels ---------------------------------------------------------------------------------- */

static void test_best(void **unused)
{
    (void)unused;
    unsigned levels = 0;
    while (lanes_level(levels))
        levels++;
    assert_true(levels > 0);
    assert_ptr_equal(lanes_level(0), &lanes_plain);
    assert_ptr_equal(lanes_best(), lanes_level(levels - 1));
}

int main(void)
{
    const struct CMUnitTest once[] = {cmocka_unit_test(test_best)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_largest),      cmocka_unit_test(test_largest_many),
        cmocka_unit_test(test_nearest_many), cmocka_unit_test(test_bars),
        cmocka_unit_test(test_clocks),       cmocka_unit_test(test_soonest_of_many),
        cmocka_unit_test(test_clock_u),      cmocka_unit_test(test_claims),
        cmocka_unit_test(test_jump),         cmocka_unit_test(test_jumpback),
    };
    int failed = cmocka_run_group_tests(once, NULL, NULL);
    for (unsigned i = 0; (level = lanes_level(i)) != NULL; i++)
        failed += cmocka_run_group_tests_name(level->name, tests, NULL, NULL);
    return failed;
}
