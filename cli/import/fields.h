/* SPDX-License-Identifier: MIT */
/* fields.h - what an importer wants to know of a tree's maps, or a sentence with file and line
 *
 * Each function looks under one key. A value of another type is a fault, never as if the key did not
 * stand there. The first fault is said and `bad` is set; an importer asks for all that it needs and
 * looks at `bad` before it believes the answers.
 *
 *   struct fields fields = {.import = import};
 *   const char *name = fields_text(&fields, map, "name");
 *   if (fields_whole(&fields, map, "port", 1, 65535, &port)) ...
 *   return !fields.bad && ...; */
#ifndef CLI_FIELDS_H
#define CLI_FIELDS_H

#include "import/import.h"
#include "import/tree.h"

struct fields {
    struct import *import;
    bool camel; /* as protobuf's JSON: lb_policy may be written lbPolicy */
    bool bad;
};

/* The tree of an importer's text; NULL after saying what is wrong. */
struct tree *import_tree(struct import *import);

/* Says the sentence unless another was said, sets `bad`, and returns false. node NULL = no line. */
bool fields_fail(struct fields *fields, const struct tree_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Of any type; NULL when there is none. */
const struct tree_node *fields_get(struct fields *fields, const struct tree_node *map,
                                   const char *key);
const struct tree_node *fields_map(struct fields *fields, const struct tree_node *map,
                                   const char *key);
const struct tree_node *fields_list(struct fields *fields, const struct tree_node *map,
                                    const char *key);
const char *fields_text(struct fields *fields, const struct tree_node *map, const char *key);
/* True when a whole number from min to max stands there; *number is untouched otherwise. */
bool fields_whole(struct fields *fields, const struct tree_node *map, const char *key, uint64_t min,
                  uint64_t max, uint64_t *number);
/* The same for any finite number from min to max. */
bool fields_real(struct fields *fields, const struct tree_node *map, const char *key, double min,
                 double max, double *number);
/* False when there is none. */
bool fields_truth(struct fields *fields, const struct tree_node *map, const char *key);
/* An enum of protobuf, by its name or its number, which is the place in `names` (NULL = no such
 * number). True when one stands there. */
bool fields_enum(struct fields *fields, const struct tree_node *map, const char *key,
                 const char *const *names, size_t count, size_t *number);

/* A text that is no value yet: {{ name }}, ${NAME}, <%= name %>. */
bool fields_is_placeholder(const char *text);

#endif
