/* SPDX-License-Identifier: MIT */
/* progress.c - one line, rewritten in place */
#include "show/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "show/figures.h"

void progress_begin(struct progress *progress, bool quiet)
{
    *progress = (struct progress){.next = 1.0, .wanted = !quiet && isatty(STDERR_FILENO)};
    if (progress->wanted)
        clock_gettime(CLOCK_MONOTONIC, &progress->start);
}

void progress_tick(struct progress *progress, uint64_t keys)
{
    struct timespec now;
    if (!progress->wanted)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds = (double)(now.tv_sec - progress->start.tv_sec) +
                     (double)(now.tv_nsec - progress->start.tv_nsec) * 1e-9;
    if (seconds < progress->next)
        return;
    fprintf(stderr, "\r%s, %.1f million a second ", figure_keys(keys).text,
            (double)keys / seconds / 1e6);
    fflush(stderr);
    progress->next = seconds + 0.25;
    progress->shown = true;
}

void progress_end(struct progress *progress)
{
    if (progress->shown)
        fprintf(stderr, "\r%60s\r", "");
    progress->wanted = false;
}
