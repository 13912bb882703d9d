/* SPDX-License-Identifier: MIT */
/* slots_test.c - the table compared with the rule, the bound with a plain matching, a table made
 *                from another table with a table that is built whole */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "counted_alloc.h"
#include "naive_slots.h"
#include "scheme/lanes.h"
#include "scheme/scheme.h"

extern const struct scheme scheme_slots;

enum { MEMBERS_MAX = 60, SLOTS_MAX = 1024 };
static const uint64_t one = 1000000; /* a bound of 1, in millionths */

/* Every test that looks at kept places runs with and without BERTH_KEEP_RANKING. */
static unsigned flags;

static int keep_nothing(void **state)
{
    (void)state;
    flags = 0;
    return 0;
}

static int keep_ranking(void **state)
{
    (void)state;
    flags = BERTH_KEEP_RANKING;
    return 0;
}

/* Tables are filled and changed with each level of lanes that this CPU can run. */
static const struct lanes *level;

/* A state and what it was made from. */
struct made {
    void *map;
    const struct berth_alloc *alloc;
    const struct member *members;
    uint32_t count;
    uint64_t table, bound;
};

static int try_make(struct made *made, berth_error *error)
{
    struct value values[3] = {{.number = made->table}, {.number = made->bound}, {0}};
    struct build in = naive_build(&scheme_slots, made->alloc, made->members, made->count, values);
    in.flags = flags;
    in.lanes = level;
    return scheme_slots.ops->build(&in, &made->map, error);
}

static struct made make(const struct member *members, uint32_t count, uint64_t table,
                        uint64_t bound)
{
    static struct berth_alloc alloc;
    alloc = alloc_or_default(NULL);
    struct made made = {NULL, &alloc, members, count, table, bound};
    berth_error error;
    assert_int_equal(try_make(&made, &error), 0);
    return made;
}

static void unmake(struct made *made)
{
    scheme_slots.ops->destroy(made->map, made->alloc);
}

/* Returns some key hash of the slot. */
static uint64_t hash_of(const struct made *made, uint64_t slot)
{
    uint64_t width = made->table == 1 ? 0 : UINT64_MAX / made->table + 1;
    uint64_t inside = bits_mix(slot);
    return slot * width + (width ? inside % width : inside);
}

static uint32_t owner_of(const struct made *made, uint64_t slot)
{
    return scheme_slots.ops->route(made->map, hash_of(made, slot));
}

/* ---- all lookups of one slot ----------------------------------------------------------------- */

static void check_first_n(const struct made *made, uint64_t slot, const uint32_t *want, size_t n)
{
    static const size_t asked[] = {0, 1, 2, 3, 16, 17, MEMBERS_MAX + 1};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        uint32_t got[MEMBERS_MAX + 2];
        size_t expected = asked[i] < n ? asked[i] : n;
        got[expected] = 77777;
        assert_int_equal(scheme_slots.ops->route_n(made->map, hash_of(made, slot), got, asked[i]),
                         expected);
        assert_memory_equal(got, want, expected * sizeof *got);
        assert_int_equal(got[expected], 77777);
    }
}

static void check_walk(const struct made *made, uint64_t slot, const uint32_t *want, size_t n)
{
    struct walk walk = {.hash = hash_of(made, slot)};
    for (size_t i = 0; i < n; i++)
        assert_int_equal(scheme_slots.ops->next_ranked(made->map, &walk), want[i]);
    assert_int_equal(scheme_slots.ops->next_ranked(made->map, &walk), BERTH_NONE);
    assert_int_equal(scheme_slots.ops->next_ranked(made->map, &walk), BERTH_NONE);
    assert_true(walk.hash == hash_of(made, slot));
}

