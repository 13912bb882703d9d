/* SPDX-License-Identifier: MIT */
/* hot_keys.h - the heaviest keys of a stream, each with a number that comes back with it
 *
 * A sketch of the library (berth_hot) over keys with their tag before them:
 *
 *   [ tag, 8 bytes | the key ]
 *
 * A key always has the same tag (its node, its hash), so the pair is as good a name as the key. */
#ifndef CLI_HOT_KEYS_H
#define CLI_HOT_KEYS_H

#include <berth.h>

struct hot_keys {
    berth_hot *sketch;
    unsigned char *pair;
    size_t cap;
};

struct hot_key {
    struct berth_key key; /* what is kept of it, until the next addition */
    size_t len;           /* of the whole key */
    uint64_t count, error, tag;
};

/* counters: as many as tell a key that matters to one of `nodes` from noise. */
void hot_keys_open(struct hot_keys *hot, size_t nodes);
void hot_keys_close(struct hot_keys *hot);

/* Weights that add up to more than 2^64 - 1 are not counted. */
void hot_keys_add(struct hot_keys *hot, struct berth_key key, uint64_t weight, uint64_t tag);

/* The i-th, heaviest first; false past the end. */
bool hot_keys_at(struct hot_keys *hot, size_t i, struct hot_key *out);

#endif
