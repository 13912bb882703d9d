/* SPDX-License-Identifier: MIT */
/* moved.h - the keys that move, one by one, while they stream by (--list, --moved FILE) */
#ifndef CLI_MOVED_H
#define CLI_MOVED_H

#include "read/key_reader.h"
#include "read/maps.h"
#include "show/out_file.h"

struct moved {
    const struct two_maps *maps;
    struct out *list;     /* NULL = no --list */
    struct out_file file; /* --moved FILE */
    bool has_file, hex, first;
    enum format format; /* of the list */
    char end;           /* of a line of text */
};

/* False after saying what is wrong. */
bool moved_open(struct moved *moved, struct run *run, const struct two_maps *maps);
/* Ends the list, and puts the file in its place when `keep` is true; false when that fails. */
bool moved_close(struct moved *moved, bool keep);

/* Returns whether the command lists keys at all. */
bool moved_wanted(const struct moved *moved);

/* fed: what each key of the batch does under the plan. */
void moved_batch(struct moved *moved, const struct key_batch *batch, const struct berth_fed *fed);

#endif
