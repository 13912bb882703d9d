/* SPDX-License-Identifier: MIT */
/* varnish.c - Varnish's shard director
 *
 * Which backend a point leads to depends on alt, on healthy, on which backends are sick and on the
 * point, but not on the key: so it is found once for every point when the ring is built. */
#include "place/mechanism/continuum_state.h"

#include "base/alloc.h"
#include "base/bytes.h"
#include "base/fail.h"
#include "base/number.h"
#include "hash/digest.h"

#include <string.h>

enum { VARNISH_BY, VARNISH_REPLICAS, VARNISH_ALT, VARNISH_HEALTHY, VARNISH_HOST, VARNISH_PARAMS };
enum { VARNISH_BY_HASH, VARNISH_BY_URL, VARNISH_BY_KEY, VARNISH_BY_BLOB };
enum { VARNISH_CHOSEN, VARNISH_ALL, VARNISH_IGNORE };

/* ---- keys ---------------------------------------------------------------------------------- */

static uint64_t varnish_hash(const void *data, size_t len)
{
    return sha256_last_le32(data, len);
}

/* The builtin vcl_hash: url NUL host NUL. Without a host the key is the whole of what is hashed. */
static uint64_t varnish_request(const struct value *values, const void *key, size_t len)
{
    const char *host = values[VARNISH_HOST].text;
    char rest[sizeof values->text + 2] = {0};
    uint8_t digest[32];
    size_t host_len = strlen(host);
    memcpy(rest + 1, host, host_len);
    sha256_32_joined(key, len, rest, host_len ? host_len + 2 : 0, digest);
    return read32be(digest);
}

static uint64_t varnish_blob(const void *key, size_t len)
{
    const uint8_t *bytes = key;
    uint64_t value = 0;
    for (size_t i = 0; i < len && i < 4; i++)
        value = value << 8 | bytes[i];
    return value;
}

static uint64_t varnish_position(const struct value *values, const void *key, size_t len)
{
    switch (values[VARNISH_BY].number) {
    case VARNISH_BY_HASH:
        return varnish_request(values, key, len);
    case VARNISH_BY_BLOB:
        return varnish_blob(key, len);
    default:
        return varnish_hash(key, len);
    }
}

/* ---- points -------------------------------------------------------------------------------- */

static void varnish_identity(const struct continuum_in *in, uint32_t node, struct writer *w)
{
    const char *ident = node_attribute(in->nodes->items[node], "ident");
    if (ident)
        writer_text(w, ident);
    else
        writer_put(w, in->nodes->items[node]->text, in->nodes->items[node]->name_len);
}

/* floor(replicas x weight) in double, which is what VCL reals are; weights below 1 count as 1. */
static int varnish_counts(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    uint64_t replicas = in->values[VARNISH_REPLICAS].number;
    (void)error;
    for (uint32_t i = 0; i < in->count; i++) {
        uint64_t millionths = in->build->members[i].weight;
        double weight = millionths < NUMBER_MILLION ? 1.0 : (double)millionths / 1e6;
        count[i] = millionths > 0 ? (uint64_t)((double)replicas * weight) : 0;
    }
    return 0;
}

/* ---- choosing ------------------------------------------------------------------------------ */

/* A walk along the ring from one point. Backends are numbered, points are where they are met. */
struct varnish_walk {
    const struct continuum_state *ring;
    uint32_t *seen; /* of each backend: the number of the walk that met it last */
    uint32_t walk;
    uint32_t at;       /* the next point to visit */
    uint32_t left;     /* backends not yet met */
    uint32_t previous; /* point of the healthy backend met last before the choice, BERTH_NONE */
};

/* The point of the next backend not yet met, BERTH_NONE when all were. */
static uint32_t varnish_meet(struct varnish_walk *walk)
{
    const struct points *points = &walk->ring->points;
    while (walk->left > 0) {
        uint32_t at = walk->at, node = points->member[at];
        walk->at = at + 1 == points->count ? 0 : at + 1;
        if (walk->seen[node] == walk->walk)
            continue;
        walk->seen[node] = walk->walk;
        walk->left--;
        return at;
    }
    return BERTH_NONE;
}

/* Passes over `skip` backends and takes the next; sick ones count unless only healthy ones do. */
static uint32_t varnish_next(struct varnish_walk *walk, uint64_t skip, bool only_healthy)
{
    uint32_t at;
    while ((at = varnish_meet(walk)) != BERTH_NONE) {
        bool sick = continuum_is_down(walk->ring, walk->ring->points.member[at]);
        if (sick && only_healthy)
            continue;
        if (skip == 0)
            return at;
        if (!sick)
            walk->previous = at;
        skip--;
    }
    return BERTH_NONE;
}

/* Where no backend is left to choose, the answer is the healthy backend met last while passing
 * over, not the backend where that ended, healthy or not: the original's way. */
static uint32_t varnish_choose(struct varnish_walk *walk, uint64_t alt, uint64_t healthy)
{
    if (alt > 0 && varnish_next(walk, alt - 1, healthy == VARNISH_ALL) == BERTH_NONE)
        return walk->previous;
    uint32_t chosen = varnish_next(walk, 0, healthy != VARNISH_IGNORE);
    return chosen == BERTH_NONE ? walk->previous : chosen;
}