/* The replicas must be the owner, then the slot's ranking without the owner. */
static void check_slot(const struct made *made, uint64_t slot, uint32_t owner)
{
    uint32_t ranking[MEMBERS_MAX + 1], want[MEMBERS_MAX + 1];
    size_t n = naive_slot_ranking(made->table, slot, made->members, made->count, ranking), got = 0;
    if (n > 0)
        want[got++] = owner;
    for (size_t i = 0; i < n; i++)
        if (ranking[i] != owner)
            want[got++] = ranking[i];
    assert_int_equal(got, n);
    assert_int_equal(owner_of(made, slot), n ? owner : BERTH_NONE);
    check_first_n(made, slot, want, n);
    check_walk(made, slot, want, n);
}

static void every_slot_is_its_ranking(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 2, 3, 10, MEMBERS_MAX};
    struct member members[MEMBERS_MAX];
    for (int kind = 0; kind < NAIVE_LAST; kind++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            for (uint64_t table = 1; table <= 64; table *= table < 4 ? 2 : 16) {
                naive_members((enum naive_kind)kind, c, members, counts[c]);
                struct made made = make(members, counts[c], table, 0);
                for (uint64_t slot = 0; slot < table; slot++) {
                    uint32_t ranking[MEMBERS_MAX];
                    size_t n = naive_slot_ranking(table, slot, members, counts[c], ranking);
                    check_slot(&made, slot, n ? ranking[0] : BERTH_NONE);
                }
                unmake(&made);
            }
}

/* Looks up the last hash of each slot and the first of the next. */
static void slot_is_the_top_bits(void **state)
{
    (void)state;
    struct member members[MEMBERS_MAX];
    naive_members(NAIVE_EVEN, 1, members, MEMBERS_MAX);
    struct made made = make(members, MEMBERS_MAX, 1024, 0);
    for (uint64_t slot = 0; slot < 1024; slot++) {
        uint64_t edges[2] = {slot << 54, (slot << 54) + ((UINT64_C(1) << 54) - 1)};
        uint32_t many[2];
        scheme_slots.ops->route_many(made.map, edges, 2, many);
        for (int i = 0; i < 2; i++) {
            struct where where = {0};
            scheme_slots.ops->explain(made.map, &(struct walk){.hash = edges[i]}, &where);
            assert_int_equal(where.kind, BERTH_KIND_SLOT);
            assert_true(where.position == slot && where.positions == 1024);
            assert_int_equal(scheme_slots.ops->route(made.map, edges[i]), owner_of(&made, slot));
            assert_int_equal(many[i], owner_of(&made, slot));
        }
    }
    unmake(&made);
}

/* The slot is given by the top bits of a 32-bit hash; bits above them must not matter. */
static void narrow_hash(void **state)
{
    (void)state;
    static const struct berth_hash narrow = {.name = "narrow", .bits = 32};
    struct member members[5];
    struct berth_alloc alloc = alloc_or_default(NULL);
    struct value values[3] = {{.number = 256}, {0}, {0}};
    naive_members(NAIVE_EVEN, 1, members, 5);
    struct made wide = make(members, 5, 256, 0);
    struct build in = naive_build(&scheme_slots, &alloc, members, 5, values);
    in.hash = &narrow;
    void *map;
    berth_error error;
    assert_int_equal(scheme_slots.ops->build(&in, &map, &error), 0);
    for (uint64_t slot = 0; slot < 256; slot++) {
        uint64_t hash = slot << 24 | (bits_mix(slot) & 0xffffff);
        assert_int_equal(scheme_slots.ops->route(map, hash), owner_of(&wide, slot));
        assert_int_equal(scheme_slots.ops->route(map, hash | UINT64_MAX << 32),
                         owner_of(&wide, slot));
    }
    struct space space = {.key = 5};
    scheme_slots.ops->space(map, &space);
    assert_true(space.kind == SPACE_LINE && space.size == 32 && space.key == 5);
    scheme_slots.ops->destroy(map, &alloc);
    unmake(&wide);
}

