/* SPDX-License-Identifier: MIT */
/* slots_law_test.c - the maps of tests/vectors/law/slots.json: the owners of all slots, and the
 *                    rankings of some
 *
 * They are built with every level of lanes that this CPU can run, with and without the kept
 * ranking. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <jansson.h>

#include "base/alloc.h"
#include "naive_hrw.h"
#include "scheme/lanes.h"
#include "scheme/slots.h"

extern const struct scheme scheme_slots;

static const struct lanes *level;
static unsigned flags;

static uint64_t integer_of(const json_t *object, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(object, name));
}

static uint64_t hex_of(const json_t *text)
{
    return strtoull(json_string_value(text), NULL, 16);
}

static struct member *members_of(const json_t *map, uint32_t *count)
{
    const json_t *hashes = json_object_get(map, "hashes");
    const json_t *weights = json_object_get(map, "weights");
    *count = (uint32_t)json_array_size(hashes);
    struct member *members = calloc(*count, sizeof *members);
    assert_non_null(members);
    for (uint32_t i = 0; i < *count; i++)
        members[i] = (struct member){
            .hash = hex_of(json_array_get(hashes, i)),
            .weight = (uint64_t)json_integer_value(json_array_get(weights, i)),
            .number = i,
        };
    return members;
}

static void check_owners(const json_t *map, const struct slots *slots)
{
    const json_t *owned = json_object_get(map, "owned");
    uint64_t sum = 0, held[50] = {0};
    for (uint64_t slot = 0; slot < slots_count(slots); slot++) {
        uint32_t owner = slots_owner(slots, slot);
        sum = bits_mix((sum + BITS_GOLDEN) ^ owner);
        if (owner < 50)
            held[owner]++;
    }
    assert_true(sum == hex_of(json_object_get(map, "checksum")));
    for (size_t i = 0; i < json_array_size(owned); i++)
        assert_int_equal(held[i], json_integer_value(json_array_get(owned, i)));
}

static void check_ranking(const json_t *sample, const struct slots *slots)
{
    const json_t *want = json_object_get(sample, "replicas");
    uint32_t got[3];
    uint64_t slot = integer_of(sample, "slot");
    uint64_t hash = slots->mask ? slot << slots->shift : 0;
    assert_int_equal(scheme_slots.ops->route_n(slots, hash, got, 3), json_array_size(want));
    for (size_t i = 0; i < json_array_size(want); i++)
        assert_int_equal(got[i], json_integer_value(json_array_get(want, i)));
}

static void check_map(const json_t *map)
{
    uint32_t count;
    struct member *members = members_of(map, &count);
    struct value values[3] = {
        {.number = integer_of(map, "table")}, {.number = integer_of(map, "bound")}, {0}};
    struct berth_alloc alloc = alloc_or_default(NULL);
    struct build in = naive_build(&scheme_slots, &alloc, members, count, values);
    in.lanes = level;
    in.flags = flags;
    void *state;
    assert_int_equal(scheme_slots.ops->build(&in, &state, NULL), 0);
    check_owners(map, state);
    const json_t *samples = json_object_get(map, "samples");
    for (size_t i = 0; i < json_array_size(samples); i++)
        check_ranking(json_array_get(samples, i), state);
    scheme_slots.ops->destroy(state, &alloc);
    free(members);
}

static void every_map_of_the_law(void **state)
{
    json_t *law = json_load_file(BERTH_TEST_DATA "/vectors/law/slots.json", 0, NULL);
    const json_t *maps = json_object_get(law, "maps");
    (void)state;
    assert_int_equal(json_array_size(maps), 50);
    for (size_t i = 0; i < json_array_size(maps); i++)
        check_map(json_array_get(maps, i));
    json_decref(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_map_of_the_law)};
    int failed = 0;
    for (unsigned i = 0; (level = lanes_level(i)) != NULL; i++)
        for (flags = 0; flags <= BERTH_KEEP_RANKING; flags += BERTH_KEEP_RANKING)
            failed += cmocka_run_group_tests_name(level->name, tests, NULL, NULL);
    return failed;
}
