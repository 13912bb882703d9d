/* SPDX-License-Identifier: MIT */
/* fingerprint_test.c - equal fingerprints mean equal answers, and any change that matters changes
 * the fingerprint. It covers the spec, names, weights, zones, slots of numbered schemes and the
 * attributes that the scheme reads. It does not cover addresses, states, data, history, or the
 * order of nodes where the scheme takes a set. */
#include "keys.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { NODES = 5 };

static berth_nodes *five(const struct subject *subject)
{
    return subject_nodes(subject, NODES, "node-%u");
}

/* Whether the fingerprint differs after a change of the nodes. A change that is refused counts as
 * different. */
static bool changes(const struct subject *subject, const berth_nodes *nodes)
{
    berth_nodes *plain = five(subject);
    berth_map *before = subject_map(subject, plain);
    berth_map *after = berth_map_new(subject->spec, nodes, NULL, NULL);
    bool changed = !after || !subject_fingerprints_equal(before, after);
    if (!after) /* only a preset may refuse what these tests change */
        assert_false(subject->promises & BERTH_NATIVE);
    berth_map_free(before);
    berth_map_free(after);
    berth_nodes_free(plain);
    return changed;
}

static bool changed_by(const struct subject *subject, const char *key, const char *value)
{
    berth_nodes *nodes = five(subject);
    subject_set(nodes, "node-3", key, value);
    bool changed = changes(subject, nodes);
    berth_nodes_free(nodes);
    return changed;
}

static void check_same(const struct subject *subject)
{
    berth_nodes *nodes = five(subject);
    assert_false(changes(subject, nodes));
    assert_int_equal(berth_nodes_set_data(nodes, "node-1", nodes, NULL), 0);
    assert_false(changes(subject, nodes));
    subject_set(nodes, "node-1", "weight", "2");
    subject_set(nodes, "node-1", "weight", "1.000000");
    assert_false(changes(subject, nodes));
    berth_nodes *copy = berth_nodes_copy(nodes, NULL);
    assert_false(changes(subject, copy));
    berth_nodes_free(copy);
    berth_nodes_free(nodes);
}

static bool looks_at(const struct subject *subject, const char *key)
{
    const char *words = subject->info.attributes;
    size_t len = strlen(key);
    for (const char *at = words; at && (at = strstr(at, key)); at++)
        if ((at == words || at[-1] == ' ') && (at[len] == 0 || at[len] == ' '))
            return true;
    return false;
}

static void check_changes(const struct subject *subject)
{
    assert_true(changed_by(subject, "weight", "1.000001"));
    assert_true(changed_by(subject, "weight", "0"));
    assert_true(changed_by(subject, "zone", "b"));
    berth_nodes *nodes = five(subject);
    subject_add(subject, nodes, "node-5", 1, NODES);
    assert_true(changes(subject, nodes));
    subject_remove(nodes, "node-5");
    assert_false(changes(subject, nodes));
    subject_remove(nodes, "node-4");
    assert_true(changes(subject, nodes));
    subject_add(subject, nodes, "NODE-4", 1, NODES - 1); /* names are compared byte by byte */
    assert_true(changes(subject, nodes));
    berth_nodes_free(nodes);
}

static void check_does_not(const struct subject *subject)
{
    if (!looks_at(subject, "addr"))
        assert_false(changed_by(subject, "addr", "10.0.0.9:11211"));
    assert_false(changed_by(subject, "rack", "7"));
    assert_false(changed_by(subject, "zone", ""));
}

static void check_states(const struct subject *subject)
{
    assert_false(changed_by(subject, "state", "down"));
    assert_false(changed_by(subject, "state", "drain"));
    if (!subject_wants_slots(subject))
        assert_false(changed_by(subject, "slot", "17"));
}

/* A state must be in the fingerprint exactly where it decides the placement: where a down node
 * changes a share, or has a fair share of 0. */
static void check_down_decides(const struct subject *subject)
{
    double up[NODES], down[NODES], fair[NODES];
    berth_nodes *nodes = five(subject);
    berth_map *before = subject_map(subject, nodes);
    subject_set(nodes, "node-3", "state", "down");
    berth_map *after = subject_map(subject, nodes);
    berth_map_shares(before, up);
    berth_map_shares(after, down);
    berth_map_fair(after, fair);
    bool moved = memcmp(up, down, sizeof up) != 0,
         printed = !subject_fingerprints_equal(before, after);
    bool dropped = fair[berth_map_find(after, "node-3")] == 0;
    if ((moved || dropped) && !printed)
        fail_msg("%s: a node that is down changes shares, not the fingerprint", subject->spec);
    if (dropped && !moved && up[berth_map_find(before, "node-3")] > 0)
        fail_msg("%s: a node that is down is to own nothing, and keeps its share", subject->spec);
    berth_map_free(before);
    berth_map_free(after);
    berth_nodes_free(nodes);
}

