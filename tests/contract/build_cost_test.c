/* SPDX-License-Identifier: MIT */
/* build_cost_test.c - the work of building and changing a ring, counted in hashes, not in time; and
 * a node that is added twice
 *
 * A hash of the caller's own counts its calls: one for each node's name and one for each label. */
#include <berth.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static unsigned long hashes;

static uint64_t counting_digest(const void *data, size_t len)
{
    hashes++;
    return berth_hash_find("xxh64")->digest(data, len);
}

static const struct berth_hash counting = {"counting", "xxh64, counted", 64, counting_digest};
static const struct berth_options options = {.hashes = &counting, .hash_count = 1};

static void add(berth_nodes *nodes, int i)
{
    char name[24];
    snprintf(name, sizeof name, "member-%d", i);
    assert_int_equal(berth_nodes_add(nodes, name, 1, NULL), 0);
}

/* The number of hashes in one build of n nodes. */
static unsigned long bulk(berth_nodes *nodes, int n, berth_map **map)
{
    for (int i = 0; i < n; i++)
        add(nodes, i);
    hashes = 0;
    *map = berth_map_new("ring:hash=counting", nodes, &options, NULL);
    assert_non_null(*map);
    return hashes;
}

static void test_bulk(void **unused)
{
    (void)unused;
    berth_map *map;
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert_true(bulk(nodes, 1000, &map) <= 160 * 1000 + 2 * 1000);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

/* Adding nodes one by one hashes each node's labels once and all names each time: far less than a
 * build for each node. */
static void test_one_by_one(void **unused)
{
    (void)unused;
    berth_map *map;
    berth_nodes *nodes = berth_nodes_new(NULL);
    unsigned long all = bulk(nodes, 1, &map);
    for (int i = 1; i < 1000; i++) {
        add(nodes, i);
        hashes = 0;
        berth_map *next = berth_map_next(map, nodes, NULL);
        assert_non_null(next);
        all += hashes;
        berth_map_free(map);
        map = next;
    }
    assert_true(all <= 60ul * 160 * 1000);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static void test_one_more(void **unused)
{
    (void)unused;
    berth_map *map;
    berth_nodes *nodes = berth_nodes_new(NULL);
    unsigned long whole = bulk(nodes, 5000, &map);
    add(nodes, 5000);
    hashes = 0;
    berth_map *next = berth_map_next(map, nodes, NULL);
    assert_non_null(next);
    assert_true(hashes < whole / 10);
    hashes = 0;
    assert_int_equal(berth_nodes_remove(nodes, "member-7", NULL), 0);
    berth_map *less = berth_map_next(next, nodes, NULL);
    assert_non_null(less);
    assert_true(hashes < whole / 10);
    berth_map_free(less);
    berth_map_free(next);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static void test_added_twice(void **unused)
{
    (void)unused;
    berth_error error;
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert_int_equal(berth_nodes_add(nodes, "amber", 1, &error), 0);
    assert_int_equal(berth_nodes_add(nodes, "birch", 1, &error), 0);
    assert_int_equal(berth_nodes_add(nodes, "birch", 1, &error), BERTH_E_EXISTS);
    assert_int_equal(berth_nodes_count(nodes), 2);
    berth_map *map = berth_map_new("ring", nodes, NULL, &error);
    for (int i = 0; i < 100000; i++) {
        char key[16];
        uint32_t out[3];
        size_t len = (size_t)snprintf(key, sizeof key, "q%d", i);
        assert_int_equal(berth_map_replicas(map, key, len, out, 3), 2);
        assert_int_not_equal(out[0], out[1]);
    }
    berth_map_free(map);
    assert_int_equal(berth_nodes_remove(nodes, "birch", &error), 0);
    assert_int_equal(berth_nodes_remove(nodes, "birch", &error), BERTH_E_MISSING);
    assert_int_equal(berth_nodes_count(nodes), 1);
    map = berth_map_new("ring", nodes, NULL, &error);
    assert_string_equal(berth_map_name(map, berth_map_route(map, "q1", 2)), "amber");
    berth_map_free(map);
    berth_nodes_free(nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bulk),
        cmocka_unit_test(test_one_by_one),
        cmocka_unit_test(test_one_more),
        cmocka_unit_test(test_added_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
