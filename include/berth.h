/* SPDX-License-Identifier: MIT */
/* berth.h - which node owns a key, and what a change of nodes would move
 *
 *   nodes  +  spec  --berth_map_new-->  map  --berth_map_route-->  index of a node
 *                                       map, map  --berth_plan_new-->  what moves
 *
 * nodes   the membership: a set of named nodes with weight, zone, address, state, slot, data
 * spec    a string that names a scheme and its parameters: "slots", "ring:points=160,probes=2"
 * map     spec x nodes, immutable: key -> node, key -> n distinct nodes; any number of threads
 * plan    map x map: what moves, from whom to whom, and how much of it is needless
 * live    a map that changes under running readers
 *
 * A node's *index* is its position in the map's canonical text: by name, or, for the schemes that
 * depend on it, by the order of listing. Equal fingerprints mean equal indices for every key.
 *
 * Threads: a map may be read by any number of threads at once, a live map also be changed; nodes,
 * plans and readers belong to one thread at a time. Errors: functions that can fail return a
 * negative code, or NULL, and fill *error when it is not NULL. Lookups cannot fail. Nothing prints,
 * exits, reads the clock or the environment. Strings handed in are copied; strings handed out live
 * as long as the object they came from. */
#ifndef BERTH_H
#define BERTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_VERSION_MAJOR 0
#define BERTH_VERSION_MINOR 1
#define BERTH_VERSION_PATCH 0

#if defined(_WIN32) || !defined(__GNUC__)
#define BERTH_API
#else
#define BERTH_API __attribute__((visibility("default")))
#endif

/* The answer "no node". */
#define BERTH_NONE UINT32_MAX

/* "0.1.0" */
BERTH_API const char *berth_version(void);

/* ---- errors -------------------------------------------------------------------------------- */

/*   name       value  text */
#define BERTH_ERRORS(X)                                                                            \
    X(OK, 0, "no error")                                                                           \
    X(MEMORY, -1, "out of memory")                                                                 \
    X(SYNTAX, -2, "the text does not follow the format")                                           \
    X(NAME, -3, "the name cannot be used or is not known")                                         \
    X(EXISTS, -4, "a node of that name exists")                                                    \
    X(MISSING, -5, "no such node")                                                                 \
    X(WEIGHT, -6, "the weight cannot be used")                                                     \
    X(RANGE, -7, "a value is out of range")                                                        \
    X(SLOT, -8, "the slot numbers do not fit the scheme")                                          \
    X(ARGUMENT, -9, "an argument is missing or makes no sense")                                    \
    X(LIMIT, -10, "more memory would be needed than is allowed")                                   \
    X(UNSUPPORTED, -11, "the scheme cannot do that")                                               \
    X(STATE, -12, "the call does not fit the state of the object")

enum berth_code {
#define BERTH_ERROR_ENUM(name, value, text) BERTH_E_##name = value,
    BERTH_ERRORS(BERTH_ERROR_ENUM)
#undef BERTH_ERROR_ENUM
};

typedef struct berth_error {
    int code;       /* enum berth_code */
    unsigned line;  /* of the text that was read, from 1; 0 = not about a line */
    char text[288]; /* one sentence: what is wrong and what to do; no line number, no newline */
} berth_error;

/* The X-macro's text of a code. */
BERTH_API const char *berth_error_text(int code);

/* ---- memory, options, hashes --------------------------------------------------------------- */

/* Every byte of heap comes from here. free gets the size that was asked for. Called by whichever
 * thread calls berth. NULL anywhere an allocator is asked for means malloc and free. */
struct berth_alloc {
    void *(*alloc)(void *context, size_t bytes); /* NULL = no memory */
    void (*free)(void *context, void *memory, size_t bytes);
    void *context;
};

/* A hash by name. bits: 16, 32 or 64; the result's others are 0. Must be pure. */
struct berth_hash {
    const char *name;
    const char *summary;
    unsigned bits;
    uint64_t (*digest)(const void *data, size_t len);
};

/* The i-th built-in hash; NULL past the end. */
BERTH_API const struct berth_hash *berth_hash_at(size_t i);

/* NULL when no built-in hash has this name or alias. Case, '-' and '_' do not matter. */
BERTH_API const struct berth_hash *berth_hash_find(const char *name);

/* A hash as deployed programs use it: with its seeds, in its full width, or with their quirk. Not
 * for specs. `seeds` of the two seeds are looked at; bits: 32, 64 or 128. */
