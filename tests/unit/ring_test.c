/* SPDX-License-Identifier: MIT */
/* ring_test.c - ring compared with its rule by brute force; its spans; rings made from other
 * rings */
#include "fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

extern const struct scheme scheme_ring;

/* There are a hash of 32 bits, a hash of 64 bits that is not the default, and a hash so coarse that
 * points collide. */
static uint64_t digest_fnv(const void *data, size_t len)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++)
        h = (h ^ ((const uint8_t *)data)[i]) * UINT64_C(0x100000001b3);
    return bits_mix(h);
}

static uint64_t digest_32(const void *data, size_t len)
{
    return digest_fnv(data, len) >> 32;
}

static uint64_t digest_coarse(const void *data, size_t len)
{
    return (digest_fnv(data, len) >> 57) * 0x1000001;
}

/* Puts many points at both ends of the circle. */
static uint64_t digest_edges(const void *data, size_t len)
{
    const uint64_t h = digest_fnv(data, len);
    return h % 4 == 0 ? 0 : h % 4 == 1 ? UINT32_MAX - h / 4 % 2 : h >> 32;
}

static const struct berth_hash hash_64 = {"other64", "", 64, digest_fnv};
static const struct berth_hash hash_32 = {"other32", "", 32, digest_32};
static const struct berth_hash hash_coarse = {"coarse32", "", 32, digest_coarse};
static const struct berth_hash hash_edges = {"edges32", "", 32, digest_edges};
static const struct berth_hash hash_16 = {"other16", "", 16, digest_coarse};

/* ---- the rule by brute force ---------------------------------------------------------------- */

struct mark {
    uint64_t at, g;
    uint32_t member;
};

struct model {
    struct mark *marks;
    size_t count;
    uint64_t mask;
    unsigned bits, probes;
};

static int compare_marks(const void *left, const void *right)
{
    const struct mark *a = left, *b = right;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    if (a->g != b->g)
        return a->g < b->g ? -1 : 1;
    return a->member < b->member ? -1 : a->member > b->member;
}

static struct model model_of(const struct fixture *f)
{
    struct model m = {.bits = f->in.hash->bits, .probes = (unsigned)f->values[1].number};
    m.mask = UINT64_MAX >> (64 - m.bits);
    const bool named = f->in.hash != &fixture_xxh3;
    for (uint32_t i = 0; i < f->in.count; i++) {
        const struct member *member = &f->members[i];
        double exact = (double)f->values[0].number * (double)member->weight / 1e6;
        uint64_t count = member->weight == 0 ? 0 : exact < 1 ? 1 : (uint64_t)floor(exact + 0.5);
        m.marks = realloc(m.marks, (m.count + count + 1) * sizeof *m.marks);
        for (uint64_t j = 1; j <= count; j++) {
            uint64_t at =
                named ? f->in.label(&f->in, i, j - 1) : bits_mix(member->hash + j * BITS_GOLDEN);
            m.marks[m.count++] = (struct mark){at, member->hash, i};
        }
    }
    qsort(m.marks, m.count, sizeof *m.marks, compare_marks);
    return m;
}

static size_t model_next(const struct model *m, uint64_t at)
{
    size_t i = 0;
    while (i < m->count && m->marks[i].at < at)
        i++;
    return i == m->count ? 0 : i;
}

static size_t model_locate(const struct model *m, uint64_t hash)
{
    size_t best = 0;
    uint64_t nearest = 0;
    for (unsigned k = 0; k < m->probes; k++) {
        uint64_t at = k == 0 ? hash : bits_mix(hash + k * BITS_GOLDEN) >> (64 - m->bits);
        size_t i = model_next(m, at);
        uint64_t distance = (m->marks[i].at - at) & m->mask;
        if (k == 0 || distance < nearest) {
            best = i;
            nearest = distance;
        }
    }
    return best;
}

static size_t model_ranking(const struct model *m, uint64_t hash, uint32_t members, uint32_t *out)
{
    bool *seen = calloc(members, sizeof *seen);
    size_t from = model_locate(m, hash), found = 0;
    for (size_t step = 0; step < m->count; step++) {
        uint32_t member = m->marks[(from + step) % m->count].member;
        if (!seen[member])
            out[found++] = member;
        seen[member] = true;
    }
    free(seen);
    return found;
}

