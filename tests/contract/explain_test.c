/* SPDX-License-Identifier: MIT */
/* explain_test.c - every scheme explains its keys in the terms of its system: the hash that it
 *                  names gives the digest that it prints, the point found is a point of the ring,
 *                  and a score is given */
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NODES = 5, KEYS = 50 };

/* Computes the named hash of a key; returns false when no list has that name. */
static bool computed(const char *name, const char *key, uint64_t *out)
{
    char word[64];
    const char *seed = strstr(name, ":seed=");
    const uint64_t seeds[2] = {seed ? strtoull(seed + 6, NULL, 0) : 0, 0};
    uint64_t result[2];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, ":"), name);
    const struct berth_hash *hash = seed ? NULL : berth_hash_find(word);
    const struct berth_hash_variant *variant = berth_hash_variant_find(word);
    if (hash)
        *out = hash->digest(key, strlen(key));
    else if (variant)
        variant->digest(key, strlen(key), seeds, result);
    if (!hash && variant)
        *out = result[1];
    return hash || variant;
}

static void check_hash(const berth_map *map, const struct berth_explanation *why, const char *key)
{
    const uint64_t last = why->hash_bits == 64 ? UINT64_MAX : (UINT64_C(1) << why->hash_bits) - 1;
    uint64_t expected = 0;
    assert_true(*why->hash_name && *why->hash_text && why->hash_bits <= 64);
    if (!berth_map_hashed(map) && strcmp(why->hash_name, "xxh3") == 0)
        fail_msg("%s does not hash keys by xxh3", berth_map_spec(map));
    if (why->hash_bits == 0)
        return;
    assert_true(why->digest <= last);
    if (computed(why->hash_name, key, &expected) && why->digest != (expected & last))
        fail_msg("%s: %s of %s is 0x%llx, not 0x%llx", berth_map_spec(map), why->hash_name, key,
                 (unsigned long long)(expected & last), (unsigned long long)why->digest);
}

/* The point found must be a mark of the ring, and the node met must be the mark's node. */
static void check_point(const berth_map *map, const struct berth_explanation *why)
{
    struct berth_mark mark;
    bool found = false, any = false;
    for (size_t i = 0; berth_map_mark(map, i, &mark) && !found; i++) {
        any = true;
        const bool wide = why->position_bits == 128;
        found = (wide ? mark.high : mark.value) == why->position && mark.index == why->met &&
                (!wide || mark.value == why->position_low);
    }
    if (any && !found)
        fail_msg("%s: no point 0x%llx of node %u", berth_map_spec(map),
                 (unsigned long long)why->position, why->met);
}

static void check_explanations(const struct subject *subject)
{
    berth_map *map = subject_map_of(subject, NODES, "10.0.0.%u:80");
    for (unsigned i = 0; i < KEYS; i++) {
        struct berth_explanation why;
        char key[16], label[256];
        snprintf(key, sizeof key, "session-%u", i);
        berth_map_explain(map, key, strlen(key), &why);
        check_hash(map, &why, key);
        const size_t len = berth_map_label(map, &why, label, sizeof label);
        if (why.kind == BERTH_KIND_POINT)
            check_point(map, &why);
        if ((len > 0) != (why.kind == BERTH_KIND_POINT))
            fail_msg("%s: \"%s\" is no label of a %s", berth_map_spec(map), label,
                     berth_kind_text(why.kind));
        if (why.kind == BERTH_KIND_SCORE)
            assert_true(why.position != 0 && why.position_bits > 0);
        else if (why.kind != BERTH_KIND_POINT)
            assert_true(why.position < why.positions);
    }
    berth_map_free(map);
}

static void every_scheme_names_its_hash(void **state)
{
    (void)state;
    size_t count;
    struct subject *subjects = subjects_all(&count);
    for (size_t i = 0; i < count; i++)
        check_explanations(&subjects[i]);
    free(subjects);
}

/* ---- labels -------------------------------------------------------------------------------- */

/* The digest of the label found, cut as the preset cuts it, must be the point. */
struct labelled {
    const char *spec, *hash;
};

