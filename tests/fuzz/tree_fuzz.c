/* SPDX-License-Identifier: MIT */
/* tree_fuzz.c - any bytes as YAML or JSON: a tree whose counts are true, or one sentence
 *
 * Refused: the sentence is not empty and has one line. Read: a walk ends, shows no more maps than the
 * tree has nodes, and no map has a key twice. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "import/tree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void tree_fuzz_map(const struct tree_node *map)
{
    for (uint32_t i = 0; i < map->count && map->count < 100; i++) {
        const struct tree_node *value = map->members[i].value;
        assert(tree_get(map, map->members[i].key) == (value->kind == TREE_NULL ? NULL : value));
    }
}

static void tree_fuzz_document(const struct tree_node *root)
{
    struct tree_walk walk;
    const char *key;
    uint32_t shown = 0;
    assert(root->size >= 1 && root->height <= TREE_DEPTH_MAX && !root->open);
    tree_walk_begin(&walk, root);
    for (const struct tree_node *map; (map = tree_walk_next(&walk, &key)) != NULL; shown++) {
        assert(map->kind == TREE_MAP && strlen(key) < TREE_BYTES_MAX);
        tree_fuzz_map(map);
    }
    assert(shown <= root->size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct tree_error error;
    char *text = malloc(len + 1);
    assert(text);
    memcpy(text, data, len);
    text[len] = '\0';
    struct tree *tree = tree_read(text, strlen(text), 1, &error);
    free(text);
    if (!tree)
        assert(error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
    for (size_t i = 0; tree && i < tree_documents(tree); i++)
        tree_fuzz_document(tree_document(tree, i));
    tree_free(tree);
    return 0;
}
