/* SPDX-License-Identifier: MIT */
/* out_file.h - an output file, complete or not there at all
 *
 * A regular file is written beside its place, under a name of its own, and takes its place only
 * when every byte is on it: an earlier file of that name stays whole until then. A device or a pipe
 * is written as it is. A file that the command also reads is refused. */
#ifndef CLI_OUT_FILE_H
#define CLI_OUT_FILE_H

#include "frame/options.h"
#include "show/output.h"

struct out_file {
    struct out out;
    const char *path; /* the caller's; it outlives the file */
    char *beside;     /* what is written until the file is complete; NULL = path itself */
};

/* Whether the value of option `id` may become a file: it is not "-", names no other file of the
 * command line, and can be written. False after saying why. Changes nothing. */
bool out_file_may(const struct args *args, enum option_id id);

/* out_file_may, and opens it. */
bool out_file_open(struct out_file *file, const struct args *args, enum option_id id);

/* Puts the file in its place when `keep` is true and every byte was written, and drops it
 * otherwise. True when it is in its place. */
bool out_file_close(struct out_file *file, bool keep);

#endif
