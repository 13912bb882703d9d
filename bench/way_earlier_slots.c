/* SPDX-License-Identifier: MIT */
/* way_earlier_slots.c - the earlier law of slots: each of the S slots is ranked by rendezvous, as
 *                       if it were a key, and its owner is remembered
 *
 * The table is made by berth's own hrw, which scores in the widest registers of the CPU, as the
 * earlier slots did. When a node comes, a loop over all slots scores it; the owner of a slot is
 * scored, too, where the new score is above the smallest score of any owner. When a node leaves,
 * its slots are ranked again. */
#include <stdlib.h>
#include <string.h>

#include "key_digest.h"
#include "ways.h"

enum { EARLIER_BITS = 18, EARLIER_SLOTS = 1 << EARLIER_BITS, EARLIER_CHUNK = 256 };

#if defined(__x86_64__) && defined(__GNUC__)
#define EARLIER_WIDE __attribute__((target_clones("arch=skylake-avx512", "avx2", "default")))
#else
#define EARLIER_WIDE
#endif

struct earlier {
    struct setting set;
    uint64_t *slot; /* a number for each slot, which takes the place of a key's hash */
    uint64_t *node;
    uint16_t *owner; /* of each slot, among the setting's nodes */
    uint64_t worst;  /* the smallest score that an owner has */
};

static void earlier_rank(const struct earlier *earlier, uint16_t *owner)
{
    berth_nodes *nodes = nodes_make(&earlier->set);
    berth_map *map = berth_map_new("hrw", nodes, NULL, NULL);
    uint32_t found[EARLIER_CHUNK];
    for (size_t from = 0; from < EARLIER_SLOTS; from += EARLIER_CHUNK) {
        berth_map_route_many_hash(map, earlier->slot + from, EARLIER_CHUNK, found);
        for (size_t i = 0; i < EARLIER_CHUNK; i++)
            owner[from + i] = (uint16_t)found[i];
    }
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static void earlier_close(void *state)
{
    struct earlier *earlier = state;
    free(earlier->slot);
    free(earlier->node);
    free(earlier->owner);
    free(earlier);
}

static void *earlier_open(const struct setting *setting)
{
    struct earlier *earlier = calloc(1, sizeof *earlier);
    if (!earlier)
        return NULL;
    earlier->set = *setting;
    earlier->slot = malloc(EARLIER_SLOTS * sizeof *earlier->slot);
    earlier->node = malloc((setting->nodes + 1) * sizeof *earlier->node);
    earlier->owner = malloc(EARLIER_SLOTS * sizeof *earlier->owner);
    if (!earlier->slot || !earlier->node || !earlier->owner) {
        earlier_close(earlier);
        return NULL;
    }
    for (uint32_t i = 0; i <= setting->nodes; i++)
        earlier->node[i] = digest_node(i);
    for (size_t i = 0; i < EARLIER_SLOTS; i++)
        earlier->slot[i] = keys_mix((i + 1) * KEYS_GOLDEN);
    earlier_rank(earlier, earlier->owner);
    earlier->worst = UINT64_MAX;
    for (size_t i = 0; i < EARLIER_SLOTS; i++) {
        uint64_t score = keys_mix(earlier->slot[i] ^ earlier->node[earlier->owner[i]]);
        earlier->worst = score < earlier->worst ? score : earlier->worst;
    }
    return earlier;
}

static uint64_t earlier_run_build(void *state, const struct slice *slice)
{
    const struct earlier *earlier = state;
    uint64_t sum = 0;
    for (size_t i = 0; i < slice->count; i++) {
        uint16_t *owner = malloc(EARLIER_SLOTS * sizeof *owner);
        if (!owner)
            return 0;
        earlier_rank(earlier, owner);
        sum += owner[i % EARLIER_SLOTS];
        free(owner);
    }
    return sum;
}

/* The scores of one node for a run of slots. */
EARLIER_WIDE static void earlier_scores(const uint64_t *slot, uint64_t node, uint64_t *score)
{
    for (size_t i = 0; i < EARLIER_CHUNK; i++)
        score[i] = keys_mix(slot[i] ^ node);
}

static uint64_t earlier_run_add(void *state, const struct slice *slice)
{
    const struct earlier *earlier = state;
    const uint64_t node = earlier->node[earlier->set.nodes];
    uint64_t score[EARLIER_CHUNK], sum = 0;
    for (size_t n = 0; n < slice->count; n++) {
        uint16_t *owner = malloc(EARLIER_SLOTS * sizeof *owner);
        if (!owner)
            return 0;
        memcpy(owner, earlier->owner, EARLIER_SLOTS * sizeof *owner);
        for (size_t from = 0; from < EARLIER_SLOTS; from += EARLIER_CHUNK) {
            earlier_scores(earlier->slot + from, node, score);
            for (size_t i = 0; i < EARLIER_CHUNK; i++) {
                uint16_t *its = owner + from + i;
                if (score[i] >= earlier->worst &&
                    score[i] > keys_mix(earlier->slot[from + i] ^ earlier->node[*its]))
                    *its = (uint16_t)earlier->set.nodes;
            }
        }
        sum += owner[n % EARLIER_SLOTS];
        free(owner);
    }
    return sum;
}

const struct way way_earlier_slots = {.name = "the earlier law, build",
                                      .open = earlier_open,
                                      .close = earlier_close,
                                      .run = earlier_run_build};

const struct way way_earlier_more = {.name = "the earlier law, one node more",
                                     .open = earlier_open,
                                     .close = earlier_close,
                                     .run = earlier_run_add};
