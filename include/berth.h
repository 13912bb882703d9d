/* SPDX-License-Identifier: MIT */
/* berth.h - which node owns a key, and what a change of nodes would move
 *
 * The whole interface of berth, a library for consistent hashing. Read it from top to bottom: this
 * introduction, then nodes, maps, plans, live maps, load and hot keys. The last part describes the
 * schemes and hashes; only programs that list them need it.
 *
 *   nodes + spec --berth_map_new--> map --berth_map_route--> index of the node that owns a key
 *                                   two maps --berth_plan_new--> plan: which keys would move
 *                                   changes --berth_live_...--> live: a map that readers share
 *
 *   nodes   the membership: a set of named nodes, each with a weight, a zone, an address, a state,
 *           a slot number and a pointer of the caller's
 *   spec    a string that names a scheme and its parameters: "slots", "ring:points=160,probes=2"
 *   map     a spec applied to nodes. A map never changes. It answers: key -> node, and
 *           key -> n distinct nodes (replicas)
 *   plan    the comparison of two maps: what moves, from which node to which, and how much of it is
 *           needless, which means that it moves beyond the least that the change asks for
 *   live    a map that writers replace while other threads look keys up
 *
 * A complete program:
 *
 *   #include <berth.h>
 *   #include <stdio.h>
 *
 *   int main(void)
 *   {
 *       berth_error error;
 *       berth_nodes *nodes = berth_nodes_new(NULL);
 *       if (!nodes || berth_nodes_parse_inline(nodes, "cache-[1-8]", &error) != BERTH_E_OK)
 *           return 1;
 *       berth_map *map = berth_map_new("slots", nodes, NULL, &error);
 *       if (!map)
 *           return 1;
 *       printf("%s\n", berth_map_name(map, berth_map_route(map, "user:42", 7)));
 *       berth_map_free(map);
 *       berth_nodes_free(nodes);
 *       return 0;
 *   }
 *
 * Build it with:  cc hello.c $(pkg-config --cflags --libs berth)
 *
 * Keys      A key is any sequence of bytes with a length, or a 64-bit integer (functions that end
 *           in _u64). The empty key is a key like any other; its pointer may be NULL.
 * Indices   A map numbers its nodes from 0. The number is called the node's index. Indices follow
 *           the names in byte order or, for schemes without BERTH_SET and for order=line, the order
 *           in which the nodes were listed. BERTH_NONE is the answer "no node".
 * States    A node is up, draining or down. In most schemes the state is not part of the placement:
 *           the owner of a key stays its owner while it is down, only the answers of
 *           berth_map_route and its relatives pass over it. Some deployed systems remove a down
 *           node from their ring or table instead, and so do their presets, among them haproxy,
 *           envoy-maglev, cilium-maglev-weighted, katran-maglev-v2, ipvs-mh and varnish-shard. In
 *           these the state decides the placement: owners, shares, plans and fingerprints depend on
 *           it, and berth_map_text writes it ("state=down"). HAProxy and Envoy remove a draining
 *           node, too. berth_map_fair gives 0 to a node that was removed.
 * Errors    A function that can fail returns a negative code of enum berth_code, or NULL. If its
 *           argument `error` is not NULL, the function fills *error. After success *error is
 *           unspecified. A failed call changes nothing unless its comment says otherwise. Every
 *           function that allocates can fail with BERTH_E_MEMORY; the comments below do not repeat
 *           it. Lookups cannot fail.
 * NULL      Functions with an argument `error` answer a NULL object, name or array with
 *           BERTH_E_ARGUMENT, except berth_hot_add and berth_hot_merge. Every *_free accepts NULL
 *           and does nothing. All other functions expect valid objects and valid places for their
 *           results unless their comment says otherwise.
 * Threads   Any number of threads may read one map, and may read and change one live map, at the
 *           same time. Nodes, plans, readers and sketches of hot keys belong to one thread at a
 *           time.
 * Memory    Strings passed in are copied. Strings handed out belong to the object they come from
 *           and live as long as it does, or until it changes. All heap memory comes from the
 *           caller's allocator. Lookups allocate nothing.
 * Silence   The library prints nothing, never exits, and reads neither the clock nor the
 *           environment. */
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

/* The index that stands for "no node". */
#define BERTH_NONE UINT32_MAX

/* Returns the version of the library that is linked, such as "0.1.0". */
BERTH_API const char *berth_version(void);

/* ---- errors ---------------------------------------------------------------------------------- */

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

/* BERTH_E_OK, BERTH_E_MEMORY, BERTH_E_SYNTAX, BERTH_E_NAME, BERTH_E_EXISTS, BERTH_E_MISSING,
 * BERTH_E_WEIGHT, BERTH_E_RANGE, BERTH_E_SLOT, BERTH_E_ARGUMENT, BERTH_E_LIMIT, BERTH_E_UNSUPPORTED
 * and BERTH_E_STATE, made from the table above. */
enum berth_code {
#define BERTH_ERROR_ENUM(name, value, text) BERTH_E_##name = value,
    BERTH_ERRORS(BERTH_ERROR_ENUM)
#undef BERTH_ERROR_ENUM
};

typedef struct berth_error {
    int code;       /* enum berth_code */
    unsigned line;  /* the line of the parsed text, from 1; 0 when the error is not about a line */
    char text[288]; /* a sentence: what is wrong and what to do; without line number and newline */
} berth_error;

/* Returns the text of a code as the table above has it, "unknown error" for any other number. */
BERTH_API const char *berth_error_text(int code);

/* Returns the one of words[0..count) that a misspelt text most likely means, the first of equals;
 * NULL when no word is near. The library's own "did you mean" is found this way. */
BERTH_API const char *berth_nearest(const char *text, const char *const *words, size_t count);

/* Compares two names in natural order, where numbers count as numbers: n1, n2, n10. Returns a number
 * below 0 when a comes first, above 0 when b does, and 0 only for equal names: n01 and n1, which are
 * the same number, compare as bytes. The order is for lists that people read; the indices of a map
 * follow the order of bytes. O(length). */
BERTH_API int berth_name_compare(const char *a, const char *b);

/* Finds the first code point of a UTF-8 text that a reader does not see or takes for a blank: a byte
 * order mark, U+00A0, U+200B, U+202E, U+009B, ... Returns its offset and sets *code; `len`, and 0,
 * when there is none. O(len). */
BERTH_API size_t berth_find_invisible(const char *text, size_t len, uint32_t *code);

/* ---- memory and options ---------------------------------------------------------------------- */

/* Where an object gets its heap memory from. A NULL pointer to an allocator means malloc and free.
 * The functions are called by the thread that calls berth. For a live map that can be any thread
 * that reads it, so the allocator of a live map must be safe for use by several threads. */
struct berth_alloc {
    void *(*alloc)(void *context, size_t bytes); /* returns NULL when there is no memory */
    void (*free)(void *context, void *memory, size_t bytes); /* bytes: as passed to alloc */
    void *context;                                           /* passed on unchanged */
};

/* A hash function that a spec can name, as in "ring:hash=murmur3". */
struct berth_hash {
    const char *name;
    const char *summary; /* one line */
    unsigned bits;       /* the width of the result: 16, 32 or 64; all higher bits must be 0 */
    uint64_t (*digest)(const void *data, size_t len); /* must depend on these bytes only */
};

enum berth_flag {
    BERTH_KEEP_RANKING = 1, /* slots: the map stores the first three replicas of each slot, which
                               takes 4 bytes more a slot and finds replicas by a load each.
                               No answer changes. */
};

