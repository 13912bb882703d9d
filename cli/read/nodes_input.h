/* SPDX-License-Identifier: MIT */
/* nodes_input.h - what stands behind -n: a file, standard input, or the nodes themselves */
#ifndef CLI_NODES_INPUT_H
#define CLI_NODES_INPUT_H

#include <stdint.h>

#include <berth.h>

#include "frame/options.h"

/* Nodes, and where they came from (for messages: a file's name, or the option). */
struct import_format;
struct membership {
    berth_nodes *nodes;
    const char *where;
    const char *pool; /* of the file; NULL = --pool was not given, nor FILE#POOL */
    bool file;        /* they were read from a file or from standard input */
    const struct import_format *format; /* of another system's file; NULL = berth's own */
    uint64_t spec_line;                 /* where the spec stands in a file; 0 = nowhere */
};

/* `what` is the value of `option` ("-n"); --from and --pool are looked up in args. Where no file has
 * that name, FILE#POOL is a pool of a file. False after saying what is wrong. */
bool nodes_input(struct membership *out, const char *what, const char *option,
                 const struct args *args);

/* More numbers than this are never made nodes with names, which take some 200 bytes each. */
enum { NUMBERED_MAX = 10000000 };

/* Nodes "0" to "count - 1", numbered. */
bool nodes_numbered(struct membership *out, uint64_t count, const char *option);

/* Warns once about a name that looks like a list and was not read as one: "cache-[1-8" anywhere,
 * "a,b" in a file. */
void nodes_warn_lists(const berth_nodes *nodes, const char *where, bool file);

#endif
