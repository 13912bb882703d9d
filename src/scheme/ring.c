/* SPDX-License-Identifier: MIT */
/* ring.c - the circle: every node marks points on it, a key belongs to the next point
 *
 *        .--b--a---.
 *      c            b        key --->  first point >= its hash, clockwise
 *      |     .      |        replicas  the distinct nodes from there on
 *      a            c
 *        `--b---a--'         probes=k  k hashes; the hash nearest before its point decides
 *
 * Idea       point j = 1..count of a node is mix(g + j x G), count = round(points x weight), so a
 *            node's marks depend on nothing but itself. With hash=NAME point j is
 *            NAME("name:" + (j - 1)) and the ring has as many bits as the hash.
 * Promises   minimal; weights; replicas; set; exact shares (probes=1)
 * Cost       build O(n log n) in points, route O(probes), 20.5 bytes per point (points.h)
 * Even       CV = 1 / sqrt(points x (2 probes - 1))
 * Frozen     bit for bit; vectors in tests/vectors/native
 * From       Karger and others 1997; probes: Appleton and O'Reilly 2015, arXiv:1505.00062 */
#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/number.h"
#include "scheme/points.h"
#include "scheme/scheme.h"

enum { RING_POINTS, RING_PROBES, RING_HASH, RING_PARAMS };

struct ring {
    struct points points;
    unsigned shift; /* 64 - bits of the ring; points are kept shifted up by it */
    unsigned probes;
    bool direct; /* one probe and a narrow circle: the line of the hash gives the owner */
};

static const struct berth_param ring_params[RING_PARAMS] = {
    [RING_POINTS] = {.name = "points",
                     .preset = "160",
                     .help = "points per node of weight 1",
                     .min = 1,
                     .max = 65536,
                     .shape = BERTH_INTEGER},
    [RING_PROBES] = {.name = "probes",
                     .preset = "1",
                     .help = "hashes tried per key; evens out as more points would",
                     .min = 1,
                     .max = 64,
                     .shape = BERTH_INTEGER},
    [RING_HASH] = {.name = "hash",
                   .preset = "xxh3",
                   .help = "hash of keys and points; xxh3 draws the points from the name's hash",
                   .shape = BERTH_HASH},
};

static int ring_check(const struct value *values, berth_error *error)
{
    const struct berth_hash *hash = values[RING_HASH].hash;
    if (hash && hash->bits < 32)
        return fail(error, BERTH_E_RANGE,
                    "hash=%s has %u bits, too few for a ring; take a hash of 32 or 64 bits",
                    hash->name, hash->bits);
    return 0;
}

/* ---- building ------------------------------------------------------------------------------ */

/* round(points x weight), halves up; at least one point for any weight above 0. */
static uint64_t ring_point_count(const struct build *in, const struct member *member)
{
    if (member->weight == 0)
        return 0;
    const uint64_t exact = in->values[RING_POINTS].number * member->weight;
    const uint64_t count = (exact + NUMBER_MILLION / 2) / NUMBER_MILLION;
    return count == 0 ? 1 : count;
}

/* How many points all new members have together. A member is new when origin is NULL, or BERTH_NONE
 * for it. */
static uint64_t ring_total(const struct build *in, const uint32_t *origin)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < in->count; i++)
        if (!origin || origin[i] == BERTH_NONE)
            total += ring_point_count(in, &in->members[i]);
    return total;
}

static int ring_refuse(const struct build *in, berth_error *error)
{
    const int code = ring_check(in->values, error);
    if (code)
        return code;
    const uint64_t points = ring_total(in, NULL);
    const size_t bytes = sizeof(struct ring) + points_bytes(points);
    if (points > POINTS_MAX || bytes > in->max_bytes)
        return fail(error, BERTH_E_LIMIT,
                    "%s would need %llu points and %zu bytes; allow more or lower the points",
                    in->scheme->info.name, (unsigned long long)points, bytes);
    return 0;
}

static uint64_t ring_draw(uint64_t hash, uint64_t j)
{
    return bits_mix(hash + j * BITS_GOLDEN);
}

static struct sort_pair *ring_pair(const struct build *in, uint32_t member, bool named,
                                   unsigned shift, struct sort_pair *out)
{
    const uint64_t count = ring_point_count(in, &in->members[member]);
    for (uint64_t j = 1; j <= count; j++)
        *out++ = (struct sort_pair){
            (named ? in->label(in, member, j - 1) : ring_draw(in->members[member].hash, j))
                << shift,
            member};
    return out;
}

/* Fills `pairs` with the points of all new members, sorted by position, then by the member's hash,
 * then by its index. `spare` has the same room. */
static void ring_pairs(const struct build *in, const uint32_t *origin, unsigned shift,
                       struct sort_pair *pairs, struct sort_pair *spare)
{
    const bool named = strcmp(in->hash->name, "xxh3") != 0;
    size_t members = 0;
    for (uint32_t i = 0; i < in->count; i++)
        if (in->members[i].weight > 0 && (!origin || origin[i] == BERTH_NONE))
            spare[members++] = (struct sort_pair){in->members[i].hash, i};
    sort_pairs(spare, pairs, members);
    struct sort_pair *end = pairs;
    for (size_t m = 0; m < members; m++)
        end = ring_pair(in, spare[m].tag, named, shift, end);
    sort_pairs(pairs, spare, (size_t)(end - pairs));
}