/* What a map is built with besides the spec and the nodes. A NULL pointer means all fields zero. */
struct berth_options {
    const struct berth_alloc *alloc; /* copied; NULL = malloc and free */
    const struct berth_hash *hashes; /* the caller's own, usable as hash=NAME; the array is */
    size_t hash_count;               /*   borrowed for as long as the map lives */
    unsigned flags;                  /* of enum berth_flag */
    size_t max_bytes; /* at most what the map holds (berth_map_bytes) together with what its
                         builder holds meanwhile; more is refused with BERTH_E_LIMIT, a table or
                         ring that is too large before time is spent on it; 0 = 4 GiB. As a guide: a
                         preset's ring takes 56 bytes a point while it is built, and 0.02 (small
                         ring) to 0.3 (large ring) microseconds a point */
};

/* ---- nodes ----------------------------------------------------------------------------------- */

/* The membership. It is a set of names that remembers the order in which they were listed. */
typedef struct berth_nodes berth_nodes;

enum berth_state {
    BERTH_UP,    /* takes all its keys */
    BERTH_DRAIN, /* keeps the keys it owns, except where the system removes it (haproxy, envoy);
                    berth_map_place and berth_reader_take pass over it */
    BERTH_DOWN,  /* its keys go to the next node in each key's own ranking */
};

/* "up", "drain", "down", as the text format has them; NULL for any other value. */
BERTH_API const char *berth_state_text(enum berth_state state);

/* One node, read only. The strings live until the nodes they came from change or are freed, or the
 * map they came from is freed. */
struct berth_node {
    const char *name;
    const char *zone; /* NULL = none */
    const char *addr; /* NULL = none */
    double weight;    /* rounded to millionths */
    uint64_t slot;    /* BERTH_NO_SLOT = none */
    void *data;       /* the caller's pointer, NULL at first */
    enum berth_state state;
};
#define BERTH_NO_SLOT UINT64_MAX

/* Creates an empty membership. `alloc` is copied and may be NULL. Returns NULL when there is no
 * memory. The caller frees the result with berth_nodes_free. */
BERTH_API berth_nodes *berth_nodes_new(const struct berth_alloc *alloc);

/* Creates a copy with the same allocator. The caller frees it. O(n). */
BERTH_API berth_nodes *berth_nodes_copy(const berth_nodes *nodes, berth_error *error);
BERTH_API void berth_nodes_free(berth_nodes *nodes);

/* Adds a node at the end of the list. The name has 1 to 65535 bytes and no control characters. The
 * weight is 0 or lies between 0.000001 and 1000000 and is rounded to millionths; a node of weight 0
 * is listed and owns nothing. O(1) on average.
 * BERTH_E_NAME: the name cannot be used. BERTH_E_EXISTS: a node has this name already.
 * BERTH_E_WEIGHT: the weight cannot be used. BERTH_E_LIMIT: there are 2^32 - 2 nodes already. */
BERTH_API int berth_nodes_add(berth_nodes *nodes, const char *name, double weight,
                              berth_error *error);

/* Removes a node; the others keep their order. O(n). BERTH_E_MISSING: no node has this name. */
BERTH_API int berth_nodes_remove(berth_nodes *nodes, const char *name, berth_error *error);

/* Sets a node's weight, under the rules of berth_nodes_add.
 * BERTH_E_MISSING: no node has this name. BERTH_E_WEIGHT: the weight cannot be used. */
BERTH_API int berth_nodes_set_weight(berth_nodes *nodes, const char *name, double weight,
                                     berth_error *error);

/* Sets an attribute of a node from text: weight, zone, addr, state (up, drain or down), slot (0 to
 * 4294967294), or any other word, such as one that a preset reads (id, alias, ident, guid, ...). A
 * value of NULL or "" removes the attribute; weight is then 1 and state is up. Attribute names have
 * up to 63 bytes of a-z, 0-9, '_', '-' and '.'; values have up to 65534 bytes and no control
 * characters; a node has at most 1024 of them.
 * BERTH_E_MISSING: no node has this name. BERTH_E_NAME: the attribute's name cannot be used, or
 * looks like a misspelt weight, state or zone. BERTH_E_WEIGHT, BERTH_E_SLOT: the text is no such
 * number. BERTH_E_RANGE: the text is no state, or cannot be a value. BERTH_E_LIMIT: the node has as many
 * attributes as it may have. */
BERTH_API int berth_nodes_set(berth_nodes *nodes, const char *name, const char *attribute,
                              const char *value, berth_error *error);

/* Attaches a pointer of the caller's to a node. berth hands it out again and never follows or frees
 * it. `data` may be NULL. BERTH_E_MISSING: no node has this name. */
BERTH_API int berth_nodes_set_data(berth_nodes *nodes, const char *name, void *data,
                                   berth_error *error);

/* Returns the text of an attribute that is neither weight, state nor slot (berth_nodes_find gives
 * these); NULL when the node or the attribute does not exist, or an argument is NULL. */
BERTH_API const char *berth_nodes_attribute(const berth_nodes *nodes, const char *name,
                                            const char *attribute);

/* Gives the name and the text of the k-th attribute of the i-th node, nodes in the order of the
 * list, attributes in the order of their names, both from 0. Weight, state and slot are not among
 * them; berth_nodes_at gives these. Both strings live until the nodes change. Returns false past
 * either end and for NULL. O(k). */
BERTH_API bool berth_nodes_attribute_at(const berth_nodes *nodes, size_t i, size_t k,
                                        const char **attribute, const char **value);

/* Returns the number of nodes, 0 for NULL. */
BERTH_API size_t berth_nodes_count(const berth_nodes *nodes);

/* Fills *out with the i-th node in the order of the list, i from 0. Returns false past the end and
 * for NULL. */
BERTH_API bool berth_nodes_at(const berth_nodes *nodes, size_t i, struct berth_node *out);

/* Fills *out with the node of this name. Returns false when there is none, or an argument is
 * NULL. */
BERTH_API bool berth_nodes_find(const berth_nodes *nodes, const char *name, struct berth_node *out);

/* Reads the text format and adds the nodes it lists:
 *   spec slots                       # optional, at most one; berth_nodes_spec returns it
 *   node cache-1                     # a name, then optional key=value
 *   node "name with blanks" weight=2 zone=b
 *   cache-2                          # a bare name, or a name and a weight
 *   cache-3 2
 * A text in which each line is "host:port", a tab and a whole number is libketama's ketama.servers:
 * without a spec line its spec is "libketama", and a last line without a newline loses the last
 * digit of its number, as libketama reads it. Lists with blanks between are none.
 * The text is UTF-8, with or without a byte order mark, with LF or CRLF; it need not end in NUL. An
 * empty text adds nothing. On an error no node is added, and error->line is the number of the line.
 * BERTH_E_SYNTAX: a line does not follow the format, or there is a second spec line. Other codes as
 * of berth_nodes_add and berth_nodes_set. */
BERTH_API int berth_nodes_parse(berth_nodes *nodes, const char *text, size_t len,
                                berth_error *error);

/* Adds nodes written inline: "cache-[1-8]" counts from 1 to 8, "a,b,c=2" lists three nodes, the
 * last with weight 2. On an error no node is added.
 * BERTH_E_SYNTAX: a name is missing, as in an empty text. BERTH_E_RANGE: brackets count backwards.
 * BERTH_E_LIMIT: more than a million nodes. Other codes as of berth_nodes_add. */