/* Spans must cover the line without gaps or overlaps, and agree with route. */
static void check_spans(const struct made *made)
{
    struct space space = {.key = 9};
    struct span span;
    uint64_t cursor = 0, next = 0;
    scheme_slots.ops->space(made->map, &space);
    assert_true(space.kind == SPACE_LINE && space.size == 64 && space.key == 9);
    bool whole = false;
    while (scheme_slots.ops->span(made->map, &cursor, &span)) {
        assert_false(whole);
        assert_true(span.first == next && span.last > span.first);
        assert_int_equal(scheme_slots.ops->route(made->map, span.first), span.owner);
        assert_int_equal(scheme_slots.ops->route(made->map, span.last), span.owner);
        next = span.last + 1;
        whole = next == 0;
    }
    assert_true(whole);
}

static void spans_cover_the_line(void **state)
{
    (void)state;
    struct member members[3];
    for (int kind = 0; kind < NAIVE_LAST; kind++)
        for (uint32_t count = 1; count <= 3; count++)
            for (uint64_t table = 1; table <= 512; table *= 8) {
                naive_members((enum naive_kind)kind, 1, members, count);
                struct made made = make(members, count, table, table % 3 ? 0 : one);
                check_spans(&made);
                unmake(&made);
            }
}

/* ---- the bound ------------------------------------------------------------------------------- */

static uint64_t naive_room(const struct made *made, uint32_t member)
{
    u128 sum = 0, share = (u128)made->bound * made->table * made->members[member].weight;
    for (uint32_t i = 0; i < made->count; i++)
        sum += made->members[i].weight;
    sum *= one;
    return (uint64_t)(share / sum + (share % sum != 0));
}

/* Makes the matching plainly: all pairs are sorted, and each is taken if its slot is free and its
 * node has room. */
static void naive_match(const struct made *made, uint32_t *owner)
{
    static struct naive_pair pairs[SLOTS_MAX * MEMBERS_MAX];
    uint64_t room[MEMBERS_MAX];
    size_t n = 0;
    for (uint32_t i = 0; i < made->count; i++) {
        room[i] = made->members[i].weight ? naive_room(made, i) : 0;
        for (uint32_t slot = 0; slot < made->table && made->members[i].weight; slot++) {
            pairs[n++] = naive_visit(made->table, slot, made->members, i);
        }
    }
    qsort(pairs, n, sizeof *pairs, naive_compare);
    for (uint64_t slot = 0; slot < made->table; slot++)
        owner[slot] = BERTH_NONE;
    for (size_t i = 0; i < n; i++)
        if (owner[pairs[i].item] == BERTH_NONE && room[pairs[i].member] > 0) {
            owner[pairs[i].item] = pairs[i].member;
            room[pairs[i].member]--;
        }
}

static void check_room(const struct made *made)
{
    uint64_t held[MEMBERS_MAX] = {0};
    for (uint64_t slot = 0; slot < made->table; slot++)
        held[owner_of(made, slot)]++;
    for (uint32_t i = 0; i < made->count; i++)
        assert_true(held[i] <= (made->members[i].weight ? naive_room(made, i) : 0));
}

static void bound_is_the_stable_matching(void **state)
{
    (void)state;
    static const uint64_t bounds[] = {
        1000000, 1000001, 1020000, 1050000, 1250000, 3000000, UINT64_C(1000000000000)};
    static const uint32_t counts[] = {1, 2, 3, 10, MEMBERS_MAX};
    struct member members[MEMBERS_MAX];
    static uint32_t owner[SLOTS_MAX];
    for (int kind = 0; kind < NAIVE_LAST; kind++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
                naive_members((enum naive_kind)kind, c + b, members, counts[c]);
                members[0].weight += members[0].weight == 0; /* a node must own the slot */
                struct made made =
                    make(members, counts[c], 1 << (3 * b + 2 * c + (size_t)kind) % 9, bounds[b]);
                naive_match(&made, owner);
                check_room(&made);
                for (uint64_t slot = 0; slot < made.table; slot++)
                    check_slot(&made, slot, owner[slot]);
                unmake(&made);
            }
}

/* For larger tables, checks that the matching is stable: there is no slot and node that both rank
 * each other before their partners. */
