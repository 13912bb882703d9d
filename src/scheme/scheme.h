/* SPDX-License-Identifier: MIT */
/* scheme.h - what an algorithm is and what it does: the two constants in which its file ends
 *
 *   members (numbers only)  --build-->  state   (opaque, immutable)
 *   64-bit hash             --route-->  index of a member
 *
 * A scheme sees nodes as numbers: the hash of the name, the weight, the number of a numbered
 * scheme. Members come in canonical order, so a smaller index means a smaller name; that is the
 * last tie rule everywhere. From these constants alone come lookup by name, spec parsing and range
 * checks, the contract tests of the promises, the rows of the bench and of "berth schemes". */
#ifndef BERTH_SCHEME_H
#define BERTH_SCHEME_H

#include "berth.h"
#include "base/bits.h"

struct scheme;

struct member {
    uint64_t hash;   /* g: hash of the name */
    uint64_t weight; /* W: millionths; 0 owns nothing */
    uint64_t number; /* of a numbered scheme, distinct; else the index */
};

/* A parameter's value; the parameter's shape says which field counts. */
struct writer;

struct value {
    uint64_t number; /* integer, millionths of a decimal, index of a word */
    const struct berth_hash *hash;
    char text[64];
};

/* All that build may look at. Borrowed for the call only, except hashes: those outlive the state. */
struct build {
    const struct scheme *scheme;
    const struct berth_alloc *alloc;
    const struct member *members;  /* NULL: count numbers without names (numbered schemes) */
    const struct value *values;    /* one per parameter, in the order of scheme->params */
    const struct berth_hash *hash; /* the native key hash: xxh3, or the parameter hash=NAME */
    /* Hash of the text "name:j" of a member, by `hash`; for rings with hash=NAME. */
    uint64_t (*label)(const struct build *in, uint32_t member, uint64_t j);
    const void *nodes; /* for presets only: struct berth_nodes of the place floor */
    char *room;        /* scratch for label: the longest name and 22 bytes more */
    size_t max_bytes;
    uint32_t count;
    unsigned flags;            /* enum berth_flag */
    const struct lanes *lanes; /* NULL = the best level of this CPU; tests ask for others */
};

/* Where a walk stands in its ranking: all zero before the first member. A scheme uses the struct of
 * the way in which it ranks. */
struct walk_rank {    /* by rendezvous: hrw, slots */
    uint64_t u, loss; /* of the last member given */
    uint32_t after;   /* its position + 1 */
    uint32_t kept;    /* members given from a slot's kept places */
};

struct walk_score { /* by falling score */
    uint64_t score; /* of the last member given */
    uint32_t after; /* its position + 1 */
};

struct walk_steps { /* along a ring or a table */
    uint64_t first; /* the owner's point or entry */
    uint64_t taken; /* points or entries passed so far, that one included */
};

struct walk_tries { /* of numbers drawn for the key, then of all numbers */
    uint64_t drawn, swept;
};

struct walk_chain { /* of members, each naming the next */
    uint32_t given, owner, last;
};

struct walk_draws { /* summed up: nginx */
    uint64_t sum, number, skips;
};

union walk_at {
    struct walk_rank rank; /* first and largest, so that to clear it clears all */
    struct walk_score score;
    struct walk_steps steps;
    struct walk_tries tries;
    struct walk_chain chain;
    struct walk_draws draws;
};

/* One key on its way down its own ranking. The caller fills `hash` or, for a scheme with route_key,
 * `key` and `len`, and leaves `at` zero; next_ranked moves `at` on. */
struct walk {
    const void *key;
    size_t len;
    uint64_t hash;
    uint8_t number[8]; /* the bytes of an integer key, to which `key` then points */
    union walk_at at;
};

/* How hashes map to positions, so that two maps can be compared whole. */
enum space_kind {
    SPACE_NONE,  /* not comparable: sample */
    SPACE_LINE,  /* ranges cover 0 .. 2^bits - 1 of the key hash */
    SPACE_CYCLE, /* positions are key hash mod size */
};

struct space {
    enum space_kind kind;
    uint64_t size; /* LINE: bits; CYCLE: modulus */
    uint64_t key;  /* identity of the key hash: equal = the same function of the key's bytes */
};

