/* SPDX-License-Identifier: MIT */
/* way_ketama.c - libmemcached's ring: an MD5 of "host-number" for every point, then qsort */
#include "way_ketama.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <sys/types.h>
#include <md5.h>

#include "ways.h"

enum { KETAMA_WORDS = 4, KETAMA_POINTS = 160 };

/* libmemcached hashes the label again for each of its four points; so does this. */
static uint32_t ketama_word(const char *label, size_t len, unsigned word)
{
    MD5_CTX context;
    uint8_t digest[MD5_DIGEST_LENGTH];
    MD5Init(&context);
    MD5Update(&context, (const uint8_t *)label, len);
    MD5Final(digest, &context);
    const uint8_t *p = digest + 4 * word;
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

/* How many labels each of `servers` equal servers has, in single precision as in libmemcached. */
static uint32_t ketama_labels(uint32_t servers)
{
    const float share = 1.0f / (float)servers;
    const float labels = share * (float)KETAMA_POINTS / (float)KETAMA_WORDS * (float)servers;
    return (uint32_t)floorf((float)((double)labels + 1e-10));
}

static int ketama_compare(const void *left, const void *right)
{
    const struct ketama_point *a = left, *b = right;
    return a->value == b->value ? 0 : a->value > b->value ? 1 : -1;
}

struct ketama_point *ketama_ring(uint32_t servers, uint32_t *count)
{
    const uint32_t labels = ketama_labels(servers);
    struct ketama_point *points = malloc((size_t)servers * labels * KETAMA_WORDS * sizeof *points);
    *count = 0;
    for (uint32_t server = 0; points && server < servers; server++) {
        char name[NODES_NAME], label[NODES_NAME + 12];
        nodes_name(server, name);
        for (uint32_t i = 0; i < labels; i++) {
            const size_t len = (size_t)snprintf(label, sizeof label, "%s-%u", name, (unsigned)i);
            for (unsigned word = 0; word < KETAMA_WORDS; word++)
                points[(*count)++] = (struct ketama_point){server, ketama_word(label, len, word)};
        }
    }
    if (points)
        qsort(points, *count, sizeof *points, ketama_compare);
    return points;
}

/* ---- the way: building a whole ring, which is also the cost of adding a server --------------- */

static void *ketama_open(const struct setting *setting)
{
    uint32_t *servers = malloc(sizeof *servers);
    if (servers)
        *servers = setting->nodes;
    return servers;
}

static uint64_t ketama_run(void *state, const struct slice *slice)
{
    const uint32_t *servers = state;
    uint64_t points = 0;
    for (size_t i = 0; i < slice->count; i++) {
        uint32_t count;
        free(ketama_ring(*servers, &count));
        points += count;
    }
    return points;
}

const struct way way_ketama = {
    .name = "libmemcached's way", .open = ketama_open, .close = free, .run = ketama_run};
