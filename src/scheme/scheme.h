/* SPDX-License-Identifier: MIT */
/* scheme.h - what an algorithm is and what it does: the two constants in which its file ends
 *
 *   members (numbers only)  --build-->  state   (opaque, immutable)
 *   64-bit hash             --route-->  index of a member
 *
 * A scheme sees nodes as numbers: the hash of the name, the weight, the number of a numbered
 * scheme. Members come in canonical order, so a smaller index means a smaller name, and every
 * scheme breaks its last ties by the smaller index. From these constants alone come lookup by name,
 * spec parsing and range checks, the contract tests of the promises, the rows of the bench and of
 * "berth schemes". */
#ifndef BERTH_SCHEME_H
#define BERTH_SCHEME_H

#include "berth.h"
#include "base/bits.h"

struct scheme;

struct member {
    uint64_t hash;   /* g: hash of the name */
    uint64_t weight; /* W, in millionths; a member of weight 0 owns nothing */
    uint64_t number; /* distinct numbers in a numbered scheme; else the index */
};

/* A parameter's value; the parameter's shape says which field holds it. */
struct writer;

struct value {
    uint64_t number; /* integer, millionths of a decimal, index of a word */
    const struct berth_hash *hash;
    char text[64];
};

/* All that build may read. It is borrowed for the call only, except hashes, which outlive the
 * state. */
struct build {
    const struct scheme *scheme;
    const struct berth_alloc *alloc;
    const struct member *members;  /* NULL = `count` numbers without names (numbered schemes) */
    const struct value *values;    /* one for each parameter, in the order of scheme->params */
    const struct berth_hash *hash; /* the native key hash: xxh3, or the parameter hash=NAME */
    /* Returns the `hash` of the text "name:j" for a member's name; for rings with hash=NAME. */
    uint64_t (*label)(const struct build *in, uint32_t member, uint64_t j);
    const void *nodes; /* for presets only: struct berth_nodes of the place floor */
    char *room;        /* scratch for label: 22 bytes more than the longest name */
    size_t max_bytes;
    uint32_t count;
    unsigned flags;            /* enum berth_flag */
    const struct lanes *lanes; /* NULL = the widest level of this CPU; tests set others */
};

/* Where a walk stands in its ranking: all zero before the first member. Each way to rank has its
 * struct. */
struct walk_rank {    /* by rendezvous: hrw, slots */
    uint64_t u, loss; /* of the last member returned */
    uint32_t after;   /* its position + 1 */
    uint32_t kept;    /* how many members were returned from a slot's kept places */
};

struct walk_score { /* by falling score */
    uint64_t score; /* of the last member returned */
    uint32_t after; /* its position + 1 */
};

struct walk_steps { /* along a ring or a table */
    uint64_t first; /* the owner's point or entry */
    uint64_t taken; /* how many points or entries the walk has passed, `first` included */
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

/* Which members a search down a ranking may stop at. `is` may be asked for a member more than once, and
 * for members behind the one that is found. */
struct open_to {
    bool (*is)(const void *of, uint32_t member);
    const void *of;
};

/* How hashes become positions. Two maps with the same positions can be compared whole. */
enum space_kind {
    SPACE_NONE,  /* there are no positions; maps are compared by sampling */
    SPACE_LINE,  /* a position is the key hash, 0 .. 2^bits - 1 */
    SPACE_CYCLE, /* a position is the key hash mod size */
};

struct space {
    enum space_kind kind;
    uint64_t size; /* of a line, the number of bits; of a cycle, the modulus */
    uint64_t key;  /* identity of the key hash; equal numbers mean the same function of the bytes */
};

/* A run of positions, first to last inclusive, with one owner; BERTH_NONE = no owner. */
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
    unsigned bits; /* the width of `position` where `positions` is 0 */
    uint64_t flip; /* the bits in which walk->hash differs from the hash itself */
    bool real;     /* `position` holds the bits of a double */
    uint32_t met;  /* the member whose point or slot is found; BERTH_NONE = not known */
    uint32_t tied; /* another member at that point or with that score; BERTH_NONE = none */
    uint64_t low;  /* the lower half of a position of 128 bits */
};

