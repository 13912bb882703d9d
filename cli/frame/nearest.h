/* SPDX-License-Identifier: MIT */
/* nearest.h - "did you mean": the word of a list that is closest to what was typed */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

#include <stddef.h>

struct nearest {
    const char *typed;
    const char *best; /* NULL = nothing is close */
    size_t distance;
};

void nearest_begin(struct nearest *nearest, const char *typed);
void nearest_offer(struct nearest *nearest, const char *word);

#endif
