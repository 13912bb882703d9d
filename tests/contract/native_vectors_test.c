/* SPDX-License-Identifier: MIT */
/* native_vectors_test.c - what a native name computes never changes
 *
 * Replays tests/vectors/native (README.md there): every owner and every list of replicas, by all
 * the ways of asking, against what an independent program answered. Nodes are also listed
 * backwards. */
#include "berth.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <jansson.h>

#define FOLDER BERTH_TEST_DATA "/vectors/native/"

enum { LISTED = 3, KEY_MAX = 4096 };

/* ---- reading --------------------------------------------------------------------------------- */

struct vector {
    const char *file;
    json_t *root;
    berth_map *map;
    size_t checked;
};

static const json_t *member(const struct vector *v, const char *name)
{
    const json_t *value = json_object_get(v->root, name);
    if (!value)
        fail_msg("%s: no \"%s\"", v->file, name);
    return value;
}

static void add_node(berth_nodes *nodes, const json_t *node)
{
    berth_error error = {0};
    const char *name = json_string_value(json_object_get(node, "name"));
    const json_t *slot = json_object_get(node, "slot");
    double weight = json_number_value(json_object_get(node, "weight"));
    if (berth_nodes_add(nodes, name, weight, &error))
        fail_msg("%s", error.text);
    if (slot) {
        char text[24];
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(slot));
        assert_int_equal(berth_nodes_set(nodes, name, "slot", text, &error), 0);
    }
}

static berth_map *map_of(const struct vector *v, bool backwards)
{
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    const json_t *list = member(v, "nodes");
    size_t n = json_array_size(list);
    for (size_t i = 0; i < n; i++)
        add_node(nodes, json_array_get(list, backwards ? n - 1 - i : i));
    berth_map *map = berth_map_new(json_string_value(member(v, "spec")), nodes, NULL, &error);
    berth_nodes_free(nodes);
    if (!map)
        fail_msg("%s: %s", v->file, error.text);
    return map;
}

static size_t unhex(const char *hex, char *out)
{
    size_t n = strlen(hex) / 2;
    assert_in_range(n, 0, KEY_MAX);
    for (size_t i = 0; i < n; i++) {
        unsigned byte;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
        out[i] = (char)byte;
    }
    return n;
}

static struct berth_key key_of(const json_t *key, char room[KEY_MAX])
{
    const json_t *hex = json_object_get(key, "hex");
    if (hex)
        return (struct berth_key){room, unhex(json_string_value(hex), room)};
    return (struct berth_key){json_string_value(key), json_string_length(key)};
}

/* ---- comparing ------------------------------------------------------------------------------- */

static void compare(struct vector *v, size_t at, uint32_t owner, const uint32_t *list, size_t n)
{
    const char *expected = json_string_value(json_array_get(member(v, "owner"), at));
    const json_t *replicas = json_array_get(member(v, "replicas"), at);
    const char *got = berth_map_name(v->map, owner);
    if (!expected) { /* null: no node */
        assert_int_equal(owner, BERTH_NONE);
        assert_int_equal(n, 0);
    } else if (!got || strcmp(got, expected) != 0) {
        fail_msg("%s: key %zu: owner %s, expected %s", v->file, at, got ? got : "none", expected);
    }
    size_t listed = json_array_size(replicas);
    if (n != listed)
        fail_msg("%s: key %zu: %zu replicas, expected %zu", v->file, at, n, listed);
    for (size_t i = 0; i < n; i++)
        if (strcmp(berth_map_name(v->map, list[i]), json_string_value(json_array_get(replicas, i))))
            fail_msg("%s: key %zu: replica %zu is %s", v->file, at, i + 1,
                     berth_map_name(v->map, list[i]));
    v->checked++;
}

/* A longer list of replicas begins with the shorter one. */
static void check_longer(struct vector *v, struct berth_key key, const uint32_t *list, size_t n)
{
    uint32_t longer[LISTED + 2];
    size_t m = berth_map_replicas(v->map, key.data, key.len, longer, LISTED + 2);
    assert_true(n < LISTED ? m == n : m >= n);
    assert_memory_equal(longer, list, n * sizeof *list);
}

