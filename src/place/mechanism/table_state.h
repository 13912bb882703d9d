/* SPDX-License-Identifier: MIT */
/* table_state.h - a built table, as the files that read it in ways of their own see it */
#ifndef BERTH_TABLE_STATE_H
#define BERTH_TABLE_STATE_H

#include "base/bitset.h"
#include "place/spec.h"
#include "place/mechanism/table_row.h"

struct table_state {
    const struct table_row *row;
    uint32_t *owner; /* member of each entry */
    uint64_t size;
    uint64_t room; /* of a node, in entries; 0 = no limit */
    uint64_t attempt;
    uint64_t *idle;  /* a bit per member that is in the table and takes no keys, or NULL */
    uint32_t *after; /* the member that follows each by row->rank, or NULL */
    uint32_t members;
    struct value values[SPEC_PARAMS_MAX];
};

static inline bool table_is_idle(const struct table_state *table, uint32_t member)
{
    return table->idle && bitset_has(table->idle, member);
}

#endif
