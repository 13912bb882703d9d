/* SPDX-License-Identifier: MIT */
/* null_key_test.c - the empty key may be given as NULL: every scheme and every hash answers as for "" */
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

enum { NODES = 5, BATCH = 3 };

static void check_null(const struct subject *subject)
{
    berth_map *map = subject_map_of(subject, NODES, "node-%u");
    struct berth_explanation why[2];
    uint32_t first[2][NODES], many[BATCH];
    const struct berth_key keys[BATCH] = {{NULL, 0}, {"", 0}, {NULL, 0}};
    assert_int_equal(berth_map_hash(map, NULL, 0), berth_map_hash(map, "", 0));
    assert_int_equal(berth_map_route(map, NULL, 0), berth_map_route(map, "", 0));
    assert_int_equal(berth_map_replicas(map, NULL, 0, first[0], NODES),
                     berth_map_replicas(map, "", 0, first[1], NODES));
    berth_map_route_many(map, keys, BATCH, many);
    for (size_t i = 0; i < BATCH; i++)
        assert_int_equal(many[i], berth_map_route(map, "", 0));
    berth_map_explain(map, NULL, 0, &why[0]);
    berth_map_explain(map, "", 0, &why[1]);
    assert_int_equal(why[0].owner, why[1].owner);
    berth_map_free(map);
}

static void hashes_take_null(const struct subject *subject)
{
    (void)subject;
    const struct berth_hash *hash;
    for (size_t i = 0; (hash = berth_hash_at(i)); i++)
        assert_int_equal(hash->digest(NULL, 0), hash->digest("", 0));
    const struct berth_hash_variant *variant;
    for (size_t i = 0; (variant = berth_hash_variant_at(i)); i++) {
        uint64_t a[2], b[2], seeds[2] = {0, 0};
        variant->digest(NULL, 0, seeds, a);
        variant->digest("", 0, seeds, b);
        assert_true(a[0] == b[0] && a[1] == b[1]);
    }
}

static const struct property properties[] = {
    {"a null key is the empty key", 0, check_null, NULL},
    {"hashes take a null key", BERTH_NATIVE, hashes_take_null, NULL},
};

PROPERTIES_MAIN(properties)
