/* SPDX-License-Identifier: MIT */
/* hrw.c - weighted rendezvous hashing: every key ranks all nodes
 * Idea       mix the key's hash with each node's; that number, divided by the node's weight on a
 *            logarithmic scale, is the node's score for the key. The best score owns the key, the
 *            second best is the first replica, and so on. A node that joins only takes keys for
 *            which it scores best; a node that leaves gives each of its keys to that key's second
 *            best.
 *            Nothing is stored but the nodes.
 *
 *                key --h-->  cache-1  u = 0x51..   3rd
 *                            cache-2  u = 0xe8..   1st, the owner
 *                            cache-3  u = 0x9c..   2nd
 *
 * Promises   minimal; weights; replicas; set
 * Cost       build O(N), route O(N): about a nanosecond for each node. With 32 nodes or more, or in
 *            batches, AVX2 takes half of that and AVX-512 a quarter. 12 bytes for each node, 24
 *            when weights differ
 * Frozen     bit for bit, docs/placement.md
 * From       Thaler & Ravishankar 1998 (highest random weight); the logarithm for weights is
 *            Schindelhauer & Schomaker 2005, in 64-bit fixed point here */
#include "base/alloc.h"
#include "base/fail.h"
#include "scheme/hrw_rank.h"

static const struct berth_param hrw_params[] = {
    {
        .name = "hash",
        .preset = "xxh3",
        .help = "hash of keys and of node names",
        .shape = BERTH_HASH,
    },
};

static size_t hrw_bytes(const void *state)
{
    return sizeof(struct rank) + rank_bytes(state);
}

static void hrw_destroy(void *state, const struct berth_alloc *alloc)
{
    rank_destroy(state, alloc);
    alloc_free(alloc, state, 1, sizeof(struct rank));
}

static int hrw_limit(const struct rank *rank, const struct build *in, berth_error *error)
{
    size_t bytes = hrw_bytes(rank);
    if (in->max_bytes == 0 || bytes <= in->max_bytes)
        return 0;
    return fail(error, BERTH_E_LIMIT,
                "%u nodes need %zu bytes and %zu are allowed; allow more, or use fewer nodes",
                (unsigned)in->count, bytes, in->max_bytes);
}

static int hrw_build(const struct build *in, void **state, berth_error *error)
{
    struct rank *rank = alloc_zeroed(in->alloc, 1, sizeof *rank);
    if (!rank)
        return fail_memory(error);
    int code = rank_build(rank, in) == 0 ? hrw_limit(rank, in, error) : fail_memory(error);
    if (code != 0)
        hrw_destroy(rank, in->alloc);
    else
        *state = rank;
    return code;
}

static uint32_t hrw_route(const void *state, uint64_t hash)
{
    const struct rank *rank = state;
    return rank->count ? rank->member[rank_first_at(rank, hash)] : BERTH_NONE;
}

static void hrw_route_many(const void *state, const uint64_t *hashes, size_t n, uint32_t *out)
{
    const struct rank *rank = state;
    if (rank->count)
        rank_first_many(rank, hashes, n, out);
    for (size_t i = 0; i < n; i++)
        out[i] = rank->count ? rank->member[out[i]] : BERTH_NONE;
}

static size_t hrw_route_n(const void *state, uint64_t hash, uint32_t *out, size_t n)
{
    return rank_members(state, hash, out, n);
}

static uint32_t hrw_next_ranked(const void *state, struct walk *walk)
{
    return rank_walk(state, walk->hash, &walk->at.rank, NULL);
}

static uint32_t hrw_next_open(const void *state, struct walk *walk, const struct open_to *open)
{
    return rank_walk(state, walk->hash, &walk->at.rank, open);
}

static void hrw_explain(const void *state, const struct walk *walk, struct where *out)
{
    const struct rank *rank = state;
    out->kind = BERTH_KIND_SCORE;
    out->bits = 64;
    if (rank->count)
        out->position = rank_first(rank, walk->hash).u;
}

static const struct scheme_ops hrw_ops = {
    .build = hrw_build,
    .destroy = hrw_destroy,
    .route = hrw_route,
    .route_many = hrw_route_many,
    .route_n = hrw_route_n,
    .next_ranked = hrw_next_ranked,
    .next_open = hrw_next_open,
    .explain = hrw_explain,
    .bytes = hrw_bytes,
};

const struct scheme scheme_hrw = {
    .info =
        {
            .name = "hrw",
            .summary =
                "weighted rendezvous: every key ranks all nodes; no table, O(nodes) a lookup",
            .example = "hrw",
            .promises = BERTH_MINIMAL | BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_SET | BERTH_NATIVE,
            .params = hrw_params,
            .param_count = sizeof hrw_params / sizeof *hrw_params,
        },
    .proportional = true,
    .rendezvous = true,
    .ops = &hrw_ops,
};
