/* SPDX-License-Identifier: MIT */
/* custom_test.c - deployed rings, tables and partitioners said again in a spec: the same points, the
 * same answers */
#include "expect.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 12, KEYS = 400 };

static const struct twin {
    const char *custom, *preset;
    bool weighed;
} twins[] = {
    {"custom-ring:words=4,weights=share", "libketama", false},
    {"custom-ring:label=$h-$j,words=4,weights=share", "twemproxy:hash=md5", false},
    {"custom-ring:label=$h-$j,words=4,weights=share",
     "libmemcached:distribution=ketama_weighted,hash=md5", false},
    {"custom-ring:words=4,weights=share,tie=last,find=after", "uhashring:hash_fn=ketama", true},
    {"custom-ring:label=$j$n,points=50,hash=crc32,tie=last,weights=none", "groupcache", true},
    {"custom-ring:label=$j$n,points=70,hash=crc32,tie=last,weights=none", "groupcache:replicas=70",
     true},
    {"custom-ring:label=$n$j,points=256,hash=xxh64,weights=none", "kubeai-chwbl", true},
    {"custom-ring:label=\"$n:$j\",hash=murmur3-low32,weights=none", "fabrica-hashring", true},
    {"custom-ring:label=$n#$j,points=100,hash=sha256-32,weights=none", "blog-sha256-ring", true},
    {"custom-ring:label=$n*$j,hash=md5-32,tie=last", "jedis-sharded:algo=md5", true},
    {"custom-ring:label=\"$n:$j\",hash=crc32,find=before,tie=last", "redis-rb-v4", false},
    {"custom-ring:label=\"$n:$j\",hash=crc32,find=before,tie=last", "predis:replicas=160", false},
    {"custom-ring:label=\"$n:$j\",hash=crc32,find=before,tie=last,weights=none", "redis-rb-v4",
     true},
    {"custom-ring:words=4,weights=share", "npm-hashring", true},
    {"custom-ring:words=4,weights=share", "predis-ketama", false},
    {"custom-table:shift=16,bits=15", "nginx-plain", true},
    {"custom-table:shift=16,bits=15", "libmemcached:distribution=modula,hash=crc", false},
    {"custom-table:hash=md5-32,weights=none", "libmemcached:distribution=modula,hash=md5", false},
    {"custom-table:hash=fnv1a-32", "libmemcached:distribution=modula,hash=fnv1a_32", false},
    {"custom-modulo:order=line", "librdkafka-consistent:order=line", false},
    {"custom-modulo:order=line,bits=31", "mcrouter-crc32:order=line", false},
    {"custom-modulo:order=line,hash=fnv1a-32,sign=abs", "librdkafka-fnv1a:order=line", false},
    {"custom-modulo:order=line,hash=xxh3", "modulo:order=line", false},
};

static berth_map *map_of(const char *spec, bool weighed)
{
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    for (unsigned i = 0; i < NODES; i++) {
        char name[32];
        snprintf(name, sizeof name, "10.0.0.%u:11211", i * 7 % NODES);
        expect_ok(berth_nodes_add(nodes, name, weighed ? 1 + i % 3 : 1, &error), &error);
    }
    berth_map *map = berth_map_new(spec, nodes, NULL, &error);
    if (!map)
        fail_msg("%s: %s", spec, error.text);
    berth_nodes_free(nodes);
    return map;
}

/* Some of the deployed rings leave out points that are never found, others keep them; so the owners
 * of the hashes are compared, on each point of either ring and beside it. */
static void compare_at_marks(const berth_map *a, const berth_map *b)
{
    struct berth_mark mark;
    for (size_t i = 0; berth_map_mark(a, i, &mark); i++)
        for (uint64_t step = 0; step < 3; step++) {
            uint32_t x = berth_map_route_hash(a, mark.value + step - 1);
            uint32_t y = berth_map_route_hash(b, mark.value + step - 1);
            assert_string_equal(berth_map_name(a, x), berth_map_name(b, y));
        }
}

static void test_twins(void **state)
{
    (void)state;
    for (size_t t = 0; t < sizeof twins / sizeof *twins; t++) {
        berth_map *custom = map_of(twins[t].custom, twins[t].weighed);
        berth_map *preset = map_of(twins[t].preset, twins[t].weighed);
        if (strncmp(twins[t].custom, "custom-ring", 11) == 0) {
            compare_at_marks(custom, preset);
            compare_at_marks(preset, custom);
        }
        for (unsigned i = 0; i < KEYS; i++) {
            char key[16];
            int len = snprintf(key, sizeof key, "key-%u", i);
            assert_string_equal(berth_map_name(custom, berth_map_route(custom, key, (size_t)len)),
                                berth_map_name(preset, berth_map_route(preset, key, (size_t)len)));
        }
        berth_map_free(custom);
        berth_map_free(preset);
    }
}