static const struct labelled labelled[] = {
    {"groupcache", "crc32"},
    {"envoy-ring-hash", "xxh64"},
    {"kubeai-chwbl", "xxh64"},
    {"blog-sha256-ring", "sha256-32"},
    {"fabrica-hashring", "murmur3-low32"},
    {"jedis-sharded", "murmur64a:seed=0x1234abcd"},
    {"stathat-consistent:fnv=1", "fnv1a-32"},
    {"ring:hash=crc32", "crc32"},
    {"ring:points=40,hash=fnv1a-32,probes=3", "fnv1a-32"},
};

static void labels_hash_to_their_points(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof labelled / sizeof *labelled; i++) {
        const struct subject subject = subject_of(labelled[i].spec);
        berth_map *map = subject_map_of(&subject, NODES, "10.0.0.%u:80");
        for (unsigned k = 0; k < KEYS; k++) {
            struct berth_explanation why;
            char key[16], label[256];
            uint64_t expected;
            snprintf(key, sizeof key, "session-%u", k);
            berth_map_explain(map, key, strlen(key), &why);
            assert_true(berth_map_label(map, &why, label, sizeof label) > 0);
            assert_true(computed(labelled[i].hash, label, &expected));
            assert_true(expected == why.position);
        }
        berth_map_free(map);
    }
}

/* MD5's words are numbered; a short buffer cuts the label off and says how long it is. */
static void a_label_names_its_word(void **state)
{
    (void)state;
    const struct subject subject = subject_of("libketama");
    berth_map *map = subject_map_of(&subject, NODES, "10.0.0.%u:11211");
    struct berth_explanation why;
    char label[64], start[4];
    berth_map_explain(map, "abc", 3, &why);
    const size_t len = berth_map_label(map, &why, label, sizeof label);
    assert_int_equal(len, strlen(label));
    assert_non_null(strstr(label, ", word "));
    assert_int_equal(strncmp(label, berth_map_name(map, why.met), strlen("10.0.0.0:11211")), 0);
    assert_int_equal(berth_map_label(map, &why, start, sizeof start), len);
    assert_int_equal(strncmp(start, label, 3), 0);
    berth_map_free(map);
}

/* kubeai's labels have no separator: of "n" and "n1" some are the same. */
static void equal_points_are_reported(void **state)
{
    (void)state;
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert_non_null(nodes);
    assert_true(berth_nodes_add(nodes, "n", 1, NULL) >= 0 &&
                berth_nodes_add(nodes, "n1", 1, NULL) >= 0);
    berth_map *map = berth_map_new("kubeai-chwbl", nodes, NULL, NULL);
    unsigned ties = 0;
    assert_non_null(map);
    for (uint64_t i = 0; i < 1000; i++) {
        struct berth_explanation why;
        berth_map_explain_u64(map, i, &why);
        assert_true(why.tied == BERTH_NONE || why.tied != why.met);
        ties += why.tied != BERTH_NONE;
    }
    assert_true(ties > 0);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

/* The points that a ring keeps and the points that it leaves out must be all points that its nodes
 * make. None is lost where labels cannot be equal; some are lost where nodes "1" and "11" make the
 * same labels. */
static void lost_points_are_counted(void **state)
{
    (void)state;
    static const char *const specs[] = {"groupcache:replicas=100",
                                        "stathat-consistent:replicas=100", "go-redis-ring-v6v7"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        const struct subject subject = subject_of(specs[i]);
        berth_nodes *nodes = subject_nodes(&subject, 0, "");
        size_t lost[2], kept = 0;
        struct berth_mark mark;
        subject_add(&subject, nodes, "1", 1, 0);
        subject_add(&subject, nodes, "11", 1, 1);
        berth_map *map = subject_map(&subject, nodes);
        while (berth_map_mark(map, kept, &mark))
            kept++;
        const size_t all = berth_map_lost_points(map, lost);
        assert_int_equal(all, lost[0] + lost[1]);
        assert_true(lost[0] + lost[1] > 0 && kept > lost[0] + lost[1]);
        assert_int_equal((kept + lost[0] + lost[1]) % 100, 0);
        berth_map_free(map);
        berth_nodes_free(nodes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scheme_names_its_hash),
        cmocka_unit_test(labels_hash_to_their_points),
        cmocka_unit_test(a_label_names_its_word),
        cmocka_unit_test(equal_points_are_reported),
        cmocka_unit_test(lost_points_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
