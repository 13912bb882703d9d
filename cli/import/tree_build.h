/* SPDX-License-Identifier: MIT */
/* tree_build.h - a tree as its readers put it together: what begins, what ends, texts between */
#ifndef CLI_TREE_BUILD_H
#define CLI_TREE_BUILD_H

#include "import/tree.h"

struct tree_block;

struct tree_frame {
    struct tree_node *node;
    size_t first; /* of its members among those pending */
    const char *key;
    uint32_t key_line;
};

struct tree_anchor {
    const char *name;
    const struct tree_node *node;
};

struct tree {
    struct tree_block *block; /* all memory of the nodes and their texts */
    const struct tree_node **documents;
    size_t document_count;
    uint64_t nodes; /* so far, aliases followed */
    struct tree_error *error;
    /* The rest is of use while the tree is built. */
    struct tree_frame frame[TREE_DEPTH_MAX + 1];
    int depth;
    bool merges;                 /* "<<" is no ordinary key */
    struct tree_member *pending; /* members of all open containers */
    size_t pending_count, pending_room;
    struct tree_anchor *anchors; /* sorted by name */
    size_t anchor_count;
};

/* Fills the error and returns false. */
bool tree_fail(struct tree *tree, uint64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Each returns false after filling the error. An anchor is NULL where the file has none. */
bool tree_begin(struct tree *tree, enum tree_kind kind, uint32_t line, const char *anchor);
bool tree_end(struct tree *tree);
/* In a map texts are a key and its value by turns. */
bool tree_add_text(struct tree *tree, const char *text, size_t len, bool quoted, uint32_t line,
                   const char *anchor);
bool tree_add_alias(struct tree *tree, const char *anchor, uint32_t line);
/* Anchors hold within one document. */
void tree_forget_anchors(struct tree *tree);

/* The two readers. */
bool tree_json_read(struct tree *tree, const char *text, size_t len, uint32_t first);
bool tree_yaml_read(struct tree *tree, const char *text, size_t len, uint32_t first);

#endif