static void bound_leaves_no_blocking_pair(void **state)
{
    (void)state;
    struct member members[20];
    naive_members(NAIVE_SMALL, 3, members, 20);
    struct made made = make(members, 20, SLOTS_MAX, one);
    uint64_t held[20] = {0};
    struct naive_pair worst[20], pair;
    for (uint32_t slot = 0; slot < SLOTS_MAX; slot++) {
        uint32_t owner = owner_of(&made, slot);
        pair = naive_visit(SLOTS_MAX, slot, members, owner);
        if (held[owner]++ == 0 || naive_compare(&worst[owner], &pair) < 0)
            worst[owner] = pair;
    }
    for (uint32_t slot = 0; slot < SLOTS_MAX; slot++) {
        struct naive_pair mine = naive_visit(SLOTS_MAX, slot, members, owner_of(&made, slot));
        for (uint32_t i = 0; i < 20; i++) {
            pair = naive_visit(SLOTS_MAX, slot, members, i);
            bool rather = naive_compare(&pair, &mine) < 0;
            bool welcome = held[i] < naive_room(&made, i) || naive_compare(&pair, &worst[i]) < 0;
            assert_false(rather && welcome);
        }
    }
    check_room(&made);
    unmake(&made);
}

/* Half of 16 slots is exactly 8, which must not be rounded up. */
static void bound_is_exact(void **state)
{
    (void)state;
    struct member members[2] = {{.hash = 1, .weight = 1000000000000},
                                {.hash = 2, .weight = 1000000000000}};
    struct made made = make(members, 2, 16, one);
    uint64_t first = 0;
    for (uint64_t slot = 0; slot < 16; slot++)
        first += owner_of(&made, slot) == 0;
    assert_int_equal(first, 8);
    unmake(&made);
}

/* ---- a table made from another table equals a table that is built whole ---------------------- */

static void expect_same(const struct made *a, const struct made *b)
{
    for (uint64_t slot = 0; slot < a->table; slot++)
        if (owner_of(a, slot) != owner_of(b, slot))
            fail_msg("slot %u: next says %u, build says %u", (unsigned)slot, owner_of(a, slot),
                     owner_of(b, slot));
    for (uint64_t slot = 0; slot < a->table; slot++) {
        uint32_t of_a[4], of_b[4];
        size_t n = scheme_slots.ops->route_n(a->map, hash_of(a, slot), of_a, 4);
        assert_int_equal(scheme_slots.ops->route_n(b->map, hash_of(b, slot), of_b, 4), n);
        assert_memory_equal(of_a, of_b, n * sizeof *of_a);
        n = scheme_slots.ops->route_n(a->map, hash_of(a, slot), of_a, 3);
        assert_int_equal(scheme_slots.ops->route_n(b->map, hash_of(b, slot), of_b, 3), n);
        assert_memory_equal(of_a, of_b, n * sizeof *of_a);
    }
    assert_true(scheme_slots.ops->bytes(a->map) == scheme_slots.ops->bytes(b->map));
}

/* Members are in canonical order; `number` says which member is the same before and after. */
static void find_origins(const struct made *before, const struct member *members, uint32_t count,
                         uint32_t *origin)
{
    for (uint32_t i = 0; i < count; i++) {
        origin[i] = BERTH_NONE;
        for (uint32_t j = 0; j < before->count; j++) {
            const struct member *old = before->members + j;
            if (old->number == members[i].number && old->weight == members[i].weight &&
                old->hash == members[i].hash)
                origin[i] = j;
        }
    }
}

static int try_next(const struct made *before, struct made *after, berth_error *error)
{
    uint32_t *origin = malloc((after->count + 1) * sizeof *origin);
    struct value values[3] = {{.number = after->table}, {.number = after->bound}, {0}};
    struct build in =
        naive_build(&scheme_slots, after->alloc, after->members, after->count, values);
    in.flags = flags;
    in.lanes = level;
    find_origins(before, after->members, after->count, origin);
    int code = scheme_slots.ops->next(&in, before->map, before->count, origin, &after->map, error);
    free(origin);
    return code;
}

