/* SPDX-License-Identifier: MIT */
/* buraksezer.c - buraksezer/consistent: a ring that only decides which member owns each partition
 *
 *   partition p --H--> ring --clockwise--> the first member with room for one more
 *   key         --H mod P--> partition
 *
 * Room is ceil(P / members x load), filled in the order of the partitions, so one member's change
 * can move partitions between others. */
#include "place/mechanism/plain_hash.h"
#include "place/mechanism/table_row.h"

#include "base/alloc.h"
#include "base/bytes.h"
#include "base/fail.h"
#include "base/number.h"
#include "base/sort.h"
#include "base/writer.h"

#include <math.h>

enum { BURAKSEZER_COUNT, BURAKSEZER_POINTS, BURAKSEZER_LOAD };

struct buraksezer_ring {
    struct sort_pair *points;
    size_t count;
    uint64_t room; /* partitions a member may have */
};

static uint64_t buraksezer_label(const struct table_fill *fill, uint32_t place, uint64_t i,
                                 bool number_first)
{
    const struct node *node = table_node(fill, place);
    struct writer w = {.out = fill->build->room, .cap = SIZE_MAX};
    if (number_first) {
        writer_integer(&w, i);
        writer_char(&w, ':');
    }
    writer_put(&w, node->text, node->name_len);
    if (!number_first)
        writer_integer(&w, i);
    return plain_xxh64(w.out, w.len);
}

/* GetClosestN: members in the order of their names' hashes. */
static uint64_t buraksezer_rank(const struct table_fill *fill, uint32_t place)
{
    const struct node *node = table_node(fill, place);
    return plain_xxh64(node->text, node->name_len);
}

static void buraksezer_points(const struct table_fill *fill, struct buraksezer_ring *ring,
                              uint64_t each, bool number_first)
{
    size_t at = 0;
    for (uint32_t place = 0; place < fill->count; place++)
        for (uint64_t i = 0; i < each; i++)
            ring->points[at++] =
                (struct sort_pair){buraksezer_label(fill, place, i, number_first), place};
    sort_pairs(ring->points, ring->points + ring->count, ring->count);
}

static size_t buraksezer_find(const struct buraksezer_ring *ring, uint64_t hash)
{
    size_t low = 0, high = ring->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ring->points[middle].value < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low == ring->count ? 0 : low;
}

/* fill->next counts the partitions of each place. */
static int buraksezer_assign(struct table_fill *fill, const struct buraksezer_ring *ring,
                             berth_error *error)
{
    for (uint64_t p = 0; p < fill->size; p++) {
        uint8_t bytes[8];
        store64le(bytes, p);
        size_t at = buraksezer_find(ring, plain_xxh64(bytes, sizeof bytes)), seen = 0;
        while (seen < ring->count && fill->next[ring->points[at].tag] + 1 > ring->room) {
            at = at + 1 == ring->count ? 0 : at + 1;
            seen++;
        }
        if (seen == ring->count)
            return fail(error, BERTH_E_RANGE, "%s: no room for all partitions; raise load",
                        fill->build->scheme->info.name);
        fill->table[p] = ring->points[at].tag;
        fill->next[ring->points[at].tag]++;
    }
    return 0;
}

static int buraksezer_fill(struct table_fill *fill, uint64_t room, bool number_first,
                           berth_error *error)
{
    const struct berth_alloc *alloc = fill->build->alloc;
    uint64_t each = fill->build->values[BURAKSEZER_POINTS].number;
    struct buraksezer_ring ring = {.count = (size_t)each * fill->count, .room = room};
    fill->room = room;
    ring.points = alloc_array(alloc, 2 * ring.count, sizeof *ring.points);
    if (!ring.points)
        return fail_memory(error);
    buraksezer_points(fill, &ring, each, number_first);
    int code = buraksezer_assign(fill, &ring, error);
    alloc_free(alloc, ring.points, 2 * ring.count, sizeof *ring.points);
    return code;
}