/* Allocates two arrays of `count` pairs in one block; the second is scratch. NULL = no memory. */
static struct sort_pair *ring_new_pairs(const struct build *in, const uint32_t *origin,
                                        uint32_t count, unsigned shift)
{
    struct sort_pair *pairs = alloc_array(in->alloc, (size_t)count * 2, sizeof *pairs);
    if (pairs)
        ring_pairs(in, origin, shift, pairs, pairs + count);
    return pairs;
}

static struct ring *ring_new(const struct build *in)
{
    struct ring *ring = alloc_zeroed(in->alloc, 1, sizeof *ring);
    if (!ring)
        return NULL;
    ring->shift = 64 - in->hash->bits;
    ring->probes = (unsigned)in->values[RING_PROBES].number;
    return ring;
}

static void ring_destroy(void *state, const struct berth_alloc *alloc)
{
    struct ring *ring = state;
    if (!ring)
        return;
    points_free(&ring->points, alloc);
    alloc_free(alloc, ring, 1, sizeof *ring);
}

static bool ring_first(const void *context, uint32_t a, uint32_t b)
{
    const struct member *members = context;
    return members[a].hash != members[b].hash ? members[a].hash < members[b].hash : a < b;
}

/* Returns an array that gives the new index of each old one; BERTH_NONE = the member has left. */
static uint32_t *ring_renumber(const struct build *in, uint32_t before_count,
                               const uint32_t *origin)
{
    uint32_t *renumber = alloc_array(in->alloc, before_count, sizeof *renumber);
    if (!renumber)
        return NULL;
    for (uint32_t i = 0; i < before_count; i++)
        renumber[i] = BERTH_NONE;
    for (uint32_t i = 0; i < in->count; i++)
        if (origin[i] != BERTH_NONE)
            renumber[origin[i]] = i;
    return renumber;
}

/* Fills the circle: with the points of `before` whose members stay, unless `before` is NULL, and
 * with the points of new members. */
static int ring_fill(struct ring *ring, const struct build *in, const struct ring *before,
                     uint32_t before_count, const uint32_t *origin)
{
    const uint32_t count = (uint32_t)ring_total(in, origin);
    struct sort_pair *pairs = ring_new_pairs(in, origin, count, ring->shift);
    uint32_t *renumber = before && pairs ? ring_renumber(in, before_count, origin) : NULL;
    int code = BERTH_E_MEMORY;
    if (pairs && !before)
        code = points_from_pairs(&ring->points, in->alloc, pairs, count, in->count);
    if (renumber)
        code = points_merge(&ring->points, in->alloc,
                            &(struct points_change){.before = &before->points,
                                                    .renumber = renumber,
                                                    .before_members = before_count,
                                                    .members = in->count,
                                                    .come = pairs,
                                                    .come_count = count,
                                                    .count = (uint32_t)ring_total(in, NULL),
                                                    .first = ring_first,
                                                    .context = in->members});
    alloc_free(in->alloc, renumber, before_count, sizeof *renumber);
    alloc_free(in->alloc, pairs, (size_t)count * 2, sizeof *pairs);
    return code;
}

static int ring_next(const struct build *in, const void *before, uint32_t before_count,
                     const uint32_t *origin, void **state, berth_error *error)
{
    int code = ring_refuse(in, error);
    if (code)
        return code;
    struct ring *ring = ring_new(in);
    if (!ring)
        return fail_memory(error);
    if (ring_fill(ring, in, before, before_count, origin) != 0) {
        ring_destroy(ring, in->alloc);
        return fail_memory(error);
    }
    ring->direct = ring->probes == 1 && ring->points.narrow;
    *state = ring;
    return 0;
}

static int ring_build(const struct build *in, void **state, berth_error *error)
{
    return ring_next(in, NULL, 0, NULL, state, error);
}

/* ---- looking up ---------------------------------------------------------------------------- */

/* The k-th probe as a position among the points, which are shifted up. */
static uint64_t ring_probe(const struct ring *ring, uint64_t hash, unsigned k)
{
    if (k == 0)
        return hash << ring->shift;
    return bits_mix(hash + k * BITS_GOLDEN) >> ring->shift << ring->shift;
}

/* Returns the index of the point that owns the hash; the ring must not be empty. */
static uint32_t ring_locate(const struct ring *ring, uint64_t hash)
{
    const struct points *points = &ring->points;
    uint32_t best = 0;
    uint64_t nearest = 0;
    for (unsigned k = 0; k < ring->probes; k++) {
        const uint64_t at = ring_probe(ring, hash, k);
        const uint32_t i = points_next(points, at);
        const uint64_t distance = points->at[i] - at;
        if (k > 0 && distance >= nearest)
            continue;
        best = i;
        nearest = distance;
    }
    return best;
}