/* The function with which a deployed system hashes keys. */
struct key_hash {
    /* Where the hash is the low `bits` bits of a function that berth_hash_find or
     * berth_hash_variant_find knows, its name, with the seed as in "murmur64a:seed=1". Else any
     * other name. */
    const char *name;
    const char *text; /* says which word of the digest is taken; NULL = the function's summary */
    unsigned bits;    /* 0 = node and key are hashed together; a key has no hash of its own */
};

/* The weights of a map's nodes, in millionths. A node that the placement leaves out counts as 0. */
struct weights {
    u128 sum;
    uint64_t least, most; /* of the weights above 0 */
    uint32_t nodes;       /* how many nodes there are */
    uint32_t owners;      /* how many of them have a weight above 0 */
};

/* A node's part in a bound on load. Weights are in millionths. */
struct portion {
    uint64_t weight; /* of the node itself */
    uint64_t before; /* of all nodes listed before it, whatever their states */
    u128 all;        /* of all nodes that may answer */
    uint32_t nodes;  /* how many nodes may answer */
};

/* How a deployed system bounds the load of its nodes. */
struct scheme_bound {
    uint64_t factor; /* millionths; the system's default factor; 0 = it is unbounded by default */
    uint64_t grain;  /* millionths; factors are multiples of it, such as 10000 for whole percents */
    uint64_t least;  /* millionths; the smallest factor that the system accepts; 0 = 1 */
    bool whole;      /* the total counts what down and removed nodes still carry */
    bool starts;     /* portion.before stays as it was when the live map began */
    /* Whether the system bounds nothing with these values; NULL = it always bounds. */
    bool (*ignored)(const struct value *values);
    /* The member that takes a key when no node has room, BERTH_NONE = none; NULL = the least loaded
     * one. */
    uint32_t (*last)(const void *state);
    /* Whether a node that carries `mine` keys takes one more, which `total` counts already.
     * factor > 0. */
    bool (*accepts)(const struct portion *portion, uint64_t mine, uint64_t total, uint64_t factor);
};

/* What a scheme does. There is one constant table for each algorithm or mechanism; presets that are
 * rows of one mechanism share its table. */
struct scheme_ops {
    /* Makes *state and returns 0, or returns a negative code. It is called with count 0 only where
     * there is hash_key or hash_u64: that state hashes keys as a state with members would, and no
     * other function is called with it. */
    int (*build)(const struct build *in, void **state, berth_error *error);

    /* As build, but with the help of the state of other members; NULL = the scheme only builds.
     * origin[i] is the index that member i had in `before`, when it was there with the same hash,
     * weight, number, attributes that the scheme reads and, where states decide, state; else
     * BERTH_NONE. With BERTH_SET, origins ascend. */
    int (*next)(const struct build *in, const void *before, uint32_t before_count,
                const uint32_t *origin, void **state, berth_error *error);
    void (*destroy)(void *state, const struct berth_alloc *alloc);

    /* Returns the owner of a hash; BERTH_NONE only when no member can own anything. */
    uint32_t (*route)(const void *state, uint64_t hash);
    /* Writes the owners of n hashes; NULL = `route` is called for each. */
    void (*route_many)(const void *state, const uint64_t *hashes, size_t n, uint32_t *out);
    /* Returns true, and the table, if all that `route` does is to look into a table of 16-bit
     * owners; NULL = it never is. */
    bool (*table)(const void *state, struct scheme_table *out);
    /* Writes the first n distinct members of the ranking. NULL, or a result of 0, means that the
     * caller must use next_ranked. */
    size_t (*route_n)(const void *state, uint64_t hash, uint32_t *out, size_t n);
    /* Returns the next member of the ranking, the owner first, and BERTH_NONE at its end. A member
     * may come repeatedly; every member that can own something comes at least once. */
    uint32_t (*next_ranked)(const void *state, struct walk *walk);
    /* The next member of the ranking that is open, as next_ranked would find it one by one; for
     * rankings whose every step looks at all members. NULL = next_ranked is asked. */
    uint32_t (*next_open)(const void *state, struct walk *walk, const struct open_to *open);

    /* Returns the owner of a key, for schemes that read the key's bytes rather than a hash of them;
     * else NULL. Where route_key is set, next_ranked reads walk->key and walk->len. */
    uint32_t (*route_key)(const void *state, const void *key, size_t len);
    /* Returns the hash of a key; NULL = it is build.hash over the bytes. */
    uint64_t (*hash_key)(const void *state, const void *key, size_t len);
    /* Writes the hashes of n keys; NULL = hash_key is called for each. */
    void (*hash_many)(const void *state, const struct berth_key *keys, size_t n, uint64_t *out);
    /* Returns the hash of an integer key; NULL = it is the hash of its 8 little-endian bytes. */
    uint64_t (*hash_u64)(const void *state, uint64_t key);

