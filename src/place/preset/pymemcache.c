/* SPDX-License-Identifier: MIT */
/* pymemcache.c - the rendezvous hash of pymemcache's HashClient */
#include "place/mechanism/score_row.h"

#include "hash/murmur.h"

#include <string.h>

static void pymemcache_push_text(struct murmur3_pieces *hash, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        murmur3_x86_32_push(hash, (uint8_t)text[i]);
}

/* Python's repr of a byte string: b'...', with " around it when it holds ' and no ". */
static void pymemcache_push_repr(struct murmur3_pieces *hash, const uint8_t *key, size_t len)
{
    static const char hex[] = "0123456789abcdef";
    bool twice = len && memchr(key, '\'', len) && !memchr(key, '"', len);
    char quote = twice ? '"' : '\'';
    pymemcache_push_text(hash, (char[]){'b', quote}, 2);
    for (size_t i = 0; i < len; i++) {
        char c = (char)key[i];
        char plain = c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : 0;
        if (plain || c == '\\' || c == quote)
            pymemcache_push_text(hash, (char[]){'\\', plain ? plain : c}, 2);
        else if (key[i] < 0x20 || key[i] >= 0x7f)
            pymemcache_push_text(hash, (char[]){'\\', 'x', hex[key[i] >> 4], hex[key[i] & 15]}, 4);
        else
            murmur3_x86_32_push(hash, key[i]);
    }
    murmur3_x86_32_push(hash, (uint8_t)quote);
}

/* "<node>-<key>", one byte per code point. */
static uint64_t pymemcache_score(const struct value *values, const struct score_node *node,
                                 const void *key, size_t len)
{
    struct murmur3_pieces hash = {.h = (uint32_t)values[0].number};
    murmur3_x86_32_push_code_points(&hash, node->name, node->len);
    murmur3_x86_32_push(&hash, '-');
    if (values[1].number == 1)
        pymemcache_push_repr(&hash, key, len);
    else
        murmur3_x86_32_push_code_points(&hash, key, len);
    return murmur3_x86_32_end(&hash);
}

static const struct berth_param pymemcache_params[] = {
    {.name = "seed",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = UINT32_MAX,
     .preset = "0",
     .help = "seed of the murmur3 hash"},
    {.name = "keys",
     .words = "str bytes",
     .shape = BERTH_WORD,
     .preset = "str",
     .help = "type of the keys in Python; bytes are hashed as b'...'"},
};

static const struct score_row pymemcache_row = {
    .score_key = pymemcache_score, .bits = 32, .by_name = true, .last_wins = true};

static const struct key_hash pymemcache_key_hash = {
    "murmur3-32", "of \"node-key\", with the seed of the spec", 0};

const struct scheme preset_pymemcache_rendezvous = {
    .info = {.name = "pymemcache-rendezvous",
             .summary = "pymemcache's HashClient: murmur3 of \"node-key\"",
             .compatible = "pymemcache RendezvousHash, all versions",
             .quirks = "Text is hashed one byte per code point, the low eight bits.\n"
                       "A key passed as bytes is hashed as its repr, b'...': 190 of 207 keys go "
                       "elsewhere than the same key as str (keys=bytes).\n"
                       "Of equal scores the larger name wins. Weights are ignored.\n",
             .example = "pymemcache-rendezvous:keys=bytes",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET,
             .params = pymemcache_params,
             .param_count = 2},
    .row = &pymemcache_row,
    .scoring = 28,
    .key_hash = &pymemcache_key_hash,
    .ops = &score_row_key_ops,
};
