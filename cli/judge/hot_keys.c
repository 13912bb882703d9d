/* SPDX-License-Identifier: MIT */
/* hot_keys.c - the heaviest keys of a stream, each with its tag */
#include "judge/hot_keys.h"

#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"

/* A count is too high by at most 1 / (64 nodes) of the stream: 1.6 % of a node's fair load. */
enum { HOT_KEYS_A_NODE = 64, HOT_KEYS_LEAST = 512, HOT_KEYS_MOST = 32768, HOT_KEYS_LONGEST = 96 };

void hot_keys_open(struct hot_keys *hot, size_t nodes)
{
    size_t counters = nodes * HOT_KEYS_A_NODE;
    counters = counters < HOT_KEYS_LEAST  ? HOT_KEYS_LEAST
               : counters > HOT_KEYS_MOST ? HOT_KEYS_MOST
                                          : counters;
    *hot = (struct hot_keys){0};
    hot->sketch =
        memory_check(berth_hot_new(counters, sizeof(uint64_t) + HOT_KEYS_LONGEST, NULL, NULL));
}

void hot_keys_close(struct hot_keys *hot)
{
    berth_hot_free(hot->sketch);
    free(hot->pair);
}

void hot_keys_add(struct hot_keys *hot, struct berth_key key, uint64_t weight, uint64_t tag)
{
    size_t len = sizeof tag + key.len;
    if (len > hot->cap) {
        hot->cap = 2 * len;
        hot->pair = memory_more(hot->pair, hot->cap, 1);
    }
    memcpy(hot->pair, &tag, sizeof tag);
    if (key.len > 0)
        memcpy(hot->pair + sizeof tag, key.data, key.len);
    berth_hot_add(hot->sketch, hot->pair, len, weight, NULL);
}

bool hot_keys_at(struct hot_keys *hot, size_t i, struct hot_key *out)
{
    struct berth_hot_key pair;
    if (!berth_hot_at(hot->sketch, i, &pair))
        return false;
    *out = (struct hot_key){
        .key = {(const char *)pair.data + sizeof out->tag, pair.kept - sizeof out->tag},
        .len = pair.len - sizeof out->tag,
        .count = pair.count,
        .error = pair.error};
    memcpy(&out->tag, pair.data, sizeof out->tag);
    return true;
}
