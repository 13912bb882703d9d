/* SPDX-License-Identifier: MIT */
/* fixture.h - a scheme by itself: its members, parameters, and an allocator that counts and fails
 *
 *   fixture_open(&f, &scheme_ring, 10);      ten members of weight 1, parameters at their defaults
 *   fixture_set(&f, "points", 20);
 *   void *state = fixture_build(&f);         fails the test when it cannot be built
 *   ...
 *   fixture_drop(&f, state);
 *   fixture_close(&f);                       fails the test when a byte is left on the heap */
#ifndef BERTH_TEST_FIXTURE_H
#define BERTH_TEST_FIXTURE_H

#include "scheme/scheme.h"

enum { FIXTURE_PARAMS = 8, FIXTURE_NAME = 24 };

struct fixture {
    const struct scheme *scheme;
    struct build in;
    struct berth_alloc alloc;
    struct value values[FIXTURE_PARAMS];
    struct member *members;
    char (*names)[FIXTURE_NAME];
    uint32_t capacity;
    size_t heap_bytes; /* allocated and not yet freed */
    size_t heap_peak;
    size_t calls;   /* how often the allocator was called */
    size_t fail_at; /* the number of the call that gets no memory; 0 = none */
};

/* Makes `count` members "node-00000", "node-00001", ... of weight 1, with their index as number. */
void fixture_open(struct fixture *f, const struct scheme *scheme, uint32_t count);
void fixture_close(struct fixture *f);

/* Renames member i; the caller must keep names ascending. */
void fixture_name(struct fixture *f, uint32_t i, const char *name);
void fixture_weight(struct fixture *f, uint32_t i, double weight);
void fixture_set(struct fixture *f, const char *param, uint64_t number);
/* Sets the hash of keys and nodes, and hashes the members again. */
void fixture_hash(struct fixture *f, const struct berth_hash *hash);
/* The first removes member i; the second inserts a copy of member j of `from` at i. */
void fixture_remove(struct fixture *f, uint32_t i);
void fixture_insert(struct fixture *f, uint32_t i, const struct fixture *from, uint32_t j);

void *fixture_build(struct fixture *f);
/* Fails the test unless a build is refused with this code and a sentence that contains these
 * words. */
void fixture_refuse(struct fixture *f, int code, const char *words);
/* Builds again and again: first the 1st allocation fails, then the 2nd, and so on until a build
 * succeeds. Each failure must be reported and leak nothing. Returns how many allocations a build
 * makes. */
size_t fixture_starve(struct fixture *f);
void fixture_drop(struct fixture *f, void *state);

/* Returns the hash of key number i, as a map would pass it to the scheme. */
uint64_t fixture_key(uint64_t i);

extern const struct berth_hash fixture_xxh3;

/* Writes the first n distinct members of a hash's ranking, by next_ranked, and returns how many
 * there are; fails the test when the walk does not end. */
size_t fixture_ranking(const struct scheme *scheme, const void *state, uint64_t hash,
                       uint32_t count, uint32_t *out, size_t n);

#endif