static void check_key(const struct model *m, const void *state, uint64_t hash)
{
    hash &= m->mask;
    uint32_t got;
    scheme_ring.ops->route_many(state, &hash, 1, &got);
    assert_int_equal(scheme_ring.ops->route(state, hash), got);
    if (m->count == 0) {
        assert_int_equal(got, BERTH_NONE);
        return;
    }
    const struct mark *mark = &m->marks[model_locate(m, hash)];
    assert_int_equal(got, mark->member);
    struct where where = {0};
    scheme_ring.ops->explain(state, &(struct walk){.hash = hash}, &where);
    assert_int_equal(where.kind, BERTH_KIND_POINT);
    assert_int_equal(where.position, mark->at);
    assert_int_equal(where.positions, 0);
}

static void check_few(const void *state, uint64_t hash, const uint32_t *expected, size_t all)
{
    uint32_t got[17];
    for (size_t n = 1; n <= 16 && n <= all; n++) {
        assert_int_equal(scheme_ring.ops->route_n(state, hash, got, n), n);
        assert_memory_equal(got, expected, n * sizeof *got);
    }
    assert_int_equal(scheme_ring.ops->route_n(state, hash, got, 17), 0); /* callers use the walk */
}

static void check_rankings(const struct fixture *f, const struct model *m, const void *state)
{
    uint32_t *expected = malloc(2 * (f->in.count + 1) * sizeof *expected);
    uint32_t *got = expected + f->in.count + 1;
    for (uint64_t i = 0; i < 60; i++) {
        uint64_t hash = fixture_key(i);
        if (i % 2 && m->count > 0) /* at a point, before it and after it */
            hash = m->marks[hash % m->count].at + i % 3 - 1;
        hash &= m->mask;
        size_t n = model_ranking(m, hash, f->in.count, expected);
        assert_int_equal(
            fixture_ranking(&scheme_ring, state, hash, f->in.count, got, f->in.count + 1), n);
        assert_memory_equal(got, expected, n * sizeof *got);
        check_few(state, hash, expected, n);
    }
    free(expected);
}

/* Spans must follow each other without gaps from 0 to the end, and both ends of each must route to
 * its owner. */
static void check_spans(const struct model *m, const void *state)
{
    struct space space = {.key = 5};
    scheme_ring.ops->space(state, &space);
    assert_int_equal(space.key, 5);
    if (m->probes > 1) {
        assert_int_equal(space.kind, SPACE_NONE);
        return;
    }
    assert_int_equal(space.kind, SPACE_LINE);
    assert_int_equal(space.size, m->bits);
    uint64_t cursor = 0, next = 0;
    bool complete = false;
    struct span span;
    while (scheme_ring.ops->span(state, &cursor, &span)) {
        assert_false(complete);
        assert_int_equal(span.first, next);
        assert_true(span.first <= span.last);
        assert_int_equal(scheme_ring.ops->route(state, span.first), span.owner);
        assert_int_equal(scheme_ring.ops->route(state, span.last), span.owner);
        next = span.last + 1;
        complete = span.last == m->mask;
    }
    assert_true(complete);
}

static void check_state(const struct fixture *f, const void *state)
{
    struct model m = model_of(f);
    assert_int_equal(scheme_ring.ops->bytes(state) > 0, 1);
    for (size_t i = 0; i < m.count; i++)
        for (int d = -1; d <= 1; d++)
            check_key(&m, state, m.marks[i].at + (uint64_t)d);
    for (uint64_t i = 0; i < 300; i++)
        check_key(&m, state, fixture_key(i));
    check_key(&m, state, 0);
    check_key(&m, state, UINT64_MAX);
    check_rankings(f, &m, state);
    check_spans(&m, state);
    free(m.marks);
}

static void check_ring(const struct berth_hash *hash, uint32_t count, uint64_t points,
                       uint64_t probes, bool weights)
{
    struct fixture f;
    fixture_open(&f, &scheme_ring, count);
    fixture_hash(&f, hash);
    fixture_set(&f, "points", points);
    fixture_set(&f, "probes", probes);
    for (uint32_t i = 0; weights && i < count; i++)
        fixture_weight(&f, i, (const double[]){1, 0, 2.5, 0.000001, 0.31}[i % 5]);
    void *state = fixture_build(&f);
    assert_int_equal(f.heap_bytes, scheme_ring.ops->bytes(state));
    check_state(&f, state);
    fixture_drop(&f, state);
    fixture_close(&f);
}

static void test_brute_force(void **unused)
{
    (void)unused;
    const struct berth_hash *const hashes[] = {&fixture_xxh3, &hash_64, &hash_32, &hash_coarse,
                                               &hash_edges};
    for (size_t h = 0; h < 5; h++) {
        for (unsigned weights = 0; weights < 2; weights++) {
            check_ring(hashes[h], 1, 1, 1, weights);
            check_ring(hashes[h], 2, 1, 1, weights);
            check_ring(hashes[h], 7, 20, 1, weights);
            check_ring(hashes[h], 7, 20, 3, weights);
            check_ring(hashes[h], 30, 33, 1, weights);
            check_ring(hashes[h], 10, 7, 64, weights);
        }
    }
}

