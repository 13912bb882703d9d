/* SPDX-License-Identifier: MIT */
/* subject.h - what the contracts are tested on: every scheme, with several specs each
 *
 *   scheme ring   ->  ring   ring:points=97   ring:probes=3   ring:hash=murmur3-32   ...
 *   scheme jump   ->  jump   jump:order=line  jump:hash=...
 *
 * The list is made from berth_scheme_at alone, so a new scheme is tested for its promises without
 * an edit here. */
#ifndef BERTH_TEST_SUBJECT_H
#define BERTH_TEST_SUBJECT_H

#include "berth.h"

enum { SUBJECT_SPEC = 200 };

struct subject {
    struct berth_scheme_info info;
    char spec[SUBJECT_SPEC]; /* canonical */
    unsigned promises;       /* those of the scheme that hold with this spec */
    bool by_line;            /* nodes are numbered in the order of their listing */
    bool plain;              /* the spec is the scheme's name alone */
};

/* Returns all subjects; the caller frees the list. */
struct subject *subjects_all(size_t *count);

/* Returns the subject of a spec; fails the test when there is none. */
struct subject subject_of(const char *spec);

/* Whether its nodes must have slot=K. */
bool subject_wants_slots(const struct subject *subject);

/* Whether any node may leave without moving keys of others; else only the node listed last may. */
bool subject_any_removal(const struct subject *subject);

/* Returns how many keys to try where the plain spec of a native scheme is tried with n: fewer for
 * its other specs, and fewer still for presets, of which there are many. */
uint32_t subject_effort(const struct subject *subject, uint32_t n);

/* Whether it accepts nodes of this weight. Native schemes accept every weight. */
bool subject_takes_weight(const struct subject *subject, double weight);

/* Whether berth_map_shares adds up a table or follows a law; else it looks up a million keys. */
bool subject_shares_cheap(const struct subject *subject);

/* ---- nodes and maps, failing the test with the error's sentence ------------------------------ */

/* Returns n nodes named by a printf format with one %u, which takes 0, 1, 2, ... */
berth_nodes *subject_nodes(const struct subject *subject, uint32_t n, const char *format);
void subject_add(const struct subject *subject, berth_nodes *nodes, const char *name, double weight,
                 uint32_t slot);
void subject_weight(berth_nodes *nodes, const char *name, double weight);
void subject_remove(berth_nodes *nodes, const char *name);
void subject_set(berth_nodes *nodes, const char *name, const char *key, const char *value);

berth_map *subject_map(const struct subject *subject, const berth_nodes *nodes);
berth_map *subject_next(const berth_map *map, const berth_nodes *nodes);

/* Returns a map of n nodes of weight 1 named by the format. */
berth_map *subject_map_of(const struct subject *subject, uint32_t n, const char *format);

void subject_same_fingerprint(const berth_map *a, const berth_map *b);
bool subject_fingerprints_equal(const berth_map *a, const berth_map *b);

/* Fails the test unless both maps give the same owner and the same first three replicas to the keys
 * 0 .. keys - 1 of every kind. */
void subject_same_answers(const berth_map *a, const berth_map *b, uint32_t keys);

#endif
