/* SPDX-License-Identifier: MIT */
/* libmemcached_peer_test.c - the preset compared with the real library, for random clients
 *
 * A client has a few servers of random hosts, ports and weights, a distribution, a hash and
 * options. It is set up as users do: behaviours first, servers last. Both look up the same keys. */
#include "dice.h"

#include "berth.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#ifdef BERTH_HAVE_LIBMEMCACHED
#include <libmemcached-1.0/memcached.h>

enum { CLIENTS = 400, KEYS = 200, SERVERS = 60 };

static const struct {
    const char *word;
    uint64_t value;
} distributions[] = {{"modula", MEMCACHED_DISTRIBUTION_MODULA},
                     {"consistent", MEMCACHED_DISTRIBUTION_CONSISTENT},
                     {"ketama", MEMCACHED_DISTRIBUTION_CONSISTENT_KETAMA},
                     {"spy", MEMCACHED_DISTRIBUTION_CONSISTENT_KETAMA_SPY},
                     {"weighted", MEMCACHED_DISTRIBUTION_CONSISTENT_WEIGHTED},
                     {"virtual_bucket", MEMCACHED_DISTRIBUTION_VIRTUAL_BUCKET},
                     {"ketama_weighted", 0}},
  hashes[] = {{"auto", MEMCACHED_HASH_MAX},        {"default", MEMCACHED_HASH_DEFAULT},
              {"md5", MEMCACHED_HASH_MD5},         {"crc", MEMCACHED_HASH_CRC},
              {"fnv1_64", MEMCACHED_HASH_FNV1_64}, {"fnv1a_64", MEMCACHED_HASH_FNV1A_64},
              {"fnv1_32", MEMCACHED_HASH_FNV1_32}, {"fnv1a_32", MEMCACHED_HASH_FNV1A_32},
              {"murmur", MEMCACHED_HASH_MURMUR},   {"jenkins", MEMCACHED_HASH_JENKINS},
              {"murmur3", MEMCACHED_HASH_MURMUR3}};

/* A client of the library and berth's map for it. Server i of the library is the node names[i]. */
struct client {
    struct dice dice;
    memcached_st *real;
    berth_nodes *nodes;
    char spec[160];
    uint32_t servers;
    bool sorted;
};

static uint32_t roll(struct client *client, uint32_t n)
{
    return dice_below(&client->dice, n);
}

static void behave(struct client *client, memcached_behavior_t flag, uint64_t value)
{
    assert_int_equal(memcached_behavior_set(client->real, flag, value), MEMCACHED_SUCCESS);
}

/* Chooses the behaviours and writes the spec that means the same. */
static void set_up(struct client *client)
{
    uint32_t d = roll(client, sizeof distributions / sizeof *distributions);
    uint32_t h = roll(client, sizeof hashes / sizeof *hashes);
    bool prefixed = roll(client, 4) == 0;
    client->sorted = roll(client, 3) == 0;
    if (distributions[d].value == 0 && strcmp(distributions[d].word, "modula") != 0)
        behave(client, MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED, 1);
    else
        behave(client, MEMCACHED_BEHAVIOR_DISTRIBUTION, distributions[d].value);
    if (hashes[h].value != MEMCACHED_HASH_MAX)
        behave(client, MEMCACHED_BEHAVIOR_HASH, hashes[h].value);
    if (client->sorted)
        behave(client, MEMCACHED_BEHAVIOR_SORT_HOSTS, 1);
    if (prefixed) {
        behave(client, MEMCACHED_BEHAVIOR_HASH_WITH_PREFIX_KEY, 1);
        assert_int_equal(memcached_callback_set(client->real, MEMCACHED_CALLBACK_NAMESPACE, "app:"),
                         MEMCACHED_SUCCESS);
    }
    snprintf(client->spec, sizeof client->spec,
             "libmemcached:distribution=%s,hash=%s,sort_hosts=%d%s", distributions[d].word,
             hashes[h].word, client->sorted, prefixed ? ",prefix=\"app:\"" : "");
}

static void add_server(struct client *client, bool weights)
{
    static const uint32_t ports[] = {11211, 11211, 11212, 11300, 80, 65535};
    char host[40], name[64];
    uint32_t port = ports[roll(client, 6)], weight = 1;
    if (weights)
        weight = roll(client, 4) ? 1 + roll(client, 9) : 1 + roll(client, 3000);
    if (roll(client, 3))
        snprintf(host, sizeof host, "10.%u.%u.%u", roll(client, 3), roll(client, 9),
                 roll(client, 200));
    else
        snprintf(host, sizeof host, "Cache-%u.example", roll(client, 200));
    snprintf(name, sizeof name, "%s:%u", host, port);
    if (berth_nodes_add(client->nodes, name, weight, NULL) != BERTH_E_OK)
        return; /* there already */
    assert_int_equal(memcached_server_add_with_weight(client->real, host, (in_port_t)port, weight),
                     MEMCACHED_SUCCESS);
    client->servers++;
}

/* Returns the library's answer as the name of the server, because the library may sort its list. */
static const char *real_answer(const struct client *client, const char *key, size_t len,
                               char out[64])
{
    uint32_t at = memcached_generate_hash(client->real, key, len);
    const memcached_instance_st *server = memcached_server_instance_by_position(client->real, at);
    snprintf(out, 64, "%s:%u", memcached_server_name(server), memcached_server_port(server));
    return out;
}

static void compare_keys(struct client *client)
{
    berth_error error = {0};
    berth_map *map = berth_map_new(client->spec, client->nodes, NULL, &error);
    if (!map)
        fail_msg("%s: %s", client->spec, error.text);
    for (uint32_t i = 0; i < KEYS; i++) {
        char key[250], real[64];
        size_t len = roll(client, 8) ? roll(client, 30) : roll(client, sizeof key + 1);
        for (size_t c = 0; c < len; c++)
            key[c] = (char)roll(client, 256);
        uint32_t owner = berth_map_route(map, key, len);
        assert_true(owner != BERTH_NONE);
        if (strcmp(berth_map_name(map, owner), real_answer(client, key, len, real)) != 0)
            fail_msg("%s over %u servers, key %u: %s, the real one says %s", client->spec,
                     client->servers, i, berth_map_name(map, owner), real);
    }
    berth_map_free(map);
}

/* Returns a new seed in each run; BERTH_SEED repeats a run. */
static uint64_t seed(void)
{
    const char *given = getenv("BERTH_SEED");
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    struct dice dice = {.state = (uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec};
    uint64_t seed = given ? strtoull(given, NULL, 10) : dice_below(&dice, UINT32_MAX);
    print_message("libmemcached, seed %llu (BERTH_SEED repeats it)\n", (unsigned long long)seed);
    return seed;
}

static void test_random_clients(void **unused)
{
    (void)unused;
    const uint64_t first = seed() * CLIENTS;
    for (uint32_t i = 0; i < CLIENTS; i++) {
        struct client client = {.dice = {.state = first + i}, .nodes = berth_nodes_new(NULL)};
        client.real = memcached_create(NULL);
        set_up(&client);
        uint32_t servers = 1 + roll(&client, roll(&client, 4) ? 8 : SERVERS);
        bool weights = roll(&client, 2);
        for (uint32_t s = 0; s < servers; s++)
            add_server(&client, weights);
        compare_keys(&client);
        memcached_free(client.real);
        berth_nodes_free(client.nodes);
    }
}
#else
static void test_random_clients(void **unused)
{
    (void)unused;
    skip();
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_clients)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
