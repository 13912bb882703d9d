/* SPDX-License-Identifier: MIT */
/* haproxy_bounded_test.c - HAProxy's hash-balance-factor against recorded decisions
 *
 * Requests begin and end as they did when HAProxy was recorded. The ring gives the servers in
 * order, and the first server that accepts one more request must be the recorded server. */
#include "place/preset/haproxy/haproxy_bounded.h"
#include "hash_vectors.h"

#include <berth.h>

enum { SERVERS_MAX = 16, REQUESTS_MAX = 128 };

struct backend {
    berth_map *map;
    struct haproxy_share share[SERVERS_MAX];
    uint32_t mine[SERVERS_MAX];
    uint32_t served, factor, servers;
    uint32_t owner[REQUESTS_MAX]; /* the server of the n-th get */
    size_t gets;
};

static const json_t *param(const json_t *config, const char *name)
{
    return json_object_get(json_object_get(config, "params"), name);
}

static void backend_open(struct backend *backend, const json_t *config)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    uint32_t sum = 0;
    size_t i;
    json_t *node;
    berth_error error = {0};
    *backend = (struct backend){
        .factor = (uint32_t)json_integer_value(param(config, "hash_balance_factor"))};
    assert_string_equal(json_string_value(param(config, "hash_type")), "consistent");
    json_array_foreach(json_object_get(config, "nodes"), i, node)
    {
        long long weight = json_integer_value(json_object_get(node, "weight"));
        assert_true(i < SERVERS_MAX);
        assert_int_equal(berth_nodes_add(nodes, json_string_value(json_object_get(node, "name")),
                                         (double)weight, &error),
                         0);
        backend->share[i].weight = HAPROXY_POINTS_PER_WEIGHT * (uint32_t)weight;
        backend->share[i].before = sum;
        sum += backend->share[i].weight;
        backend->servers++;
    }
    for (i = 0; i < backend->servers; i++)
        backend->share[i].all = sum;
    backend->map = berth_map_new("haproxy:hash-type=consistent", nodes, NULL, &error);
    if (!backend->map)
        fail_msg("%s", error.text);
    berth_nodes_free(nodes);
}

/* Returns the first server clockwise that accepts one more request. */
static uint32_t backend_get(struct backend *backend, const struct vector_key *key)
{
    uint32_t order[SERVERS_MAX];
    size_t n = berth_map_replicas(backend->map, key->bytes, key->len, order, backend->servers);
    for (size_t i = 0; i < n; i++) {
        uint32_t server = order[i];
        if (!haproxy_bounded_accepts(&backend->share[server], backend->mine[server],
                                     backend->served, backend->factor))
            continue;
        backend->mine[server]++;
        backend->served++;
        assert_true(backend->gets < REQUESTS_MAX);
        return backend->owner[backend->gets++] = server;
    }
    fail_msg("no server takes the request");
    return BERTH_NONE;
}

static void backend_release(struct backend *backend, size_t get)
{
    assert_true(get < backend->gets);
    backend->mine[backend->owner[get]]--;
    backend->served--;
}

/* Returns how many decisions were compared. */
static size_t replay(const json_t *config, const struct vector_key *keys, size_t key_count)
{
    struct backend backend;
    const json_t *expect = json_object_get(config, "expect");
    size_t i, checked = 0;
    json_t *op;
    backend_open(&backend, config);
    json_array_foreach(json_object_get(config, "ops"), i, op)
    {
        size_t number = (size_t)json_integer_value(json_array_get(op, 1));
        if (strcmp(json_string_value(json_array_get(op, 0)), "release") == 0) {
            backend_release(&backend, number);
            continue;
        }
        assert_true(number < key_count);
        uint32_t ours = backend_get(&backend, &keys[number]);
        long long theirs = json_integer_value(json_array_get(expect, checked++));
        if (ours != theirs)
            fail_msg("%s, get %zu: recorded server %lld, computed %u",
                     json_string_value(json_object_get(config, "name")), checked - 1, theirs, ours);
    }
    assert_int_equal(checked, json_array_size(expect));
    berth_map_free(backend.map);
    return checked;
}

static void decisions_are_the_recorded_ones(void **state)
{
    (void)state;
    json_error_t error;
    json_t *root = json_load_file(BERTH_TEST_DATA "/vectors/compat/haproxy-bounded.json",
                                  JSON_ALLOW_NUL, &error);
    size_t count, n, checked = 0;
    json_t *config;
    assert_non_null(root);
    struct vector_key *keys = vectors_keys(json_object_get(root, "keys"), &count);
    json_array_foreach(json_object_get(root, "configs"), n, config) checked +=
        replay(config, keys, count);
    assert_int_equal(checked, 16 * 70);
    vectors_free_keys(keys, count);
    json_decref(root);
}

/* The caps of all servers must add up to at least the load, and none may be below one request. */
static void shares_add_up(void **state)
{
    (void)state;
    const uint32_t weights[] = {1, 3, 256, 7, 100};
    for (uint32_t served = 0; served < 3000; served += 7) {
        uint32_t sum = 0, before = 0, above = 0, all = 367 * HAPROXY_POINTS_PER_WEIGHT;
        for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
            struct haproxy_share share = {HAPROXY_POINTS_PER_WEIGHT * weights[i], before, all};
            uint32_t slots = haproxy_bounded_slots(&share, served, 125);
            assert_true(slots >= 1);
            above += slots == 1;
            sum += slots;
            before += share.weight;
        }
        uint32_t whole = ((served + 1) * 125 + 99) / 100;
        assert_true(sum >= whole && sum <= whole + above);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decisions_are_the_recorded_ones),
        cmocka_unit_test(shares_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
