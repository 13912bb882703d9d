/* SPDX-License-Identifier: MIT */
/* budget.c - counts what is held, refuses what is too much */
#include "base/budget.h"

size_t budget_left(const struct budget *budget)
{
    return budget->held < budget->limit ? budget->limit - budget->held : 0;
}

static void *budget_alloc(void *context, size_t bytes)
{
    struct budget *budget = context;
    if (bytes > budget_left(budget)) {
        if (!budget->refused)
            budget->needed = bytes < SIZE_MAX - budget->held ? budget->held + bytes : SIZE_MAX;
        budget->refused = true;
        return NULL;
    }
    void *memory = budget->under.alloc(budget->under.context, bytes);
    if (memory)
        budget->held += bytes;
    return memory;
}

static void budget_free(void *context, void *memory, size_t bytes)
{
    struct budget *budget = context;
    budget->held -= bytes;
    budget->under.free(budget->under.context, memory, bytes);
}

void budget_open(struct budget *budget, const struct berth_alloc *under, size_t limit, size_t held)
{
    *budget = (struct budget){.under = *under, .limit = limit, .held = held};
    budget->alloc = (struct berth_alloc){
        .alloc = budget_alloc,
        .free = budget_free,
        .context = budget,
    };
}