struct berth_hash_variant {
    const char *name;
    const char *summary;
    unsigned bits;
    unsigned seeds;
    /* out[0] = upper half of 128 bits, else 0 */
    void (*digest)(const void *data, size_t len, const uint64_t seeds[2], uint64_t out[2]);
};

/* As berth_hash_at and berth_hash_find. A name of both lists is one function; seed 0 is the other
 * list's. */
BERTH_API const struct berth_hash_variant *berth_hash_variant_at(size_t i);
BERTH_API const struct berth_hash_variant *berth_hash_variant_find(const char *name);

enum berth_flag {
    BERTH_KEEP_RANKING = 1, /* slots: keep the first replicas of every slot; changes no answer */
};

/* What a map is built with besides spec and nodes; NULL = all zero. */
struct berth_options {
    const struct berth_alloc *alloc; /* copied */
    const struct berth_hash *hashes; /* the caller's own, usable as hash=NAME; borrowed for */
    size_t hash_count;               /*   as long as the map lives */
    unsigned flags;                  /* enum berth_flag */
    size_t max_bytes; /* refuse maps that need more, before time is spent; 0 = 4 GiB. A preset's
                         ring takes 56 bytes and 0.02 (small) to 0.3 (large) us a point to build */
};

/* ---- schemes ------------------------------------------------------------------------------- */

enum berth_promise {
    BERTH_MINIMAL = 1,        /* a change moves keys only to or from the changed node */
    BERTH_WEIGHTS = 2,        /* shares follow the weights */
    BERTH_REPLICAS = 4,       /* each key has its own ranking of the nodes */
    BERTH_SET = 8,            /* the order in which nodes are listed does not matter */
    BERTH_EXACT = 16,         /* shares and plans come from the whole table or ring */
    BERTH_NUMBERED = 32,      /* nodes are numbers: slot=K on each, or order=line */
    BERTH_ANY_REMOVAL = 64,   /* numbered, but any node may leave, not only the last */
    BERTH_RAW_KEYS = 128,     /* places integer keys unhashed: the classic fault */
    BERTH_INTEGER_KEYS = 512, /* made for integer keys: others are hashed by XXH3 first */
    BERTH_NATIVE = 256,       /* berth's own, frozen; the others imitate a deployed system */
};

/* What decides about a key: the words of a scheme's explanation. */
enum berth_kind {
    BERTH_KIND_SCORE,  /* every node draws a score for the key, the best one owns it */
    BERTH_KIND_POINT,  /* a ring: the key belongs to the node of a point */
    BERTH_KIND_SLOT,   /* a table: the key belongs to the node of a slot */
    BERTH_KIND_NUMBER, /* numbered nodes: the key's hash gives a number */
};

/* "score", "point", "slot", "number"; NULL for any other value. */
BERTH_API const char *berth_kind_text(enum berth_kind kind);

/* What a map makes of its nodes' weights. Weight 0 owns nothing in any of the three. */
enum berth_weighing {
    BERTH_WEIGHTS_IGNORED, /* every node with a weight above 0 is to own the same */
    BERTH_WEIGHTS_ROUGHLY, /* a node of more weight owns more, but not in proportion */
    BERTH_WEIGHTS_EXACTLY, /* shares are proportional to the weights, up to whole points or slots
                              and, on a ring, the luck of where the points fall */
};

enum berth_shape {
    BERTH_INTEGER, /* min..max */
    BERTH_POWER2,  /* an integer that is a power of two */
    BERTH_PRIME,   /* an integer that is prime */
    BERTH_DECIMAL, /* min..max in millionths; up to six digits after the point */
    BERTH_WORD,    /* one of words */
    BERTH_HASH,    /* name of a hash */
    BERTH_TEXT,    /* any text up to 63 bytes; quoted when it holds , : " or blanks */
};

struct berth_param {
    const char *name;
    const char *aliases; /* blank-separated, or NULL */
    const char *words;   /* BERTH_WORD: blank-separated */
    const char *preset;  /* the value when the spec says nothing, as text */
    const char *help;    /* one line */
    uint64_t min, max;
    enum berth_shape shape;
};

struct berth_scheme_info {
    const char *name;
    const char *summary;    /* one line */
    const char *compatible; /* system and versions, one line; NULL for native schemes */
    const char *quirks;     /* lines of prose ending in \n; NULL when there are none */
    const char *example;    /* a spec */
    const char *attributes; /* blank-separated node attributes that decide placement; NULL = none */
    unsigned promises;      /* enum berth_promise */
    const struct berth_param *params;
    size_t param_count;
};

/* The i-th scheme, native ones first; false past the end. */
BERTH_API bool berth_scheme_at(size_t i, struct berth_scheme_info *out);