static void check_keys(struct vector *v)
{
    const json_t *keys = member(v, "keys");
    for (size_t i = 0; i < json_array_size(keys); i++) {
        char room[KEY_MAX];
        uint32_t list[LISTED], many;
        struct berth_key key = key_of(json_array_get(keys, i), room);
        size_t n = berth_map_replicas(v->map, key.data, key.len, list, LISTED);
        compare(v, i, berth_map_route(v->map, key.data, key.len), list, n);
        check_longer(v, key, list, n);
        berth_map_route_many(v->map, &key, 1, &many);
        assert_int_equal(many, n ? list[0] : BERTH_NONE);
    }
}

static void check_integers(struct vector *v)
{
    const json_t *keys = member(v, "u64_keys");
    size_t before = json_array_size(member(v, "keys")), n = json_array_size(keys);
    uint64_t *integers = malloc((n + 1) * sizeof *integers);
    uint32_t *many = malloc((n + 1) * sizeof *many);
    for (size_t i = 0; i < n; i++)
        integers[i] = strtoull(json_string_value(json_array_get(keys, i)), NULL, 10);
    berth_map_route_many_u64(v->map, integers, n, many);
    for (size_t i = 0; i < n; i++) {
        uint32_t list[LISTED];
        size_t listed = berth_map_replicas_u64(v->map, integers[i], list, LISTED);
        compare(v, before + i, berth_map_route_u64(v->map, integers[i]), list, listed);
        assert_int_equal(many[i], listed ? list[0] : BERTH_NONE);
    }
    free(integers);
    free(many);
}

static bool order_counts(const struct vector *v)
{
    return strstr(json_string_value(member(v, "spec")), "order=line") != NULL;
}

/* Returns how many keys were compared. */
static size_t replay(const char *file)
{
    char path[512];
    json_error_t error;
    struct vector v = {.file = file};
    snprintf(path, sizeof path, FOLDER "%s", file);
    v.root = json_load_file(path, 0, &error);
    if (!v.root)
        fail_msg("%s:%d: %s", file, error.line, error.text);
    if (strcmp(json_string_value(member(&v, "format")), "berth-native-vectors/1") != 0)
        fail_msg("%s: another format", file);
    size_t keys = json_array_size(member(&v, "keys")) + json_array_size(member(&v, "u64_keys"));
    assert_int_equal(json_array_size(member(&v, "owner")), keys);
    assert_int_equal(json_array_size(member(&v, "replicas")), keys);
    for (unsigned backwards = 0; backwards < (order_counts(&v) ? 1u : 2u); backwards++) {
        v.checked = 0;
        v.map = map_of(&v, backwards == 1);
        check_keys(&v);
        check_integers(&v);
        berth_map_free(v.map);
        assert_int_equal(v.checked, keys);
    }
    json_decref(v.root);
    return keys;
}

static bool is_ours(const char *file)
{
    size_t len = strlen(file);
    return len > 5 && strcmp(file + len - 5, ".json") == 0;
}

static void replay_scheme(void **state)
{
    const char *scheme = *state;
    size_t files = 0, keys = 0;
    DIR *folder = opendir(FOLDER);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *file = entry->d_name;
        if (!is_ours(file) || strcspn(file, "-") != strlen(scheme) ||
            strncmp(file, scheme, strlen(scheme)) != 0)
            continue;
        keys += replay(file);
        files++;
    }
    closedir(folder);
    print_message("             %s: %zu files, %zu keys\n", scheme, files, keys);
    assert_true(files >= 8);
    assert_true(keys >= files * 20);
}

int main(void)
{
    struct berth_scheme_info info;
    struct CMUnitTest tests[32] = {{0}};
    size_t n = 0;
    for (size_t i = 0; berth_scheme_at(i, &info) && n < 32; i++)
        if (info.promises & BERTH_NATIVE)
            tests[n++] = (struct CMUnitTest){info.name, replay_scheme, NULL, NULL,
                                             (void *)(uintptr_t)info.name};
    return _cmocka_run_group_tests("native vectors", tests, n, NULL, NULL);
}