static uint32_t ring_route_located(const struct ring *ring, uint64_t hash)
{
    return ring->points.count == 0 ? BERTH_NONE : ring->points.member[ring_locate(ring, hash)];
}

static uint32_t ring_route(const void *state, uint64_t hash)
{
    const struct ring *ring = state;
    if (__builtin_expect(!ring->direct, 0))
        return ring_route_located(ring, hash);
    return points_owner_narrow(&ring->points, hash << ring->shift);
}

static void ring_route_many(const void *state, const uint64_t *hashes, size_t n, uint32_t *out)
{
    const struct ring *ring = state;
    if (ring->probes == 1)
        points_owners(&ring->points, hashes, ring->shift, n, out);
    else
        for (size_t i = 0; i < n; i++)
            out[i] = ring_route(ring, hashes[i]);
}

enum { RING_FEW = 16 }; /* so few replicas are searched for a node that is already among them */

static size_t ring_route_n(const void *state, uint64_t hash, uint32_t *out, size_t n)
{
    const struct ring *ring = state;
    const struct points *points = &ring->points;
    if (n > RING_FEW || points->count == 0)
        return 0;
    if (ring->direct && points_followers(points, hash << ring->shift, out, n) == n)
        return n;
    size_t found = 0;
    uint32_t at = ring_locate(ring, hash);
    for (uint32_t steps = 0; steps < points->count && found < n; steps++) {
        found = points_gather(points->member[at], out, found);
        at = at + 1 == points->count ? 0 : at + 1;
    }
    return found;
}

static uint32_t ring_next_ranked(const void *state, struct walk *walk)
{
    const struct ring *ring = state;
    const uint32_t count = ring->points.count;
    struct walk_steps *at = &walk->at.steps;
    if (at->taken == count)
        return BERTH_NONE;
    if (at->taken == 0)
        at->first = ring_locate(ring, walk->hash);
    uint64_t i = at->first + at->taken++;
    return ring->points.member[i < count ? i : i - count];
}

/* ---- the whole ring ------------------------------------------------------------------------ */

static void ring_space(const void *state, struct space *space)
{
    const struct ring *ring = state;
    space->kind = ring->probes == 1 ? SPACE_LINE : SPACE_NONE;
    space->size = 64 - ring->shift;
}

/* Cursor i < count stands for the arc that ends in point i, and cursor count for the rest, which
 * belongs to the first point. The arc of a point that coincides with an earlier point is empty and
 * left out. */
static bool ring_span(const void *state, uint64_t *cursor, struct span *out)
{
    const struct ring *ring = state;
    const struct points *points = &ring->points;
    const uint64_t last = UINT64_MAX >> ring->shift;
    for (; *cursor <= points->count; ++*cursor) {
        const uint64_t i = *cursor;
        if (i > 0 && points->at[i - 1] >> ring->shift == last)
            continue;
        out->first = i > 0 ? (points->at[i - 1] >> ring->shift) + 1 : 0;
        out->last = i < points->count ? points->at[i] >> ring->shift : last;
        if (out->last < out->first)
            continue;
        out->owner = points->count == 0 ? BERTH_NONE : points->member[i < points->count ? i : 0];
        ++*cursor;
        return true;
    }
    return false;
}

static void ring_explain(const void *state, const struct walk *walk, struct where *out)
{
    const struct ring *ring = state;
    out->kind = BERTH_KIND_POINT;
    out->positions = 0;
    out->bits = 64 - ring->shift;
    out->position = 0;
    if (ring->points.count == 0)
        return;
    const struct points *points = &ring->points;
    const uint32_t at = ring_locate(ring, walk->hash);
    out->position = points->at[at] >> ring->shift;
    out->met = points->member[at];
    /* The first of equal points is found, so the others follow it. */
    for (uint32_t i = at + 1; i < points->count && points->at[i] == points->at[at]; i++)
        if (points->member[i] != out->met)
            out->tied = points->member[i];
}

static bool ring_mark(const void *state, size_t i, struct berth_mark *out)
{
    const struct ring *ring = state;
    if (i >= ring->points.count)
        return false;
    *out = (struct berth_mark){.value = ring->points.at[i] >> ring->shift,
                               .index = ring->points.member[i]};
    return true;
}

static size_t ring_bytes(const void *state)
{
    const struct ring *ring = state;
    return sizeof *ring + points_held(&ring->points);
}

static const struct scheme_ops ring_ops = {
    .build = ring_build,
    .next = ring_next,
    .destroy = ring_destroy,
    .route = ring_route,
    .route_many = ring_route_many,
    .route_n = ring_route_n,
    .next_ranked = ring_next_ranked,
    .space = ring_space,
    .span = ring_span,
    .mark = ring_mark,
    .explain = ring_explain,
    .draw = ring_draw,
    .bytes = ring_bytes,
};

const struct scheme scheme_ring = {
    .info = {.name = "ring",
             .summary = "the circle of points: minimal movement, weights, replicas clockwise",
             .example = "ring:points=160",
             .promises = BERTH_MINIMAL | BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT |
                         BERTH_NATIVE,
             .params = ring_params,
             .param_count = RING_PARAMS},
    .check = ring_check,
    .ops = &ring_ops,
};