/* The scheme a spec names; false with an error ("did you mean") when there is none. */
BERTH_API bool berth_scheme_find(const char *spec, struct berth_scheme_info *out,
                                 berth_error *error);

/* Writes the canonical form of a spec, NUL-terminated, into out[0..cap). Returns its length without
 * the NUL, or a negative code. A length >= cap means: cut short, ask again with more room. */
BERTH_API int berth_spec_canonical(const char *spec, const struct berth_options *options, char *out,
                                   size_t cap, berth_error *error);

/* ---- nodes --------------------------------------------------------------------------------- */

typedef struct berth_nodes berth_nodes;

enum berth_state {
    BERTH_UP,
    BERTH_DRAIN, /* keeps its keys, is to get nothing new */
    BERTH_DOWN,  /* its keys go to the next node of each key's own ranking */
};

/* One node, read only. Strings live until the nodes or the map they came from change or end. */
struct berth_node {
    const char *name;
    const char *zone; /* NULL = none */
    const char *addr; /* NULL = none */
    double weight;    /* rounded to millionths */
    uint64_t slot;    /* BERTH_NO_SLOT = none */
    void *data;       /* the caller's */
    enum berth_state state;
};
#define BERTH_NO_SLOT UINT64_MAX

/* An empty membership; NULL = no memory. alloc is copied. */
BERTH_API berth_nodes *berth_nodes_new(const struct berth_alloc *alloc);
BERTH_API berth_nodes *berth_nodes_copy(const berth_nodes *nodes, berth_error *error);
BERTH_API void berth_nodes_free(berth_nodes *nodes);

/* Adds a node at the end of the listing. name: 1 to 65535 bytes, no control characters. weight: 0,
 * or 0.000001 to 1000000; 0 = listed, owns nothing. EXISTS when the name is taken. O(1). */
BERTH_API int berth_nodes_add(berth_nodes *nodes, const char *name, double weight,
                              berth_error *error);

/* MISSING when there is none. O(n): keeps the order of the others. */
BERTH_API int berth_nodes_remove(berth_nodes *nodes, const char *name, berth_error *error);

BERTH_API int berth_nodes_set_weight(berth_nodes *nodes, const char *name, double weight,
                                     berth_error *error);

/* Sets an attribute by text: weight, zone, addr, state (up, drain, down), slot, or any other word
 * a preset looks at (id, alias, ident, guid, ...). value NULL or "" takes it away. Nothing changes
 * when it fails. */
BERTH_API int berth_nodes_set(berth_nodes *nodes, const char *name, const char *attribute,
                              const char *value, berth_error *error);

/* Hangs the caller's pointer on a node; berth never looks behind it. */
BERTH_API int berth_nodes_set_data(berth_nodes *nodes, const char *name, void *data,
                                   berth_error *error);

/* An attribute's text, NULL when the node or the attribute is not there. */
BERTH_API const char *berth_nodes_attribute(const berth_nodes *nodes, const char *name,
                                            const char *attribute);

/* The k-th attribute of the i-th node in the order of listing, in the order of their names:
 * zone, addr and all other words; not weight, state and slot, which berth_nodes_at gives.
 * Both texts belong to the nodes and live until these change. False past the end. O(k). */
BERTH_API bool berth_nodes_attribute_at(const berth_nodes *nodes, size_t i, size_t k,
                                        const char **attribute, const char **value);

BERTH_API size_t berth_nodes_count(const berth_nodes *nodes);

/* The i-th node in the order of listing; false past the end. */
BERTH_API bool berth_nodes_at(const berth_nodes *nodes, size_t i, struct berth_node *out);
BERTH_API bool berth_nodes_find(const berth_nodes *nodes, const char *name, struct berth_node *out);

/* Reads the text format and adds what it lists; a "spec" line is handed back by berth_nodes_spec.
 *   spec slots
 *   node cache-1                     # name, then optional key=value
 *   node "name with blanks" weight=2 zone=b
 *   cache-2                          # a bare name, or a name and a weight
 *   cache-3 2
 * UTF-8 with or without BOM, LF or CRLF. On an error nothing is added, error->line says where. */
BERTH_API int berth_nodes_parse(berth_nodes *nodes, const char *text, size_t len,
                                berth_error *error);
/* Adds nodes written inline: "cache-[1-8]", "a,b,c=2" (=2 is a weight). */
BERTH_API int berth_nodes_parse_inline(berth_nodes *nodes, const char *text, berth_error *error);

/* The spec line that was read, NULL when there was none. */
BERTH_API const char *berth_nodes_spec(const berth_nodes *nodes);

