/* SPDX-License-Identifier: MIT */
/* budget.h - an allocator that refuses what would pass a limit
 *
 *   struct budget budget;
 *   budget_open(&budget, under, limit, held);
 *   ... budget.alloc wherever an allocator is wanted, for as long as `budget` lives ...
 *   if (budget.refused) the work would have held budget.needed bytes at least
 *
 * Blocks come from `under` and may outlive the budget: they are freed through either. One thread. */
#ifndef BERTH_BUDGET_H
#define BERTH_BUDGET_H

#include "berth.h"

struct budget {
    struct berth_alloc alloc; /* its context is this struct, which must not move */
    struct berth_alloc under;
    size_t limit, held; /* bytes; held <= limit unless it was more at the start */
    size_t needed;      /* of the first block that was refused, with all that was held then */
    bool refused;
};

/* held: bytes that count already. */
void budget_open(struct budget *budget, const struct berth_alloc *under, size_t limit, size_t held);

/* How many bytes are left. */
size_t budget_left(const struct budget *budget);

#endif