BERTH_API int berth_nodes_parse_inline(berth_nodes *nodes, const char *text, berth_error *error);

/* Returns the spec line that berth_nodes_parse read, NULL when there was none. */
BERTH_API const char *berth_nodes_spec(const berth_nodes *nodes);

/* Writes the nodes in the text format to out[0..cap), NUL-terminated when cap > 0; `out` may be
 * NULL when cap is 0. `spec` becomes the spec line; NULL means the one that was read, if any.
 * Returns the length of the whole text without the NUL: a result >= cap means that the text was
 * cut. */
BERTH_API size_t berth_nodes_text(const berth_nodes *nodes, const char *spec, char *out,
                                  size_t cap);

/* ---- maps: building -------------------------------------------------------------------------- */

/* A spec applied to nodes. It never changes, so any number of threads may read it without locks. */
typedef struct berth_map berth_map;

/* Builds a map. `spec` NULL means the spec line of the nodes, or "slots" when they have none.
 * `options` may be NULL. The map copies all it needs except the caller's own hashes; `nodes` may be
 * changed or freed afterwards. Without nodes every answer of the map is BERTH_NONE. The caller
 * frees the map with berth_map_free. docs/performance.md gives times and sizes for each scheme.
 * BERTH_E_NAME: the scheme or a parameter is not known. BERTH_E_SYNTAX, BERTH_E_RANGE: the spec or
 * a parameter cannot be read or used. BERTH_E_SLOT: a numbered scheme (BERTH_NUMBERED) needs slot=K
 * on each node, each K once, or order=line. BERTH_E_LIMIT: the map would need more than
 * options->max_bytes. BERTH_E_ARGUMENT, BERTH_E_EXISTS: a hash of the caller's is incomplete, or
 * has the name of a built-in hash. Presets also refuse nodes that their system would refuse. */
BERTH_API berth_map *berth_map_new(const char *spec, const berth_nodes *nodes,
                                   const struct berth_options *options, berth_error *error);

/* Builds a map of a numbered scheme over the numbers 0 to count - 1, which have no names: an index
 * is a number, and berth_map_name returns NULL. There is no memory for each number. The caller
 * frees the map.
 * BERTH_E_ARGUMENT: `spec` is NULL, or `count` is 0 or BERTH_NONE. BERTH_E_UNSUPPORTED: the scheme
 * is not numbered. Other codes as of berth_map_new. */
BERTH_API berth_map *berth_map_new_count(const char *spec, uint32_t count,
                                         const struct berth_options *options, berth_error *error);

/* Builds the map of the same spec and options over other nodes. It gives the same answers as a map
 * from berth_map_new and is usually faster to build, because it reuses what did not change. When
 * only addresses, states or data differ, it shares all that was built with `map`, unless the scheme
 * is a preset in which they decide the placement. `map` stays as it is. Either map may be freed
 * first, by any thread; the caller frees both. Codes as of berth_map_new. */
BERTH_API berth_map *berth_map_next(const berth_map *map, const berth_nodes *nodes,
                                    berth_error *error);
BERTH_API void berth_map_free(berth_map *map);

/* ---- maps: which node ------------------------------------------------------------------------ */

/* A key of an array of keys. `data` may be NULL when len is 0. */
struct berth_key {
    const void *data;
    size_t len;
};

/* Returns the index of the node that answers for a key: its owner or, when the owner is down, the
 * first node of the key's ranking that is not. Returns BERTH_NONE when no node can own anything or
 * all that can are down; in a scheme without a ranking (no BERTH_REPLICAS) also when the owner
 * alone is down. `key` may be NULL when len is 0. */
BERTH_API uint32_t berth_map_route(const berth_map *map, const void *key, size_t len);

/* The same for an integer key, which stands for its 8 bytes in little-endian order. Schemes with
 * BERTH_RAW_KEYS or BERTH_INTEGER_KEYS use the number itself. Cast negative integers to
 * uint64_t. */
BERTH_API uint32_t berth_map_route_u64(const berth_map *map, uint64_t key);

/* The same for a key that berth_map_hash has hashed already. A scheme for which berth_map_hashed
 * returns false needs the key's bytes; it takes `hash` as an integer key instead. */
BERTH_API uint32_t berth_map_route_hash(const berth_map *map, uint64_t hash);

/* Return the hash of a key as the map's scheme computes it. */
BERTH_API uint64_t berth_map_hash(const berth_map *map, const void *key, size_t len);
BERTH_API uint64_t berth_map_hash_u64(const berth_map *map, uint64_t key);

/* Tells whether the scheme places a key by its hash alone, so that berth_map_route_hash gives the
 * answer of berth_map_route. */
BERTH_API bool berth_map_hashed(const berth_map *map);

/* Return the node where something new for this key should be created: the same as berth_map_route,
 * but nodes that drain are passed over like nodes that are down. */
BERTH_API uint32_t berth_map_place(const berth_map *map, const void *key, size_t len);
BERTH_API uint32_t berth_map_place_u64(const berth_map *map, uint64_t key);

/* Look up n keys: out[i] receives what berth_map_route and its relatives return for the i-th key.
 * This is faster than one call a key. With n = 0 the arrays may be NULL. */
BERTH_API void berth_map_route_many(const berth_map *map, const struct berth_key *keys, size_t n,
                                    uint32_t *out);
BERTH_API void berth_map_route_many_u64(const berth_map *map, const uint64_t *keys, size_t n,
                                        uint32_t *out);
BERTH_API void berth_map_route_many_hash(const berth_map *map, const uint64_t *hashes, size_t n,
                                         uint32_t *out);

/* Write the first n distinct nodes of the key's ranking to out[0..n), the owner first, and return
 * how many they wrote. Nodes that are down are left out. The result is smaller than n when there
 * are fewer nodes. A scheme without BERTH_REPLICAS may give the owner only. The list for n is the
 * beginning of the list for n + 1.
 * When nodes have zones, the k-th replica is the first node of the ranking whose zone holds fewer
 * than ceil(k / zones) of the replicas before it. So no zone gets more than ceil(n / zones) of n
 * replicas as long as the other zones have nodes left. */
BERTH_API size_t berth_map_replicas(const berth_map *map, const void *key, size_t len,
                                    uint32_t *out, size_t n);
BERTH_API size_t berth_map_replicas_u64(const berth_map *map, uint64_t key, uint32_t *out,
                                        size_t n);
BERTH_API size_t berth_map_replicas_hash(const berth_map *map, uint64_t hash, uint32_t *out,
                                         size_t n);

/* ---- maps: their nodes, their scheme, their text --------------------------------------------- */

/* Returns the number of nodes. All indices are below it. */
BERTH_API size_t berth_map_count(const berth_map *map);

/* Give the node of an index, its name, its data. They return false or NULL when the index is not
 * below the count (BERTH_NONE, for example) and in maps of berth_map_new_count. O(1). */
BERTH_API bool berth_map_node(const berth_map *map, uint32_t index, struct berth_node *out);
BERTH_API const char *berth_map_name(const berth_map *map, uint32_t index);
BERTH_API void *berth_map_data(const berth_map *map, uint32_t index);

/* Returns the index of the node with this name; BERTH_NONE when there is none or `name` is NULL.
 * O(length of the name). */
BERTH_API uint32_t berth_map_find(const berth_map *map, const char *name);

/* Gives the name and the text of the k-th attribute of a node, as berth_nodes_attribute_at does;
 * both strings belong to the map. Returns false past the end, and when the index is not below the
 * count. O(k). */
