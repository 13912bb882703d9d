/* SPDX-License-Identifier: MIT */
/* rooms_test.c - where a placement bounds what a node may own, no node owns more
 *
 * Every spec of every scheme is tried; the marks that `berth dump` shows are counted. */
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 13 };

static void check_rooms(const struct subject *subject)
{
    uint64_t room[NODES], owned[NODES] = {0}, marks = 0, rooms = 0;
    struct berth_mark mark;
    berth_map *map = subject_map_of(subject, NODES, "pier-%02u");
    bool bounded = berth_map_rooms(map, room);
    assert_true(bounded || !strstr(subject->spec, "bound="));
    for (size_t i = 0; bounded && berth_map_mark(map, i, &mark); i++, marks++)
        owned[mark.index]++;
    assert_true(marks > 0 || !bounded);
    for (uint32_t i = 0; bounded && i < NODES; i++) {
        assert_in_range(owned[i], 0, room[i]);
        rooms += room[i];
    }
    assert_true(rooms >= marks);
    berth_map_free(map);
}

static void room_of_slots(void **state)
{
    (void)state;
    berth_error error;
    uint64_t room[4];
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_nodes_parse_inline(nodes, "a,b=2,c=0,d", &error);
    berth_map *map = berth_map_new("slots:table=1024,bound=1.05", nodes, NULL, &error);
    assert_true(berth_map_rooms(map, room)); /* ceil(1.05 x 1024 x w / 4) */
    assert_int_equal(room[0], 269);
    assert_int_equal(room[1], 538);
    assert_int_equal(room[2], 0);
    assert_int_equal(room[3], 269);
    berth_map_free(map);
    map = berth_map_new("slots:table=1024", nodes, NULL, &error);
    assert_false(berth_map_rooms(map, room));
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static const struct property properties[] = {
    {"no node owns more than its room", 0, check_rooms, NULL},
};

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(room_of_slots)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed + properties_run(argc, argv, properties, 1);
}
