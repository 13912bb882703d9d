/* SPDX-License-Identifier: MIT */
/* haproxy_test.c - which part of a key HAProxy hashes, ids, and configurations that are refused */
#include <berth.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "hash/haproxy_hash.h"

static berth_nodes *servers(const char *attributes)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    char text[512];
    berth_error error = {0};
    int len = snprintf(text, sizeof text, "node a %s\nnode b\nnode c\n", attributes);
    if (berth_nodes_parse(nodes, text, (size_t)len, &error))
        fail_msg("%s", error.text);
    return nodes;
}

static berth_map *open_map(const char *spec, const char *attributes, berth_error *error)
{
    berth_nodes *nodes = servers(attributes);
    berth_map *map = berth_map_new(spec, nodes, NULL, error);
    berth_nodes_free(nodes);
    return map;
}

/* ---- keys ---------------------------------------------------------------------------------- */

static uint64_t hash_of(const char *spec, const char *key)
{
    berth_error error = {0};
    berth_map *map = open_map(spec, "", &error);
    if (!map)
        fail_msg("%s: %s", spec, error.text);
    uint64_t hash = berth_map_hash(map, key, strlen(key));
    berth_map_free(map);
    return hash;
}

/* With `balance`, the hash of `key` must be the sdbm hash of `part`. */
static void hashes_part(const char *balance, const char *key, const char *part)
{
    char spec[128];
    snprintf(spec, sizeof spec, "haproxy:balance=\"%s\"", balance);
    if (hash_of(spec, key) != haproxy_sdbm(part, strlen(part)))
        fail_msg("balance %s: not \"%s\" of \"%s\"", balance, part, key);
}

static void parts_of_keys(void **state)
{
    (void)state;
    hashes_part("hash", "a,b?c&d/e ", "a,b?c&d/e ");
    hashes_part("hash req.hdr(host),lower", "a,b", "a,b");
    hashes_part("hdr(x)", "one, two", "one");
    hashes_part("hdr(x)", "one \t,two", "one");
    hashes_part("hdr(x)", "one two", "one two");
    hashes_part("hdr(x)", ",b", "");
    hashes_part("url_param p", "v&w=x", "v");
    hashes_part("uri", "/a/b?c", "/a/b");
    hashes_part("uri whole", "/a/b?c", "/a/b?c");
    hashes_part("uri len 3", "/a/b?c", "/a/");
    hashes_part("uri depth 1", "/a/b?c", "/a");
    hashes_part("uri depth 2", "/a/b/c", "/a/b");
    hashes_part("uri depth 2 len 3", "/a/b/c", "/a/");
    hashes_part("uri len 100 depth 9 whole", "/a?/b", "/a?/b");
}

static void hdr_quotes(void **state)
{
    (void)state;
    hashes_part("hdr", "\"a,b\",c", "\"a,b\"");
    hashes_part("hdr", "\"a\\\",b\",c", "\"a\\\",b\"");
    hashes_part("hdr", "\"a,b", "\"a,b");
    hashes_part("hdr", "\"a\\", "\"a\\");
}

static void sources(void **state)
{
    (void)state;
    assert_int_equal(hash_of("haproxy:balance=source", "10.0.0.1"), 0x0a000001);
    assert_int_equal(hash_of("haproxy:balance=source,hash-type=\"map-based crc32\"", "10.0.0.1"),
                     0x0a000001);
    assert_int_equal(hash_of("haproxy:balance=source,hash-type=consistent", "10.0.0.1"),
                     haproxy_avalanche(0x0a000001));
    assert_int_equal(hash_of("haproxy:balance=source", "2001:db8::7"), 0x20010db8 ^ 7);
    assert_int_equal(hash_of("haproxy:balance=source", "me"), haproxy_sdbm("me", 2));
}