BERTH_API bool berth_map_attribute(const berth_map *map, uint32_t index, size_t k,
                                   const char **attribute, const char **value);

/* Returns the spec in canonical form; it lives as long as the map. */
BERTH_API const char *berth_map_spec(const berth_map *map);

/* Fills *out with the description of the map's scheme (see "schemes" below). */
struct berth_scheme_info;
struct berth_param;
BERTH_API void berth_map_scheme(const berth_map *map, struct berth_scheme_info *out);

/* What decides which node owns a key. */
enum berth_kind {
    BERTH_KIND_SCORE, /* each node gets a score for the key; the node with the best score owns it */
    BERTH_KIND_POINT, /* a ring: the key belongs to the node of a point */
    BERTH_KIND_SLOT,  /* a table: the key belongs to the node of a slot */
    BERTH_KIND_NUMBER, /* numbered nodes: the key's hash gives a number */
};

/* Returns "score", "point", "slot" or "number"; NULL for any other value. */
BERTH_API const char *berth_kind_text(enum berth_kind kind);

/* Returns the kind of the map. Some presets have a ring or a table, depending on their
 * parameters. */
BERTH_API enum berth_kind berth_map_kind(const berth_map *map);

/* Tells whether the order in which the nodes were listed decides the placement. If so, the same
 * nodes in another order give another map with another fingerprint. */
BERTH_API bool berth_map_order_decides(const berth_map *map);

/* The value that a parameter of the scheme has in a map. */
struct berth_setting {
    const struct berth_param *param; /* the description of the parameter, static */
    double number; /* the value of an integer or a decimal, the position of a word in param->words,
                      the bits of a hash; 0 for a text */
    bool given;    /* the value differs from the parameter's default */
    char text[64]; /* the value as a spec has it, without quotes; the name of a caller's hash is cut
                      to fit */
};

/* Fills *out with a parameter, found by its name or an alias. Returns false, and leaves *out as it
 * was, when the scheme has no such parameter. Allocates nothing. */
BERTH_API bool berth_map_param(const berth_map *map, const char *name, struct berth_setting *out);

/* Returns the `number` of a parameter; `otherwise` when the scheme has no such parameter. */
BERTH_API double berth_map_number(const berth_map *map, const char *name, double otherwise);

struct berth_fingerprint {
    uint64_t hi, lo;
};

/* Returns 128 bits of XXH3 over the text of berth_map_text. Two maps with the same fingerprint have
 * the same nodes at the same indices, and the same owner for every key, on any machine (if the spec
 * names a hash of the caller's, that hash must be the same, too). Addresses, states and data do not
 * count, except an address in a preset that places by it and a state where it decides. */
BERTH_API struct berth_fingerprint berth_map_fingerprint(const berth_map *map);

/* Writes the canonical text of the map to out[0..cap): the spec and, for each node in the order of
 * the indices, its name and what decides the placement: weight, zone, slot, attributes that the
 * scheme reads. Returns the length of the whole text without the NUL: a result >= cap means that
 * the text was cut. `out` may be NULL when cap is 0. */
BERTH_API size_t berth_map_text(const berth_map *map, char *out, size_t cap);

/* Returns the bytes of heap memory the map holds, those it shares with other maps included. */
BERTH_API size_t berth_map_bytes(const berth_map *map);

/* ---- maps: shares, explanations, points and slots -------------------------------------------- */

/* How a share was found. */
enum berth_measure {
    BERTH_BY_TABLE,  /* exactly: the whole table or ring was added up */
    BERTH_BY_LAW,    /* from the scheme's rule: the expected share */
    BERTH_BY_SAMPLE, /* from lookups of berth_map_samples synthetic keys */
};

/* "exact", "law", "sampled"; NULL for any other value. */
BERTH_API const char *berth_measure_text(enum berth_measure measure);

/* Writes each node's part of the key space to share[0..count). The parts add up to 1, or to less
 * where a part of the key space has no owner; all are 0 when no node can own anything. A node that
 * is down keeps its share, except in presets where the state decides the placement (see States
 * above). Returns how the shares were found. The standard error of a sampled share s is
 * sqrt(s (1 - s) / berth_map_samples(map)). Cost: O(size of the table or ring), O(count) by law, or
 * that many lookups. An exact sum takes 16 bytes of heap a node meanwhile; if there is no memory for
 * them, the shares come by law or by sample. */
BERTH_API enum berth_measure berth_map_shares(const berth_map *map, double *share);

/* Returns how many synthetic keys are behind shares that are BERTH_BY_SAMPLE: 2^20, or 2^12 a node
 * where that is more; at most 2^23, and 2^21 where every lookup asks all nodes. Where asking a node
 * is dear, too (a hash of key and name), they are as many as a second or two allow, at least 2^14.
 * O(1). */
BERTH_API uint64_t berth_map_samples(const berth_map *map);

/* The part of the key space that has no node. */
struct berth_unowned {
    double share; /* 0 to 1: the keys for which berth_map_route gives BERTH_NONE */
    double down; /* the part of these that has an owner, which is down, and no node that takes over;
                     the rest has no owner at all */
    double error; /* standard error of `share` when it is sampled, else 0 */
    enum berth_measure measure;
};

/* Fills *out with how much of the key space has no node that answers for it: slots of a Redis Cluster
 * that no master has, or keys of a down node in a scheme that does not pass them on. 0 says that each
 * key has a node, or that each of 2^16 sampled ones has. Cost: O(size of the table or ring), O(count)
 * by law, or 2^16 lookups. */
BERTH_API void berth_map_unowned(const berth_map *map, struct berth_unowned *out);

/* What a map makes of the weights of its nodes. A node of weight 0 owns nothing in any case. */
enum berth_weighing {
    BERTH_WEIGHTS_IGNORED, /* every node with a weight above 0 should own the same share */
    BERTH_WEIGHTS_ROUGHLY, /* a node of more weight owns more, but not in proportion */
    BERTH_WEIGHTS_EXACTLY, /* shares are proportional to the weights, except for rounding to whole
                              points or slots and the random positions of points on a ring */
};

/* Writes to fair[0..count) the share that each node should own by the scheme's rule: in proportion
 * to the weights when the map follows them exactly or roughly, else the same for every node. A node
 * of weight 0 should own nothing, nor should a node that is down when the preset's system removes
 * it from its ring or table. The shares add up to 1, or are all 0 when no node can own anything.
 * Returns what this map makes of the weights. O(count); allocates nothing. */
BERTH_API enum berth_weighing berth_map_fair(const berth_map *map, double *fair);

/* How far the parts of n nodes are from their fair shares. The ratio of a node is its part of the
 * sum of all n parts, divided by its fair share. Nodes with a fair share of 0 have no ratio. */
struct berth_evenness {
    double peak;    /* the largest ratio; 0 when all parts or all fair shares are 0 */
    double cv;      /* root of the mean of (ratio - 1)^2 over all nodes that have a ratio */
    uint32_t at;    /* the first node with the largest ratio; 0 when peak is 0 */
    uint32_t nodes; /* the number of nodes that have a ratio */
};

/* Compares part[0..n), in any unit (shares, keys, bytes), with fair[0..n) as berth_map_fair gives
 * it. O(n). */
BERTH_API void berth_evenness(const double *part, const double *fair, size_t n,
                              struct berth_evenness *out);

/* As berth_evenness, of parts that were counted from `samples` random keys. Chance scatters such
 * parts by itself; what it adds is taken out of out->cv, and the peak is brought nearer to 1 in the
 * same proportion. *error becomes the standard error of a node's ratio (root of the mean square):
 * no difference below it means anything. `error` may be NULL. */
