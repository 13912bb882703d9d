/* SPDX-License-Identifier: MIT */
/* lookup_test.c - the fast paths of a lookup give the same answers as the general path */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/bits.h"
#include "place/map.h"
#include "subject.h"

enum { KEYS = 150, KEY_MAX = 260 };

/* The same map with all fast paths switched off. */
static struct berth_map looking_at_everything(const berth_map *map)
{
    struct berth_map copy = *map;
    copy.table = (struct scheme_table){0};
    copy.route = NULL;
    copy.native_keys = false;
    return copy;
}

static void check_hashes(const berth_map *map, const berth_map *slow)
{
    uint64_t hashes[KEYS];
    uint32_t out[KEYS];
    for (uint64_t i = 0; i < KEYS; i++)
        hashes[i] = i == 0 ? 0 : i == 1 ? UINT64_MAX : bits_mix(i);
    berth_map_route_many_hash(map, hashes, KEYS, out);
    for (size_t i = 0; i < KEYS; i++) {
        uint32_t want = berth_map_route_hash(slow, hashes[i]);
        assert_int_equal(berth_map_route_hash(map, hashes[i]), want);
        assert_int_equal(out[i], want);
    }
}

static void check_integers(const berth_map *map, const berth_map *slow)
{
    uint64_t keys[KEYS];
    uint32_t out[KEYS];
    for (uint64_t i = 0; i < KEYS; i++)
        keys[i] = i % 2 ? i : bits_mix(i);
    berth_map_route_many_u64(map, keys, KEYS, out);
    for (size_t i = 0; i < KEYS; i++) {
        uint32_t want = berth_map_route_u64(slow, keys[i]);
        assert_int_equal(berth_map_route_u64(map, keys[i]), want);
        assert_int_equal(out[i], want);
    }
}

/* Keys of every length for which XXH3 has a branch, at every alignment. */
static void check_bytes(const berth_map *map, const berth_map *slow)
{
    static char text[2 * KEY_MAX];
    struct berth_key keys[KEY_MAX];
    uint32_t out[KEY_MAX];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)bits_mix(i);
    for (size_t len = 0; len < KEY_MAX; len++)
        keys[len] = (struct berth_key){text + len % 97, len};
    berth_map_route_many(map, keys, KEY_MAX, out);
    for (size_t len = 0; len < KEY_MAX; len++) {
        uint32_t want = berth_map_route(slow, keys[len].data, len);
        assert_int_equal(berth_map_route(map, keys[len].data, len), want);
        assert_int_equal(out[len], want);
    }
}

static void check_map(berth_map *map)
{
    const struct berth_map slow = looking_at_everything(map);
    check_hashes(map, &slow);
    check_integers(map, &slow);
    check_bytes(map, &slow);
    berth_map_free(map);
}

/* Compares maps with all nodes up, with one node down, with all weights 0, and without nodes. */
static void check_subject(const struct subject *subject)
{
    berth_nodes *nodes = subject_nodes(subject, 5, "node-%u");
    check_map(subject_map(subject, nodes));
    subject_set(nodes, "node-3", "state", "down");
    check_map(subject_map(subject, nodes));
    for (unsigned i = 0; i < 5 && subject_takes_weight(subject, 0); i++) {
        char name[] = "node-0";
        name[5] = (char)('0' + i);
        subject_weight(nodes, name, 0);
    }
    if (subject->info.promises & BERTH_NATIVE)
        check_map(subject_map(subject, nodes));
    berth_nodes_free(nodes);
    nodes = berth_nodes_new(NULL);
    check_map(subject_map(subject, nodes));
    berth_nodes_free(nodes);
}

static void test_every_scheme(void **unused)
{
    (void)unused;
    size_t count;
    struct subject *subjects = subjects_all(&count);
    for (size_t i = 0; i < count; i++)
        check_subject(&subjects[i]);
    free(subjects);
}

/* Some tables can be indexed by a single shift of the hash, others cannot. */
static void test_tables(void **unused)
{
    (void)unused;
    const struct {
        const char *spec;
        bool direct;
    } cases[] = {
        {"slots", true},
        {"slots:table=1", false},
        {"slots:table=2", true},
        {"slots:table=1024,bound=1.1", true},
        {"slots:table=256,hash=crc32", false},
        {"slots:table=65536,hash=fnv1a-64", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct subject subject = subject_of(cases[i].spec);
        berth_nodes *nodes = subject_nodes(&subject, 7, "n%u");
        berth_map *map = subject_map(&subject, nodes);
        assert_int_equal(map->table.owners != NULL, cases[i].direct);
        check_map(map);
        berth_nodes_free(nodes);
    }
}

/* A map made from another map chooses its own fast paths. */
static void test_next(void **unused)
{
    (void)unused;
    struct subject subject = subject_of("slots");
    berth_nodes *nodes = subject_nodes(&subject, 7, "n%u");
    berth_map *before = subject_map(&subject, nodes);
    subject_set(nodes, "n3", "state", "down");
    berth_map *down = subject_next(before, nodes);
    assert_null(down->table.owners);
    subject_set(nodes, "n3", "state", "up");
    berth_map *up = subject_next(down, nodes);
    assert_non_null(up->table.owners);
    check_map(before);
    check_map(down);
    check_map(up);
    berth_nodes_free(nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_scheme),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
