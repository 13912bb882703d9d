/* SPDX-License-Identifier: MIT */
/* spymemcached.c - the KetamaNodeLocator of the Java client of memcached */
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"

#include "base/writer.h"
#include "hash/crc.h"
#include "hash/digest.h"
#include "hash/fnv.h"

#include <string.h>

enum { SPY_FMT, SPY_ALG, SPY_ATTEMPT };
enum { SPY_KETAMA, SPY_FNV1A_32, SPY_FNV1_32, SPY_FNV1A_64, SPY_FNV1_64, SPY_CRC };

static uint64_t spymemcached_crc(const void *data, size_t len)
{
    return crc32_ieee_15(data, len);
}

static uint64_t spymemcached_fnv1a_32(const void *data, size_t len)
{
    return fnv1a_32_utf16(data, len);
}

static uint64_t spymemcached_fnv1_32(const void *data, size_t len)
{
    return fnv1_32_utf16(data, len);
}

static uint64_t spymemcached_fnv1a_64(const void *data, size_t len)
{
    return fnv1a_64_utf16(data, len);
}

static uint64_t spymemcached_fnv1_64(const void *data, size_t len)
{
    return fnv1_64_utf16(data, len);
}

static continuum_hash *const spymemcached_hashes[] = {md5_le32,
                                                      spymemcached_fnv1a_32,
                                                      spymemcached_fnv1_32,
                                                      spymemcached_fnv1a_64,
                                                      spymemcached_fnv1_64,
                                                      spymemcached_crc};

/* The same of a digit and then the key. */
static uint64_t spymemcached_hash_after(uint64_t alg, char digit, const void *key, size_t len)
{
    switch (alg) {
    case SPY_FNV1A_32:
        return fnv1a_32_utf16_after(digit, key, len);
    case SPY_FNV1_32:
        return fnv1_32_utf16_after(digit, key, len);
    case SPY_FNV1A_64:
        return fnv1a_64_utf16_after(digit, key, len);
    case SPY_FNV1_64:
        return fnv1_64_utf16_after(digit, key, len);
    case SPY_CRC: /* the bits of crc32_ieee_15 */
        return crc32_ieee_continue(crc32_ieee(&digit, 1), key, len) >> 16 & 0x7fff;
    default:
        return md5_le32_after(digit, key, len);
    }
}

/* The name without the default port, in libmemcached's format. */
static void spymemcached_identity(const struct continuum_in *in, uint32_t node, struct writer *w)
{
    const struct node *from = in->nodes->items[node];
    size_t len = from->name_len;
    bool short_form = in->values[SPY_FMT].number == 1;
    if (short_form && len > 6 && memcmp(from->text + len - 6, ":11211", 6) == 0)
        len -= 6;
    writer_put(w, from->text, len);
}

/* KETAMA_HASH: four points from each label's MD5; the others: one point per label, so four times
 * as many labels. */
static int spymemcached_counts(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    int code = continuum_counts_ketama_or_even(in, count, error);
    for (uint32_t i = 0; i < in->count && in->values[SPY_ALG].number != SPY_KETAMA; i++)
        count[i] *= 4;
    return code;
}

/* The key's hash, and for attempt t the sum of hashes of "0key" .. "(t-1)key" on top of it. */
static uint64_t spymemcached_position(const struct value *values, const void *key, size_t len)
{
    uint64_t alg = values[SPY_ALG].number;
    uint32_t position = (uint32_t)spymemcached_hashes[alg](key, len);
    for (uint64_t t = 0; t < values[SPY_ATTEMPT].number; t++)
        position += (uint32_t)spymemcached_hash_after(alg, (char)('0' + t), key, len);
    return position;
}

static const struct berth_param spymemcached_params[] = {
    {.name = "fmt",
     .words = "SPYMEMCACHED LIBMEMCACHED",
     .shape = BERTH_WORD,
     .preset = "SPYMEMCACHED",
     .help = "format of names in labels; LIBMEMCACHED drops :11211"},
    {.name = "alg",
     .words = "KETAMA_HASH FNV1A_32_HASH FNV1_32_HASH FNV1A_64_HASH FNV1_64_HASH CRC_HASH",
     .shape = BERTH_WORD,
     .preset = "KETAMA_HASH",
     .help = "hash algorithm"},
    {.name = "attempt",
     .shape = BERTH_INTEGER,
     .min = 0,
     .max = 6,
     .preset = "0",
     .help = "place in the sequence that is tried when nodes fail"},
};

/* A CRC hash has 15 bits, and a sum of some is no longer even. */
static int spymemcached_adapt(const struct continuum_in *in, struct continuum_row *row,
                              berth_error *error)
{
    (void)error;
    if (in->values[SPY_ATTEMPT].number > 0)
        row->key.position = spymemcached_position;
    if (in->values[SPY_ALG].number == SPY_KETAMA)
        row->points.md5_words = 4;
    if (in->values[SPY_ALG].number == SPY_CRC) {
        row->key.bits = 15;
        row->key.uneven = in->values[SPY_ATTEMPT].number > 0;
    }
    return 0;
}

static const struct continuum_row spymemcached_row = {
    .adapt = spymemcached_adapt,
    .points = {.counts = spymemcached_counts},
    .label = {.pattern = "$n-$j",
              .identity = spymemcached_identity,
              .hash_param = SPY_ALG + 1,
              .hashes = spymemcached_hashes},
    .key = {.params = 1u << SPY_ALG | 1u << SPY_ATTEMPT},
    .order = {.tie = CONTINUUM_LAST_WINS},
    .rules = {.whole_weights = true},
};

static const struct key_hash *spymemcached_words(const struct value *values)
{
    static const struct key_hash words[] = {
        {"md5-32", NULL, 32},
        {"fnv1a-32-utf16", "FNV-1a 32-bit over UTF-16 units", 32},
        {"fnv1-32-utf16", "FNV-1 32-bit over UTF-16 units", 32},
        {"fnv1a-64-utf16", "FNV-1a 64-bit over UTF-16 units, its low 32 bits", 32},
        {"fnv1-64-utf16", "FNV-1 64-bit over UTF-16 units, its low 32 bits", 32},
        {"crc32-15", NULL, 15},
    };
    static const struct key_hash later = {
        "spymemcached-attempt", "alg= of the key and of \"0key\", \"1key\" .. added up", 32};
    return values[SPY_ATTEMPT].number > 0 ? &later : &words[values[SPY_ALG].number];
}

const struct scheme preset_spymemcached_ketama = {
    .info = {.name = "spymemcached-ketama",
             .summary = "spymemcached's KetamaNodeLocator",
             .compatible = "net.spy:spymemcached 2.x",
             .quirks = "A node's name is what Java prints of its socket address without a leading "
                       "slash: \"host/ip:port\" or \"ip:port\", so the resolved address is in the "
                       "ring.\n"
                       "Weights are used when any differs from 1, in single precision, which can "
                       "take four points from a node.\n"
                       "FNV runs over UTF-16 units.\n"
                       "Failing over draws new positions (attempt=1..6), it does not walk the "
                       "ring.\n",
             .example = "spymemcached-ketama:fmt=LIBMEMCACHED",
             .promises = BERTH_WEIGHTS | BERTH_EXACT,
             .params = spymemcached_params,
             .param_count = 3},
    .row = &spymemcached_row,
    .key_hash_of = spymemcached_words,
    .ops = &continuum_row_unranked_ops,
};
