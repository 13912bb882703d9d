/* SPDX-License-Identifier: MIT */
/* tree.h - YAML and JSON as one tree, with the line of every value
 *
 *   text --> tree_json.c or tree_yaml.c --> tree_build.c --> documents of lists, maps and texts
 *
 * A file is JSON when its first brackets lead to a quote or to nothing, else YAML. Several documents
 * are a list of roots, also in JSON, where they stand one after the other. Aliases and merges ("<<")
 * are followed; an alias shares the nodes it names, so a tree may have a node in several places, and
 * every limit below counts it at each. A key that stands twice in one map is refused: readers
 * differ on which of the two counts.
 *
 * Values keep the text that the file has; what it means (a number, a name) is for the caller to say,
 * by fields.h or by the functions below. Nulls are as if the key did not stand there. */
#ifndef CLI_TREE_H
#define CLI_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TREE_DEPTH_MAX = 200,     /* lists and maps inside one another */
    TREE_NODES_MAX = 1 << 24, /* in all documents, aliases followed */
    TREE_BYTES_MAX = 1 << 28, /* of the text */
    TREE_ANCHORS_MAX = 10000, /* in a document */
};

enum tree_kind { TREE_NULL, TREE_TEXT, TREE_LIST, TREE_MAP };

struct tree_member;

struct tree_node {
    uint8_t kind;   /* enum tree_kind */
    bool quoted;    /* a text in quotes or a block: "8080" rather than 8080 */
    bool open;      /* while it is read: its end has not been seen */
    uint8_t height; /* lists and maps inside one another, itself included */
    uint32_t line;
    uint32_t count; /* of a list's nodes or a map's members */
    uint32_t size;  /* nodes in it, itself included, aliases followed */
    union {
        const char *text; /* of a text; of a null what stands there */
        const struct tree_node **items;
        struct tree_member *members;
    };
};

struct tree_member {
    const char *key;
    uint32_t line;
    const struct tree_node *value;
};

struct tree_error {
    uint64_t line; /* 0 = none */
    char text[240];
};

struct tree;

/* A tree of the text, which ends in NUL and may be freed afterwards; NULL after filling the error,
 * whose sentence says what is wrong. `first` is the line that the text begins at, usually 1. */
struct tree *tree_read(const char *text, size_t len, uint32_t first, struct tree_error *error);
void tree_free(struct tree *tree);

/* The documents of the file; at least one, and none of them NULL. */
size_t tree_documents(const struct tree *tree);
const struct tree_node *tree_document(const struct tree *tree, size_t i);

/* Is the text taken for JSON? */
bool tree_is_json(const char *text);

/* Does the key stand anywhere in a text of YAML or JSON? Looks at characters only, so that a file
 * with a fault in it, or a template, is recognised as well. */
bool tree_mentions(const char *text, const char *key);

/* ---- looking at a node; NULL stands for what is not there ------------------------------------ */

/* The value of a key; NULL when the node is no map, has no such key, or the value is null. */
const struct tree_node *tree_get(const struct tree_node *map, const char *key);
/* NULL when it is no text. */
const char *tree_text(const struct tree_node *node);
bool tree_is(const struct tree_node *node, enum tree_kind kind);
/* Items of a list; 0 when it is none. */
size_t tree_count(const struct tree_node *list);
const struct tree_node *tree_at(const struct tree_node *list, size_t i);
/* "a list", "a mapping", "a text", "null" */
const char *tree_kind_name(const struct tree_node *node);

/* A whole number from 0, written in decimal, quoted or not: 8080, "8080", 8080.0, 8e3. False for
 * everything else, such as 1.5, -1, 010 (which is 8 to some readers) and 2^64. */
bool tree_whole(const struct tree_node *node, uint64_t *number);
/* A finite number, quoted or not. */
bool tree_real(const struct tree_node *node, double *number);
/* true or false, quoted or not; False is false to YAML as well. */
bool tree_truth(const struct tree_node *node, bool *truth);

/* ---- every node, without recursion ----------------------------------------------------------- */

/* A walk shows every map once for each place it has in the tree, a map before those in it. */
struct tree_walk {
    struct tree_step {
        const struct tree_node *node;
        uint32_t next;
    } step[TREE_DEPTH_MAX + 1];
    int depth;
    bool skip; /* set it to leave out what is inside the map shown last */
};

void tree_walk_begin(struct tree_walk *walk, const struct tree_node *root);
/* The next map, and the key that it stands under or that the list stands under that it is in; NULL
 * at the end. */
const struct tree_node *tree_walk_next(struct tree_walk *walk, const char **key);

#endif