/* A run of positions with one owner (BERTH_NONE: none), both ends included. */
struct span {
    uint64_t first, last;
    uint32_t owner;
};

/* Owners by the top bits of the hash: owners[hash >> shift]. */
struct scheme_table {
    const uint16_t *owners;
    unsigned shift;
};

struct where {
    enum berth_kind kind;
    uint64_t position, positions;
    unsigned bits; /* the width of position where positions is 0 */
    uint64_t flip; /* walk->hash differs from the hash itself in these bits */
    bool real;     /* position holds the bits of a double */
    uint32_t met;  /* the member whose point or slot is found; BERTH_NONE = it is not told */
    uint32_t tied; /* another member at that point or with that score; BERTH_NONE = none */
};

/* What a deployed system hashes a key with. */
struct key_hash {
    /* A name that berth_hash_find or berth_hash_variant_find knows, with its seed as in
     * "murmur64a:seed=1", where the hash is the low `bits` bits of its result; else another. */
    const char *name;
    const char *text; /* which word of the digest is taken; NULL = the summary of that name */
    unsigned bits;    /* 0 = node and key are hashed together: a key has no hash of its own */
};

/* The weights of a map's nodes in millionths; those that the placement leaves out count as 0. */
struct weights {
    u128 sum;
    uint64_t least, most; /* of those above 0 */
    uint32_t nodes;       /* all of them */
    uint32_t owners;      /* those above 0 */
};

/* A node's part in a bound on load: weights in millionths, of nodes that may answer unless it says
 * otherwise. */
struct portion {
    uint64_t weight; /* the node's own */
    uint64_t before; /* of all nodes before it, whatever their states */
    u128 all;        /* of all */
    uint32_t nodes;  /* how many there are */
};

/* How a deployed system bounds the load of its nodes. */
struct scheme_bound {
    uint64_t factor; /* millionths; the system's own where it has one, else 0 = unbounded */
    uint64_t grain;  /* factors are multiples of it: 10000 where they are whole percents */
    uint64_t least;  /* millionths; the smallest factor that the system takes; 0 = 1 */
    bool whole;      /* the total counts what down and removed nodes still carry */
    bool starts;     /* portion.before stays as it was when the live map began */
    /* Whether the system bounds nothing with these values; NULL = it always bounds. */
    bool (*ignored)(const struct value *values);
    /* The member that takes a key when no node has room, BERTH_NONE = none; NULL = the least loaded
     * one. */
    uint32_t (*last)(const void *state);
    /* Whether a node that carries `mine` takes one more; total counts that one; factor > 0. */
    bool (*accepts)(const struct portion *portion, uint64_t mine, uint64_t total, uint64_t factor);
};

/* What a scheme does. One constant table for each algorithm or mechanism; presets that are rows of
 * one mechanism share it. */
struct scheme_ops {
    /* 0 and *state, or a negative code. Count 0 only where there is hash_key or hash_u64: then the
     * state hashes keys as that of nodes would, and is asked for nothing else. */
    int (*build)(const struct build *in, void **state, berth_error *error);

    /* As build, but from the state of other members; NULL = only build. origin[i] = the index that
     * member i had in `before` when it was there with the same hash, weight, number, attributes
     * that count and, where states decide, state; else BERTH_NONE. Origins ascend with BERTH_SET. */
    int (*next)(const struct build *in, const void *before, uint32_t before_count,
                const uint32_t *origin, void **state, berth_error *error);
    void (*destroy)(void *state, const struct berth_alloc *alloc);

    /* Owner of a hash; BERTH_NONE only when no member can own anything. */
    uint32_t (*route)(const void *state, uint64_t hash);
    /* NULL = one by one. */
    void (*route_many)(const void *state, const uint64_t *hashes, size_t n, uint32_t *out);
    /* The table that route looks into, when it does nothing else; false = it does. NULL = never. */
    bool (*table)(const void *state, struct scheme_table *out);
    /* The first n distinct members of the ranking; NULL, or 0 for so many: by next_ranked. */
    size_t (*route_n)(const void *state, uint64_t hash, uint32_t *out, size_t n);
    /* The next member of the ranking (the owner first), BERTH_NONE at its end. The same member may
     * come again; every member that can own something comes at least once. */
    uint32_t (*next_ranked)(const void *state, struct walk *walk);