static double buraksezer_load(const struct table_fill *fill)
{
    return (double)fill->build->values[BURAKSEZER_LOAD].number / (double)NUMBER_MILLION;
}

static int buraksezer_fill_1(struct table_fill *fill, double *scratch, berth_error *error)
{
    double average = (double)fill->size / (double)fill->count * buraksezer_load(fill);
    (void)scratch;
    return buraksezer_fill(fill, (uint64_t)ceil(average), true, error);
}

/* 0.x divides in whole numbers before it multiplies. */
static int buraksezer_fill_0(struct table_fill *fill, double *scratch, berth_error *error)
{
    double average = (double)(fill->size / fill->count) * buraksezer_load(fill);
    (void)scratch;
    return buraksezer_fill(fill, (uint64_t)ceil(average), false, error);
}

static const struct berth_param buraksezer_params[] = {
    {.name = "partitions",
     .aliases = "partition_count",
     .shape = BERTH_INTEGER,
     .min = 1,
     .max = 16777216,
     .preset = "271",
     .help = "number of partitions"},
    {.name = "replication",
     .aliases = "replication_factor points",
     .shape = BERTH_INTEGER,
     .min = 1,
     .max = 65536,
     .preset = "20",
     .help = "points per member"},
    {.name = "load",
     .shape = BERTH_DECIMAL,
     .min = 1000000,
     .max = 1000000000,
     .preset = "1.25",
     .help = "room of a member over the average"},
};

static const struct table_row buraksezer_row_1 = {
    .fill = buraksezer_fill_1, .rank = buraksezer_rank, .hash = plain_xxh64, .size_param = 1};
static const struct table_row buraksezer_row_0 = {
    .fill = buraksezer_fill_0, .rank = buraksezer_rank, .hash = plain_xxh64, .size_param = 1};

#define BURAKSEZER_QUIRKS                                                                          \
    "The hash is the program's; here XXH64, as in its README. All partitions are placed again on " \
    "every change, so partitions move between untouched members.\n"                                \
    "GetClosestN, here the replicas, goes on from the owner by the hashes of the members' names: " \
    "all "                                                                                         \
    "keys of a member have the same second.\n"                                                     \
    "Weights are ignored: the original has none.\n"                                                \
    "AverageLoad is the room that berth balance -o json gives for every node.\n"

static const struct key_hash buraksezer_key_hash = {"xxh64", NULL, 64};

const struct scheme preset_buraksezer_consistent_v1 = {
    .info = {.name = "buraksezer-consistent-v1",
             .summary = "buraksezer/consistent 1.x: bounded partitions over a ring",
             .compatible = "buraksezer/consistent 1.0.0 and later",
             .quirks = BURAKSEZER_QUIRKS,
             .example = "buraksezer-consistent-v1:partitions=271,load=1.25",
             .promises = BERTH_SET | BERTH_EXACT,
             .params = buraksezer_params,
             .param_count = 3},
    .row = &buraksezer_row_1,
    .key_hash = &buraksezer_key_hash,
    .ops = &table_row_ranked_ops,
    .drops_down = true,
};

const struct scheme preset_buraksezer_consistent_v0 = {
    .info = {.name = "buraksezer-consistent-v0",
             .summary = "buraksezer/consistent 0.x: bounded partitions over a ring",
             .compatible = "buraksezer/consistent 0.1 to 0.10",
             .quirks =
                 "Labels have no separator: node1 and node11 share points, and the original's "
                 "answer then depends on the order of members; here on their names.\n"
                 "1.0 moves four keys of five.\n" BURAKSEZER_QUIRKS,
             .example = "buraksezer-consistent-v0:partitions=271,load=1.25",
             .promises = BERTH_SET | BERTH_EXACT,
             .params = buraksezer_params,
             .param_count = 3},
    .row = &buraksezer_row_0,
    .key_hash = &buraksezer_key_hash,
    .ops = &table_row_ranked_ops,
    .drops_down = true,
};