BERTH_API void berth_evenness_sampled(const double *part, const double *fair, size_t n,
                                      uint64_t samples, struct berth_evenness *out, double *error);

/* How even maps of this scheme, these parameters and these weights are, whatever the names: the
 * middle of many sets of names, and how far from it most of them lie. A ratio is a share / fair
 * share. */
struct berth_typical {
    double peak;                /* median of the largest ratio */
    double peak_low, peak_high; /* one set of names in ten has less, one in ten more */
    double peak_rare;           /* one set of names in fifty has more */
    double cv, cv_low, cv_high; /* the same of berth_evenness's cv */
    double most;                /* the ratio that a bound lets no node pass, with rounding up to
                                   whole slots; 0 = no bound */
    double parts;               /* points or slots of all nodes */
    bool hash_tried;            /* the figures hold for the scheme's own hash: it is XXH3, or its
                                   maps were built; else for points scattered by chance */
    bool weak_hash;             /* the hash, tried, scatters points worse than chance does */
    bool given;                 /* attributes give the points, whatever the names are */
    double peak_scattered;      /* peak_rare of points scattered by chance */
};

/* Fills *out from the law of the scheme's shares: rings by the points that each node has and by
 * probes, `slots` by its slots and bound. Where no law is known, or the scheme's own hash scatters
 * the points of a ring, maps are built some hundred times under other names of the same form, if
 * that is cheap. The same map always gets the same figures. Takes some 10 ms, up to a second where
 * there are many nodes or maps to build. Returns 0, BERTH_E_MEMORY, or BERTH_E_UNSUPPORTED where
 * nothing is known, as where shares follow from the rule or are sampled; *out is then all zero. */
BERTH_API int berth_map_typical(const berth_map *map, struct berth_typical *out,
                                berth_error *error);

/* How the map comes to the owner of a key, for people to read. */
struct berth_explanation {
    uint64_t hash;          /* of the key, as berth_map_hash gives it */
    uint64_t digest;        /* what the hash named below gives: `hash` itself but where a system
                              turns some of its bits before the lookup */
    unsigned hash_bits;     /* the width of the digest; 0 = the system hashes node and key together,
                              so that a key alone has no hash */
    const char *hash_name;  /* of the hash that the system uses. A name of berth_hash_find or
                              berth_hash_variant_find, with its seed as in "murmur64a:seed=1", says
                              that the digest is the low bits of that function's result */
    const char *hash_text;  /* which word is taken of what, or what is hashed: one line */
    enum berth_kind kind;   /* what decides */
    uint64_t position;      /* the slot, the point found, the number, or the owner's score */
    uint64_t positions;     /* how many slots or numbers there are; 0 for points and scores */
    unsigned position_bits; /* the width of a point or a score */
    uint64_t position_low;  /* the lower half of a point of 128 bits; position is the upper one */
    bool position_real;     /* the position is the bits of a double */
    uint32_t owner;         /* whatever its state is */
    uint32_t chosen;        /* the node that answers: what berth_map_route returns */
    uint32_t met;  /* the node of the point or slot found: another than the owner where the scheme
                      goes on from there; the owner where it is not told */
    uint32_t tied; /* another node at the same point or with the same score; BERTH_NONE = none */
};
BERTH_API void berth_map_explain(const berth_map *map, const void *key, size_t len,
                                 struct berth_explanation *out);
BERTH_API void berth_map_explain_u64(const berth_map *map, uint64_t key,
                                     struct berth_explanation *out);

/* Writes the label of the point that an explained key finds, as the system makes it
 * ("10.0.0.1:11211-17", with the word of its digest where it gives several points). For a point
 * that has no text as label it writes what the point is made of, such as "0x00003000 + 17". The
 * text ends with a NUL and is cut off where the buffer ends. Returns the length of the whole label;
 * 0 = the point has none, or one of more than 1,900 bytes. Cost: the hashes of one node's labels. */
BERTH_API size_t berth_map_label(const berth_map *map, const struct berth_explanation *why,
                                 char *buffer, size_t size);

/* A point of a ring or a slot of a table. */
struct berth_mark {
    uint64_t high;  /* the upper half of a 128-bit point, else 0 */
    uint64_t value; /* the point, or the number of the slot */
    uint32_t index; /* of the node that owns it */
};

/* Fills *out with the i-th point or slot, points ascending in the system's own order. Returns false
 * past the end, and always for schemes that have neither a ring nor a table. */
BERTH_API bool berth_map_mark(const berth_map *map, size_t i, struct berth_mark *out);

/* Sets lost[i], for every node, to how many of its points the ring does not hold because a point of
 * another node stands at the same place and only one of them is kept. Returns their sum; 0 for
 * schemes that keep all. lost has berth_map_count items. O(points). */
BERTH_API size_t berth_map_lost_points(const berth_map *map, size_t *lost);

/* Writes to room[0..count) how many points or slots each node may own at most, where the placement
 * itself is bounded (slots:bound=..., buraksezer-consistent-v1). Returns false, with all of room 0,
 * where it is not. */
BERTH_API bool berth_map_rooms(const berth_map *map, uint64_t *room);

/* ---- plans ----------------------------------------------------------------------------------- */

/* What moves between a map before a change and a map after it. Nodes of the two maps are the same
 * when their names are, or their numbers in maps without names. */
typedef struct berth_plan berth_plan;

/* All that moves from one node to another. Where the key space before or after has no owner, the
 * name is NULL and the index BERTH_NONE. The names belong to the maps. */
struct berth_flow {
    const char *from, *to;
    uint32_t index_from, index_to; /* in the map before, in the map after */
    double share;                  /* of the key space, 0 to 1 */
    uint64_t keys;                 /* of the keys that were fed */
    uint64_t bytes;                /* of these keys; stops at 2^64 - 1 */
    bool needless; /* both nodes are untouched: in both maps, and the same in weight, state, zone,
                      slot and anything else that decides the placement */
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
    BERTH_TOUCH_ATTRIBUTE = 128, /* another attribute, one that a scheme reads: berth_plan_change */
};

/* A node that is in at least one of the two maps. */
struct berth_plan_node {
    const char *name;                   /* NULL in maps of numbers without names */
    uint32_t index_before, index_after; /* BERTH_NONE = not in that map */
    double share_before, share_after;   /* of the key space, as berth_plan_new compares it */
    double fair_before, fair_after;     /* as of berth_map_fair; 0 in a map without the node */
    uint64_t keys_before, keys_after;   /* of the keys that were fed */
    uint64_t bytes_before, bytes_after; /* of these keys; stop at 2^64 - 1 */
    unsigned touched;                   /* of enum berth_touch; 0 = none of these differs */
    bool decides; /* a difference may move keys: the node is in one map only, or its weight or zone
                     differs, or a slot, a state or an attribute that one of the schemes reads. What
                     moves between two nodes for which this is false is needless */
};

/* An attribute that differs between the maps. The strings belong to the maps. */
struct berth_plan_change {
    const char *attribute;
    const char *before, *after; /* NULL = not set */
    bool decides;               /* one of the schemes reads the attribute, so keys may move */
};

/* What became of a key that was fed. */
struct berth_fed {
    uint32_t from, to; /* the nodes that answer, as indices of the map before and the map after;
                          BERTH_NONE = no node */
    bool moved;        /* they are different nodes */
    bool needless;     /* the key moved between two nodes without a difference that decides */
};

