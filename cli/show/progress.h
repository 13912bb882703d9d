/* SPDX-License-Identifier: MIT */
/* progress.h - how far it is, on standard error, after one second, on a terminal only */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct progress {
    struct timespec start;
    double next; /* seconds after start at which to print again */
    bool shown, wanted;
};

/* quiet: the data itself runs over the terminal. */
void progress_begin(struct progress *progress, bool quiet);
/* keys: how many are done. Cheap; call it once per batch. */
void progress_tick(struct progress *progress, uint64_t keys);
void progress_end(struct progress *progress);

#endif
