/* SPDX-License-Identifier: MIT */
/* redis_rb.c - Redis::Distributed of Ruby's redis-rb: to version 4, and since version 5 */
#include "place/mechanism/continuum_row.h"
#include "place/mechanism/plain_hash.h"

#include "hash/digest.h"

#include <string.h>

/* The tag of one line: between a { that begins it and the first } that leaves something between. */
static bool redis_rb_tag(const char *line, size_t len, const void **key, size_t *key_len)
{
    const char *end = len > 2 && line[0] == '{' ? memchr(line + 2, '}', len - 2) : NULL;
    if (!end)
        return false;
    *key = line + 1;
    *key_len = (size_t)(end - line - 1);
    return true;
}

/* redis-rb looks for the tag where any line of the key begins: ^ in Ruby is no start of the text. */
static void redis_rb_cut(const struct value *values, const void **key, size_t *len)
{
    const char *line = *key, *end = line + *len;
    (void)values;
    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *stop = newline ? newline : end;
        if (redis_rb_tag(line, (size_t)(stop - line), key, len))
            return;
        line = stop + 1;
    }
}

static const struct berth_param redis_rb_params[] = {CONTINUUM_POINTS("replicas", "points", "160")};

static const struct key_hash redis_rb_key_hash = {"redis-rb-crc32",
                                                  "CRC-32 of the key, or of its tag in braces", 32};

static const struct continuum_row redis_rb_v4_row = {
    .label = {.pattern = "$n:$j", .hash = plain_crc32},
    .key = {.cut = redis_rb_cut},
    .order = {.tie = CONTINUUM_LAST_WINS, .search = CONTINUUM_BEFORE, .distinct = true},
};

const struct scheme preset_redis_rb_v4 = {
    .info = {.name = "redis-rb-v4",
             .summary = "Redis::Distributed of redis-rb to version 4: 160 CRC-32 points a node",
             .compatible = "redis-rb 2.x to 4.x Redis::Distributed; recorded from 4.8.0",
             .quirks = "Names are the nodes' ids, which are URLs such as redis://10.0.0.1:6379/0.\n"
                       "A key belongs to the last point not above its hash.\n"
                       "A tag counts only where a line of the key begins with it; tag= of the "
                       "original, another pattern, is not known here.\n"
                       "Of equal points the node listed last wins, so the order of listing "
                       "counts.\n"
                       "Weights are ignored: the original has none. It does not fail over.\n",
             .example = "redis-rb-v4",
             .promises = BERTH_MINIMAL | BERTH_EXACT,
             .params = redis_rb_params,
             .param_count = 1},
    .row = &redis_rb_v4_row,
    .key_hash = &redis_rb_key_hash,
    .ops = &continuum_row_unranked_ops,
};

static const struct continuum_row redis_rb_v5_row = {
    .label = {.pattern = "$n:$j", .hash = md5_be32},
    .key = {.hash = plain_crc32, .cut = redis_rb_cut},
    .order = {.tie = CONTINUUM_LAST_WINS, .search = CONTINUUM_BEFORE, .distinct = true},
};

const struct scheme preset_redis_rb_v5 = {
    .info = {.name = "redis-rb-v5",
             .summary = "Redis::Distributed of redis-rb since version 5: 160 MD5 points a node",
             .compatible =
                 "redis-rb 5.x Redis::Distributed, redis-client's HashRing (which cuts no "
                 "tags); 4.x places nearly every key elsewhere",
             .quirks = "Points are made by MD5, keys by CRC-32.\n"
                       "All else is as in redis-rb-v4.\n",
             .example = "redis-rb-v5",
             .promises = BERTH_MINIMAL | BERTH_EXACT,
             .params = redis_rb_params,
             .param_count = 1},
    .row = &redis_rb_v5_row,
    .key_hash = &redis_rb_key_hash,
    .ops = &continuum_row_unranked_ops,
};
