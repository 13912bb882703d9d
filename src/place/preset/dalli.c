/* SPDX-License-Identifier: MIT */
/* dalli.c - the ring of dalli, Ruby's client of memcached */
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"
#include "place/mechanism/host_port.h"
#include "place/mechanism/plain_hash.h"

#include "base/number.h"
#include "hash/crc.h"
#include "hash/digest.h"

enum { DALLI_ATTEMPT };

/* floor(160 x servers x weight / sum of weights); a server of weight 0 is a server too. */
static int dalli_counts(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    const uint64_t sum = continuum_counts_sum(in);
    (void)error;
    for (uint32_t i = 0; i < in->count; i++) {
        const uint64_t weight = in->build->members[i].weight / NUMBER_MILLION;
        count[i] = (uint64_t)((u128)160 * in->count * weight / sum);
    }
    return 0;
}

/* host:port, without the brackets of an IPv6 address; a socket's path. */
static void dalli_identity(const struct continuum_in *in, uint32_t node, struct writer *w)
{
    const struct node *from = in->nodes->items[node];
    const struct host_port address = host_port_of(from);
    writer_put(w, address.host, address.host_len);
    if (from->text[0] == '/')
        return;
    writer_text(w, ":");
    writer_integer(w, address.port ? address.port : 11211);
}

/* When a server is not there, dalli tries where "0key" belongs, then "1key", and so on. */
static uint64_t dalli_position(const struct value *values, const void *key, size_t len)
{
    const uint64_t attempt = values[DALLI_ATTEMPT].number;
    char digits[24];
    struct writer w = {.out = digits, .cap = sizeof digits};
    if (attempt == 0)
        return crc32_ieee(key, len);
    writer_integer(&w, attempt - 1);
    return crc32_ieee_continue(crc32_ieee(digits, w.len), key, len);
}

static int dalli_adapt(const struct continuum_in *in, struct continuum_row *row, berth_error *error)
{
    (void)error;
    if (in->values[DALLI_ATTEMPT].number > 0)
        row->key.position = dalli_position;
    return 0;
}

static const struct continuum_row dalli_row = {
    .adapt = dalli_adapt,
    .points = {.counts = dalli_counts},
    .label = {.pattern = "$n:$j", .identity = dalli_identity, .hash = sha1_be32},
    .key = {.hash = plain_crc32, .params = 1u << DALLI_ATTEMPT},
    .order = {.tie = CONTINUUM_LAST_WINS, .search = CONTINUUM_BEFORE, .distinct = true},
    .rules = {.whole_weights = true},
};

static const struct berth_param dalli_params[] = {
    [DALLI_ATTEMPT] = {.name = "attempt",
                       .shape = BERTH_INTEGER,
                       .max = 19,
                       .preset = "0",
                       .help = "place in the sequence that is tried when servers fail"},
};

static const struct key_hash *dalli_key_hash(const struct value *values)
{
    static const struct key_hash first = {"crc32", NULL, 32};
    static const struct key_hash later = {"dalli-attempt",
                                          "CRC-32 of the attempt's number and then the key", 32};
    return values[DALLI_ATTEMPT].number > 0 ? &later : &first;
}

const struct scheme preset_dalli = {
    .info = {.name = "dalli",
             .summary = "dalli's ring: SHA-1 points, CRC-32 keys",
             .compatible = "dalli 2.x and 3.x; recorded from 3.0.6",
             .quirks = "Names are host:port as dalli has them; a name without a port gets :11211, "
                       "an IPv6 address loses its brackets.\n"
                       "A key belongs to the last point not above its hash.\n"
                       "Counts depend on the sum of weights, so a change touches other nodes "
                       "too.\n"
                       "Failing over draws new positions (attempt=1..19), it does not walk the "
                       "ring.\n"
                       "dalli leaves equal points to an unstable sort; here the server listed last "
                       "wins.\n"
                       "A namespace is part of the key that is hashed.\n",
             .example = "dalli",
             .attributes = "host port",
             .promises = BERTH_WEIGHTS | BERTH_EXACT,
             .params = dalli_params,
             .param_count = 1},
    .row = &dalli_row,
    .key_hash_of = dalli_key_hash,
    .ops = &continuum_row_unranked_ops,
};
