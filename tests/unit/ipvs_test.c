/* SPDX-License-Identifier: MIT */
/* ipvs_test.c - destinations that accept no clients, flags, and texts that are no destination */
#include <berth.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { CLIENTS = 500 };

/* Returns a map of three destinations, of which the second has these attributes. */
static berth_map *open_map(const char *spec, const char *attributes, berth_error *error)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    char text[512];
    int len = snprintf(text, sizeof text,
                       "node 10.0.0.1:80 weight=5\nnode 10.0.0.2:80 %s\nnode 10.0.0.3:80 "
                       "weight=5\n",
                       attributes);
    if (berth_nodes_parse(nodes, text, (size_t)len, error))
        fail_msg("%s", error->text);
    berth_map *map = berth_map_new(spec, nodes, NULL, error);
    berth_nodes_free(nodes);
    return map;
}

static berth_map *map_of(const char *spec, const char *attributes)
{
    berth_error error = {0};
    berth_map *map = open_map(spec, attributes, &error);
    if (!map)
        fail_msg("%s: %s", spec, error.text);
    return map;
}

static uint32_t owner(const berth_map *map, unsigned client)
{
    char key[32];
    int len = snprintf(key, sizeof key, "192.168.%u.%u", client / 250, client % 250 + 1);
    return berth_map_route(map, key, (size_t)len);
}

/* The clients of a destination that accepts none are refused. With the flag they go to other
 * destinations, and no other client moves. */
static void idle(const char *spec, const char *fallback, const char *busy, const char *attributes)
{
    berth_map *all = map_of(spec, busy), *without = map_of(spec, attributes);
    berth_map *other = map_of(fallback, attributes);
    size_t refused = 0;
    for (unsigned i = 0; i < CLIENTS; i++) {
        uint32_t before = owner(all, i), after = owner(other, i);
        assert_int_equal(owner(without, i), before == 1 ? BERTH_NONE : before);
        assert_true(before == 1 ? after == 0 || after == 2 : after == before);
        refused += before == 1;
    }
    assert_true(refused > CLIENTS / 20);
    berth_map_free(all);
    berth_map_free(without);
    berth_map_free(other);
}

static void idle_destinations(void **state)
{
    (void)state;
    idle("ipvs-mh", "ipvs-mh:mh-fallback=1", "weight=5", "weight=5 state=down");
    idle("ipvs-mh", "ipvs-mh:mh-fallback=1", "weight=5", "weight=0 last-weight=5");
    idle("ipvs-sh", "ipvs-sh:sh-fallback=1", "weight=5", "weight=5 state=down");
    idle("ipvs-sh", "ipvs-sh:sh-fallback=1", "weight=1", "weight=0");
}

static void all_idle(void **state)
{
    (void)state;
    static const char *const specs[] = {"ipvs-mh", "ipvs-mh:fallback=1", "ipvs-sh:fallback=1"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        berth_nodes *nodes = berth_nodes_new(NULL);
        berth_error error = {0};
        const char text[] = "node 10.0.0.1:80 state=down\nnode 10.0.0.2:80 state=down\n";
        assert_int_equal(berth_nodes_parse(nodes, text, sizeof text - 1, &error), 0);
        berth_map *map = berth_map_new(specs[i], nodes, NULL, &error);
        assert_non_null(map);
        assert_int_equal(owner(map, 1), BERTH_NONE);
        berth_map_free(map);
        berth_nodes_free(nodes);
    }
}

/* A port is hashed only with the flag. */
static void ports(void **state)
{
    (void)state;
    static const char *const specs[] = {"ipvs-mh", "ipvs-mh:mh-port=1", "ipvs-sh",
                                        "ipvs-sh:sh-port=1"};
    for (size_t i = 0; i < 4; i++) {
        berth_map *map = map_of(specs[i], "weight=5");
        unsigned moved = 0;
        for (unsigned port = 1; port < 200; port++) {
            char key[32];
            int len = snprintf(key, sizeof key, "10.9.8.7:%u", port);
            moved += berth_map_route(map, key, (size_t)len) != berth_map_route(map, "10.9.8.7", 8);
        }
        assert_true(i % 2 == 0 ? moved == 0 : moved > 50);
        berth_map_free(map);
    }
}

/* The address may be given by attributes instead of the name. */
static void addresses_by_attribute(void **state)
{
    (void)state;
    berth_map *by_name = map_of("ipvs-mh", "weight=5");
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_error error = {0};
    const char text[] = "node a addr=10.0.0.1:80 weight=5\nnode b addr=10.0.0.2 port=80 weight=5\n"
                        "node 10.0.0.3:1 port=80 weight=5\n";
    assert_int_equal(berth_nodes_parse(nodes, text, sizeof text - 1, &error), 0);
    berth_map *by_attribute = berth_map_new("ipvs-mh", nodes, NULL, &error);
    assert_non_null(by_attribute);
    for (unsigned i = 0; i < CLIENTS; i++)
        assert_int_equal(owner(by_name, i), owner(by_attribute, i));
    berth_map_free(by_name);
    berth_map_free(by_attribute);
    berth_nodes_free(nodes);
}

static void sizes(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        size_t size;
    } cases[] = {{"ipvs-mh:tab-index=8", 251},
                 {"ipvs-mh", 4093},
                 {"ipvs-mh:tab-index=17", 131071},
                 {"ipvs-sh", 256}};
    for (size_t i = 0; i < 4; i++) {
        berth_map *map = map_of(cases[i].spec, "weight=5");
        struct berth_mark mark;
        assert_true(berth_map_mark(map, cases[i].size - 1, &mark));
        assert_false(berth_map_mark(map, cases[i].size, &mark));
        berth_map_free(map);
    }
}

static void refuses(const char *spec, const char *attributes, const char *word)
{
    berth_error error = {0};
    assert_null(open_map(spec, attributes, &error));
    if (!strstr(error.text, word))
        fail_msg("%s: \"%s\" does not say %s", spec, error.text, word);
}

static void wrong_destinations(void **state)
{
    (void)state;
    refuses("ipvs-mh", "addr=example.org", "has no address");
    refuses("ipvs-sh", "addr=example.org", "has no address");
    refuses("ipvs-mh", "port=http", "port");
    refuses("ipvs-mh", "weight=0 last-weight=x", "last-weight");
    refuses("ipvs-mh", "weight=0 last-weight=65536", "last-weight");
    refuses("ipvs-mh", "weight=0.5", "whole weights");
    refuses("ipvs-mh:tab-index=7", "", "8 to 17");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_destinations),
        cmocka_unit_test(all_idle),
        cmocka_unit_test(ports),
        cmocka_unit_test(addresses_by_attribute),
        cmocka_unit_test(sizes),
        cmocka_unit_test(wrong_destinations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
