/* SPDX-License-Identifier: MIT */
/* keys.c - sets of keys of the kinds that users have */
#include "keys.h"

#include "dice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { KEYS_ROOM = 48, KEYS_BATCH = 256 };

const char *const keys_names[KEYS_KINDS] = {"integers", "similar names", "random bytes"};

/* Writes the bytes of a key, which must not be an integer; returns how many there are. */
static size_t keys_bytes(enum keys_kind kind, uint64_t i, char out[KEYS_ROOM])
{
    if (kind == KEYS_SIMILAR)
        return (size_t)snprintf(out, KEYS_ROOM, "user:%llu", (unsigned long long)i);
    struct dice dice = {.state = i * 2};
    uint64_t words[2] = {dice_u64(&dice), dice_u64(&dice)};
    memcpy(out, words, sizeof words);
    return sizeof words;
}

uint32_t keys_route(const berth_map *map, enum keys_kind kind, uint64_t i)
{
    char text[KEYS_ROOM];
    if (kind == KEYS_INTEGERS)
        return berth_map_route_u64(map, i);
    return berth_map_route(map, text, keys_bytes(kind, i, text));
}

size_t keys_replicas(const berth_map *map, enum keys_kind kind, uint64_t i, uint32_t *out, size_t n)
{
    char text[KEYS_ROOM];
    if (kind == KEYS_INTEGERS)
        return berth_map_replicas_u64(map, i, out, n);
    return berth_map_replicas(map, text, keys_bytes(kind, i, text), out, n);
}

static void keys_batch(const berth_map *map, enum keys_kind kind, uint64_t first, size_t n,
                       uint32_t *owners)
{
    static char texts[KEYS_BATCH][KEYS_ROOM];
    struct berth_key keys[KEYS_BATCH];
    uint64_t integers[KEYS_BATCH];
    for (size_t i = 0; i < n; i++) {
        if (kind == KEYS_INTEGERS)
            integers[i] = first + i;
        else
            keys[i] = (struct berth_key){texts[i], keys_bytes(kind, first + i, texts[i])};
    }
    if (kind == KEYS_INTEGERS)
        berth_map_route_many_u64(map, integers, n, owners);
    else
        berth_map_route_many(map, keys, n, owners);
}

void keys_owners(const berth_map *map, enum keys_kind kind, uint64_t n, uint32_t *owners)
{
    for (uint64_t i = 0; i < n; i += KEYS_BATCH)
        keys_batch(map, kind, i, n - i < KEYS_BATCH ? (size_t)(n - i) : KEYS_BATCH, owners + i);
}

void keys_count(const berth_map *map, enum keys_kind kind, uint64_t n, uint64_t *counts)
{
    uint32_t owners[KEYS_BATCH];
    memset(counts, 0, berth_map_count(map) * sizeof *counts);
    for (uint64_t i = 0; i < n; i += KEYS_BATCH) {
        size_t batch = n - i < KEYS_BATCH ? (size_t)(n - i) : KEYS_BATCH;
        keys_batch(map, kind, i, batch, owners);
        for (size_t j = 0; j < batch; j++) {
            assert_true(owners[j] < berth_map_count(map));
            counts[owners[j]]++;
        }
    }
}

void keys_owners_text(const berth_map *map, const char *format, uint32_t n, uint32_t *owners)
{
    char text[KEYS_ROOM];
    for (uint32_t i = 0; i < n; i++) {
        int len = snprintf(text, sizeof text, format, i);
        assert_in_range(len, 1, KEYS_ROOM - 1);
        owners[i] = berth_map_route(map, text, (size_t)len);
    }
}

struct berth_key keys_odd(size_t i)
{
    static char large[1 << 20];
    static const char nul[1] = {0};
    switch (i) {
    case 0:
        return (struct berth_key){NULL, 0};
    case 1:
        return (struct berth_key){"", 0};
    case 2:
        return (struct berth_key){nul, 1};
    case 3:
        return (struct berth_key){"a\0b", 3};
    case 4:
        return (struct berth_key){"a\0c", 3};
    case 5:
        return (struct berth_key){
            "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 16};
    case 6:
        memset(large, 'm', sizeof large);
        return (struct berth_key){large, sizeof large};
    case 7:
        return (struct berth_key){"xunaligned" + 1, 9};
    default:
        return (struct berth_key){"na\xc3\xafve \xe9\x8d\xb5", 10};
    }
}
