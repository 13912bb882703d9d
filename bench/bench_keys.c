/* SPDX-License-Identifier: MIT */
/* bench_keys.c - a million keys of each kind, the same in every run */
#include <stdio.h>
#include <stdlib.h>

#include "key_digest.h"

enum { KEYS_COUNT = 1000000, KEYS_LENGTH = 17 };

static void keys_fill(char *text, uint64_t *integers, uint64_t *hashes, struct berth_key *strings)
{
    for (uint32_t i = 0; i < KEYS_COUNT; i++) {
        char *key = text + (size_t)i * KEYS_LENGTH;
        snprintf(key, KEYS_LENGTH + 1, "player:%010u", i);
        integers[i] = keys_mix(KEYS_SEED + i);
        hashes[i] = XXH3_64bits(key, KEYS_LENGTH);
        strings[i] = (struct berth_key){key, KEYS_LENGTH};
    }
}

const struct keys *keys_all(void)
{
    static struct keys keys;
    static volatile uint64_t nothing; /* volatile, so the compiler cannot assume that it is 0 */
    if (keys.count)
        return &keys;
    char *text = malloc((size_t)KEYS_COUNT * KEYS_LENGTH + 1);
    uint64_t *numbers = malloc(2 * sizeof *numbers * KEYS_COUNT);
    struct berth_key *strings = malloc(sizeof *strings * KEYS_COUNT);
    if (!text || !numbers || !strings)
        abort();
    keys_fill(text, numbers, numbers + KEYS_COUNT, strings);
    keys = (struct keys){.text = text,
                         .integers = numbers,
                         .hashes = numbers + KEYS_COUNT,
                         .strings = strings,
                         .count = KEYS_COUNT,
                         .length = KEYS_LENGTH,
                         .nothing = nothing};
    return &keys;
}
