/* SPDX-License-Identifier: MIT */
/* haproxy_redispatch_test.c - HAProxy sends a request whose server refuses the connection to the
 *                             next server of berth's ranking */
#include "hash_vectors.h"

#include <berth.h>

enum { SERVERS_MAX = 16 };

struct backend {
    berth_map *map;
    bool refuses[SERVERS_MAX];
    size_t servers;
};

static void backend_open(struct backend *backend, const json_t *config)
{
    const json_t *params = json_object_get(config, "params");
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_error error = {0};
    char spec[128];
    size_t i;
    json_t *node;
    *backend = (struct backend){.servers = json_array_size(json_object_get(config, "nodes"))};
    assert_in_range(backend->servers, 2, SERVERS_MAX);
    json_array_foreach(json_object_get(config, "nodes"), i, node)
    {
        backend->refuses[i] = json_is_true(json_object_get(node, "refuses"));
        assert_int_equal(
            berth_nodes_add(nodes, json_string_value(json_object_get(node, "name")), 1, &error), 0);
    }
    snprintf(spec, sizeof spec, "haproxy:hash-type=\"%s\"",
             json_string_value(json_object_get(params, "hash_type")));
    backend->map = berth_map_new(spec, nodes, NULL, &error);
    if (!backend->map)
        fail_msg("%s", error.text);
    berth_nodes_free(nodes);
}

/* Returns how many answers were compared; *moved of them were a second choice. */
static size_t replay(const json_t *config, const struct vector_key *keys, size_t count,
                     size_t *moved)
{
    struct backend backend;
    size_t compared = 0;
    backend_open(&backend, config);
    for (size_t i = 0; i < count; i++) {
        const json_t *theirs = json_array_get(json_object_get(config, "expect"), i);
        uint32_t order[2];
        if (json_is_null(theirs))
            continue;
        assert_int_equal(berth_map_replicas(backend.map, keys[i].bytes, keys[i].len, order, 2), 2);
        bool refused = backend.refuses[order[0]];
        if (order[refused] != json_integer_value(theirs))
            fail_msg("%s, key %zu: recorded server %lld, computed %u",
                     json_string_value(json_object_get(config, "name")), i,
                     (long long)json_integer_value(theirs), order[refused]);
        *moved += refused;
        compared++;
    }
    berth_map_free(backend.map);
    return compared;
}

static void redispatch_goes_down_the_ranking(void **state)
{
    (void)state;
    json_error_t error;
    json_t *root =
        json_load_file(BERTH_TEST_DATA "/vectors/compat/haproxy-misc.json", JSON_ALLOW_NUL, &error);
    size_t count, n, compared = 0, moved = 0;
    json_t *config;
    assert_non_null(root);
    struct vector_key *keys = vectors_keys(json_object_get(root, "keys"), &count);
    json_array_foreach(json_object_get(root, "configs"), n, config)
    {
        if (json_object_get(json_object_get(config, "params"), "redispatch"))
            compared += replay(config, keys, count, &moved);
    }
    assert_int_equal(compared, 2 * 194);
    assert_true(moved > 20);
    vectors_free_keys(keys, count);
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(redispatch_goes_down_the_ranking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
