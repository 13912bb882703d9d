/* SPDX-License-Identifier: MIT */
/* hot_test.c - the heaviest keys of a stream, compared with a plain count of all keys
 *
 * The four promises of berth.h are checked for every key of the stream, listed or not, for several
 * streams and after merges in random order. */
#include "berth.h"
#include "counted_alloc.h"
#include "dice.h"
#include "expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { KEYS = 4096, LONGEST = 24, PARTS = 8 };

/* ---- streams ------------------------------------------------------------------------------- */

enum stream { ZIPF, UNIFORM, ROUND, FLOOD, GROWING, FEW, HEAVY, STREAMS };

struct draw {
    uint32_t key;
    uint64_t weight;
};

/* Returns the i-th of n additions. ROUND has one key more than there are counters, by turns, so
 * that no key is ever found. FLOOD has the heavy keys first, then each key once. In GROWING, each
 * key is heavier than the key before. */
static struct draw draw(enum stream stream, struct dice *dice, uint32_t i, uint32_t n,
                        uint32_t counters)
{
    uint32_t octave = dice_below(dice, 12), any = dice_below(dice, KEYS);
    switch (stream) {
    case ZIPF:
        return (struct draw){(1u << octave) + dice_below(dice, 1u << octave), 1};
    case ROUND:
        return (struct draw){i % (counters + 1) % KEYS, 1};
    case FLOOD:
        return (struct draw){i < n / 4 ? i % 3 : i % KEYS, 1 + dice_below(dice, 2)};
    case GROWING:
        return (struct draw){i % KEYS, i};
    case FEW:
        return (struct draw){dice_below(dice, 5), 1};
    case HEAVY:
        return (struct draw){any, dice_below(dice, 3) == 0 ? 0 : dice_u64(dice) >> (24 + octave)};
    default:
        return (struct draw){any, 1};
    }
}

/* Writes a key of 0 to 40 bytes. Many are longer than the sketch keeps, begin alike, or contain
 * NUL. */
static size_t spell(uint32_t key, unsigned char *out)
{
    size_t len = key == 0 ? 0 : 2 + key % 39;
    memset(out, 0, len);
    for (size_t i = 0; i < 2 && i < len; i++)
        out[len - 1 - i] = (unsigned char)(key >> 8 * i);
    return len;
}

/* ---- what must hold ------------------------------------------------------------------------ */

struct counted {
    uint64_t weight[KEYS], total;
    size_t fewest; /* how many counters the smallest part has */
};

static uint32_t number_of(const struct berth_hot_key *hot)
{
    for (uint32_t key = 0; key < KEYS; key++) {
        unsigned char bytes[64];
        size_t len = spell(key, bytes);
        if (len == hot->len && hot->kept == len && memcmp(hot->data, bytes, len) == 0)
            return key;
    }
    return KEYS;
}

static void check_listed(berth_hot *hot, const struct counted *counted, bool *listed)
{
    struct berth_hot_key key;
    uint64_t last = UINT64_MAX;
    for (size_t i = 0; berth_hot_at(hot, i, &key); i++) {
        assert_true(key.error <= berth_hot_bound(hot));
        assert_true(key.error <= key.count && key.count <= counted->total);
        assert_true(key.count - key.error <= last);
        last = key.count - key.error;
        assert_int_equal(key.kept, key.len < LONGEST ? key.len : LONGEST);
        if (key.kept < key.len)
            continue; /* long keys that begin alike are tested by test_long */
        uint32_t number = number_of(&key);
        assert_true(number < KEYS && !listed[number]);
        listed[number] = true;
        assert_true(counted->weight[number] <= key.count);
        assert_true(counted->weight[number] >= key.count - key.error);
    }
}

static void check(berth_hot *hot, const struct counted *counted)
{
    bool *listed = calloc(KEYS, sizeof *listed);
    assert_int_equal(berth_hot_total(hot), counted->total);
    assert_true(berth_hot_bound(hot) <= counted->total / counted->fewest);
    check_listed(hot, counted, listed);
    for (uint32_t key = 0; key < KEYS; key++) {
        unsigned char bytes[64];
        if (!listed[key] && spell(key, bytes) <= LONGEST)
            assert_true(counted->weight[key] <= berth_hot_bound(hot));
    }
    free(listed);
}

static void add(berth_hot *hot, struct counted *counted, struct draw draw)
{
    unsigned char bytes[64];
    berth_error error;
    size_t len = spell(draw.key, bytes);
    expect_ok(berth_hot_add(hot, bytes, len, draw.weight, &error), &error);
    counted->weight[draw.key] += draw.weight;
    counted->total += draw.weight;
}

static berth_hot *open_sketch(size_t counters)
{
    berth_error error = {0};
    berth_hot *hot = berth_hot_new(counters, LONGEST, NULL, &error);
    expect_ok(error.code, &error);
    return hot;
}

