/* SPDX-License-Identifier: MIT */
/* ring_crowd_test.c - the first few replicas, which are read from the index, must be the first of
 *                     the many that are read from the array, even where points crowd at the end of
 *                     a line of the index */
#include "berth.h"

#include "expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { MANY = 17, FEW = 16, NODES = 20 };

/* Puts a quarter of the points in the last 4096 positions of 2^32. */
static uint64_t digest_crowd(const void *data, size_t len)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++)
        h = (h ^ ((const uint8_t *)data)[i]) * UINT64_C(0x100000001b3);
    h ^= h >> 29;
    h *= UINT64_C(0xbf58476d1ce4e5b9);
    h ^= h >> 32;
    return h % 4 == 0 ? 0xfffff000 | (h >> 8 & 0xfff) : h >> 32;
}

static const struct berth_hash crowd = {"crowd", "", 32, digest_crowd};

static void check_map(const char *spec)
{
    berth_error error;
    const struct berth_options options = {.hashes = &crowd, .hash_count = 1};
    berth_nodes *nodes = berth_nodes_new(NULL);
    for (unsigned i = 0; i < NODES; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%u", i);
        expect_ok(berth_nodes_add(nodes, name, 1, &error), &error);
    }
    berth_map *map = berth_map_new(spec, nodes, &options, &error);
    assert_non_null(map);
    for (uint64_t i = 0; i < 4096; i++) {
        const uint64_t hash = i << 20 | i;
        uint32_t many[MANY], few[FEW];
        assert_int_equal(berth_map_replicas_hash(map, hash, many, MANY), MANY);
        for (size_t n = 1; n <= FEW; n++) {
            assert_int_equal(berth_map_replicas_hash(map, hash, few, n), n);
            assert_memory_equal(few, many, n * sizeof *few);
        }
    }
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static void test_few_begin_many(void **unused)
{
    (void)unused;
    check_map("ring:hash=crowd,points=1");
    check_map("ring:hash=crowd,points=2");
    check_map("ring:hash=crowd,points=7");
    check_map("ring:hash=crowd,points=40");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_few_begin_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