/* Shares are parts of the key space, 0 to 1. Keys and bytes are counts of what was fed. */
struct berth_plan_summary {
    enum berth_measure measure; /* how the shares below were found */
    uint64_t samples;           /* how many keys were tried when the shares are sampled, else 0 */
    double error;               /* standard error of `moved` when it was sampled, else 0 */
    double error_least; /* of `least`; 0 also where the shares of a sampled plan are known */
    double error_peak;  /* of the peaks, likewise */
    double moved;       /* least + needless */
    double least;       /* what any scheme would have to move to get from the shares before to the
                           shares after: the part of the movement that is due */
    double needless;    /* what moves beyond that: needless_untouched + needless_touched */
    double needless_untouched;      /* between nodes that no difference decides: flows marked as
                                       needless, as far as they are not due */
    double needless_touched;        /* from or to nodes that were added, removed or changed */
    double peak_before, peak_after; /* the largest share / fair share of any node (berth_evenness);
                                       0 when no node owns anything */
    double no_owner_before,
        no_owner_after; /* what no node answers for. After, this may be more than
                                       berth_map_unowned says of the map: what would move to a node
                                       that drains has none where nothing else takes it */
    /* The same of what was fed. Moved keys are counted; as much of them is needless as of the key
     * space that moves: all those between untouched nodes, unless part of these is due. */
    uint64_t keys, keys_moved, keys_least, keys_needless;
    uint64_t keys_needless_untouched, keys_needless_touched;
    uint64_t bytes, bytes_moved, bytes_least, bytes_needless; /* stop at 2^64 - 1 */
    size_t nodes;  /* the number of nodes that berth_plan_node gives */
    size_t flows;  /* the number of flows that berth_plan_flow gives */
    size_t ranges; /* the number of ranges that berth_plan_range gives; 0 unless `measure` is
                      BERTH_BY_TABLE */
    bool residues; /* ranges are of slot numbers (hash mod M), not of the hash itself */
};

/* Hashes, or slot numbers, that move. Both ends belong to the range. */
struct berth_range {
    uint64_t first, last;
    uint32_t index_from, index_to; /* BERTH_NONE = no owner */
};

/* Compares two maps. Both must outlive the plan; the memory comes from the allocator of `before`.
 * The caller frees the plan with berth_plan_free. Shares, flows and ranges follow states as keys
 * do: what a node that is down would own is where berth_map_route finds it, and what would move to
 * a node that drains is where berth_map_place puts it. Cost: O(size of both tables or rings); 2^20
 * lookups in each map, or the berth_map_samples of either where they are fewer, where no exact
 * comparison is possible.
 * BERTH_E_UNSUPPORTED: one map has names and the other only numbers. BERTH_E_LIMIT: the numbers
 * would need more memory than the max_bytes of `before`. */
BERTH_API berth_plan *berth_plan_new(const berth_map *before, const berth_map *after,
                                     berth_error *error);
BERTH_API void berth_plan_free(berth_plan *plan);

/* Writes to pair[0..count of `before`) the node of `after` that each node of `before` is, as an
 * index; BERTH_NONE = none. Names are compared byte for byte, then without case and brackets, then
 * addresses (a node's name where it has none), then hosts where one side gives no port. Where more
 * addresses than names are found again, addresses go first: the fleet was renamed. O(n log n). */
BERTH_API int berth_plan_pair(const berth_map *before, const berth_map *after, uint32_t *pair,
                              berth_error *error);

/* Gives each node of both maps the number of its machine: of_before[i] = of_after[j] says that the
 * two are at one address, or that they are a pair of `pair` whose addresses do not contradict: one
 * is unknown, or one is a host name and the other an IP address. O(n log n). */
BERTH_API int berth_plan_number_machines(const berth_map *before, const berth_map *after,
                                         const uint32_t *pair, uint32_t *of_before,
                                         uint32_t *of_after, berth_error *error);

/* What reaches another machine after the change, whether or not it moves to another node. */
struct berth_plan_machines {
    double share;         /* of the key space */
    uint64_t keys, bytes; /* of the keys that were fed */
    size_t nodes;         /* nodes of both maps whose machine is another one */
};

/* Fills *out for a plan and the keys fed so far. O(n log n + flows). */
BERTH_API int berth_plan_machines(const berth_plan *plan, struct berth_plan_machines *out,
                                  berth_error *error);

/* Count n keys. Each is looked up in both maps as berth_map_route does it; a key that would move to
 * a node that drains is counted where berth_map_place puts it. bytes[i] is the size, or any other
 * load, of key i; `bytes` may be NULL. Both functions may be called as often as needed: memory grows
 * with the number of flows, not of keys. fed[i] receives what became of key i; `fed` may be NULL.
 * Cost: two lookups a key.
 * BERTH_E_MEMORY: the first keys of the array have been counted and the rest not; `fed` is filled
 * for at least those that were counted. */
BERTH_API int berth_plan_feed(berth_plan *plan, const struct berth_key *keys, const uint64_t *bytes,
                              size_t n, struct berth_fed *fed, berth_error *error);
BERTH_API int berth_plan_feed_u64(berth_plan *plan, const uint64_t *keys, const uint64_t *bytes,
                                  size_t n, struct berth_fed *fed, berth_error *error);

/* Fills *out with the figures of the plan and of the keys fed so far. O(flows + nodes). */
BERTH_API void berth_plan_summary(const berth_plan *plan, struct berth_plan_summary *out);

/* Fills *out with the i-th node of both maps together, in the order of berth_name_compare, or of the
 * numbers. Returns false past the end and for NULL. O(attributes of the node). */
BERTH_API bool berth_plan_node(const berth_plan *plan, size_t i, struct berth_plan_node *out);

/* Fills *out with the k-th attribute in which the i-th node differs, in the order of the names.
 * Weight, state and slot are not among them, and a node that is in one map only has none. Returns
 * false past either end and for NULL. O(attributes of the node). */
BERTH_API bool berth_plan_change(const berth_plan *plan, size_t i, size_t k,
                                 struct berth_plan_change *out);

/* Fills *out with the i-th flow, the largest first: by keys when keys were fed, then by share.
 * Returns false past the end. The flows are sorted as far as they are asked for. */
BERTH_API bool berth_plan_flow(berth_plan *plan, size_t i, struct berth_flow *out);

/* Fills *out with the i-th range that moves; ranges ascend and do not overlap. Returns false past
 * the end. O(1). */
BERTH_API bool berth_plan_range(const berth_plan *plan, size_t i, struct berth_range *out);

/* ---- live: a map that changes under running readers ------------------------------------------ */

/* A live map has versions. Each version is a whole map. A writer builds the next version beside the
 * current one and makes it current in one step; readers never wait. A version is freed once no
 * reader uses it, by the thread that used it last, so the allocator must be safe for use by several
 * threads. docs/live.md says which way of reading is for which program. */
typedef struct berth_live berth_live;

/* A handle by which a thread reads a live map. Create one for each thread and keep it. */
typedef struct berth_reader berth_reader;

/* Creates a live map whose first version is the map that berth_map_new would build. The caller
 * frees it with berth_live_free. Codes as of berth_map_new. */
BERTH_API berth_live *berth_live_new(const char *spec, const berth_nodes *nodes,
                                     const struct berth_options *options, berth_error *error);

/* Frees a live map. All its readers must be freed and all acquired maps released before. Tickets
 * that were not given back become invalid. */
BERTH_API void berth_live_free(berth_live *live);

