/* SPDX-License-Identifier: MIT */
/* plan_view.h - a plan with all that is printed about it */
#ifndef CLI_PLAN_VIEW_H
#define CLI_PLAN_VIEW_H

#include "frame/command.h"
#include "read/maps.h"
#include "show/given_limits.h"

/* One node before and after. */
struct plan_node {
    struct berth_plan_node of;
    size_t at; /* its number in the plan */
    double weight_before, weight_after;
    uint64_t slot_before, slot_after;
    enum berth_state state_before, state_after;
    char mark; /* '+' added, '-' removed, '~' changed, ' ' neither */
};

struct plan_view {
    const struct two_maps *maps;
    berth_plan *plan;
    struct berth_plan_summary sum;
    struct berth_plan_machines machines;
    struct plan_node *nodes; /* in the order of the map before, then those that are added */
    size_t node_count, added, removed, changed;
    bool has_keys, has_bytes;
    uint64_t no_owner; /* keys that no node answers for after the change */
    struct limits limits;
};

void plan_view_open(struct plan_view *view, const struct two_maps *maps, berth_plan *plan);
void plan_view_close(struct plan_view *view);

/* What is to be said of a node's state, as "up -> down" or "down"; "" = it is up. */
void plan_state(const struct plan_node *node, char *out, size_t cap);
/* What changed about a node besides its weight and state, as "slot 3 -> 5, id 2 -> 9"; "" = nothing,
 * or the node was added or removed. */
void plan_changes(const struct plan_view *view, const struct plan_node *node, char *out,
                  size_t cap);

/* The closing sentences, one per line; to be freed. */
char *plan_closing(const struct plan_view *view);

/* Which nodes are at another machine than before, and what that moves; "" = only what moves to
 * another node reaches another machine. To be freed. */
char *plan_machines(const struct plan_view *view);

/* "Peak: 1.005 -> 1.012", with the error of a sampled one. */
void plan_peak(const struct plan_view *view, char *out, size_t cap);

void plan_print_text(struct plan_view *view, struct run *run);
void plan_print_md(struct plan_view *view, struct run *run);
void plan_print_csv(struct plan_view *view, struct run *run);
/* rest: only the members after "moved_keys", which stand in the output already. */
void plan_print_json(struct plan_view *view, struct run *run, bool rest);

/* A position of the hash as its range is written. */
void plan_position(const struct plan_view *view, uint64_t position, char *out, size_t cap);

#endif