    /* Describes the positions of the state; NULL = SPACE_NONE. On entry, space->key is the identity
     * of build.hash; a scheme with a hash_key of its own must change it. */
    void (*space)(const void *state, struct space *space);
    /* Writes the span that *cursor, at first 0, stands for, and moves the cursor on; false at the
     * end. Spans ascend without gaps. */
    bool (*span)(const void *state, uint64_t *cursor, struct span *out);
    /* How many positions in a row, from 0 on, have one ranking; NULL = those of one span. */
    uint64_t (*grain)(const void *state);

    /* Writes the i-th point or entry; false when there is none. NULL = the scheme has no marks. */
    bool (*mark)(const void *state, size_t i, struct berth_mark *out);
    /* Adds to lost[i] how many marks of member i an equal mark of another member has displaced.
     * NULL = no mark is ever displaced. */
    void (*lost)(const void *state, size_t *lost);
    /* Sets room[i] to the number of marks that member i may own; false = there is no such limit.
     * NULL = there never is. */
    bool (*rooms)(const void *state, uint64_t *room);
    /* Says where a key is found. walk->hash is set, whatever the scheme reads. On entry, the fields
     * of *out say that nothing is known. */
    void (*explain)(const void *state, const struct walk *walk, struct where *out);
    /* Writes the label of the point that a key's hash finds, or nothing when there is none. NULL =
     * points have no labels. `nodes` is that of struct build. */
    void (*label)(const void *state, const void *nodes, uint64_t hash, struct writer *w);
    /* Point j, from 1, of a member whose name has this hash. A ring with hash=NAME makes its points
     * of labels instead. NULL: there are no points. */
    uint64_t (*draw)(uint64_t hash, uint64_t j);
    size_t (*bytes)(const void *state);
};

/* What a scheme is. */
struct scheme {
    struct berth_scheme_info info;
    const struct scheme_ops *ops;
    const void *row; /* presets: the data that tells the rows of one mechanism apart */

    /* The key hash of a preset; NULL = build.hash. Where a parameter's word chooses the hash,
     * key_hash is an array in the order of its words, and key_hash_param the parameter's position
     * + 1. Where several values choose it, key_hash_of returns it. */
    const struct key_hash *key_hash;
    unsigned key_hash_param;
    const struct key_hash *(*key_hash_of)(const struct value *values);
    /* Checks conditions that involve several parameters. NULL = there are none. */
    int (*check)(const struct value *values, berth_error *error);
    /* Shares are weight / sum of weights by law; without BERTH_WEIGHTS, equal for all owners. */
    bool proportional;
    /* Keys of one position whose owner is passed over are drawn again, each by its whole hash: they
     * do not all go to one node. */
    bool redraws;
    /* build reads the nodes' states; else the map gives the keys of a down owner to other nodes. */
    bool reads_state;
    /* The system removes a down node from its table or ring: it is built with weight 0. */
    bool drops_down;
    /* With drops_down: a draining node, too. */
    bool drops_drain;
    /* Node names are hashed by XXH3 whatever hashes the keys: with a narrow hash, nodes whose names
     * collide would share everything. */
    bool names_by_xxh3;
    /* Shares scatter by the law of slots in docs/placement.md. */
    bool clocks;
    /* Whether a down node is left out with these values; NULL = always with reads_state or
     * drops_down, else never. */
    bool (*drops)(const struct value *values);
    /* How closely shares follow weights with these values; NULL = BERTH_WEIGHTS says whether they
     * do. */
    enum berth_weighing (*weighing)(const struct value *values, const struct weights *weights);
    /* What it takes to score one node for a key, in nanoseconds, roughly: a lookup that scores all of
     * them is tried less often for a sample. 0 = next to nothing. */
    uint32_t scoring;
    /* How many numbers the rule of a numbered scheme can tell apart; 0 = all of a map. */
    uint32_t numbers_max;
    /* Keys move between two maps by the law of plan/law.h, weighted rendezvous hashing. */
    bool rendezvous;

    /* The system's own bound on load; NULL = the bound of berth. */
    const struct scheme_bound *bound;
};

#endif