static void test_no_member_owns_anything(void **unused)
{
    (void)unused;
    for (uint64_t probes = 1; probes <= 2; probes++) {
        struct fixture f;
        fixture_open(&f, &scheme_ring, 2);
        fixture_set(&f, "probes", probes);
        fixture_weight(&f, 0, 0);
        fixture_weight(&f, 1, 0);
        void *state = fixture_build(&f);
        check_state(&f, state);
        fixture_drop(&f, state);
        fixture_close(&f);
    }
}

/* Two names of the same hash have all their points in common: the smaller name owns them, and the
 * other follows it in every ranking. */
static void test_equal_hashes_go_by_name(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_open(&f, &scheme_ring, 3);
    f.members[2].hash = f.members[1].hash;
    void *state = fixture_build(&f);
    check_state(&f, state);
    for (uint64_t i = 0; i < 200; i++)
        assert_int_not_equal(scheme_ring.ops->route(state, fixture_key(i)), 2);
    fixture_drop(&f, state);
    fixture_close(&f);
}

/* Node 0 has its only point at a key's second probe, node 1 at the key's hash: both distances are
 * 0, and the earlier probe decides although its point is after the other. */
static uint64_t digest_tie(const void *data, size_t len)
{
    const uint64_t h = UINT32_C(0xfff00000);
    const char last = len > 2 ? ((const char *)data)[len - 3] : 0;
    return last == '0' ? bits_mix(h + BITS_GOLDEN) >> 32 : h;
}

static void test_equal_distances_go_to_the_earlier_probe(void **unused)
{
    (void)unused;
    const struct berth_hash hash_tie = {"tie32", "", 32, digest_tie};
    struct fixture f;
    fixture_open(&f, &scheme_ring, 2);
    fixture_hash(&f, &hash_tie);
    fixture_set(&f, "points", 1);
    fixture_set(&f, "probes", 2);
    void *state = fixture_build(&f);
    assert_int_equal(scheme_ring.ops->route(state, UINT32_C(0xfff00000)), 1);
    check_state(&f, state);
    fixture_drop(&f, state);
    fixture_close(&f);
}

static void test_counts_follow_the_weight(void **unused)
{
    (void)unused;
    const double weights[] = {1, 0.003124, 0.003125, 0.009374, 0.009375, 0.000001, 0, 2, 1000};
    const uint32_t counts[] = {160, 1, 1, 1, 2, 1, 0, 320, 160000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct fixture f;
        fixture_open(&f, &scheme_ring, 2);
        fixture_weight(&f, 1, 0);
        fixture_weight(&f, 0, weights[i]);
        void *state = fixture_build(&f);
        uint64_t cursor = 0;
        uint32_t spans = 0;
        struct span span;
        while (scheme_ring.ops->span(state, &cursor, &span))
            spans++;
        assert_int_equal(spans, counts[i] + 1);
        fixture_drop(&f, state);
        fixture_close(&f);
    }
}

/* ---- refusals ------------------------------------------------------------------------------- */

static void test_refusals(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_open(&f, &scheme_ring, 10);
    f.in.max_bytes = 30000;
    fixture_refuse(&f, BERTH_E_LIMIT, "ring would need 1600 points and 3");
    fixture_refuse(&f, BERTH_E_LIMIT, "allow more or lower the points");
    fixture_set(&f, "points", 65536);
    for (uint32_t i = 0; i < 10; i++)
        fixture_weight(&f, i, 1000000);
    f.in.max_bytes = SIZE_MAX;
    fixture_refuse(&f, BERTH_E_LIMIT, "655360000000 points");
    fixture_hash(&f, &hash_16);
    fixture_refuse(&f, BERTH_E_RANGE, "hash=other16 has 16 bits");
    berth_error error;
    assert_int_equal(scheme_ring.check(f.values, &error), BERTH_E_RANGE);
    fixture_close(&f);
}

static void test_limit_is_what_a_map_holds(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_open(&f, &scheme_ring, 10);
    void *state = fixture_build(&f);
    f.in.max_bytes = scheme_ring.ops->bytes(state);
    fixture_drop(&f, fixture_build(&f));
    f.in.max_bytes--;
    fixture_drop(&f, state);
    fixture_refuse(&f, BERTH_E_LIMIT, "1600 points");
    fixture_close(&f);
}