/* hash-type "none" reads a number of 64 bits and keeps its low 32 bits. */
static void numbers_are_their_own_hash(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        uint32_t hash;
    } cases[] = {
        {"", 0},
        {"x", 0},
        {"12x", 12},
        {"+7", 7},
        {"-1", UINT32_MAX},
        {"-", 0},
        {"4294967297", 1},
        {"9223372036854775807", UINT32_MAX},
        {"9223372036854775808", UINT32_MAX},
        {"99999999999999999999", UINT32_MAX},
        {"-9223372036854775808", 0},
        {"-99999999999999999999", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (hash_of("haproxy:hash-type=\"consistent none\"", cases[i].key) != cases[i].hash)
            fail_msg("\"%s\" is not %u", cases[i].key, cases[i].hash);
}

/* ---- ids ----------------------------------------------------------------------------------- */

/* Two ways to write the same ids must give the same ring. */
static void same_ring(const char *spec, const char *some, const char *all)
{
    struct berth_mark one, two;
    berth_error error = {0};
    berth_map *first = open_map(spec, some, &error), *second = open_map(spec, all, &error);
    assert_non_null(first);
    assert_non_null(second);
    size_t i = 0;
    for (; berth_map_mark(first, i, &one); i++) {
        assert_true(berth_map_mark(second, i, &two));
        assert_int_equal(one.value, two.value);
    }
    assert_int_equal(i, 48);
    berth_map_free(first);
    berth_map_free(second);
}

static void automatic_ids(void **state)
{
    (void)state;
    same_ring("haproxy:hash-type=consistent", "", "id=1");
    same_ring("haproxy:hash-type=consistent", "hash_key=addr", "id=1"); /* no address: by id */
    same_ring("haproxy:hash-type=consistent", "hash_key=guid", "id=1");
    same_ring("haproxy:hash-type=consistent", "hash_key=addr addr=10.0.0.1",
              "hash_key=addr addr=10.0.0.1:80");
    same_ring("haproxy:hash-type=consistent", "hash_key=addr-port addr=10.0.0.1 port=80",
              "hash_key=addr-port addr=10.0.0.1:80");
    same_ring("haproxy-3.0:hash-type=consistent", "", "id=1");
}

/* ---- refusals ------------------------------------------------------------------------------ */

static void refuses(const char *spec, const char *attributes, const char *word)
{
    berth_error error = {0};
    berth_map *map = open_map(spec, attributes, &error);
    if (map)
        fail_msg("%s takes \"%s\"", spec, attributes);
    if (!strstr(error.text, word))
        fail_msg("%s: \"%s\" does not say %s", spec, error.text, word);
}

static void wrong_configurations(void **state)
{
    (void)state;
    refuses("haproxy:hash-type=\"\"", "", "map-based");
    refuses("haproxy:hash-type=ring", "", "\"ring\"");
    refuses("haproxy:hash-type=\"consistent avalanche\"", "", "sdbm");
    refuses("haproxy:hash-type=\"consistent sdbm fast\"", "", "\"fast\"");
    refuses("haproxy:hash-type=\"consistent sdbm avalanche x\"", "", "leave out");
    refuses("haproxy:balance=roundrobin", "", "\"roundrobin\"");
    refuses("haproxy:balance=\"hdr(\"", "", "\"hdr(\"");
    refuses("haproxy:balance=\"source x\"", "", "\"x\"");
    refuses("haproxy:balance=\"uri length 3\"", "", "\"length\"");
    refuses("haproxy:balance=\"uri len\"", "", "len needs");
    refuses("haproxy:balance=\"uri depth 0\"", "", "depth needs");
    refuses("haproxy-3.0:hash-key=guid", "", "addr-port");
    refuses("haproxy:hash-type=consistent", "id=0", "id is");
    refuses("haproxy:hash-type=consistent", "id=4294967296", "id is");
    refuses("haproxy:hash-type=consistent", "hash_key=name", "guid");
    refuses("haproxy:hash-type=consistent", "hash_key=addr addr=example.org", "IP:PORT");
    refuses("haproxy:hash-type=consistent", "hash_key=addr addr=10.0.0.1 port=x", "port");
    refuses("haproxy", "weight=257", "256");
    refuses("haproxy:hash-type=consistent", "weight=257", "256");
    refuses("haproxy", "weight=1.5", "1.5");
}

static void one_id_for_two(void **state)
{
    (void)state;
    berth_error error = {0};
    berth_nodes *nodes = servers("id=7");
    assert_int_equal(berth_nodes_set(nodes, "c", "id", "7", &error), 0);
    assert_null(berth_map_new("haproxy:hash-type=consistent", nodes, NULL, &error));
    assert_non_null(strstr(error.text, "id 7"));
    berth_nodes_free(nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_keys),  cmocka_unit_test(hdr_quotes),
        cmocka_unit_test(sources),        cmocka_unit_test(numbers_are_their_own_hash),
        cmocka_unit_test(automatic_ids),  cmocka_unit_test(wrong_configurations),
        cmocka_unit_test(one_id_for_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