/* ---- tests --------------------------------------------------------------------------------- */

static void test_streams(void **state)
{
    static const uint32_t sizes[] = {1, 2, 7, 64, 500, KEYS};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (enum stream stream = 0; stream < STREAMS; stream++) {
            struct counted *counted = calloc(1, sizeof *counted);
            struct dice dice = {.state = stream * 100 + s};
            berth_hot *hot = open_sketch(sizes[s]);
            counted->fewest = sizes[s];
            for (uint32_t i = 0, n = 8000; i < n; i++) {
                add(hot, counted, draw(stream, &dice, i, n, sizes[s]));
                if (i % 3999 == 17)
                    check(hot, counted);
            }
            check(hot, counted);
            berth_hot_free(hot);
            free(counted);
        }
    }
    (void)state;
}

/* With a counter for every key, all counts are exact. */
static void test_exact(void **state)
{
    struct counted *counted = calloc(1, sizeof *counted);
    struct dice dice = {.state = 5};
    berth_hot *hot = open_sketch(KEYS);
    struct berth_hot_key key;
    size_t seen = 0;
    counted->fewest = KEYS;
    for (uint32_t i = 0; i < 20000; i++)
        add(hot, counted, draw(ZIPF, &dice, i, 0, 0));
    for (; berth_hot_at(hot, seen, &key); seen++)
        assert_int_equal(key.error, 0);
    for (uint32_t i = 0; i < KEYS; i++)
        seen -= counted->weight[i] > 0;
    assert_int_equal(seen, 0);
    check(hot, counted);
    berth_hot_free(hot);
    free(counted);
    (void)state;
}

/* Sketches of different sizes over different streams are merged in a random order, with additions
 * in between, and checked after every merge. */
static void merge_parts(uint64_t seed, size_t parts)
{
    struct dice dice = {.state = seed};
    berth_hot *hot[PARTS];
    struct counted *counted[PARTS];
    for (size_t p = 0; p < parts; p++) {
        uint32_t counters = seed % 3 == 0 ? 50 : 1 + dice_below(&dice, 200);
        enum stream stream = (enum stream)dice_below(&dice, STREAMS);
        counted[p] = calloc(1, sizeof *counted[p]);
        counted[p]->fewest = counters;
        hot[p] = open_sketch(counters);
        for (uint32_t i = 0, n = dice_below(&dice, 3000); i < n; i++)
            add(hot[p], counted[p], draw(stream, &dice, i, n, counters));
    }
    for (size_t left = parts; left > 1; left--) {
        size_t into = dice_below(&dice, (uint32_t)left - 1), from = left - 1;
        berth_error error;
        expect_ok(berth_hot_merge(hot[into], hot[from], &error), &error);
        counted[into]->total += counted[from]->total;
        for (uint32_t key = 0; key < KEYS; key++)
            counted[into]->weight[key] += counted[from]->weight[key];
        if (counted[from]->fewest < counted[into]->fewest)
            counted[into]->fewest = counted[from]->fewest;
        check(hot[into], counted[into]);
        for (uint32_t i = 0, n = dice_below(&dice, 500); i < n; i++)
            add(hot[into], counted[into], draw(HEAVY, &dice, i, n, 50));
        check(hot[into], counted[into]);
        berth_hot_free(hot[from]);
        free(counted[from]);
    }
    berth_hot_free(hot[0]);
    free(counted[0]);
}

static void test_merge(void **state)
{
    for (size_t parts = 2; parts <= PARTS; parts++)
        for (uint64_t seed = 0; seed < 12; seed++)
            merge_parts(seed * 10 + parts, parts);
    (void)state;
}

/* Two keys that are equal in all that the sketch keeps are counted as two keys; berth_hot_at gives
 * the beginning of each. */
static void test_long(void **state)
{
    char one[100], two[100];
    struct berth_hot_key key;
    memset(one, 'x', sizeof one);
    memcpy(two, one, sizeof two);
    two[99] = 'y';
    berth_hot *hot = open_sketch(4), *other = berth_hot_new(4, 200, NULL, NULL);
    berth_hot_add(hot, one, sizeof one, 3, NULL);
    berth_hot_add(hot, two, sizeof two, 2, NULL);
    berth_hot_add(hot, one, sizeof one - 1, 1, NULL);
    berth_hot_add(other, two, sizeof two, 20, NULL);
    berth_hot_add(other, "", 0, 9, NULL);
    for (unsigned round = 0; round < 2; round++) {
        uint64_t counts[2][4] = {{3, 2, 1}, {22, 9, 3, 1}};
        for (size_t i = 0; i < 3 + round; i++) {
            assert_true(berth_hot_at(hot, i, &key));
            assert_int_equal(key.count, counts[round][i]);
            assert_int_equal(key.kept, key.len < LONGEST ? key.len : LONGEST);
            assert_memory_equal(key.data, one, key.kept);
        }
        assert_false(berth_hot_at(hot, 3 + round, &key));
        assert_int_equal(berth_hot_merge(hot, other, NULL), 0);
    }
    berth_hot_free(hot);
    berth_hot_free(other);
    (void)state;
}

