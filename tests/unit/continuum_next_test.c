/* SPDX-License-Identifier: MIT */
/* continuum_next_test.c - deployed rings made from the ring before them, compared point by point
 *                         with rings that are built whole
 *
 * Many of the nodes have a twin that gets the same labels ("cache-7" and "cache-7:11211"), so that
 * all their points coincide. A change of weights changes how many labels every node has. */
#include "counted_alloc.h"
#include "dice.h"

#include "berth.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { STEPS = 60, NODES_MAX = 40, KEYS = 40 };

static const char *const specs[] = {
    "libmemcached:distribution=ketama_weighted",
    "libmemcached:distribution=ketama,sort_hosts=1",
    "libmemcached:distribution=ketama_weighted,sort_hosts=1,auto_eject=1",
    "twemproxy",
    "libketama",
    "uhashring:hash_fn=ketama",
    "npm-hashring:vnodes=7",
    "redis-rb-v4:replicas=9",
    "dalli",
    "resty-chash",
    "graphite-carbon:replicas=9",
    "carbon-c-relay:hash_type=fnv1a_ch,replicas=9",
    "predis:replicas=9",
    "predis-ketama",
    "uhashring",
    "uhashring-meta:vnodes=7",
    "spymemcached-ketama:fmt=LIBMEMCACHED",
    "spymemcached-ketama:fmt=LIBMEMCACHED,alg=CRC_HASH",
    "spymemcached-ketama:alg=FNV1_32_HASH,attempt=2",
    "jedis-sharded:algo=md5",
    "serialx-hashring-2014",
    "serialx-hashring-2020",
    "groupcache:replicas=9",
    "stathat-consistent:replicas=5",
    "nginx",
};

static void change(struct dice *dice, berth_nodes *nodes)
{
    static const char *const weights[] = {"1", "1", "2", "3", "9", "0"};
    char name[32];
    const bool twin = dice_below(dice, 2);
    snprintf(name, sizeof name, "cache-%u%s", dice_below(dice, NODES_MAX / 2),
             twin ? ":11211" : "");
    if (berth_nodes_add(nodes, name, 1, NULL) == BERTH_E_OK)
        return;
    if (dice_below(dice, 3) == 0 && berth_nodes_count(nodes) > 2)
        assert_int_equal(berth_nodes_remove(nodes, name, NULL), BERTH_E_OK);
    else if (dice_below(dice, 4) == 0)
        assert_int_equal(
            berth_nodes_set(nodes, name, "state", dice_below(dice, 2) ? "down" : "up", NULL),
            BERTH_E_OK);
    else
        assert_int_equal(berth_nodes_set(nodes, name, "weight", weights[dice_below(dice, 6)], NULL),
                         BERTH_E_OK);
}

static void same_points(const char *spec, const berth_map *a, const berth_map *b)
{
    struct berth_mark x, y;
    for (size_t i = 0;; i++) {
        const bool more = berth_map_mark(a, i, &x);
        if (more != berth_map_mark(b, i, &y))
            fail_msg("%s: one ring ends before point %zu", spec, i);
        if (!more)
            return;
        if (x.value != y.value || x.high != y.high || x.index != y.index)
            fail_msg("%s: point %zu differs", spec, i);
        for (uint64_t h = x.value - 1; i % 7 == 0 && h != x.value + 2; h++)
            if (berth_map_route_hash(a, h) != berth_map_route_hash(b, h))
                fail_msg("%s: answers about point %zu differ", spec, i);
    }
}

static void same_answers(struct dice *dice, const berth_map *a, const berth_map *b)
{
    struct berth_key keys[KEYS];
    char text[KEYS][80];
    uint32_t x[KEYS], y[KEYS];
    for (uint32_t i = 0; i < KEYS; i++) {
        keys[i] = (struct berth_key){text[i], dice_below(dice, sizeof text[i])};
        for (size_t c = 0; c < keys[i].len; c++)
            text[i][c] = (char)('!' + dice_below(dice, 90));
    }
    berth_map_route_many(a, keys, KEYS, x);
    for (uint32_t i = 0; i < KEYS; i++)
        y[i] = berth_map_route(b, keys[i].data, keys[i].len);
    assert_memory_equal(x, y, sizeof x);
    /* A ring may keep the lines of its index, a few more or fewer than those of a new ring. */
    assert_in_range(berth_map_bytes(a), berth_map_bytes(b) * 95 / 100,
                    berth_map_bytes(b) * 107 / 100);
}

static void check_spec(const char *spec, uint64_t seed)
{
    struct dice dice = {.state = seed};
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_error error = {0};
    assert_int_equal(berth_nodes_add(nodes, "cache-0", 1, NULL), BERTH_E_OK);
    berth_map *map = berth_map_new(spec, nodes, NULL, &error);
    if (!map)
        fail_msg("%s: %s", spec, error.text);
    for (uint32_t step = 0; step < STEPS; step++) {
        for (uint32_t n = dice_below(&dice, 5) ? 1 : 6; n > 0; n--)
            change(&dice, nodes);
        berth_map *next = berth_map_next(map, nodes, &error);
        berth_map *fresh = berth_map_new(spec, nodes, NULL, &error);
        if (!next || !fresh)
            fail_msg("%s: %s", spec, error.text);
        same_points(spec, next, fresh);
        same_answers(&dice, next, fresh);
        berth_map_free(fresh);
        berth_map_free(map);
        map = next;
    }
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static void test_next(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (uint64_t seed = 1; seed <= 3; seed++)
            check_spec(specs[i], seed);
}

/* Memory may run out at any allocation, while labels are lost and twins change places. */
static void test_no_memory(void **unused)
{
    static const char *const tight[] = {"libmemcached:distribution=ketama_weighted",
                                        "spymemcached-ketama:fmt=LIBMEMCACHED"};
    (void)unused;
    for (size_t i = 0; i < sizeof tight / sizeof *tight; i++) {
        struct counted_alloc heap;
        struct berth_alloc alloc = counted_alloc_start(&heap, 0);
        struct berth_options options = {.alloc = &alloc};
        berth_nodes *nodes = berth_nodes_new(NULL);
        berth_map *next = NULL;
        assert_int_equal(berth_nodes_add(nodes, "cache-1", 1, NULL), BERTH_E_OK);
        assert_int_equal(berth_nodes_add(nodes, "cache-1:11211", 1, NULL), BERTH_E_OK);
        assert_int_equal(berth_nodes_add(nodes, "cache-2", 1, NULL), BERTH_E_OK);
        berth_map *map = berth_map_new(tight[i], nodes, &options, NULL);
        assert_non_null(map);
        assert_int_equal(berth_nodes_set(nodes, "cache-2", "weight", "5", NULL), BERTH_E_OK);
        for (size_t n = 1; !next; n++) {
            const size_t held = heap.bytes;
            heap.fail_at = heap.calls + n;
            next = berth_map_next(map, nodes, NULL);
            if (!next)
                assert_int_equal(heap.bytes, held);
        }
        berth_map_free(next);
        berth_map_free(map);
        berth_nodes_free(nodes);
        assert_int_equal(heap.bytes, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_next),
                                       cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