/* Writes the text format, NUL-terminated, into out[0..cap); returns the length it has in full. */
BERTH_API size_t berth_nodes_text(const berth_nodes *nodes, const char *spec, char *out,
                                  size_t cap);

/* ---- maps ---------------------------------------------------------------------------------- */

typedef struct berth_map berth_map;

/* Any bytes. data may be NULL when len is 0. */
struct berth_key {
    const void *data;
    size_t len;
};

struct berth_fingerprint {
    uint64_t hi, lo;
};

enum berth_measure {
    BERTH_BY_TABLE,  /* exact: the whole table or ring was added up */
    BERTH_BY_LAW,    /* follows from the scheme's rule */
    BERTH_BY_SAMPLE, /* from keys that were tried */
};

/* spec NULL: the nodes' own spec line, or "slots". The map keeps its own copy of all it needs.
 * An empty set gives a map whose every answer is BERTH_NONE. Cost: see berth_map_bytes and the
 * scheme's own file. */
BERTH_API berth_map *berth_map_new(const char *spec, const berth_nodes *nodes,
                                   const struct berth_options *options, berth_error *error);

/* A map of a numbered scheme over `count` numbers that have no names (berth_map_name gives NULL):
 * an index is a number. No memory per number. */
BERTH_API berth_map *berth_map_new_count(const char *spec, uint32_t count,
                                         const struct berth_options *options, berth_error *error);

/* The map of the same spec and options over other nodes; reuses what did not change, all that was
 * built when only states, addresses or data differ (presets that decide by them build). Same
 * answers as berth_map_new. `map` stays as it is; each may be freed first, by any thread. */
BERTH_API berth_map *berth_map_next(const berth_map *map, const berth_nodes *nodes,
                                    berth_error *error);
BERTH_API void berth_map_free(berth_map *map);

/* The node that answers for a key: its owner, or, when that is down, the next of the key's ranking
 * that is not. BERTH_NONE when no node can own anything or all that can are down. */
BERTH_API uint32_t berth_map_route(const berth_map *map, const void *key, size_t len);

/* An integer key: hashed as its 8 little-endian bytes (schemes with BERTH_RAW_KEYS or a scheme of
 * integer keys: used as it is). Cast negative integers. */
BERTH_API uint32_t berth_map_route_u64(const berth_map *map, uint64_t key);

/* A key already hashed by berth_map_hash. Schemes that need the key's bytes take the hash as an
 * integer key instead (berth_map_hashed tells). */
BERTH_API uint32_t berth_map_route_hash(const berth_map *map, uint64_t hash);

BERTH_API uint64_t berth_map_hash(const berth_map *map, const void *key, size_t len);
BERTH_API uint64_t berth_map_hash_u64(const berth_map *map, uint64_t key);
BERTH_API bool berth_map_hashed(const berth_map *map);

/* The node for something new: as route, but nodes that drain are passed over as well. BERTH_NONE
 * when all that can own it drain or are down. */
BERTH_API uint32_t berth_map_place(const berth_map *map, const void *key, size_t len);
BERTH_API uint32_t berth_map_place_u64(const berth_map *map, uint64_t key);

/* Many at once: out[i] belongs to the i-th key. Faster than one by one. */
BERTH_API void berth_map_route_many(const berth_map *map, const struct berth_key *keys, size_t n,
                                    uint32_t *out);
BERTH_API void berth_map_route_many_u64(const berth_map *map, const uint64_t *keys, size_t n,
                                        uint32_t *out);
BERTH_API void berth_map_route_many_hash(const berth_map *map, const uint64_t *hashes, size_t n,
                                         uint32_t *out);

/* The first n distinct nodes of the key's ranking, the owner first; returns how many there are
 * (fewer than n when the membership has fewer). With zones the k-th replica is the first in the
 * ranking whose zone holds fewer than ceil(k / zones) of those before it, so n replicas put at most
 * ceil(n / zones) into a zone while the zones have nodes left. A list for n begins the list for
 * n + 1. */
BERTH_API size_t berth_map_replicas(const berth_map *map, const void *key, size_t len,
                                    uint32_t *out, size_t n);
BERTH_API size_t berth_map_replicas_u64(const berth_map *map, uint64_t key, uint32_t *out,
                                        size_t n);
BERTH_API size_t berth_map_replicas_hash(const berth_map *map, uint64_t hash, uint32_t *out,
                                         size_t n);

