/* SPDX-License-Identifier: MIT */
/* maglev_test.c - the table compared with the paper's rule; weights, spans, rankings */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

extern const struct scheme scheme_maglev;

/* Computes the table by the rule, without any shortcut: every node looks through its whole
 * permutation each time. The caller frees the table. */
static uint32_t *naive_table(const struct fixture *f, uint64_t size)
{
    uint32_t *table = malloc(size * sizeof *table);
    uint64_t *credit = calloc(f->in.count, sizeof *credit), largest = 0, left = size;
    for (uint64_t slot = 0; slot < size; slot++)
        table[slot] = BERTH_NONE;
    for (uint32_t i = 0; i < f->in.count; i++)
        if (f->members[i].weight > largest)
            largest = f->members[i].weight;
    while (left > 0 && largest > 0) {
        for (uint32_t i = 0; i < f->in.count && left > 0; i++) {
            credit[i] += f->members[i].weight;
            if (f->members[i].weight == 0 || credit[i] < largest)
                continue;
            credit[i] -= largest;
            const uint64_t offset = f->members[i].hash % size;
            const uint64_t skip = bits_mix(f->members[i].hash) % (size - 1) + 1;
            uint64_t j = 0;
            while (table[(offset + j * skip) % size] != BERTH_NONE)
                j++;
            table[(offset + j * skip) % size] = i;
            left--;
        }
    }
    free(credit);
    return table;
}

static void check_walk(const struct fixture *f, const void *state, const uint32_t *table,
                       uint64_t size, uint64_t hash)
{
    uint32_t *got = malloc((f->in.count + 1) * sizeof *got);
    size_t n = fixture_ranking(&scheme_maglev, state, hash, f->in.count, got, f->in.count + 1);
    size_t found = 0;
    for (uint64_t step = 0; step < size; step++) {
        uint32_t member = table[(hash % size + step) % size];
        bool seen = member == BERTH_NONE;
        for (size_t i = 0; i < found && !seen; i++)
            seen = got[i] == member;
        if (seen)
            continue;
        assert_true(found < n);
        assert_int_equal(got[found++], member);
    }
    assert_int_equal(found, n);
    free(got);
}

static void check_spans(const void *state, const uint32_t *table, uint64_t size)
{
    struct space space = {.key = 3};
    scheme_maglev.ops->space(state, &space);
    assert_int_equal(space.kind, SPACE_CYCLE);
    assert_int_equal(space.size, size);
    assert_int_equal(space.key, 3);
    uint64_t cursor = 0, next = 0;
    struct span span;
    while (scheme_maglev.ops->span(state, &cursor, &span)) {
        assert_int_equal(span.first, next);
        for (; next <= span.last; next++)
            assert_int_equal(span.owner, table[next]);
    }
    assert_int_equal(next, size);
}

static void check_key(const void *state, const uint32_t *table, uint64_t size, uint64_t hash)
{
    uint32_t got;
    struct where where = {0};
    scheme_maglev.ops->route_many(state, &hash, 1, &got);
    scheme_maglev.ops->explain(state, &(struct walk){.hash = hash}, &where);
    assert_int_equal(got, table[hash % size]);
    assert_int_equal(scheme_maglev.ops->route(state, hash), got);
    assert_int_equal(where.kind, BERTH_KIND_SLOT);
    assert_int_equal(where.position, hash % size);
    assert_int_equal(where.positions, size);
}

static void check_table(uint32_t count, uint64_t size, const double *weights, size_t weight_count)
{
    struct fixture f;
    fixture_open(&f, &scheme_maglev, count);
    fixture_set(&f, "table", size);
    for (uint32_t i = 0; i < count; i++)
        fixture_weight(&f, i, weights[i % weight_count]);
    void *state = fixture_build(&f);
    assert_int_equal(f.heap_bytes, scheme_maglev.ops->bytes(state));
    uint32_t *table = naive_table(&f, size);
    for (uint64_t hash = 0; hash < 2 * size && hash < 5000; hash++) {
        check_key(state, table, size, hash);
        check_key(state, table, size, UINT64_MAX - hash);
        check_key(state, table, size, fixture_key(hash));
        check_key(state, table, size, UINT64_MAX / size * size - 2 + hash % 4);
    }
    for (uint64_t i = 0; i < 20; i++)
        check_walk(&f, state, table, size, fixture_key(i));
    check_spans(state, table, size);
    free(table);
    fixture_drop(&f, state);
    fixture_close(&f);
}