static void test_refusals(void **state)
{
    berth_error error;
    assert_null(berth_hot_new(0, 10, NULL, &error));
    expect_error(error.code, &error, BERTH_E_RANGE, 0, "0 counters: 1 to 16777216 can be had");
    assert_null(berth_hot_new(10, SIZE_MAX, NULL, NULL));
    berth_hot *hot = open_sketch(2), *other = open_sketch(2);
    expect_error(berth_hot_merge(hot, hot, &error), &error, BERTH_E_ARGUMENT, 0,
                 "a sketch of hot keys cannot be merged into itself");
    expect_ok(berth_hot_add(hot, "a", 1, UINT64_MAX - 1, &error), &error);
    expect_ok(berth_hot_add(other, "b", 1, 2, &error), &error);
    static const char full[] = "the weights add up to more than 2^64 - 1";
    expect_error(berth_hot_add(hot, "b", 1, 2, &error), &error, BERTH_E_RANGE, 0, full);
    expect_error(berth_hot_merge(hot, other, &error), &error, BERTH_E_RANGE, 0, full);
    expect_ok(berth_hot_add(hot, "b", 1, 1, &error), &error);
    assert_int_equal(berth_hot_total(hot), UINT64_MAX);
    berth_hot_free(hot);
    berth_hot_free(other);
    berth_hot_free(NULL);
    (void)state;
}

/* When the n-th allocation fails, nothing leaks and nothing has changed. */
static void test_no_memory(void **state)
{
    bool done = false;
    for (size_t fail_at = 1; !done; fail_at++) {
        struct counted_alloc heap;
        struct berth_alloc alloc = counted_alloc_start(&heap, fail_at);
        berth_error error = {0};
        berth_hot *hot = berth_hot_new(3, 8, &alloc, &error), *other = open_sketch(3);
        assert_true(hot != NULL || error.code == BERTH_E_MEMORY);
        if (hot != NULL) {
            for (unsigned i = 0; i < 5; i++) {
                berth_hot_add(hot, &"abcde"[i], 1, i + 1, NULL);
                berth_hot_add(other, &"cdefg"[i], 1, i + 1, NULL);
            }
            size_t held = heap.bytes;
            int code = berth_hot_merge(hot, other, &error);
            done = code == BERTH_E_OK;
            assert_true(done || code == BERTH_E_MEMORY);
            assert_int_equal(berth_hot_total(hot), done ? 30 : 15);
            assert_int_equal(heap.bytes, held);
        }
        berth_hot_free(hot);
        berth_hot_free(other);
        assert_int_equal(heap.bytes, 0);
    }
    (void)state;
}

/* All memory is allocated at the start, and it is no more than berth.h says. */
static void test_size(void **state)
{
    const struct {
        size_t counters, longest;
    } sizes[] = {{1, 0}, {1, 1}, {2, 0}, {5, 0}, {9, 8}, {33, 0}, {1025, 16}, {65537, 0}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t counters = sizes[i].counters, longest = sizes[i].longest;
        struct counted_alloc heap;
        struct berth_alloc alloc = counted_alloc_start(&heap, 0);
        berth_hot *hot = berth_hot_new(counters, longest, &alloc, NULL);
        assert_non_null(hot);
        assert_true(heap.bytes <= counters * (longest + 72) + 128);
        const size_t held = heap.bytes;
        for (uint32_t key = 0; key < 3000; key++)
            berth_hot_add(hot, &key, sizeof key, 1, NULL);
        assert_int_equal(heap.bytes, held);
        berth_hot_free(hot);
    }
    (void)state;
}

/* A key that its first sketch has cut does not become longer in a merge. */
static void test_kept(void **state)
{
    berth_hot *into = berth_hot_new(4, 8, NULL, NULL), *from = berth_hot_new(4, 3, NULL, NULL);
    struct berth_hot_key key;
    assert_int_equal(berth_hot_add(from, "abcdef", 6, 1, NULL), BERTH_E_OK);
    assert_int_equal(berth_hot_merge(into, from, NULL), BERTH_E_OK);
    assert_true(berth_hot_at(into, 0, &key));
    assert_int_equal(key.len, 6);
    assert_int_equal(key.kept, 3);
    assert_memory_equal(key.data, "abc", 3);
    berth_hot_free(into);
    berth_hot_free(from);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_streams),  cmocka_unit_test(test_exact),
        cmocka_unit_test(test_merge),    cmocka_unit_test(test_long),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_size),     cmocka_unit_test(test_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