BERTH_API size_t berth_map_count(const berth_map *map);
/* index < count, else false / NULL. */
BERTH_API bool berth_map_node(const berth_map *map, uint32_t index, struct berth_node *out);
BERTH_API const char *berth_map_name(const berth_map *map, uint32_t index);
BERTH_API void *berth_map_data(const berth_map *map, uint32_t index);
/* BERTH_NONE when there is no such node. O(log n). */
BERTH_API uint32_t berth_map_find(const berth_map *map, const char *name);

/* The canonical spec. */
BERTH_API const char *berth_map_spec(const berth_map *map);
BERTH_API void berth_map_scheme(const berth_map *map, struct berth_scheme_info *out);

/* The kind of placement with the map's parameters (some presets have a ring or a table by them). */
BERTH_API enum berth_kind berth_map_kind(const berth_map *map);

/* Whether the order in which nodes are listed decides placement: then another order is another map,
 * with another fingerprint. */
BERTH_API bool berth_map_order_decides(const berth_map *map);

/* A parameter as it is set in a map. */
struct berth_setting {
    const struct berth_param *param; /* of the scheme */
    double number; /* an integer or a decimal itself, the position of a word among param->words, the
                      bits of a hash; a text: 0 */
    bool given;    /* it differs from the parameter's default */
    char text[64]; /* the value as a spec has it, without quotes; the name of a hash longer than
                      that is cut */
};

/* Finds a parameter by its name or an alias; false, *out untouched, when the scheme has none of that
 * name. Allocates nothing. */
BERTH_API bool berth_map_param(const berth_map *map, const char *name, struct berth_setting *out);

/* The number of a parameter; `otherwise` when the scheme has no parameter of that name. */
BERTH_API double berth_map_number(const berth_map *map, const char *name, double otherwise);

/* The k-th attribute of a node, as berth_nodes_attribute_at gives it; both texts belong to the map.
 * False past the end and where the index is not below the count. O(k). */
BERTH_API bool berth_map_attribute(const berth_map *map, uint32_t index, size_t k,
                                   const char **attribute, const char **value);

/* 128 bits over the canonical text: spec, names, weights, zones, slots and what the scheme looks
 * at; not addresses, states or data. */
BERTH_API struct berth_fingerprint berth_map_fingerprint(const berth_map *map);
/* The canonical text itself; returns the length it has in full, as berth_nodes_text does. */
BERTH_API size_t berth_map_text(const berth_map *map, char *out, size_t cap);

/* share[0..count): each node's part of the key space, all together 1 (less where a part of it is
 * nobody's, 0 when all is). States are not looked at. By sample: 2^20 keys, standard error below
 * 0.0005. */
BERTH_API enum berth_measure berth_map_shares(const berth_map *map, double *share);

/* fair[0..count): the part of the key space that each node is to own by the scheme's rule, all
 * together 1, or 0 when no node can own anything: in proportion to the weights where the map
 * follows them exactly or roughly, else the same for every node. A node of weight 0 is to own
 * nothing, nor is one that is down where the system takes it out of its table or ring. Returns
 * what the map makes of weights with its parameters and nodes. O(count), allocates nothing. */
BERTH_API enum berth_weighing berth_map_fair(const berth_map *map, double *fair);

/* How far the parts of n nodes are from the fair ones. The ratio of a node is its part of what all
 * n have together, over its fair share; nodes with a fair share of 0 have no ratio. */
struct berth_evenness {
    double peak;    /* the largest ratio; 0 when there is nothing to compare */
    double cv;      /* root of the mean of (ratio - 1)^2 */
    uint32_t at;    /* the node of the largest ratio, the first of several; 0 when peak is 0 */
    uint32_t nodes; /* how many have a ratio */
};

/* part[0..n): in any one unit: shares, keys, bytes; fair[0..n): as berth_map_fair gives it. */
BERTH_API void berth_evenness(const double *part, const double *fair, size_t n,
                              struct berth_evenness *out);

/* Heap bytes the map holds, those it shares with other maps included. */
BERTH_API size_t berth_map_bytes(const berth_map *map);

/* What a key meets on its way, for people. */
struct berth_explanation {
    uint64_t hash; /* of the key */
    unsigned hash_bits;
    const char *hash_name;
    enum berth_kind kind; /* what decided */
    uint64_t position;    /* the slot, the owner's point, the owner's score, ... */
    uint64_t positions;   /* how many there are; 0 = it is a value, not a number of something */
    uint32_t owner;       /* before states are looked at */
    uint32_t chosen;      /* the node that answers: the owner, or the next that is up */
};
BERTH_API void berth_map_explain(const berth_map *map, const void *key, size_t len,
                                 struct berth_explanation *out);
