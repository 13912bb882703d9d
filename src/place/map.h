/* SPDX-License-Identifier: MIT */
/* map.h - the immutable map, as plan, live and this floor's own files see it
 *
 *   map.c         built from spec and nodes, next, free
 *   shared.c      built once for maps that place alike
 *   lookup.c, .h  key -> index
 *   walk.c, .h    key -> owner, ranking: for the keys that the short way of lookup.h cannot answer
 *   replicas.c    key -> n indices; down nodes and zones
 *   canonical.c   the text that describes a map, its fingerprint
 *   shares.c      parts of the key space
 *   unowned.c     the part that no node answers for
 *   fair.c        the parts that the nodes are to own
 *   explain.c     explanation of one key
 *   map_view.c    what a map tells about itself and its nodes */
#ifndef BERTH_MAP_H
#define BERTH_MAP_H

#include "place/nodes.h"
#include "place/shared.h"
#include "place/spec.h"

#include "base/bitset.h"
#include "hash/hash.h"

/* Nodes that a key's walk passes over. */
struct map_skip {
    uint64_t *bits; /* one per node; NULL = no node is passed over */
    uint32_t rest;  /* nodes with a weight above 0 that are not passed over */
};

struct berth_map {
    /* The fields that a lookup reads come first; map_ready fills those before `state`. */
    struct scheme_table table;                           /* owners NULL: ask `route` */
    uint32_t (*route)(const void *state, uint64_t hash); /* the scheme's; NULL: take a walk */
    size_t (*route_n)(const void *state, uint64_t hash, uint32_t *out, size_t n); /* likewise */
    void *state;                  /* NULL: no nodes */
    const void *hashing;          /* what hash_key is asked with: the state, also without nodes */
    bool native_keys;             /* a key's hash is XXH3 of its bytes, nothing else */
    const struct scheme_ops *ops; /* the scheme's */
    uint64_t (*digest)(const void *data, size_t len);
    /* The scheme's, where it reads bytes and its owner is the answer; NULL: take a walk. */
    uint32_t (*route_key)(const void *state, const void *key, size_t len);
    const struct scheme *scheme;
    hash_many *digest_many; /* NULL: one by one */
    struct map_skip down;   /* nodes that are down; no bits when the scheme reads states itself */
    struct map_skip closed; /* down or draining: no new key; may share the bits of `down` */
    uint32_t count;         /* of nodes; of numbers when there are only those */
    bool bare;              /* numbers only: `nodes` is empty */
    uint32_t zones;         /* distinct ones; 0 = replicas do not look at zones */
    uint32_t *zone;         /* of each node, when zones > 0 */
    uint32_t *zone_nodes;   /* of each zone: nodes that may answer */

    const struct berth_hash *hash;
    struct berth_nodes *nodes;    /* in canonical order */
    struct berth_options options; /* alloc points to the field below */
    struct berth_alloc alloc;
    struct berth_fingerprint fingerprint;
    struct shared *shared; /* counts the maps that use `state` */
    void *view;            /* of the live map that published this one; NULL = none did */
    struct spec spec;
};

static inline bool map_skips(const struct map_skip *skip, uint32_t index)
{
    return skip->bits && bitset_has(skip->bits, index);
}

/* States are part of the placement, and so of the fingerprint; else walks pass over down nodes. */
static inline bool map_states_decide(const struct berth_map *map)
{
    return map->scheme->reads_state || map->scheme->drops_down;
}

/* The map is built as if a node in this state had weight 0. */
static inline bool map_leaves_out(const struct berth_map *map, enum berth_state state)
{
    return map->scheme->drops_down &&
           (state == BERTH_DOWN || (state == BERTH_DRAIN && map->scheme->drops_drain));
}

/* What the map's scheme makes of the weights of its nodes. */
enum berth_weighing map_weighing(const struct berth_map *map);

/* Called when the map is built: finds out which short ways its lookups may take. */
void map_ready(struct berth_map *map);

/* What an integer key is to a lookup by hash: its hash, or the integer itself when the scheme reads
 * the key's bytes. */
static inline uint64_t map_hash_u64(const struct berth_map *map, uint64_t key)
{
    return map->ops->route_key ? key : berth_map_hash_u64(map, key);
}

/* map_hash_u64 of many. */
void map_hashes_u64(const struct berth_map *map, const uint64_t *keys, size_t n, uint64_t *hashes);

/* How the map's positions compare with another map's; false = they do not. */
bool map_space(const struct berth_map *map, struct space *out);

/* Whether the keys of each position go to one node also where its owner is in `skip`. */
bool map_ranks_positions(const struct berth_map *map, const struct map_skip *skip);

/* As berth_map_shares, of the nodes that answer: those that are down own nothing, and what they own
 * goes down the ranking. False where only lookups can tell. */
bool map_answers(const struct berth_map *map, double *share);

/* As ops->span of a map with state and positions that rank: the owner is the node that answers. */
bool map_answer_span(const void *map, uint64_t *cursor, struct span *out);

/* Whether another order of listing is another map. */
bool map_order_decides(const struct spec *spec);

/* Weight in millionths. */
uint64_t map_weight(const struct berth_map *map, uint32_t index);

/* Node i of a and node j of b differ in a field or attribute that decides placement. */
bool map_touched(const struct berth_map *a, uint32_t i, const struct berth_map *b, uint32_t j);

/* Whether the scheme reads this attribute; "zone" always counts. */
bool map_attribute_decides(const struct berth_map *map, const char *attribute);

/* Canonical text of one node, for fingerprint and map_touched. */
struct writer;
void map_write_node(const struct berth_map *map, uint32_t index, struct writer *w);
int map_set_fingerprint(struct berth_map *map, berth_error *error);

#endif
