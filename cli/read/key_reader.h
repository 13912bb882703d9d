/* SPDX-License-Identifier: MIT */
/* key_reader.h - keys in batches: arguments, lines of a file, or made up
 *
 *   arguments ---.
 *   -k FILE ------+-- as given --> [--sizes] --> [--hex | --u64] --> batch
 *   --synthetic --'
 *
 * A key is the bytes of its record. Only a batch is in memory at a time. */
#ifndef CLI_KEY_READER_H
#define CLI_KEY_READER_H

#include "frame/command.h"

enum { KEYS_BATCH = 1024 };

struct key_batch {
    size_t n;
    const struct berth_key *keys;  /* what is routed */
    const uint64_t *numbers;       /* under --u64, instead of keys; else NULL */
    const uint64_t *sizes;         /* under --sizes; else NULL */
    const struct berth_key *shown; /* the key as it was given */
    bool waits;                    /* the next batch may have to wait for input */
};

struct keys;

/* Are there keys on the command line? */
bool keys_given(const struct run *run);

/* Opens what was given; with nothing given and `need`, standard input. NULL after saying why. */
struct keys *keys_open(const struct run *run, bool need);
void keys_close(struct keys *keys);

/* The next batch, which lives until the next call; false at the end or on trouble. */
bool keys_next(struct keys *keys, struct key_batch *batch);

/* Did keys_next end for trouble (which was said)? */
bool keys_failed(const struct keys *keys);

/* Keys handed out so far. */
uint64_t keys_count(const struct keys *keys);

#endif
