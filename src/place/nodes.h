/* SPDX-License-Identifier: MIT */
/* nodes.h - the membership, for the files of its own floor */
#ifndef BERTH_NODES_H
#define BERTH_NODES_H

#include "place/node.h"

/* Names are found through an open-addressing table of positions + 1 (0 = free). */
struct berth_nodes {
    struct berth_alloc alloc;
    struct node **items; /* in the order of listing */
    size_t count, capacity;
    uint32_t *table;
    size_t table_size; /* a power of two, or 0 */
    char *spec;        /* NULL = no spec line was read */
};

/* Position of a name, or SIZE_MAX. */
size_t nodes_position(const struct berth_nodes *nodes, const char *name, size_t len);

/* The position of the first control character, U+0080 to U+009F among them; len = there is none. */
size_t nodes_find_control(const char *text, size_t len);

/* As berth_nodes_add, for a name with a length and a weight in millionths. */
int nodes_add(struct berth_nodes *nodes, const char *name, size_t len, uint64_t weight,
              berth_error *error);
/* As berth_nodes_set, for the node at a position. */
int nodes_set_at(struct berth_nodes *nodes, size_t position, const char *key, const char *value,
                 berth_error *error);

/* As berth_nodes_copy, with memory from another allocator. */
struct berth_nodes *nodes_copy_to(const struct berth_nodes *nodes, const struct berth_alloc *alloc,
                                  berth_error *error);

/* Whether each line of the text is "host:port", a tab and a whole number: libketama's
 * ketama.servers. */
bool nodes_is_ketama(const char *text, size_t len);

/* Makes of the nodes from `first` on what libketama reads: without a newline at the end the last
 * one's memory loses a digit. BERTH_E_WEIGHT: a server has no memory then. */
int nodes_read_ketama(struct berth_nodes *nodes, size_t first, const char *text, size_t len,
                      berth_error *error);

/* Reads a weight from text into millionths; the error says why the text is no weight. */
int nodes_read_weight(const char *text, size_t len, uint64_t *out, berth_error *error);

/* Drops all nodes past the first `count`. */
void nodes_truncate(struct berth_nodes *nodes, size_t count);

/* Sorts by name. */
void nodes_sort(struct berth_nodes *nodes);

#endif
