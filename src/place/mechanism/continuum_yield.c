/* SPDX-License-Identifier: MIT */
/* continuum_yield.c - points that make way for those before them
 * Idea       A point whose number is taken moves up to the next that is free. `next` leads from a
 *            number towards the next free one; what was passed is led past the rest at once, so a
 *            crowd of equal points costs little more than one. */
#include "place/mechanism/continuum_work.h"

#include "base/alloc.h"
#include "base/fail.h"

static uint32_t yield_free(uint32_t *next, uint32_t number)
{
    while (next[number] != number) {
        next[number] = next[next[number]];
        number = next[number];
    }
    return number;
}

int continuum_yield(const struct continuum_state *ring, struct continuum_work *work,
                    berth_error *error)
{
    const size_t room = ((size_t)1 << ring->row.key.bits) + work->points;
    uint32_t *next = alloc_array(work->build.alloc, room, sizeof *next);
    if (!next)
        return fail_memory(error);
    for (size_t i = 0; i < room; i++)
        next[i] = (uint32_t)i;
    for (size_t i = 0; i < work->points; i++) {
        const uint32_t number = (uint32_t)(work->pairs[i].value >> ring->shift);
        const uint32_t found = yield_free(next, number);
        next[found] = found + 1 < room ? found + 1 : found;
        work->pairs[i].value = (uint64_t)found << ring->shift;
    }
    alloc_free(work->build.alloc, next, room, sizeof *next);
    return BERTH_E_OK;
}