/* What no ring can be made of is refused, in words. */
static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *text;
        int code;
    } refused[] = {
        {"custom-ring:label=$n",
         "custom-ring: label=$n has no $j, so all points of a node would be one", BERTH_E_RANGE},
        {"custom-ring:label=$n-$", "a $ is not followed by n", BERTH_E_RANGE},
        {"custom-ring:label=$n-$x$j", "a $ is not followed by n", BERTH_E_RANGE},
        {"custom-ring:words=3", "points=160 is no multiple of words=3", BERTH_E_RANGE},
        {"custom-ring:words=4,hash=crc32", "words=4 takes several words of an MD5", BERTH_E_RANGE},
        {"custom-ring:words=2,point_hash=xxh64", "words=2 takes several words of an MD5",
         BERTH_E_RANGE},
        {"custom-ring:hash=md5-128", "there is no hash \"md5-128\"", BERTH_E_NAME},
        {"custom-ring:hash=xxh64,point_hash=crc32",
         "keys have 64 bits by xxh64, and points only 32", BERTH_E_RANGE},
        {"custom-ring:point_hash=crc33", "there is no hash \"crc33\" for point_hash", BERTH_E_NAME},
        {"custom-ring:tag={", "tag={ is not two characters", BERTH_E_RANGE},
        {"custom-ring:first=1000001", "first", BERTH_E_RANGE},
        {"custom-ring:points=0", "points", BERTH_E_RANGE},
        {"custom-modulo:order=line,shift=32", "shift=32,bits=0: crc32 has only 32 bits",
         BERTH_E_RANGE},
        {"custom-modulo:order=line,shift=16,bits=17", "shift=16,bits=17: crc32 has only 32 bits",
         BERTH_E_RANGE},
        {"custom-modulo:order=line,tag={{}", "tag={{} is not two characters", BERTH_E_RANGE},
        {"custom-modulo:order=line,bits=65", "bits", BERTH_E_RANGE},
        {"custom-modulo:order=line,sign=ceil", "sign", BERTH_E_RANGE},
        {"custom-modulo:order=line,slots=67108865", "slots", BERTH_E_RANGE},
        {"custom-modulo:order=line,hash=crc33", "there is no hash \"crc33\"", BERTH_E_NAME},
        {"custom-table:hash=crc16,shift=16", "shift=16,bits=0: crc16 has only 16 bits",
         BERTH_E_RANGE},
        {"custom-table:tag=x", "tag=x is not two characters", BERTH_E_RANGE},
        {"custom-table:entries=0", "entries", BERTH_E_RANGE},
        {"custom-table:weights=share", "weights", BERTH_E_RANGE},
    };
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert_int_equal(berth_nodes_add(nodes, "a", 1, NULL), 0);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        berth_error error = {0};
        assert_null(berth_map_new(refused[i].spec, nodes, NULL, &error));
        if (error.code != refused[i].code || !strstr(error.text, refused[i].text))
            fail_msg("%s: %d, %s", refused[i].spec, error.code, error.text);
    }
    berth_nodes_free(nodes);
}

/* Slots are dealt out in whole: as many to each node. */
static void test_slots_that_do_not_fit(void **state)
{
    (void)state;
    berth_nodes *nodes = berth_nodes_new(NULL);
    for (const char *name = "abcdef"; *name; name++)
        assert_int_equal(berth_nodes_add(nodes, (char[]){*name, 0}, 1, NULL), 0);
    static const char *const specs[][2] = {
        {"custom-modulo:order=line,slots=640",
         "custom-modulo: slots=640 is no multiple of the number of nodes, 6"},
        {"custom-modulo:order=line,slots=3", "slots=3 is no multiple of the number of nodes, 6"},
        {"elasticsearch:order=line,routing_num_shards=1024",
         "elasticsearch: routing_num_shards=1024 is no multiple of the number of nodes, 6"},
    };
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        berth_error error = {0};
        assert_null(berth_map_new(specs[i][0], nodes, NULL, &error));
        assert_int_equal(error.code, BERTH_E_RANGE);
        assert_non_null(strstr(error.text, specs[i][1]));
    }
    berth_nodes_free(nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twins),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_slots_that_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