static void test_starved(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_open(&f, &scheme_ring, 5);
    assert_int_equal(fixture_starve(&f), 3);
    fixture_close(&f);
}

/* ---- rings made from other rings ------------------------------------------------------------ */

static void *step(struct fixture *f, const void *before, uint32_t before_count,
                  const uint32_t *origin)
{
    void *state = NULL;
    berth_error error = {0};
    for (size_t n = 1;; n++) {
        const size_t held = f->heap_bytes;
        f->calls = 0;
        f->fail_at = n;
        int code = scheme_ring.ops->next(&f->in, before, before_count, origin, &state, &error);
        f->fail_at = 0;
        if (code == 0)
            return state;
        assert_int_equal(code, BERTH_E_MEMORY);
        assert_int_equal(f->heap_bytes, held);
        assert_true(n < 10);
    }
}

static void check_same(const void *a, const void *b)
{
    uint64_t cursor_a = 0, cursor_b = 0;
    struct span span_a, span_b;
    for (;;) {
        bool more = scheme_ring.ops->span(a, &cursor_a, &span_a);
        assert_int_equal(scheme_ring.ops->span(b, &cursor_b, &span_b), more);
        if (!more)
            break;
        assert_int_equal(span_a.first, span_b.first);
        assert_int_equal(span_a.last, span_b.last);
        assert_int_equal(span_a.owner, span_b.owner);
        assert_int_equal(scheme_ring.ops->route(a, span_a.first), span_a.owner);
        assert_int_equal(scheme_ring.ops->route(a, span_a.last), span_a.owner);
        uint32_t few[8] = {0};
        scheme_ring.ops->route_n(a, span_a.first, few, 4);
        scheme_ring.ops->route_n(b, span_a.first, few + 4, 4);
        assert_memory_equal(few, few + 4, sizeof few / 2);
    }
    struct walk walk_a = {.hash = 1}, walk_b = {.hash = 1};
    for (uint32_t member = 0; member != BERTH_NONE;) {
        member = scheme_ring.ops->next_ranked(a, &walk_a);
        assert_int_equal(scheme_ring.ops->next_ranked(b, &walk_b), member);
    }
    /* Either ring may have kept the lines of an earlier index, a few more or fewer than a new
     * ring. */
    assert_in_range(scheme_ring.ops->bytes(a), scheme_ring.ops->bytes(b) * 14 / 15 - 64,
                    scheme_ring.ops->bytes(b) * 15 / 14 + 64);
}

/* Makes random changes: nodes of a pool come, leave or change their weight, also several at once.
 * After each, the ring made from the ring before it must equal a ring that is built whole. */
static void check_changes(const struct berth_hash *hash)
{
    enum { POOL = 40, CHANGES = 200 };
    struct fixture pool, f;
    fixture_open(&pool, &scheme_ring, POOL);
    fixture_hash(&pool, hash);
    if (hash == &hash_coarse)
        for (uint32_t i = 0; i < POOL; i++)
            pool.members[i].hash >>= 28; /* ties in g, too */
    fixture_open(&f, &scheme_ring, 0);
    fixture_hash(&f, hash);
    fixture_set(&f, "points", 13);
    bool in[POOL] = {false};
    uint32_t was[POOL] = {0}, was_count = 0;
    uint64_t draw = 1;
    void *before = NULL;
    for (uint32_t change = 0; change < CHANGES; change++) {
        bool touched[POOL] = {false};
        for (uint64_t n = bits_mix(draw++) % 4 + (change == 0); n > 0; n--) {
            uint32_t i = (uint32_t)(bits_mix(draw++) % POOL);
            touched[i] = true;
            if (in[i] && bits_mix(draw++) % 3 == 0)
                fixture_weight(&pool, i, (double)(bits_mix(draw++) % 3));
            else
                in[i] = !in[i];
        }
        in[change % POOL] = in[change % POOL] || change % 50 < 25;
        uint32_t origin[POOL], is[POOL], count = 0;
        while (f.in.count > 0)
            fixture_remove(&f, 0);
        for (uint32_t i = 0; i < POOL; i++) {
            if (!in[i])
                continue;
            fixture_insert(&f, count, &pool, i);
            origin[count] = BERTH_NONE;
            for (uint32_t j = 0; j < was_count; j++)
                if (was[j] == i && !touched[i])
                    origin[count] = j;
            is[count++] = i;
        }
        if (count == 0)
            continue;
        void *anew = fixture_build(&f);
        if (before) {
            void *next = step(&f, before, was_count, origin);
            check_same(next, anew);
            fixture_drop(&f, before);
            fixture_drop(&f, anew);
            before = next;
        } else {
            before = anew;
        }
        memcpy(was, is, sizeof was);
        was_count = count;
    }
    fixture_drop(&f, before);
    fixture_close(&f);
    fixture_close(&pool);
}

