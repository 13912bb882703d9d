/* SPDX-License-Identifier: MIT */
/* subject.h - what the contracts are tested on: every scheme there is, with several specs each
 *
 *   scheme ring   ->  ring   ring:points=97   ring:probes=3   ring:hash=murmur3-32   ...
 *   scheme jump   ->  jump   jump:order=line  jump:hash=...
 *
 * The list comes from berth_scheme_at alone: a new scheme is tested for what its promise bits say
 * without an edit here. */
#ifndef BERTH_TEST_SUBJECT_H
#define BERTH_TEST_SUBJECT_H

#include "berth.h"

enum { SUBJECT_SPEC = 200 };

struct subject {
    struct berth_scheme_info info;
    char spec[SUBJECT_SPEC]; /* canonical */
    unsigned promises;       /* those of the scheme that hold with this spec */
    bool by_line;            /* numbered in the order of listing */
    bool plain;              /* the scheme's name alone */
};

/* All of them; free the list. */
struct subject *subjects_all(size_t *count);

/* The one of a spec; fails the test when there is none. */
struct subject subject_of(const char *spec);

/* Its nodes must carry slot=K. */
bool subject_wants_slots(const struct subject *subject);

/* Any node may leave without moving keys of others; else only the last one listed. */
bool subject_any_removal(const struct subject *subject);

/* How many keys to try where a scheme of our own under its plain name is tried with n: fewer for a
 * native scheme's other specs, and again for presets, of which there are many. */
uint32_t subject_effort(const struct subject *subject, uint32_t n);

/* Its maps are not refused for a weight; of the natives all take all. */
bool subject_takes_weight(const struct subject *subject, double weight);

/* berth_map_shares adds up a table or follows a law; else it tries a million keys. */
bool subject_shares_cheap(const struct subject *subject);

/* ---- nodes and maps, failing the test with the error's sentence ------------------------------ */

/* n nodes named by a printf format with one %u, which gets 0, 1, 2, ... */
berth_nodes *subject_nodes(const struct subject *subject, uint32_t n, const char *format);
void subject_add(const struct subject *subject, berth_nodes *nodes, const char *name, double weight,
                 uint32_t slot);
void subject_weight(berth_nodes *nodes, const char *name, double weight);
void subject_remove(berth_nodes *nodes, const char *name);
void subject_set(berth_nodes *nodes, const char *name, const char *key, const char *value);

berth_map *subject_map(const struct subject *subject, const berth_nodes *nodes);
berth_map *subject_next(const berth_map *map, const berth_nodes *nodes);

/* A map of n nodes of weight 1 named by the format. */
berth_map *subject_map_of(const struct subject *subject, uint32_t n, const char *format);

void subject_same_fingerprint(const berth_map *a, const berth_map *b);
bool subject_fingerprints_equal(const berth_map *a, const berth_map *b);

/* Both maps give the same owner and the same first three replicas to keys 0..keys of every kind. */
void subject_same_answers(const berth_map *a, const berth_map *b, uint32_t keys);

#endif