static void test_table(void **unused)
{
    (void)unused;
    const double equal[] = {1}, some[] = {1, 2.5, 0, 0.3, 0.000001}, none[] = {0};
    const uint64_t sizes[] = {3, 7, 251, 1009};
    for (size_t s = 0; s < 4; s++)
        for (uint32_t count = 1; count <= sizes[s] && count <= 60; count = count * 2 + 1) {
            check_table(count, sizes[s], equal, 1);
            check_table(count, sizes[s], some, 5);
            check_table(count, sizes[s], none, 1);
        }
}

/* The example of the paper's table 1 has seven slots, offsets 3 0 3 and skips 4 2 1. The test
 * searches members whose hashes have these offsets and skips. */
static void test_the_papers_example(void **unused)
{
    (void)unused;
    const uint64_t offset[] = {3, 0, 3}, skip[] = {4, 2, 1};
    const uint32_t with[] = {1, 0, 1, 0, 2, 2, 0}, without[] = {0, 0, 0, 0, 1, 1, 1};
    struct fixture f;
    fixture_open(&f, &scheme_maglev, 3);
    fixture_set(&f, "table", 7);
    for (uint32_t i = 0; i < 3; i++) {
        uint64_t hash = 0;
        while (hash % 7 != offset[i] || bits_mix(hash) % 6 + 1 != skip[i])
            hash++;
        f.members[i].hash = hash;
    }
    void *state = fixture_build(&f);
    for (uint64_t slot = 0; slot < 7; slot++)
        assert_int_equal(scheme_maglev.ops->route(state, slot), with[slot]);
    fixture_drop(&f, state);
    fixture_remove(&f, 1);
    state = fixture_build(&f);
    for (uint64_t slot = 0; slot < 7; slot++)
        assert_int_equal(scheme_maglev.ops->route(state, slot), without[slot]);
    fixture_drop(&f, state);
    fixture_close(&f);
}

/* With equal weights, shares differ by at most one slot; with weights 1 and 3, one node has three
 * times as many slots. */
static void test_shares(void **unused)
{
    (void)unused;
    for (unsigned weighted = 0; weighted < 2; weighted++) {
        struct fixture f;
        fixture_open(&f, &scheme_maglev, 30);
        for (uint32_t i = 0; weighted && i < 15; i++)
            fixture_weight(&f, i, 3);
        void *state = fixture_build(&f);
        uint32_t count[30] = {0};
        for (uint64_t slot = 0; slot < 65537; slot++)
            count[scheme_maglev.ops->route(state, slot)]++;
        const double unit = 65537.0 / (weighted ? 60 : 30);
        for (uint32_t i = 0; i < 30; i++) {
            const double share = unit * (weighted && i < 15 ? 3 : 1);
            assert_true(count[i] > share - 3 && count[i] < share + 3);
        }
        fixture_drop(&f, state);
        fixture_close(&f);
    }
}

static void test_refusals(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_open(&f, &scheme_maglev, 8);
    fixture_set(&f, "table", 7);
    fixture_refuse(&f, BERTH_E_LIMIT, "8 nodes cannot share a table of 7 slots");
    fixture_weight(&f, 3, 0);
    void *state = fixture_build(&f);
    const size_t bytes = scheme_maglev.ops->bytes(state);
    fixture_drop(&f, state);
    f.in.max_bytes = bytes - 1;
    fixture_refuse(&f, BERTH_E_LIMIT, "maglev would need 7 slots");
    f.in.max_bytes = bytes;
    fixture_drop(&f, fixture_build(&f));
    assert_int_equal(fixture_starve(&f), 2);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_the_papers_example),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