static void varnish_choose_all(const struct continuum_in *in, struct continuum_state *ring,
                               uint32_t *seen, uint32_t backends)
{
    uint64_t alt = in->values[VARNISH_ALT].number, healthy = in->values[VARNISH_HEALTHY].number;
    if (alt >= backends)
        alt = backends - 1;
    for (uint32_t i = 0; i < ring->points.count; i++) {
        struct varnish_walk walk = {ring, seen, i + 1, i, backends, BERTH_NONE};
        ring->start[i] = varnish_choose(&walk, alt, healthy);
    }
}

static int varnish_settle(const struct continuum_in *in, struct continuum_state *ring,
                          berth_error *error)
{
    const struct berth_alloc *alloc = in->build->alloc;
    uint32_t backends = 0, *seen;
    if (in->values[VARNISH_ALT].number == 0 &&
        (!ring->down || in->values[VARNISH_HEALTHY].number == VARNISH_IGNORE))
        return 0; /* the point found is the answer */
    for (uint32_t i = 0; i < in->count; i++)
        backends += in->build->members[i].weight > 0;
    seen = alloc_zeroed(alloc, in->count, sizeof *seen);
    ring->start = alloc_array(alloc, ring->points.count, sizeof *ring->start);
    if (seen && ring->start)
        varnish_choose_all(in, ring, seen, backends);
    int code = seen && ring->start ? BERTH_E_OK : fail_memory(error);
    alloc_free(alloc, seen, in->count, sizeof *seen);
    return code;
}

static int varnish_adapt(const struct continuum_in *in, struct continuum_row *row,
                         berth_error *error)
{
    (void)error;
    row->rules.knows_down = in->values[VARNISH_HEALTHY].number != VARNISH_IGNORE;
    return 0;
}

static const struct continuum_row varnish_row = {
    .adapt = varnish_adapt,
    .points = {.counts = varnish_counts},
    .label = {.pattern = "$n$j", .identity = varnish_identity, .hash = varnish_hash},
    .key = {.position = varnish_position, .params = 1u << VARNISH_BY | 1u << VARNISH_HOST},
    .order = {.search = CONTINUUM_NO_WRAP, .settle = varnish_settle},
};

static const struct berth_param varnish_params[VARNISH_PARAMS] = {
    {.name = "by",
     .words = "HASH URL KEY BLOB",
     .shape = BERTH_WORD,
     .preset = "HASH",
     .help = "what a key is: a request's URL (HASH, URL), a string for shard.key(), a blob"},
    {.name = "replicas",
     .shape = BERTH_INTEGER,
     .min = 1,
     .max = 1000000,
     .preset = "67",
     .help = "points per backend and unit of weight, as given to reconfigure()"},
    {.name = "alt",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = 1000000,
     .preset = "0",
     .help = "the alt-th backend after the first: for restarts"},
    {.name = "healthy",
     .words = "CHOSEN ALL IGNORE",
     .shape = BERTH_WORD,
     .preset = "CHOSEN",
     .help = "CHOSEN: only the answer must be healthy; ALL: alt counts healthy ones only"},
    {.name = "host",
     .shape = BERTH_TEXT,
     .preset = "",
     .help = "by=HASH: the Host that is hashed behind the URL; empty: the key is all of it"},
};

/* Weights below 1 count as 1. */
static enum berth_weighing varnish_weighing(const struct value *values,
                                            const struct weights *weights)
{
    (void)values;
    if (weights->most <= NUMBER_MILLION)
        return BERTH_WEIGHTS_IGNORED;
    return weights->least >= NUMBER_MILLION ? BERTH_WEIGHTS_EXACTLY : BERTH_WEIGHTS_ROUGHLY;
}

static bool varnish_drops(const struct value *values)
{
    return values[VARNISH_HEALTHY].number != VARNISH_IGNORE;
}

static const struct key_hash *varnish_words(const struct value *values)
{
    static const struct key_hash whole = {"sha256-32", NULL, 32};
    static const struct key_hash request = {
        "sha256-request", "SHA-256 of URL NUL host NUL, first four bytes, big-endian", 32};
    static const struct key_hash blob = {"blob",
                                         "nothing is hashed: the first four bytes, big-endian", 32};
    static const struct key_hash last = {"sha256-last32", NULL, 32};
    switch (values[VARNISH_BY].number) {
    case VARNISH_BY_HASH:
        return *values[VARNISH_HOST].text ? &request : &whole;
    case VARNISH_BY_BLOB:
        return &blob;
    default:
        return &last;
    }
}

const struct scheme preset_varnish_shard = {
    .info =
        {.name = "varnish-shard",
         .summary = "Varnish's shard director: 67 SHA-256 points a backend",
         .compatible = "Varnish 7.1 vmod_directors; warmup and rampup at their defaults",
         .quirks =
             "A name is the backend's name in VCL; attribute ident= takes its place in the "
             "labels.\n"
             "Names and numbers are joined without a separator: be1 and be11 share points, which "
             "belong to the backend added first.\n"
             "Keys beyond the last point belong to the last point, not to the first; a ring of "
             "two points answers with the second only.\n"
             "by=HASH in client context is by=URL.\n"
             "A backend that is down is sick.\n",
         .example = "varnish-shard:by=KEY",
         .attributes = "ident",
         .promises = BERTH_WEIGHTS | BERTH_REPLICAS | BERTH_EXACT,
         .params = varnish_params,
         .param_count = VARNISH_PARAMS},
    .row = &varnish_row,
    .key_hash_of = varnish_words,
    .reads_state = true,
    .ops = &continuum_row_ops,
    .weighing = varnish_weighing,
    .drops = varnish_drops,
};