/* Adds a few members, removes some or changes their weights; returns the new count. */
static uint32_t change(struct member *members, uint32_t count, enum naive_kind kind,
                       uint64_t random)
{
    static uint64_t serial = 1000;
    uint64_t what = random % 8;
    uint32_t at = (uint32_t)((random >> 8) % (count + 1));
    if (what < 3 && count < MEMBERS_MAX) {
        memmove(members + at + 1, members + at, (count - at) * sizeof *members);
        naive_members(kind, random, members + at, 1);
        members[at].number = serial++;
        return count + 1;
    }
    if (at == count)
        return count;
    if (what < 6 && count > 1) {
        memmove(members + at, members + at + 1, (count - at - 1) * sizeof *members);
        return count - 1;
    }
    members[at].weight = what == 6 ? (random >> 20) % 4 * one : 1 + (random >> 20) % (3 * one);
    return count;
}

static void run_of_changes(enum naive_kind kind, uint32_t count, uint64_t bound, unsigned changes)
{
    static struct member members[2][MEMBERS_MAX];
    naive_members(kind, 1, members[0], count);
    struct made now = make(members[0], count, 256, bound);
    for (uint64_t i = 1; i <= changes; i++) {
        uint64_t random = bits_mix(i * 77 + (uint64_t)kind);
        struct member *changed = members[i % 2];
        memcpy(changed, members[(i + 1) % 2], sizeof members[0]);
        for (uint64_t steps = 1 + random % 4 / 3 * 5; steps > 0; steps--)
            count = change(changed, count, kind, bits_mix(random + steps));
        struct made after = {NULL, now.alloc, changed, count, 256, bound};
        struct made anew = make(changed, count, 256, bound);
        berth_error error;
        assert_int_equal(try_next(&now, &after, &error), 0);
        expect_same(&after, &anew);
        unmake(&anew);
        unmake(&now);
        now = after;
    }
    unmake(&now);
}

static void next_is_build(void **state)
{
    (void)state;
    for (int kind = 0; kind < NAIVE_LAST; kind++)
        run_of_changes((enum naive_kind)kind, 12, 0, 200);
    for (uint32_t count = 1; count <= 4; count++) /* around the number of places kept */
        run_of_changes(NAIVE_ZEROS, count, 0, 30);
    run_of_changes(NAIVE_SMALL, 12, 1050000, 50);
    run_of_changes(NAIVE_TWINS, 12, 1000000, 50);
}

static void next_from_and_to_no_members(void **state)
{
    (void)state;
    struct member some[4], none[4];
    berth_error error;
    naive_members(NAIVE_EVEN, 1, some, 4);
    memcpy(none, some, sizeof none);
    for (int i = 0; i < 4; i++)
        none[i].weight = 0;
    struct made first = make(some, 4, 64, 0), empty = first, again = first;
    empty.members = none;
    assert_int_equal(try_next(&first, &empty, &error), 0);
    for (uint64_t slot = 0; slot < 64; slot++)
        check_slot(&empty, slot, BERTH_NONE);
    assert_int_equal(try_next(&empty, &again, &error), 0);
    expect_same(&again, &first);
    unmake(&first);
    unmake(&empty);
    unmake(&again);
}

