/* SPDX-License-Identifier: MIT */
/* answers_test.c - every lookup call gives the same answer, and it is a node that may own keys */
#include "dice.h"
#include "keys.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const uint32_t sizes[] = {1, 2, 3, 7, 20, 64, 100};

/* Returns how many sizes are tried. */
static size_t sizes_of(const struct subject *subject)
{
    return subject->promises & BERTH_NATIVE ? 7 : 5;
}

/* ---- range ----------------------------------------------------------------------------------- */

static void range_of_odd_keys(const berth_map *map, uint32_t n)
{
    for (size_t i = 0; i < KEYS_ODD; i++) {
        struct berth_key key = keys_odd(i);
        if (n == 3 || key.len < 100) /* a scheme may read the key once for each node */
            assert_true(berth_map_route(map, key.data, key.len) < n);
    }
    for (unsigned bit = 0; bit < 64; bit++) {
        assert_true(berth_map_route_u64(map, UINT64_C(1) << bit) < n);
        assert_true(berth_map_route_u64(map, ~(UINT64_C(1) << bit)) < n);
        assert_true(berth_map_route_hash(map, UINT64_C(1) << bit) < n);
        assert_true(berth_map_route_hash(map, ~(UINT64_C(1) << bit)) < n);
    }
    assert_true(berth_map_route_hash(map, 0) < n);
    assert_true(berth_map_route_hash(map, UINT64_MAX) < n);
}

static void check_range(const struct subject *subject)
{
    for (size_t s = 0; s < sizes_of(subject); s++) {
        berth_map *map = subject_map_of(subject, sizes[s], "node-%u");
        uint32_t owners[1000], keys = subject_effort(subject, 1000);
        assert_int_equal(berth_map_count(map), sizes[s]);
        for (unsigned kind = 0; kind < KEYS_KINDS; kind++) {
            keys_owners(map, kind, keys, owners);
            for (size_t i = 0; i < keys; i++)
                assert_true(owners[i] < sizes[s]);
        }
        range_of_odd_keys(map, sizes[s]);
        berth_map_free(map);
    }
}

/* ---- one answer, many calls ------------------------------------------------------------------ */

static void ways_of_a_key(const berth_map *map, struct berth_key key)
{
    uint32_t owner = berth_map_route(map, key.data, key.len), many = 0, first = 0;
    struct berth_explanation why;
    berth_map_route_many(map, &key, 1, &many);
    assert_int_equal(many, owner);
    assert_int_equal(berth_map_replicas(map, key.data, key.len, &first, 1), 1);
    assert_int_equal(first, owner);
    berth_map_explain(map, key.data, key.len, &why);
    assert_int_equal(why.owner, owner);
    assert_int_equal(why.chosen, owner);
    assert_int_equal(why.hash, berth_map_hash(map, key.data, key.len));
    if (berth_map_hashed(map)) {
        uint64_t hash = why.hash;
        assert_int_equal(berth_map_route_hash(map, hash), owner);
        assert_int_equal(berth_map_replicas_hash(map, hash, &first, 1), 1);
        assert_int_equal(first, owner);
    }
}

static void ways_of_an_integer(const struct subject *subject, const berth_map *map, uint64_t key)
{
    uint32_t owner = berth_map_route_u64(map, key), many = 0, first = 0;
    struct berth_explanation why;
    berth_map_route_many_u64(map, &key, 1, &many);
    assert_int_equal(many, owner);
    assert_int_equal(berth_map_replicas_u64(map, key, &first, 1), 1);
    assert_int_equal(first, owner);
    berth_map_explain_u64(map, key, &why);
    assert_int_equal(why.owner, owner);
    assert_int_equal(why.chosen, owner);
    assert_int_equal(why.hash, berth_map_hash_u64(map, key));
    if (berth_map_hashed(map))
        assert_int_equal(berth_map_route_hash(map, why.hash), owner);
    if (subject->promises & BERTH_NATIVE) {
        uint8_t bytes[8];
        for (unsigned i = 0; i < 8; i++)
            bytes[i] = (uint8_t)(key >> (8 * i));
        assert_int_equal(berth_map_route(map, bytes, sizeof bytes), owner);
    }
}

static void check_ways(const struct subject *subject)
{
    for (size_t s = 0; s < sizes_of(subject); s++) {
        berth_map *map = subject_map_of(subject, sizes[s], "node-%u");
        struct dice dice = {.state = s};
        for (size_t i = 0; i < KEYS_ODD; i++)
            if (sizes[s] == 3 || keys_odd(i).len < 100)
                ways_of_a_key(map, keys_odd(i));
        for (unsigned i = 0; i < subject_effort(subject, 200); i++) {
            uint64_t words[2] = {dice_u64(&dice), dice_u64(&dice)};
            ways_of_a_key(map, (struct berth_key){words, dice_below(&dice, 17)});
            ways_of_an_integer(subject, map, words[0]);
            ways_of_an_integer(subject, map, 0 - (uint64_t)i);
        }
        berth_map_free(map);
    }
}

enum { MANY = 300 };