/* A node of a larger ring leaves, comes or changes its weight, or replaces another node. After such
 * small changes, whole lines of the index are copied. */
static void check_small_changes(const struct berth_hash *hash)
{
    enum { NODES = 60, CHANGES = 150 };
    struct fixture whole, f;
    fixture_open(&whole, &scheme_ring, NODES + 1);
    fixture_hash(&whole, hash);
    fixture_open(&f, &scheme_ring, NODES + 1);
    fixture_hash(&f, hash);
    fixture_set(&f, "points", 40);
    fixture_remove(&f, NODES);
    uint32_t out = NODES; /* the node of `whole` that f lacks; NODES + 1 = none */
    void *before = fixture_build(&f);
    for (uint32_t change = 0; change < CHANGES; change++) {
        uint32_t origin[NODES + 1], was = f.in.count, i = (uint32_t)(bits_mix(change) % was);
        for (uint32_t k = 0; k <= NODES; k++)
            origin[k] = k;
        if (out > NODES) { /* i leaves */
            fixture_remove(&f, i);
            memmove(&origin[i], &origin[i + 1], (NODES - i) * sizeof *origin);
            out = i;
        } else if (change % 3 == 0) { /* i gets another weight */
            fixture_weight(&f, i, f.members[i].weight == 1000000 ? 1.5 : 1);
            origin[i] = BERTH_NONE;
        } else if (change % 3 == 1) { /* the missing node comes */
            fixture_insert(&f, out, &whole, out);
            memmove(&origin[out + 1], &origin[out], (NODES - out) * sizeof *origin);
            origin[out] = BERTH_NONE;
            out = NODES + 1;
        } else { /* i leaves and the missing node comes */
            fixture_insert(&f, out, &whole, out);
            memmove(&origin[out + 1], &origin[out], (NODES - out) * sizeof *origin);
            origin[out] = BERTH_NONE;
            i += i >= out;
            fixture_remove(&f, i);
            memmove(&origin[i], &origin[i + 1], (NODES - i) * sizeof *origin);
            out = i;
        }
        void *next = step(&f, before, was, origin), *anew = fixture_build(&f);
        check_same(next, anew);
        fixture_drop(&f, before);
        fixture_drop(&f, anew);
        before = next;
    }
    fixture_drop(&f, before);
    fixture_close(&f);
    fixture_close(&whole);
}

static void test_small_changes(void **unused)
{
    (void)unused;
    check_small_changes(&fixture_xxh3);
    check_small_changes(&hash_32);
    check_small_changes(&hash_coarse);
    check_small_changes(&hash_edges);
}

static void test_next_is_build(void **unused)
{
    (void)unused;
    check_changes(&fixture_xxh3);
    check_changes(&hash_32);
    check_changes(&hash_coarse);
}

/* ---- laws ----------------------------------------------------------------------------------- */

/* The CV of the shares of 400 nodes must be 1 / sqrt(points x (2 probes - 1)), within a fifth. */
static void test_evenness(void **unused)
{
    (void)unused;
    enum { NODES = 400, KEYS = 400000 };
    for (uint64_t probes = 1; probes <= 3; probes += 2) {
        struct fixture f;
        fixture_open(&f, &scheme_ring, NODES);
        fixture_set(&f, "points", 40);
        fixture_set(&f, "probes", probes);
        void *state = fixture_build(&f);
        uint32_t count[NODES] = {0};
        for (uint64_t i = 0; i < KEYS; i++)
            count[scheme_ring.ops->route(state, fixture_key(i))]++;
        const double mean = (double)KEYS / NODES;
        double variance = 0;
        for (uint32_t i = 0; i < NODES; i++)
            variance += (count[i] - mean) * (count[i] - mean) / NODES;
        double law = 1 / (40.0 * (double)(2 * probes - 1)) + 1 / mean;
        double ratio = sqrt(variance / (mean * mean) / law);
        assert_true(ratio > 0.8 && ratio < 1.2);
        fixture_drop(&f, state);
        fixture_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_no_member_owns_anything),
        cmocka_unit_test(test_equal_hashes_go_by_name),
        cmocka_unit_test(test_equal_distances_go_to_the_earlier_probe),
        cmocka_unit_test(test_counts_follow_the_weight),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_limit_is_what_a_map_holds),
        cmocka_unit_test(test_starved),
        cmocka_unit_test(test_next_is_build),
        cmocka_unit_test(test_small_changes),
        cmocka_unit_test(test_evenness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