BERTH_API void berth_map_explain_u64(const berth_map *map, uint64_t key,
                                     struct berth_explanation *out);

/* A point of a ring (ascending, in the system's own order) or an entry of a table. */
struct berth_mark {
    uint64_t high;  /* upper half of a 128-bit point, else 0 */
    uint64_t value; /* the point, or the entry's number */
    uint32_t index; /* of the node that owns it */
};

/* The i-th mark; false past the end, and always for schemes with neither ring nor table. */
BERTH_API bool berth_map_mark(const berth_map *map, size_t i, struct berth_mark *out);

/* room[0..count): marks that each node may own at most; false: the placement bounds none. */
BERTH_API bool berth_map_rooms(const berth_map *map, uint64_t *room);

/* ---- plans --------------------------------------------------------------------------------- */

typedef struct berth_plan berth_plan;

/* One direction of movement. index_* are of the map before and the map after. Where nobody owned,
 * or will own, what moves, the name is NULL and the index BERTH_NONE. */
struct berth_flow {
    const char *from, *to;
    uint32_t index_from, index_to;
    double share;  /* of the key space */
    uint64_t keys; /* of the keys that were fed */
    uint64_t bytes;
    bool needless; /* both nodes are in both maps and nobody touched either */
};

/* What differs about a node between the two maps. */
enum berth_touch {
    BERTH_TOUCH_ADDED = 1,
    BERTH_TOUCH_REMOVED = 2,
    BERTH_TOUCH_WEIGHT = 4,
    BERTH_TOUCH_STATE = 8,
    BERTH_TOUCH_ZONE = 16,
    BERTH_TOUCH_ADDRESS = 32,
    BERTH_TOUCH_SLOT = 64,
    BERTH_TOUCH_ATTRIBUTE = 128, /* any other attribute: berth_plan_change names it */
};

/* A node of either map. */
struct berth_plan_node {
    const char *name;                   /* NULL in maps of numbers without names */
    uint32_t index_before, index_after; /* BERTH_NONE = not in that map */
    double share_before, share_after;   /* of the key space; states are not looked at */
    double fair_before, fair_after;     /* as berth_map_fair gives it; 0 where it is not */
    uint64_t keys_before, keys_after;   /* of the keys that were fed */
    uint64_t bytes_before, bytes_after; /* of those keys; stop at the largest number */
    unsigned touched;                   /* enum berth_touch; 0 = the node is the same in both */
    bool decides; /* one of these differences may move keys: weight, state, zone, a slot or an
                     attribute that one of the schemes reads, or that the node is in one map only.
                     What moves between two nodes without such a difference is needless */
};

/* An attribute that differs. */
struct berth_plan_change {
    const char *attribute;
    const char *before, *after; /* NULL = not set; texts of the maps */
    bool decides;               /* the schemes read it: it may move keys */
};

/* What a key that was fed did. */
struct berth_fed {
    uint32_t from, to; /* the nodes that answer before and after, as indices of their maps; or
                          BERTH_NONE */
    bool moved;        /* they are not the same node */
    bool needless;     /* it moved between two nodes without a difference that decides */
};

struct berth_plan_summary {
    enum berth_measure measure;     /* of the shares below */
    double error;                   /* standard error of moved when sampled, else 0 */
    double moved, least, needless;  /* shares of the key space */
    double peak_before, peak_after; /* largest share x weight sum / weight; 0 = nobody owns */
    uint64_t keys, keys_moved, keys_least, keys_needless;
    uint64_t bytes, bytes_moved, bytes_needless;
    size_t nodes;  /* how many berth_plan_node gives */
    size_t flows;  /* how many berth_plan_flow gives */
    size_t ranges; /* how many berth_plan_range gives; 0 unless measure is BERTH_BY_TABLE */
    bool residues; /* the ranges are slots hash mod M, not spans of the hash */
};

/* A span of the key hash (or of slot numbers) that moves; both ends belong to it. */
struct berth_range {
    uint64_t first, last;
    uint32_t index_from, index_to;
};

/* What moves from one map to the other; nodes are the same when their names are, numbers without
 * names when they are equal. Shares and ranges do not look at states. Both maps must outlive the
 * plan. Cost: O(size of the maps), or 2^20 lookups in each where nothing exact exists. */
BERTH_API berth_plan *berth_plan_new(const berth_map *before, const berth_map *after,
                                     berth_error *error);
BERTH_API void berth_plan_free(berth_plan *plan);

