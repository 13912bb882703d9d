/* SPDX-License-Identifier: MIT */
/* hrw_rank.c - the arrays of a ranking, and comparing two members; hrw_select.c uses them */
#include "scheme/hrw_rank.h"

#include "base/alloc.h"

/* ---- the arrays: one block, the widest first ------------------------------------------------- */

static size_t rank_unit(bool even)
{
    size_t unit = sizeof(uint64_t) + sizeof(uint32_t);
    return even ? unit : 2 * unit;
}

static int rank_place(struct rank *rank, const struct berth_alloc *alloc, bool even)
{
    void *block = alloc_array(alloc, rank->count, rank_unit(even));
    if (!block)
        return BERTH_E_MEMORY;
    size_t n = rank->count;
    rank->g = block;
    rank->weight = even ? NULL : rank->g + n;
    rank->member = (uint32_t *)(rank->g + (even ? n : 2 * n));
    rank->part = even ? NULL : rank->member + n;
    return 0;
}

static void rank_fill(struct rank *rank, const struct build *in, uint64_t largest)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        const struct member *member = in->members + i;
        if (member->weight == 0)
            continue;
        rank->g[at] = member->hash;
        rank->member[at] = i;
        if (rank->weight) {
            u128 part = ((u128)member->weight * UINT32_MAX + largest - 1) / largest;
            rank->weight[at] = member->weight;
            rank->part[at] = (uint32_t)part;
        }
        at++;
    }
}

int rank_build(struct rank *rank, const struct build *in)
{
    uint64_t largest = 0, smallest = UINT64_MAX;
    *rank = (struct rank){.lanes = in->lanes ? in->lanes : lanes_best()};
    for (uint32_t i = 0; i < in->count; i++) {
        uint64_t weight = in->members[i].weight;
        if (weight == 0)
            continue;
        rank->count++;
        largest = weight > largest ? weight : largest;
        smallest = weight < smallest ? weight : smallest;
    }
    rank->even = largest;
    if (rank_place(rank, in->alloc, largest <= smallest) != 0)
        return BERTH_E_MEMORY;
    rank_fill(rank, in, largest);
    return 0;
}

void rank_destroy(struct rank *rank, const struct berth_alloc *alloc)
{
    alloc_free(alloc, rank->g, rank->count, rank_unit(!rank->weight));
}

size_t rank_bytes(const struct rank *rank)
{
    return rank->count * rank_unit(!rank->weight);
}

uint32_t rank_search(const struct rank *rank, uint32_t member)
{
    uint32_t low = 0, high = rank->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (rank->member[middle] < member)
            low = middle + 1;
        else
            high = middle;
    }
    return low < rank->count && rank->member[low] == member ? low : BERTH_NONE;
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* The bound. Let b be the mark, i a candidate that ranks before it, and ~u = 2^64 - (u + 1).
 *
 *   log2 lies below its tangent, the table's chords lie below log2, and T is off by half at most:
 *       L_i >= ~u_i x log2(e) / 256 - 1/2,   hence   ~u_i <= 178 x (L_i + 1)
 *   the candidate ranks before the mark only if
 *       L_i <= L_b x W_i / W_b
 *   parts are rounded up by less than 1:
 *       W_i / W_b < part_i / (part_b - 1)
 *   so, part_i being at least 1,
 *       ~u_i <= part_i x 178 x (L_b / (part_b - 1) + 1)
 *
 * and the rate is the factor after part_i, with the division rounded up. A rate of 32 bits keeps
 * the product within 64 bits. The rate of a mark that ranks very late does not fit; then the bar
 * excludes no candidate. */
struct rank_bar rank_bar(const struct rank *rank, const struct rank_mark *mark)
{
    struct rank_bar bar = {.floor = mark->u, .rate = RANK_OPEN};
    if (rank->weight && rank->part[mark->at] > 1) {
        uint64_t slope = mark->loss / (rank->part[mark->at] - 1) + 2;
        if (slope <= UINT32_MAX / 178)
            bar.rate = slope * 178;
    }
    return bar;
}
