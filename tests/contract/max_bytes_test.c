/* SPDX-License-Identifier: MIT */
/* max_bytes_test.c - max_bytes bounds what a map holds and what its builder holds, for every scheme */
#include "subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

struct peak {
    size_t held, most;
};

static void *peak_alloc(void *context, size_t bytes)
{
    struct peak *peak = context;
    peak->held += bytes;
    if (peak->held > peak->most)
        peak->most = peak->held;
    return malloc(bytes);
}

static void peak_free(void *context, void *memory, size_t bytes)
{
    struct peak *peak = context;
    peak->held -= bytes;
    free(memory);
}

/* The most that a build held at a time, within the limit; 0 = it was refused. */
static size_t build(const struct subject *subject, const berth_nodes *nodes, size_t max_bytes)
{
    struct peak peak = {0};
    const struct berth_alloc alloc = {peak_alloc, peak_free, &peak};
    const struct berth_options options = {.alloc = &alloc, .max_bytes = max_bytes};
    berth_error error = {0};
    berth_map *map = berth_map_new(subject->spec, nodes, &options, &error);
    if (map)
        assert_true(berth_map_bytes(map) <= max_bytes);
    else
        assert_int_equal(error.code, BERTH_E_LIMIT);
    berth_map_free(map);
    assert_int_equal(peak.held, 0);
    if (peak.most > max_bytes && map)
        fail_msg("%s: %zu bytes held, %zu allowed", subject->spec, peak.most, max_bytes);
    return map ? peak.most : 0;
}

/* The peak of an unlimited build suffices, a byte less does not, nor does any less. */
static void check(const struct subject *subject, uint32_t n)
{
    berth_nodes *nodes = subject_nodes(subject, n, "10.0.0.%u:11211");
    const size_t enough = build(subject, nodes, SIZE_MAX);
    assert_true(enough > 0);
    if (build(subject, nodes, enough) != enough)
        fail_msg("%s, %u nodes: refused or different at %zu bytes", subject->spec, n, enough);
    if (build(subject, nodes, enough - 1) != 0)
        fail_msg("%s, %u nodes: taken with %zu bytes", subject->spec, n, enough - 1);
    for (size_t bytes = 1; bytes < enough; bytes = bytes * 3 + 1)
        assert_int_equal(build(subject, nodes, bytes), 0);
    berth_nodes_free(nodes);
}

static void test_every_scheme(void **unused)
{
    (void)unused;
    size_t count;
    struct subject *subjects = subjects_all(&count);
    for (size_t i = 0; i < count; i++)
        for (uint32_t n = 1; n <= 20 && subjects[i].plain; n = n * 4 + 1)
            check(&subjects[i], n);
    free(subjects);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_scheme)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