static void many_of_each(const berth_map *map, size_t n)
{
    uint64_t words[MANY];
    struct berth_key keys[MANY] = {{0}};
    uint32_t by_key[MANY + 1], by_u64[MANY + 1], by_hash[MANY + 1];
    struct dice dice = {.state = n};
    for (size_t i = 0; i < n; i++) {
        words[i] = dice_u64(&dice);
        keys[i] = (struct berth_key){&words[i], dice_below(&dice, 9)};
    }
    by_key[n] = by_u64[n] = by_hash[n] = 4711;
    berth_map_route_many(map, keys, n, by_key);
    berth_map_route_many_u64(map, words, n, by_u64);
    berth_map_route_many_hash(map, words, n, by_hash);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(by_key[i], berth_map_route(map, keys[i].data, keys[i].len));
        assert_int_equal(by_u64[i], berth_map_route_u64(map, words[i]));
        assert_int_equal(by_hash[i], berth_map_route_hash(map, words[i]));
    }
    assert_true(by_key[n] == 4711 && by_u64[n] == 4711 && by_hash[n] == 4711);
}

/* Every length up to twice the longest batch of any scheme, with all nodes up and with some
 * down. */
static void check_many(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, 13, "node-%u");
    berth_map *up = subject_map(subject, nodes);
    subject_set(nodes, "node-3", "state", "down");
    subject_set(nodes, "node-12", "state", "down");
    berth_map *down = subject_map(subject, nodes);
    size_t most = subject->promises & BERTH_NATIVE ? MANY : 40;
    for (size_t n = 0; n <= most; n += n < 70 ? 1 : 23) {
        many_of_each(up, n);
        many_of_each(down, n);
    }
    berth_map_free(up);
    berth_map_free(down);
    berth_nodes_free(nodes);
}

/* ---- replicas -------------------------------------------------------------------------------- */

enum { RANKED = 128 };

static void replicas_distinct(const uint32_t *list, size_t n, uint32_t count)
{
    bool seen[RANKED] = {false};
    for (size_t i = 0; i < n; i++) {
        assert_true(list[i] < count);
        assert_false(seen[list[i]]);
        seen[list[i]] = true;
    }
}

/* Each list of a key's replicas is the beginning of the next longer list, and none holds a node
 * twice. */
static void replicas_of_a_key(const berth_map *map, enum keys_kind kind, uint64_t i)
{
    uint32_t count = (uint32_t)berth_map_count(map), whole[RANKED + 3], list[RANKED + 3];
    size_t full = keys_replicas(map, kind, i, whole, count + 3);
    assert_in_range(full, 1, count);
    assert_int_equal(whole[0], keys_route(map, kind, i));
    replicas_distinct(whole, full, count);
    const size_t asked[] = {0, 1, 2, 3, 4, count / 2, count - 1, count, count + 1};
    for (size_t a = 0; a < sizeof asked / sizeof *asked; a++) {
        list[asked[a]] = 4711;
        size_t n = keys_replicas(map, kind, i, list, asked[a]);
        assert_int_equal(n, asked[a] < full ? asked[a] : full);
        assert_memory_equal(list, whole, n * sizeof *list);
        assert_int_equal(list[asked[a]], 4711);
    }
}

static void check_replicas(const struct subject *subject)
{
    for (size_t s = 0; s < sizes_of(subject); s++) {
        berth_map *map = subject_map_of(subject, sizes[s], "node-%u");
        for (unsigned kind = 0; kind < KEYS_KINDS; kind++)
            for (uint64_t i = 0; i < subject_effort(subject, 40); i++)
                replicas_of_a_key(map, kind, i);
        berth_map_free(map);
    }
}

/* A ranking that ends early would leave a key without a node when the others are down. */
static void check_ranking_is_whole(const struct subject *subject)
{
    const uint32_t n = 20;
    berth_map *map = subject_map_of(subject, n, "node-%u");
    double share[20];
    uint32_t list[20];
    for (uint32_t i = 0; i < n; i++)
        share[i] = 1.0 / n;
    if (subject_shares_cheap(subject))
        berth_map_shares(map, share);
    for (uint64_t i = 0; i < subject_effort(subject, 200); i++) {
        bool ranked[20] = {false};
        size_t full = keys_replicas(map, KEYS_SIMILAR, i, list, n);
        for (size_t j = 0; j < full; j++)
            ranked[list[j]] = true;
        for (uint32_t j = 0; j < n; j++)
            assert_true(ranked[j] || share[j] == 0);
    }
    berth_map_free(map);
}

/* ---- weight 0 and empty sets ----------------------------------------------------------------- */

static bool heeds_weight_zero(const struct subject *subject)
{
    return subject->promises & (BERTH_NATIVE | BERTH_WEIGHTS);
}