/* Change one node, as the functions berth_nodes_* of the same name do. Each call publishes one new
 * version, or none when nothing would differ; on an error nothing changes. Writers wait for each
 * other, never for readers. Cost: a copy of the nodes and berth_map_next.
 * Codes as of the berth_nodes_* function and of berth_map_next. berth_live_set_state: BERTH_E_RANGE
 * when `state` is none of enum berth_state. BERTH_E_LIMIT also when 65536 versions are still in
 * use. */
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

/* Change many nodes in one version: berth_live_nodes returns a copy of the nodes, the caller
 * changes it, berth_live_apply publishes it, all of it or nothing. The caller frees the copy; apply
 * makes its own. *version receives the version that was copied; `version` may be NULL. Pass it to
 * apply, or pass 0 to replace the nodes whatever they are by now.
 * BERTH_E_STATE: another writer has published since; call berth_live_nodes again. Other codes as of
 * berth_map_next; BERTH_E_LIMIT also when 65536 versions are still in use. */
BERTH_API berth_nodes *berth_live_nodes(berth_live *live, uint64_t *version, berth_error *error);
BERTH_API int berth_live_apply(berth_live *live, const berth_nodes *nodes, uint64_t version,
                               berth_error *error);

struct berth_live_status {
    uint64_t version; /* the number of the current version; the first is 1 */
    uint64_t states;  /* how many versions changed nothing but states */
    size_t retired;   /* how many earlier versions are still in use */
    size_t readers;   /* how many readers there are */
    double bound;     /* on load, as berth_live_set_bound takes it; 0 = none */
    uint64_t load;    /* the sum of the loads that the bound is computed from: of the nodes that are
                         up, weigh more than 0 and are in the current version. Presets that bound
                         load as HAProxy does count down and removed nodes, too. */
};

/* Fills *out. It may wait for another thread's short lock, not for a build. */
BERTH_API void berth_live_status(berth_live *live, struct berth_live_status *out);

/* Creates a reader. The caller frees it before the live map. */
BERTH_API berth_reader *berth_reader_new(berth_live *live, berth_error *error);

/* Frees a reader that no thread uses any more. Any thread may call this, even when the reader's own
 * thread ended inside a section. */
BERTH_API void berth_reader_free(berth_reader *reader);

/* Return what berth_map_route answers in the current version, at the cost of a few plain loads and
 * stores. They never wait. The index belongs to that version, which may be replaced at any moment:
 * to ask more about the node, call berth_reader_enter first. */
BERTH_API uint32_t berth_reader_route(berth_reader *reader, const void *key, size_t len);
BERTH_API uint32_t berth_reader_route_u64(berth_reader *reader, uint64_t key);

/* Returns the data pointer of the node that berth_reader_route would answer; NULL when there is no
 * such node. What it points to must stay valid until no version with this pointer is in use. */
BERTH_API void *berth_reader_route_data(berth_reader *reader, const void *key, size_t len);

/* Begins a section and returns the current version's map. The reader stays with this version, which
 * is not freed, until the matching berth_reader_leave. Sections may nest; the inner ones and all
 * berth_reader_route calls inside use the version of the outermost. Never waits. */
BERTH_API const berth_map *berth_reader_enter(berth_reader *reader);

/* Ends a section. Without a section it does nothing. */
BERTH_API void berth_reader_leave(berth_reader *reader);

/* Returns the current version's map without a reader. The map is not freed until it is released.
 * Any thread may acquire, and any may release. Both never wait; all callers share one counter, so
 * readers are faster. berth_live_release does nothing when `map` is NULL. */
BERTH_API const berth_map *berth_live_acquire(berth_live *live);
BERTH_API void berth_live_release(berth_live *live, const berth_map *map);

/* ---- load: no node carries too much ---------------------------------------------------------- */

/* A live map counts what each node carries: a take adds one to a node's load and fills a ticket,
 * and giving the ticket back subtracts it. docs/load.md has an example. */
struct berth_ticket {
    const char *node; /* the node's name; NULL once the ticket was given back */
    uint32_t index;   /* the node's index in `version` */
    uint64_t version; /* the version the ticket was taken in */
    void *counter;    /* for berth's own use */
};

/* Sets a bound on load. From then on a node takes one more only while its load is below
 *     max(1, ceil(bound x load x weight / sum of weights))
 * where load is status.load with the new one included, and the weights are those of the nodes that
 * are up; a scheme that ignores weights counts each of these as 1. `bound` is 0 (no bound) or 1 to
 * 1000000, rounded to millionths. Presets whose system bounds load start with that system's bound
 * and use its rule and its units; where the system ignores a bound (haproxy with hash-type
 * map-based), none is set and status.bound stays 0. Nodes above a new bound keep what they carry.
 * BERTH_E_RANGE: the bound cannot be used. BERTH_E_UNSUPPORTED: the scheme has no ranking. */
BERTH_API int berth_live_set_bound(berth_live *live, double bound, berth_error *error);

/* Take a place for a key at its owner or, when the owner has no room, at the first node of the
 * key's ranking that has. Nodes that drain, are down or weigh 0 are passed over. The node's load
 * grows by one until the ticket in *out is given back. Without a bound every node has room, and
 * loads are counted all the same. They return the node's index, or BERTH_E_MISSING, with a ticket
 * of all zeros, when no node can take the key. They use no lock and no heap; all takes of a live
 * map add to one shared counter. */
BERTH_API int berth_reader_take(berth_reader *reader, const void *key, size_t len,
                                struct berth_ticket *out);
BERTH_API int berth_reader_take_u64(berth_reader *reader, uint64_t key, struct berth_ticket *out);

/* Takes a place for a hot key: it draws two of the key's first n replicas, another pair each time,
 * and takes the one that carries less for its weight. When neither has room, or n is below 2, it
 * does what berth_reader_take does. An n above 64 counts as 64. */
BERTH_API int berth_reader_take_spread(berth_reader *reader, const void *key, size_t len, size_t n,
                                       struct berth_ticket *out);

/* Gives a ticket back, also when its node is down or was removed. Any thread may call this. Do not
 * give copies of a ticket.
 * BERTH_E_STATE: the ticket was given back before. BERTH_E_ARGUMENT: the ticket is of another live
 * map and stays valid there, or an argument is NULL. */
BERTH_API int berth_live_give(berth_live *live, struct berth_ticket *ticket);

/* Returns the load of a node, also of a removed one whose tickets were not all given back; 0 for a
 * name that is not known, and for NULL. It waits for writers. */
BERTH_API uint64_t berth_live_load(berth_live *live, const char *name);

/* ---- hot keys -------------------------------------------------------------------------------- */

/* A sketch of the heaviest keys of a stream in a fixed amount of memory (the Space-Saving
 * algorithm). For every key it lists:
 *     count - error <= true weight <= count,     error <= berth_hot_bound <= total / counters
 * A key that it does not list weighs at most berth_hot_bound, so every key heavier than
 * total / counters is listed. After merges, in any order, `counters` in these formulas is the
 * smallest number of counters of all sketches that were merged.
 * A sketch belongs to one thread at a time: give each thread its own, and merge them. */
typedef struct berth_hot berth_hot;

struct berth_hot_key {
    const void *data; /* the first `kept` bytes of the key, until the next add, merge or free */
    size_t kept; /* the smaller of `len` and `longest`. In a sketch that merged another one with a
                    smaller `longest` it may be that smaller number. */
    size_t len;  /* of the key */
    uint64_t count, error;
};

