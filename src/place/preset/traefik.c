/* SPDX-License-Identifier: MIT */
/* traefik.c - Traefik's highestRandomWeight
 *
 * log() is libm's: its last bit is part of the placement, and glibc, Go and CPython agree on every
 * recorded value. */
#include "place/mechanism/score_row.h"
#include "place/mechanism/weighing.h"

#include "hash/fnv.h"

#include <math.h>

static uint64_t traefik_score(const struct value *values, const struct score_node *node,
                              const void *key, size_t len)
{
    (void)values;
    uint64_t hash = fnv1a_64_continue(fnv1a_64(key, len), node->name, node->len);
    double u = (double)hash / 18446744073709551616.0;
    return score_bits(node->weight * (1.0 / -log(u)));
}

static const struct score_row traefik_row = {
    .score_key = traefik_score, .real = true, .zero_loses = true};

static const struct key_hash traefik_key_hash = {"fnv1a-64", "of the key, then the node's name", 0};

const struct scheme preset_traefik_hrw = {
    .info = {.name = "traefik-hrw",
             .summary = "Traefik's highestRandomWeight: FNV-1a of key then name, weighted by log",
             .compatible = "Traefik 3.6 and later (hrw services, upstream-hash-by)",
             .quirks = "The bytes that differ between nodes come last, where FNV-1a hardly mixes "
                       "them: with names that differ in one digit half of the nodes may get "
                       "nothing, and weights 9:1 can become 100:0.\n",
             .example = "traefik-hrw",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET},
    .row = &traefik_row,
    .scoring = 18,
    .key_hash = &traefik_key_hash,
    .ops = &score_row_key_ops,
    /* The rule is exact, but FNV-1a hardly mixes what differs between the nodes. */
    .weighing = weighing_rough,
};