/* Counts these keys too, by what berth_map_route answers, down nodes and all; what would move to a
 * node that drains goes where berth_map_place says. bytes[i] = size or load of key i, NULL = none.
 * Call as often as wanted; memory grows with the flows, not with the keys. fed[i] receives what key
 * i did; NULL = not wanted. MEMORY: the first keys of the array have been counted, the others not,
 * and fed is filled for the counted ones at least. Cost: two lookups a key. */
BERTH_API int berth_plan_feed(berth_plan *plan, const struct berth_key *keys, const uint64_t *bytes,
                              size_t n, struct berth_fed *fed, berth_error *error);
BERTH_API int berth_plan_feed_u64(berth_plan *plan, const uint64_t *keys, const uint64_t *bytes,
                                  size_t n, struct berth_fed *fed, berth_error *error);

BERTH_API void berth_plan_summary(const berth_plan *plan, struct berth_plan_summary *out);

/* The i-th node of the two maps together, in the order of the names, or of the numbers; false past
 * the end. O(1). */
BERTH_API bool berth_plan_node(const berth_plan *plan, size_t i, struct berth_plan_node *out);

/* The k-th attribute of the i-th node that differs between the maps: zone, addr and all others, not
 * weight, state and slot; none for a node that only one of the maps has. False past the end.
 * O(attributes of the node). */
BERTH_API bool berth_plan_change(const berth_plan *plan, size_t i, size_t k,
                                 struct berth_plan_change *out);

/* The i-th flow, largest first (by keys when keys were fed, else by share); false past the end. */
BERTH_API bool berth_plan_flow(berth_plan *plan, size_t i, struct berth_flow *out);

/* The i-th range that moves, ascending and disjoint; false past the end. */
BERTH_API bool berth_plan_range(const berth_plan *plan, size_t i, struct berth_range *out);

/* ---- live ---------------------------------------------------------------------------------- */

/* A map that changes under running readers. Its versions are maps; each is built beside the current
 * one, made current in one step, and freed when nobody reads it, by whoever read it last: the
 * allocator must be fit for several threads. docs/live.md tells which way of reading is for whom.
 */
typedef struct berth_live berth_live;     /* any thread */
typedef struct berth_reader berth_reader; /* a way to the current version, for one at a time */

/* As berth_map_new. */
BERTH_API berth_live *berth_live_new(const char *spec, const berth_nodes *nodes,
                                     const struct berth_options *options, berth_error *error);
/* Readers must be freed and acquired maps released before; tickets can no longer be given. */
BERTH_API void berth_live_free(berth_live *live);

/* Writers wait for each other, never for readers. Each makes one version, or none when nothing
 * would differ; on an error nothing changes. Codes as of berth_nodes_*. Cost: berth_map_next. */
BERTH_API int berth_live_add(berth_live *live, const char *name, double weight, berth_error *error);
BERTH_API int berth_live_remove(berth_live *live, const char *name, berth_error *error);
BERTH_API int berth_live_set(berth_live *live, const char *name, const char *attribute,
                             const char *value, berth_error *error);
BERTH_API int berth_live_set_weight(berth_live *live, const char *name, double weight,
                                    berth_error *error);
BERTH_API int berth_live_set_state(berth_live *live, const char *name, enum berth_state state,
                                   berth_error *error);
BERTH_API int berth_live_set_data(berth_live *live, const char *name, void *data,
                                  berth_error *error);

/* A batch: take a copy of the nodes, change it, apply it (copied again); all of it or nothing.
 * STATE when `version` is neither 0 nor current: somebody else published, take the nodes anew. */
BERTH_API berth_nodes *berth_live_nodes(berth_live *live, uint64_t *version, berth_error *error);
BERTH_API int berth_live_apply(berth_live *live, const berth_nodes *nodes, uint64_t version,
                               berth_error *error);

struct berth_live_status {
    uint64_t version; /* from 1 on, one more with each */
    uint64_t states;  /* how many versions changed states only, such as a node going down */
    size_t retired;   /* versions before the current one that somebody still reads */
    size_t readers;
    double bound;  /* on load; 0 = none */
    uint64_t load; /* what the nodes that take something new carry together */
};
BERTH_API void berth_live_status(berth_live *live, struct berth_live_status *out);

/* NULL = no memory. Free from any thread, even if the reader's own has died. */
BERTH_API berth_reader *berth_reader_new(berth_live *live, berth_error *error);
BERTH_API void berth_reader_free(berth_reader *reader);

/* As berth_map_route in the current version, for the price of a plain load; waits for nobody. The
 * index is of that version: enter first to ask more about it, or ask for the owner's data (NULL
 * when there is no owner; a version's pointers are handed out until it is freed). */