    /* Schemes that need the key's bytes rather than a hash of them; else NULL. With route_key set,
     * next_ranked reads walk->key and walk->len. */
    uint32_t (*route_key)(const void *state, const void *key, size_t len);
    /* The key's hash when it is not in->hash over the bytes; NULL = in->hash. */
    uint64_t (*hash_key)(const void *state, const void *key, size_t len);
    /* hash_key of many; NULL = one by one. */
    void (*hash_many)(const void *state, const struct berth_key *keys, size_t n, uint64_t *out);
    /* An integer key's hash when it is not the hash of 8 little-endian bytes; NULL = that. */
    uint64_t (*hash_u64)(const void *state, uint64_t key);

    /* For whole comparison; NULL = SPACE_NONE. space->key arrives as the identity of in->hash; a
     * scheme with hash_key of its own must change it. */
    void (*space)(const void *state, struct space *space);
    /* The span that *cursor (0 at first) stands for, ascending and gapless; false at the end. */
    bool (*span)(const void *state, uint64_t *cursor, struct span *out);

    /* The i-th point or entry, for looking at; NULL = has none. */
    bool (*mark)(const void *state, size_t i, struct berth_mark *out);
    /* Adds to lost[i] the marks of member i that an equal one of another member keeps out. NULL =
     * none ever. */
    void (*lost)(const void *state, size_t *lost);
    /* room[i] = marks that member i may own at most; false: no limit. NULL = never one. */
    bool (*rooms)(const void *state, uint64_t *room);
    /* walk->hash is set whatever the scheme reads; *out arrives filled with what is not known. */
    void (*explain)(const void *state, const struct walk *walk, struct where *out);
    /* Writes the label whose hash is the point that a key's hash finds; nothing when there is
     * none. NULL = never. `nodes` are those of struct build. */
    void (*label)(const void *state, const void *nodes, uint64_t hash, struct writer *w);
    size_t (*bytes)(const void *state);
};

/* What a scheme is. */
struct scheme {
    struct berth_scheme_info info;
    const struct scheme_ops *ops;
    const void *row; /* presets: the data that tells the rows of one mechanism apart */

    /* Presets: what keys are hashed with; NULL = build.hash. Of several, those of the words of a
     * parameter (its position + 1), or what a function of the values says. */
    const struct key_hash *key_hash;
    unsigned key_hash_param;
    const struct key_hash *(*key_hash_of)(const struct value *values);
    /* Checks what ranges of single parameters cannot say. NULL = nothing. */
    int (*check)(const struct value *values, berth_error *error);
    /* Shares are weight / sum of weights by law (without BERTH_WEIGHTS: equal for all that own). */
    bool proportional;
    /* build looks at the nodes' states itself; else the map passes a down owner's keys on. */
    bool reads_state;
    /* The system takes a down node out of its table or ring: it is built with weight 0. */
    bool drops_down;
    /* With drops_down: a draining node, too. */
    bool drops_drain;
    /* Node names are hashed by XXH3 whatever hashes the keys: with a narrow hash, nodes whose names
     * collide would share everything. */
    bool names_by_xxh3;
    /* Shares scatter as those of slots do: docs/placement.md. */
    bool clocks;
    /* Whether a node that is down is left out with these values; NULL = with reads_state and with
     * drops_down always, else never. */
    bool (*drops)(const struct value *values);
    /* What becomes of weights with these values; NULL = BERTH_WEIGHTS says it: exactly or not. */
    enum berth_weighing (*weighing)(const struct value *values, const struct weights *weights);
    /* Numbered schemes: how many numbers the rule can tell apart; 0 = as many as a map can have. */
    uint32_t numbers_max;
    /* Keys move between two maps as plan/law.h has it: weighted rendezvous hashing. */
    bool rendezvous;

    /* The system's own bound on load; NULL = berth's. */
    const struct scheme_bound *bound;
};

#endif