static void zero_is_nowhere(const struct subject *subject, const berth_map *map, uint32_t zero)
{
    uint32_t list[20];
    double share[20] = {0};
    if (subject_shares_cheap(subject))
        berth_map_shares(map, share);
    assert_true(share[zero] == 0);
    for (unsigned kind = 0; kind < KEYS_KINDS; kind++) {
        for (uint64_t i = 0; i < subject_effort(subject, 300); i++) {
            size_t n = keys_replicas(map, kind, i, list, 20);
            assert_int_equal(n ? list[0] : BERTH_NONE, keys_route(map, kind, i));
            assert_true(n > 0 || !(subject->promises & BERTH_NATIVE));
            assert_true(n < berth_map_count(map));
            for (size_t j = 0; j < n; j++)
                assert_int_not_equal(list[j], zero);
        }
    }
}

static void check_weight_zero(const struct subject *subject)
{
    for (uint32_t n = 2; n <= 12; n += 5) {
        berth_nodes *nodes = subject_nodes(subject, n, "node-%02u");
        char name[16];
        snprintf(name, sizeof name, "node-%02u", n / 2);
        subject_weight(nodes, name, 0);
        berth_map *map = subject_map(subject, nodes);
        assert_int_equal(berth_map_count(map), n);
        zero_is_nowhere(subject, map, berth_map_find(map, name));
        berth_map_free(map);
        berth_nodes_free(nodes);
    }
}

static void owns_nothing(const berth_map *map)
{
    uint32_t list[4], many[2] = {0, 0};
    struct berth_key keys[2] = {{"a", 1}, {NULL, 0}};
    struct berth_explanation why;
    uint64_t words[2] = {1, 2};
    assert_int_equal(berth_map_route(map, "a", 1), BERTH_NONE);
    assert_int_equal(berth_map_route(map, NULL, 0), BERTH_NONE);
    assert_int_equal(berth_map_route_u64(map, 1), BERTH_NONE);
    assert_int_equal(berth_map_route_hash(map, 1), BERTH_NONE);
    assert_int_equal(berth_map_replicas(map, "a", 1, list, 4), 0);
    assert_int_equal(berth_map_replicas_u64(map, 1, list, 4), 0);
    assert_int_equal(berth_map_replicas_hash(map, 1, list, 4), 0);
    berth_map_route_many(map, keys, 2, many);
    assert_true(many[0] == BERTH_NONE && many[1] == BERTH_NONE);
    many[0] = many[1] = 0;
    berth_map_route_many_u64(map, words, 2, many);
    assert_true(many[0] == BERTH_NONE && many[1] == BERTH_NONE);
    many[0] = many[1] = 0;
    berth_map_route_many_hash(map, words, 2, many);
    assert_true(many[0] == BERTH_NONE && many[1] == BERTH_NONE);
    berth_map_explain(map, "a", 1, &why);
    assert_true(why.owner == BERTH_NONE && why.chosen == BERTH_NONE);
    assert_non_null(berth_kind_text(why.kind));
    berth_map_explain_u64(map, 1, &why);
    assert_true(why.owner == BERTH_NONE && why.chosen == BERTH_NONE);
}

static void check_empty(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, 0, "");
    berth_map *empty = subject_map(subject, nodes);
    assert_int_equal(berth_map_count(empty), 0);
    owns_nothing(empty);
    assert_string_equal(berth_map_spec(empty), subject->spec);
    assert_null(berth_map_name(empty, 0));
    assert_int_equal(berth_map_find(empty, "node-0"), BERTH_NONE);
    berth_map_shares(empty, NULL);
    subject_add(subject, nodes, "node-0", 1, 0);
    berth_map *one = subject_next(empty, nodes);
    assert_int_equal(berth_map_route(one, "a", 1), 0);
    subject_remove(nodes, "node-0");
    berth_map *again = subject_next(one, nodes);
    owns_nothing(again);
    subject_same_fingerprint(empty, again);
    berth_map_free(empty);
    berth_map_free(one);
    berth_map_free(again);
    berth_nodes_free(nodes);
}

static void check_all_weights_zero(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, 3, "node-%u");
    double share[3] = {9, 9, 9};
    for (unsigned i = 0; i < 3; i++)
        subject_weight(nodes, (const char *[]){"node-0", "node-1", "node-2"}[i], 0);
    berth_map *map = subject_map(subject, nodes);
    assert_int_equal(berth_map_count(map), 3);
    owns_nothing(map);
    if (subject_shares_cheap(subject)) {
        berth_map_shares(map, share);
        assert_true(share[0] == 0 && share[1] == 0 && share[2] == 0);
    }
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static const struct property properties[] = {
    {"an answer is a node of the map", 0, check_range, NULL},
    {"every way of asking gives one answer", 0, check_ways, NULL},
    {"a batch gives the answers of single calls", 0, check_many, NULL},
    {"replicas are distinct, and a prefix of more replicas", BERTH_REPLICAS, check_replicas, NULL},
    {"every owner is in every ranking", BERTH_REPLICAS, check_ranking_is_whole, NULL},
    {"weight 0 owns nothing", 0, check_weight_zero, heeds_weight_zero},
    {"all weights 0: no key has an owner", 0, check_all_weights_zero, heeds_weight_zero},
    {"no nodes: no key has an owner", 0, check_empty, NULL},
};
PROPERTIES_MAIN(properties)
