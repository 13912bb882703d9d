/* SPDX-License-Identifier: MIT */
/* slots_bound_even.c - the matching of a bounded table when all weights are the same
 * Idea       with equal clocks, the visits of each step come in the order of the phases, and that
 *            order is the same in every step. So the walkers (a node in one block is a walker)
 *            stand in a line, in the order of their phases, and each step is one pass along it:
 *
 *                step 0   walker of the smallest phase, of the next, ...
 *                step 1   the same walkers in the same order
 *
 *            The walkers of full nodes are removed from the line now and then.
 * Ties       visits of equal step and phase are ordered by the node's name, then by the slot: the
 *            sort is stable, and walkers start in the order of names and, for one node, of blocks.
 * Cost       steps as in slots_bound.c; 52 bytes for each node and block while it runs */
#include "base/alloc.h"
#include "base/sort.h"
#include "scheme/slots.h"

enum { LINE_COLUMNS = 2 * CLOCK_ROUNDS, LINE_RUN = LANES_CHUNK };

struct line {
    const struct slots *slots;
    struct slots_match *match;
    struct clock_columns back; /* the walkers' keys, from step to place */
    uint16_t *columns;
    uint32_t *at;    /* the position of each walker's node */
    uint32_t *block; /* each walker's block */
    struct sort_pair *pairs, *spare;
    size_t count; /* how many walkers are in the line */
    size_t full;  /* how many of them are walkers of full nodes */
};

static size_t line_height(const struct slots *slots)
{
    return slots->rank.count * slots_blocks(slots);
}

static void line_put(struct line *line, size_t i, uint32_t at, uint32_t block)
{
    const struct clock_key key = clock_key(line->slots->rank.g[at], clock_salt(block));
    const struct clock_key back = clock_back(key);
    for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
        line->back.scale[r][i] = back.scale[r];
        line->back.shift[r][i] = back.shift[r];
    }
    line->at[i] = at;
    line->block[i] = block;
}

static void line_form(struct line *line)
{
    const struct slots *slots = line->slots;
    const uint32_t blocks = (uint32_t)slots_blocks(slots);
    for (uint32_t i = 0; i < line->count; i++) {
        struct clock_key key = clock_key(slots->rank.g[i / blocks], clock_salt(i % blocks));
        line->pairs[i] = (struct sort_pair){key.phase >> slots->shape.bits, i};
    }
    sort_pairs(line->pairs, line->spare, line->count);
    for (size_t i = 0; i < line->count; i++)
        line_put(line, i, line->pairs[i].tag / blocks, line->pairs[i].tag % blocks);
}

/* Removes the walkers of full nodes; the others keep their order. */
static void line_close_up(struct line *line)
{
    size_t kept = 0;
    for (size_t i = 0; i < line->count; i++) {
        if (line->match->room[line->at[i]] == 0)
            continue;
        for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
            line->back.scale[r][kept] = line->back.scale[r][i];
            line->back.shift[r][kept] = line->back.shift[r][i];
        }
        line->at[kept] = line->at[i];
        line->block[kept++] = line->block[i];
    }
    line->count = kept;
    line->full = 0;
}

static void line_step(struct line *line, uint32_t step)
{
    const struct slots *slots = line->slots;
    uint16_t places[LINE_RUN + LANES_TINY_SPARE];
    for (size_t from = 0; from < line->count; from += LINE_RUN) {
        size_t n = line->count - from < LINE_RUN ? line->count - from : LINE_RUN;
        struct clock_columns back = clock_columns_from(&line->back, from);
        slots->rank.lanes->clock_places(&back, n, (uint16_t)step, slots->shape, places);
        for (size_t i = 0; i < n; i++) {
            uint32_t slot = (line->block[from + i] << slots->shape.bits) + places[i];
            if (slots_match_visit(line->match, slot, line->at[from + i]))
                line->full += slots_blocks(slots);
        }
    }
}

static void line_run(struct line *line)
{
    for (uint32_t step = 0; line->match->left > 0; step++) {
        line_step(line, step);
        if (line->full > line->count / 8)
            line_close_up(line);
    }
}

bool slots_match_even(struct slots_match *match, const struct berth_alloc *alloc)
{
    const size_t count = line_height(match->slots), height = count + LANES_TINY_SPARE;
    struct line line = {
        .slots = match->slots,
        .match = match,
        .columns = alloc_zeroed(alloc, height * LINE_COLUMNS, sizeof *line.columns),
        .at = alloc_array(alloc, count, sizeof *line.at),
        .block = alloc_array(alloc, count, sizeof *line.block),
        .pairs = alloc_array(alloc, count, sizeof *line.pairs),
        .spare = alloc_array(alloc, count, sizeof *line.spare),
        .count = count,
    };
    const bool complete = line.columns && line.at && line.block && line.pairs && line.spare;
    if (complete) {
        for (unsigned r = 0; r < CLOCK_ROUNDS; r++) {
            line.back.scale[r] = line.columns + height * r;
            line.back.shift[r] = line.columns + height * (r + CLOCK_ROUNDS);
        }
        line_form(&line);
        line_run(&line);
    }
    alloc_free(alloc, line.columns, height * LINE_COLUMNS, sizeof *line.columns);
    alloc_free(alloc, line.at, count, sizeof *line.at);
    alloc_free(alloc, line.block, count, sizeof *line.block);
    alloc_free(alloc, line.pairs, count, sizeof *line.pairs);
    alloc_free(alloc, line.spare, count, sizeof *line.spare);
    return complete;
}