/* Creates a sketch. `counters` is 1 to 2^24. `longest` is 0 to 2^24: keys of up to this many bytes
 * are kept whole; of a longer key the first bytes are kept, and it is told apart from others by its
 * length and 128 bits of XXH3. All memory is taken here: at most counters x (longest + 72) + 128
 * bytes. `alloc` is copied and may be NULL. The caller frees the sketch. BERTH_E_RANGE: one of the
 * numbers is out of its range. */
BERTH_API berth_hot *berth_hot_new(size_t counters, size_t longest, const struct berth_alloc *alloc,
                                   berth_error *error);
BERTH_API void berth_hot_free(berth_hot *hot);

/* Adds `weight` to a key. A weight of 0 changes nothing. `key` may be NULL when len is 0; `hot`
 * must not be NULL. Takes no memory. Cost: O(log counters), O(counters) when keys are chosen to
 * make it slow. BERTH_E_RANGE: the total of all weights would pass 2^64 - 1; nothing was added. */
BERTH_API int berth_hot_add(berth_hot *hot, const void *key, size_t len, uint64_t weight,
                            berth_error *error);

/* Merges `from` into `into`, which then stands for both streams; `from` stays as it is. Neither may
 * be NULL. Cost: O(n log n) and 32 bytes of heap a key meanwhile.
 * BERTH_E_MEMORY, BERTH_E_RANGE (the total would pass 2^64 - 1) and BERTH_E_ARGUMENT (both are the
 * same sketch): `into` is unchanged. */
BERTH_API int berth_hot_merge(berth_hot *into, const berth_hot *from, berth_error *error);

/* Fills *out with the i-th key, heaviest first by count - error, the weight that is certain.
 * Returns false past the end. The first call after a change sorts: O(counters x log counters). */
BERTH_API bool berth_hot_at(berth_hot *hot, size_t i, struct berth_hot_key *out);

/* Returns the sum of all weights added. */
BERTH_API uint64_t berth_hot_total(const berth_hot *hot);

/* Returns the most that a key which is not listed may weigh. */
BERTH_API uint64_t berth_hot_bound(const berth_hot *hot);

/* ---- schemes --------------------------------------------------------------------------------- */

/* What a scheme promises. */
enum berth_promise {
    BERTH_MINIMAL = 1,        /* a change moves keys only to or from the nodes that changed. With
                                 BERTH_NUMBERED: while the others keep their numbers and, without
                                 BERTH_ANY_REMOVAL, only the last number comes or goes */
    BERTH_WEIGHTS = 2,        /* shares follow the weights */
    BERTH_REPLICAS = 4,       /* each key has its own ranking of all nodes */
    BERTH_SET = 8,            /* the order in which nodes are listed does not matter */
    BERTH_EXACT = 16,         /* shares and plans are computed from the whole table or ring */
    BERTH_NUMBERED = 32,      /* nodes are numbers: each needs slot=K, or the spec order=line */
    BERTH_ANY_REMOVAL = 64,   /* numbered, but any node may leave, not only the last */
    BERTH_RAW_KEYS = 128,     /* integer keys are placed without being hashed, a classic fault */
    BERTH_INTEGER_KEYS = 512, /* made for integer keys; other keys are hashed by XXH3 first */
    BERTH_ASSIGNED = 1024, /* attributes of the nodes (slots=, tokens=) say who owns what, whatever
                                 the names are: the system moves nothing by itself */
    BERTH_NATIVE = 256,    /* berth's own scheme, frozen; the others imitate a deployed system */
};

/* How the value of a parameter is written. */
enum berth_shape {
    BERTH_INTEGER, /* min to max */
    BERTH_POWER2,  /* an integer that is a power of two */
    BERTH_PRIME,   /* an integer that is prime */
    BERTH_DECIMAL, /* min to max in millionths; up to six digits after the point */
    BERTH_WORD,    /* one of `words` */
    BERTH_HASH,    /* the name of a hash */
    BERTH_TEXT,    /* any text of up to 63 bytes; quoted when it holds , : " or blanks */
};

struct berth_param {
    const char *name;
    const char *aliases; /* separated by blanks; NULL = none */
    const char *words;   /* the values of a BERTH_WORD, separated by blanks */
    const char *preset;  /* the value when the spec does not give one, as text */
    const char *help;    /* one line */
    uint64_t min, max;
    enum berth_shape shape;
};

/* The description of a scheme. All texts are static. */
struct berth_scheme_info {
    const char *name;
    const char *summary;    /* one line */
    const char *compatible; /* the system and its versions, one line; NULL for native schemes */
    const char *quirks;     /* lines of text that each end in \n; NULL when there are none */
    const char *example;    /* a spec */
    const char *attributes; /* node attributes, besides weight, zone, slot and state, that decide
                               the placement, separated by blanks; NULL = none */
    unsigned promises;      /* of enum berth_promise */
    const struct berth_param *params;
    size_t param_count;
};

/* Fills *out with the i-th scheme, native ones first. Returns false past the end. */
BERTH_API bool berth_scheme_at(size_t i, struct berth_scheme_info *out);

/* Whether the i-th scheme is one that a word such as "ketama", "php" or "rendezvous" may mean: its
 * name, summary, system or a parameter's words hold it, whatever the case. Words of fewer than three
 * bytes mean none. */
BERTH_API bool berth_scheme_concerns(size_t i, const char *word);

/* Fills *out with the scheme that a spec names. Returns false, with *error filled, when the spec
 * cannot be read or used: codes as of berth_spec_canonical. */
BERTH_API bool berth_scheme_find(const char *spec, struct berth_scheme_info *out,
                                 berth_error *error);

/* Writes the canonical form of a spec to out[0..cap), NUL-terminated when cap > 0; `out` may be
 * NULL when cap is 0. `options` brings the caller's own hashes and may be NULL. Returns the length
 * of the canonical form without the NUL (a result >= cap means that it was cut) or a negative code.
 * BERTH_E_NAME: the scheme, a parameter or a hash is not known; error->text may suggest a name.
 * BERTH_E_SYNTAX, BERTH_E_RANGE: the spec or a value cannot be read or used. */
BERTH_API int berth_spec_canonical(const char *spec, const struct berth_options *options, char *out,
                                   size_t cap, berth_error *error);

/* ---- hashes ---------------------------------------------------------------------------------- */

/* Returns the i-th built-in hash that a spec can name; NULL past the end. */
BERTH_API const struct berth_hash *berth_hash_at(size_t i);

/* Returns the built-in hash of this name or alias; NULL when there is none or `name` is NULL. Case,
 * '-' and '_' in the name do not matter. */
BERTH_API const struct berth_hash *berth_hash_find(const char *name);

/* A hash as deployed programs use it: with seeds, with all its bits, or with a program's quirk.
 * Specs cannot name these. */
struct berth_hash_variant {
    const char *name;
    const char *summary; /* one line */
    unsigned bits;       /* the width of the result: 32, 64 or 128 */
    /* How many of seeds[0] and seeds[1] the function reads: 0, 1 or 2. A function whose result has
     * 32 bits reads the lower 32 bits of its seed. */
    unsigned seeds;
    /* out[0] receives the upper half of a 128-bit result, else 0; out[1] receives the rest */
    void (*digest)(const void *data, size_t len, const uint64_t seeds[2], uint64_t out[2]);
};

/* The same as berth_hash_at and berth_hash_find, for variants. A name that is in both lists is the
 * same function: with seeds of 0 the variant gives the hash's result. */
BERTH_API const struct berth_hash_variant *berth_hash_variant_at(size_t i);
BERTH_API const struct berth_hash_variant *berth_hash_variant_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
