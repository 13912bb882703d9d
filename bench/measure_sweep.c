/* SPDX-License-Identifier: MIT */
/* measure_sweep.c - jumpback with every small number of nodes, numbers around and between the
 *                   powers of two, and random numbers; the slowest counts */
#include <stdio.h>

#include "measures.h"

enum { SWEEP_SMALL = 33, SWEEP_BITS = 20, SWEEP_RANDOM = 32, SWEEP_MOST = 160 };

static unsigned sweep_sizes(uint32_t sizes[SWEEP_MOST])
{
    unsigned count = 0;
    for (uint32_t n = 2; n <= SWEEP_SMALL; n++)
        sizes[count++] = n;
    for (unsigned bit = 6; bit <= SWEEP_BITS; bit++) {
        const uint32_t power = UINT32_C(1) << bit;
        sizes[count++] = power - 1;
        sizes[count++] = power;
        sizes[count++] = power + 1;
        sizes[count++] = power - power / 4;
    }
    for (unsigned i = 0; i < SWEEP_RANDOM; i++)
        sizes[count++] = 2 + (uint32_t)(keys_mix(KEYS_SEED + i) >> 44);
    return count;
}

void sweep_jumpback(const struct row *row, const struct budget *budget, struct figure *figure)
{
    uint32_t sizes[SWEEP_MOST];
    const unsigned count = sweep_sizes(sizes), step = budget->smoke ? 16 : 1;
    struct budget each = *budget;
    each.slice_ns = budget->slice_ns / 8;
    each.row_ns = budget->row_ns / 8;
    for (unsigned i = 0; i < count; i += step) {
        struct row one = *row;
        struct figure next;
        one.measure = NULL;
        one.set.nodes = sizes[i];
        one.set.sample = 500;
        measure_row(&one, &each, &next);
        next.checked += figure->checked;
        if (next.wrong || next.rounds == 0) {
            *figure = next;
            return;
        }
        if (next.value > figure->value) {
            *figure = next;
            snprintf(figure->why, sizeof figure->why, "of %u numbers, at N = %u", count / step,
                     (unsigned)sizes[i]);
        }
        figure->checked = next.checked;
    }
}
