/* SPDX-License-Identifier: MIT */
/* walk_test.c - a key is hashed once, whichever lookup is made and whatever its owner's state is */
#include "berth.h"
#include "expect.h"

#include "hash/xxh3.h"
#include "scheme/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 6, KEYS = 60 };

static unsigned hashed;

static uint64_t counting(const void *data, size_t len)
{
    hashed++;
    return hash_xxh3(data, len);
}

static const struct berth_hash counting_hash = {
    .name = "counting", .summary = "xxh3 that counts its calls", .bits = 64, .digest = counting};

/* Returns nodes of which every second is down and one drains, so that most keys move along their
 * rankings. */
static berth_nodes *shaken_nodes(void)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    for (unsigned i = 0; i < NODES; i++) {
        char name[16], slot[8];
        snprintf(name, sizeof name, "node-%u", i);
        snprintf(slot, sizeof slot, "%u", i);
        berth_error error = {0};
        expect_ok(berth_nodes_add(nodes, name, 1, &error), &error);
        expect_ok(berth_nodes_set(nodes, name, "slot", slot, &error), &error);
        expect_ok(berth_nodes_set(nodes, name, "state",
                                  i % 2    ? "down"
                                  : i == 2 ? "drain"
                                           : "up",
                                  &error),
                  &error);
    }
    return nodes;
}

#define HASHES_ONCE(call)                                                                          \
    do {                                                                                           \
        hashed = 0;                                                                                \
        (void)(call);                                                                              \
        assert_int_equal(hashed, 1);                                                               \
    } while (0)

static void ask_all(const berth_map *map, uint64_t i)
{
    char key[24];
    uint32_t list[NODES];
    struct berth_explanation why;
    size_t len = (size_t)snprintf(key, sizeof key, "key-%llu", (unsigned long long)i);
    HASHES_ONCE(berth_map_route(map, key, len));
    HASHES_ONCE(berth_map_route_u64(map, i));
    HASHES_ONCE(berth_map_place(map, key, len));
    HASHES_ONCE(berth_map_place_u64(map, i));
    HASHES_ONCE(berth_map_replicas(map, key, len, list, 3));
    HASHES_ONCE(berth_map_replicas_u64(map, i, list, 3));
    HASHES_ONCE((berth_map_explain(map, key, len, &why), 0));
    HASHES_ONCE((berth_map_explain_u64(map, i, &why), 0));
}

static void take_all(berth_live *live, uint64_t i)
{
    berth_error error = {0};
    berth_reader *reader = berth_reader_new(live, &error);
    struct berth_ticket tickets[3];
    assert_non_null(reader);
    HASHES_ONCE(berth_reader_route(reader, "key", 3));
    HASHES_ONCE(berth_reader_take(reader, "key", 3, &tickets[0]));
    HASHES_ONCE(berth_reader_take_u64(reader, i, &tickets[1]));
    HASHES_ONCE(berth_reader_take_spread(reader, "key", 3, 3, &tickets[2]));
    for (size_t t = 0; t < 3; t++)
        expect_ok(berth_live_give(live, &tickets[t]), &error);
    berth_reader_free(reader);
}

static void each_native_scheme(void **state)
{
    (void)state;
    const struct berth_options options = {.hashes = &counting_hash, .hash_count = 1};
    const struct scheme *scheme;
    berth_nodes *nodes = shaken_nodes();
    for (size_t s = 0; (scheme = registry_native_at(s)); s++) {
        char spec[64];
        berth_error error = {0};
        snprintf(spec, sizeof spec, "%s:hash=counting", scheme->info.name);
        berth_map *map = berth_map_new(spec, nodes, &options, &error);
        assert_non_null(map);
        for (uint64_t i = 0; i < KEYS; i++)
            ask_all(map, i);
        berth_map_free(map);
        berth_live *live = berth_live_new(spec, nodes, &options, &error);
        assert_non_null(live);
        for (uint64_t i = 0; i < KEYS; i++)
            take_all(live, i);
        berth_live_free(live);
    }
    berth_nodes_free(nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_native_scheme),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
