/* SPDX-License-Identifier: MIT */
/* hash_vectors.h - recorded vectors for the hash tests: files, keys, bytes */
#ifndef BERTH_HASH_VECTORS_H
#define BERTH_HASH_VECTORS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

struct vector_key {
    uint8_t *bytes; /* a block of exactly len bytes, so that a sanitizer sees a read beyond */
    size_t len;
};

static inline json_t *vectors_load(const char *file)
{
    char path[1024];
    json_error_t error;
    snprintf(path, sizeof path, "%s/vectors/hash/%s", BERTH_TEST_DATA, file);
    json_t *root = json_load_file(path, JSON_ALLOW_NUL, &error);
    if (root == NULL)
        fail_msg("%s:%d: %s", path, error.line, error.text);
    return root;
}

static inline struct vector_key vectors_hex(const json_t *hex)
{
    const char *text = json_string_value(hex);
    assert_non_null(text);
    const size_t len = strlen(text) / 2;
    struct vector_key key = {malloc(len ? len : 1), len};
    assert_non_null(key.bytes);
    for (size_t i = 0; i < len; i++) {
        const char pair[3] = {text[2 * i], text[2 * i + 1], 0};
        char *end;
        key.bytes[i] = (uint8_t)strtoul(pair, &end, 16);
        assert_ptr_equal(end, pair + 2);
    }
    return key;
}

/* Both formats: an array of hex strings, or of objects with a member "hex". */
static inline struct vector_key *vectors_keys(const json_t *array, size_t *count)
{
    *count = json_array_size(array);
    assert_true(*count > 0);
    struct vector_key *keys = calloc(*count, sizeof *keys);
    assert_non_null(keys);
    for (size_t i = 0; i < *count; i++) {
        const json_t *item = json_array_get(array, i);
        keys[i] = vectors_hex(json_is_object(item) ? json_object_get(item, "hex") : item);
    }
    return keys;
}

static inline void vectors_free_keys(struct vector_key *keys, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(keys[i].bytes);
    free(keys);
}

#endif
