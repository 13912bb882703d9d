/* SPDX-License-Identifier: MIT */
/* node.h - one node in one block of memory
 *
 *   | struct node | name \0 | key \0 value \0 | key \0 value \0 | ...
 *
 * zone, addr and all that presets read are attributes; weight, slot and state are fields. The text
 * of a block never changes: a new attribute makes a new block. */
#ifndef BERTH_NODE_H
#define BERTH_NODE_H

#include "berth.h"
#include "base/writer.h"

enum { NODE_NAME_MAX = 65535, NODE_WORD_MAX = NODE_NAME_MAX - 1, NODE_ATTRIBUTES_MAX = 1024 };
#define NODE_WEIGHT_MAX UINT64_C(1000000000000) /* millionths */

struct node {
    uint64_t weight; /* in millionths */
    uint64_t slot;   /* BERTH_NO_SLOT = none */
    void *data;
    size_t bytes; /* of the whole block */
    uint32_t name_len;
    uint32_t attributes;
    enum berth_state state;
    char text[];
};

/* NULL = no memory. */
struct node *node_new(const struct berth_alloc *alloc, const char *name, size_t len,
                      uint64_t weight);
struct node *node_copy(const struct berth_alloc *alloc, const struct node *node);
void node_free(const struct berth_alloc *alloc, struct node *node);

/* A copy in which the attribute has this value, or is gone when value is NULL. */
struct node *node_with(const struct berth_alloc *alloc, const struct node *node, const char *key,
                       const char *value);

/* The value, NULL when it is not set. */
const char *node_attribute(const struct node *node, const char *key);

/* The next attribute; *at is 0 before the first. false at the end. */
bool node_next_attribute(const struct node *node, size_t *at, const char **key, const char **value);

/* The k-th attribute in the order of their names; false past the end. */
bool node_attribute_at(const struct node *node, size_t k, const char **key, const char **value);

/* Writes "node NAME", the weight where it is not 1, and the slot where the node has one and `slot`
 * is set: the beginning of the node's line. */
void node_write(const struct node *node, bool slot, struct writer *w);
/* Writes " KEY=VALUE". */
void node_write_attribute(const char *key, const char *value, struct writer *w);

/* The public view. */
void node_view(const struct node *node, struct berth_node *out);

/* By name, bytewise. */
int node_compare(const struct node *a, const struct node *b);

#endif
