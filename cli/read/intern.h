/* SPDX-License-Identifier: MIT */
/* intern.h - byte strings numbered 0, 1, 2, ... in the order in which they are first seen */
#ifndef CLI_INTERN_H
#define CLI_INTERN_H

#include <berth.h>

struct intern {
    struct berth_key *items; /* copies; a NUL follows each */
    size_t count, cap;
    uint32_t *table; /* item + 1, 0 = free; a power of two */
    size_t size;
};

/* A zeroed struct is an empty one. */
void intern_free(struct intern *intern);

/* The number of a string, a new one if it was never seen. */
uint32_t intern_number(struct intern *intern, const void *data, size_t len);

/* BERTH_NONE when it was never seen. */
uint32_t intern_find(const struct intern *intern, const void *data, size_t len);

#endif