/* 65535 members fit 16-bit entries and 65536 do not; the answers must be right for both. */
static void many_members(void **state)
{
    (void)state;
    enum { MANY = 65536 };
    struct member *members = malloc(MANY * sizeof *members);
    uint32_t *ranking = malloc(MANY * sizeof *ranking);
    naive_members(NAIVE_EVEN, 5, members, MANY);
    struct made narrow = make(members, MANY - 1, 8, 0), wide = make(members, MANY, 8, 0);
    for (uint64_t slot = 0; slot < 8; slot++) {
        naive_slot_ranking(8, slot, members, MANY, ranking);
        assert_int_equal(owner_of(&wide, slot), ranking[0]);
        assert_int_equal(owner_of(&narrow, slot), ranking[ranking[0] == MANY - 1]);
    }
    naive_slot_ranking(8, 3, members, MANY, ranking);
    const uint64_t first = naive_visit(8, 3, members, ranking[0]).u;
    while (naive_visit(8, 3, members, MANY - 1).u <= first)
        members[MANY - 1].hash++;
    struct made best = make(members, MANY, 8, 0);
    assert_int_equal(owner_of(&best, 3), MANY - 1);
    assert_true(scheme_slots.ops->bytes(best.map) - scheme_slots.ops->bytes(narrow.map) ==
                8 * 2 + 12);
    uint32_t *origin = malloc(MANY * sizeof *origin);
    for (uint32_t i = 0; i < MANY; i++)
        origin[i] = i < MANY - 1 ? i : BERTH_NONE;
    struct value values[3] = {{.number = 8}, {0}, {0}};
    struct build in = naive_build(&scheme_slots, narrow.alloc, members, MANY, values);
    struct made grown = best;
    assert_int_equal(scheme_slots.ops->next(&in, narrow.map, MANY - 1, origin, &grown.map, NULL),
                     0);
    expect_same(&grown, &best);
    in.count = MANY - 1;
    struct made shrunk = narrow;
    assert_int_equal(scheme_slots.ops->next(&in, best.map, MANY, origin, &shrunk.map, NULL), 0);
    expect_same(&shrunk, &narrow);
    struct made *all[] = {&narrow, &wide, &best, &grown, &shrunk};
    for (size_t i = 0; i < 5; i++)
        unmake(all[i]);
    free(origin);
    free(ranking);
    free(members);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void fail_each_call(uint64_t bound, const struct made *before)
{
    struct member members[10];
    naive_members(NAIVE_SMALL, 1, members, 10);
    int code = BERTH_E_MEMORY;
    size_t n = 0;
    while (code != 0) {
        struct counted_alloc heap;
        struct berth_alloc alloc = counted_alloc_start(&heap, ++n);
        struct made made = {NULL, &alloc, members, 10, 64, bound};
        berth_error error = {0};
        code = before ? try_next(before, &made, &error) : try_make(&made, &error);
        if (code == 0) {
            assert_true(heap.bytes == scheme_slots.ops->bytes(made.map));
            unmake(&made);
        } else {
            assert_int_equal(code, BERTH_E_MEMORY);
            assert_int_equal(error.code, BERTH_E_MEMORY);
        }
        assert_true(heap.bytes == 0 && heap.blocks == 0);
    }
    assert_true(n > 3);
}

static void every_failure_of_memory(void **state)
{
    (void)state;
    struct member members[9];
    naive_members(NAIVE_SMALL, 1, members, 9);
    struct made free_one = make(members, 9, 64, 0), bounded = make(members, 9, 64, one);
    fail_each_call(0, NULL);
    fail_each_call(1050000, NULL);
    fail_each_call(0, &free_one);
    fail_each_call(one, &bounded);
    unmake(&free_one);
    unmake(&bounded);
}

#define BOTH_WAYS(test)                                                                            \
    cmocka_unit_test_setup(test, keep_nothing), cmocka_unit_test_setup(test, keep_ranking)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH_WAYS(every_slot_is_its_ranking),
        BOTH_WAYS(bound_is_the_stable_matching),
        BOTH_WAYS(next_is_build),
        BOTH_WAYS(next_from_and_to_no_members),
    };
    const struct CMUnitTest once[] = {
        BOTH_WAYS(every_failure_of_memory),
        cmocka_unit_test_setup(slot_is_the_top_bits, keep_nothing),
        cmocka_unit_test(narrow_hash),
        cmocka_unit_test(spans_cover_the_line),
        cmocka_unit_test(bound_leaves_no_blocking_pair),
        cmocka_unit_test(bound_is_exact),
        cmocka_unit_test(many_members),
    };
    int failed = cmocka_run_group_tests_name("best", once, NULL, NULL);
    for (unsigned i = 0; (level = lanes_level(i)) != NULL; i++)
        failed += cmocka_run_group_tests_name(level->name, tests, NULL, NULL);
    return failed;
}