static void check_slots(const struct subject *subject)
{
    berth_nodes *nodes = five(subject);
    subject_set(nodes, "node-0", "slot", "1");
    subject_set(nodes, "node-1", "slot", "0");
    assert_true(changes(subject, nodes));
    berth_nodes_free(nodes);
}

static bool is_own(const struct subject *subject)
{
    return subject->promises & BERTH_NATIVE;
}

static bool is_own_with_slots(const struct subject *subject)
{
    return is_own(subject) && subject_wants_slots(subject);
}

/* The fingerprint is XXH3 128 of the canonical text, so another program can compute it. */
static void check_text(const struct subject *subject)
{
    char text[2048], again[2048];
    berth_nodes *nodes = five(subject), *back = berth_nodes_new(NULL);
    subject_set(nodes, "node-2", "zone", "north \"1\"");
    berth_map *map = subject_map(subject, nodes);
    size_t len = berth_map_text(map, text, sizeof text);
    assert_int_equal(len, strlen(text));
    XXH128_hash_t hash = XXH3_128bits(text, len);
    struct berth_fingerprint print = berth_map_fingerprint(map);
    assert_true(print.hi == hash.high64 && print.lo == hash.low64);
    berth_error error = {0};
    if (berth_nodes_parse(back, text, len, &error))
        fail_msg("line %u: %s", error.line, error.text);
    assert_string_equal(berth_nodes_spec(back), subject->spec);
    berth_map *twin = berth_map_new(NULL, back, NULL, &error);
    assert_non_null(twin);
    subject_same_fingerprint(map, twin);
    subject_same_answers(map, twin, 50);
    assert_int_equal(berth_map_text(twin, again, sizeof again), len);
    assert_string_equal(text, again);
    berth_map_free(map);
    berth_map_free(twin);
    berth_nodes_free(nodes);
    berth_nodes_free(back);
}

/* No two specs of any scheme have the same fingerprint. */
static void check_specs_differ(const struct subject *subject)
{
    (void)subject;
    size_t count;
    struct subject *all = subjects_all(&count);
    struct berth_fingerprint *prints = malloc(count * sizeof *prints);
    for (size_t i = 0; i < count; i++) {
        berth_map *map = subject_map_of(&all[i], 3, "node-%u");
        prints[i] = berth_map_fingerprint(map);
        berth_map_free(map);
        for (size_t j = 0; j < i; j++)
            if (prints[i].hi == prints[j].hi && prints[i].lo == prints[j].lo)
                fail_msg("%s and %s have one fingerprint", all[i].spec, all[j].spec);
    }
    free(prints);
    free(all);
}

/* The values are frozen: other versions and machines must give the same. They were hashed from the
 * texts by hand. */
static void check_known(const struct subject *subject)
{
    static const struct {
        const char *spec;
        uint64_t hi, lo;
    } known[] = {
        {"slots", UINT64_C(0xe921326f17ef99c3), UINT64_C(0x22567ce830d13653)},
        {"ring:points=40,probes=2", UINT64_C(0xb0e16d2d4006e9cf), UINT64_C(0x7e65ebf277bcc639)},
        {"jump", UINT64_C(0xa8551ec9c70a5308), UINT64_C(0x9e65c89f46871b08)},
    };
    (void)subject;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct subject one = subject_of(known[i].spec);
        berth_map *map = subject_map_of(&one, 3, "cache-%u");
        struct berth_fingerprint print = berth_map_fingerprint(map);
        if (print.hi != known[i].hi || print.lo != known[i].lo)
            fail_msg("%s: 0x%016llx, 0x%016llx", known[i].spec, (unsigned long long)print.hi,
                     (unsigned long long)print.lo);
        berth_map_free(map);
    }
}

static bool is_modulo(const struct subject *subject)
{
    return strcmp(subject->spec, "modulo") == 0;
}

static const struct property properties[] = {
    {"fingerprint: equal nodes have equal fingerprints", 0, check_same, NULL},
    {"fingerprint: changes that change it", 0, check_changes, NULL},
    {"fingerprint: changes that do not change it", 0, check_does_not, NULL},
    {"fingerprint: states do not change it", BERTH_NATIVE, check_states, NULL},
    {"fingerprint: states that decide shares change it", 0, check_down_decides, NULL},
    {"fingerprint: slot numbers change it", BERTH_NUMBERED, check_slots, is_own_with_slots},
    {"fingerprint: it is the hash of the canonical text", 0, check_text, NULL},
    {"fingerprint: known values", 0, check_known, is_modulo},
    {"fingerprint: no two specs have the same", 0, check_specs_differ, is_modulo},
};
PROPERTIES_MAIN(properties)