BERTH_API uint32_t berth_reader_route(berth_reader *reader, const void *key, size_t len);
BERTH_API uint32_t berth_reader_route_u64(berth_reader *reader, uint64_t key);
BERTH_API void *berth_reader_route_data(berth_reader *reader, const void *key, size_t len);

/* Until the leave that belongs to it the reader stays with one version, which cannot be freed.
 * Sections may nest; route in a section asks the section's version. */
BERTH_API const berth_map *berth_reader_enter(berth_reader *reader);
BERTH_API void berth_reader_leave(berth_reader *reader);

/* The current version without a handle, until it is released, from any thread. Waits for nobody. */
BERTH_API const berth_map *berth_live_acquire(berth_live *live);
BERTH_API void berth_live_release(berth_live *live, const berth_map *map);

/* ---- load ---------------------------------------------------------------------------------- */

/* A key's place at a node, from take to give. */
struct berth_ticket {
    const char *node; /* its name, until it is given; NULL after */
    uint32_t index;   /* in the version it was taken in */
    uint64_t version;
    void *counter; /* berth's own */
};

/* From now on no node takes more than max(1, ceil(bound x load x weight / sum of weights)); load =
 * status.load with the new one, the weights are those of nodes that are up. 0 = no bound, else
 * from 1 on, in millionths; presets whose system bounds load keep to its rule, units and standard.
 * What is above its bound already stays. RANGE, UNSUPPORTED: the scheme has no ranking. */
BERTH_API int berth_live_set_bound(berth_live *live, double bound, berth_error *error);

/* The key's node when it has room, else the first of the key's ranking that has; it carries one
 * more until the ticket is given. Returns the index, or MISSING when no node can take. Loads are
 * counted without a bound too. No lock and no heap; takers share a counter. */
BERTH_API int berth_reader_take(berth_reader *reader, const void *key, size_t len,
                                struct berth_ticket *out);
BERTH_API int berth_reader_take_u64(berth_reader *reader, uint64_t key, struct berth_ticket *out);

/* For a hot key: of two of its first n replicas (at most 64), other two every time, the one that
 * carries less for its weight and has room; else as berth_reader_take. */
BERTH_API int berth_reader_take_spread(berth_reader *reader, const void *key, size_t len, size_t n,
                                       struct berth_ticket *out);

/* Any thread, also when the node is down or gone. STATE: given before; do not give copies of it.
 * ARGUMENT: taken from another live map. */
BERTH_API int berth_live_give(berth_live *live, struct berth_ticket *ticket);

/* What a node carries now, also one that is gone; 0 for a name never heard. Waits for writers. */
BERTH_API uint64_t berth_live_load(berth_live *live, const char *name);

/* ---- hot keys ------------------------------------------------------------------------------ */

/* The heaviest keys of a stream, in fixed memory (Space-Saving):
 *     count - error <= true weight <= count,     error <= bound <= total / counters
 * A key that is not listed weighs at most the bound; so every key heavier than total / counters is
 * listed. After merges, in any order, `counters` is the smallest number of all parts. One thread at
 * a time: let each thread fill its own, and merge them. */
typedef struct berth_hot berth_hot;

struct berth_hot_key {
    const void *data; /* until the next addition, merge or free */
    size_t kept;      /* bytes at data: len, or `longest` of a longer key */
    size_t len;
    uint64_t count, error;
};

/* counters: 1 to 2^24. longest: keys of up to this many bytes are kept whole; of longer ones the
 * beginning is, and they are told apart by length and 128 bits of XXH3. Takes all its memory here:
 * counters x (longest + 80) bytes at most. */
BERTH_API berth_hot *berth_hot_new(size_t counters, size_t longest, const struct berth_alloc *alloc,
                                   berth_error *error);
BERTH_API void berth_hot_free(berth_hot *hot);

/* Any key bytes. O(log counters), no memory. RANGE, nothing added: the total passes 2^64 - 1. */
BERTH_API int berth_hot_add(berth_hot *hot, const void *key, size_t len, uint64_t weight,
                            berth_error *error);

/* `into` then speaks for both streams. MEMORY, RANGE: it is as it was. */
BERTH_API int berth_hot_merge(berth_hot *into, const berth_hot *from, berth_error *error);

/* The i-th key, heaviest first by what is certain, count - error; false past the end. Sorts at the
 * first call after a change. */
BERTH_API bool berth_hot_at(berth_hot *hot, size_t i, struct berth_hot_key *out);
BERTH_API uint64_t berth_hot_total(const berth_hot *hot);
BERTH_API uint64_t berth_hot_bound(const berth_hot *hot);

#ifdef __cplusplus
}
#endif
#endif
