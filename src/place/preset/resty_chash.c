/* SPDX-License-Identifier: MIT */
/* resty_chash.c - resty.chash, the ring of lua-resty-balancer */
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"
#include "place/mechanism/plain_hash.h"

#include "base/bytes.h"
#include "hash/crc.h"

/* Each point is a CRC of the point before. The name's CRC is continued as it is, not turned back
 * first as a CRC is to be continued, so these are not nginx's points. */
static uint32_t resty_chash_next(uint32_t base, uint32_t point)
{
    uint8_t before[4];
    store32le(before, point);
    return crc32_ieee_continue(~base, before, sizeof before);
}

static uint32_t resty_chash_base(const struct continuum_in *in, uint32_t node)
{
    return crc32_ieee(in->nodes->items[node]->text, in->nodes->items[node]->name_len);
}

static void resty_chash_emit(const struct continuum_in *in, uint32_t node, uint64_t count,
                             uint64_t *values)
{
    const uint32_t base = resty_chash_base(in, node);
    uint32_t point = 0;
    for (uint64_t j = 0; j < count; j++)
        values[j] = point = resty_chash_next(base, point);
}

static void resty_chash_tell(const struct continuum_in *in, const struct continuum_point *of,
                             struct writer *w)
{
    const struct node *node = in->nodes->items[of->node];
    const uint32_t base = resty_chash_base(in, of->node);
    for (uint64_t j = 0, before = 0; j < of->count; j++) {
        const uint32_t point = resty_chash_next(base, (uint32_t)before);
        if (point == of->value) {
            writer_put(w, node->text, node->name_len);
            writer_text(w, ", then the point before, ");
            continuum_write_hex(w, (uint32_t)before);
            return;
        }
        before = point;
    }
}

static const struct continuum_row resty_chash_row = {
    .points = {.counts = continuum_counts_160, .emit = resty_chash_emit, .tell = resty_chash_tell},
    .key = {.hash = plain_crc32},
    .order = {.tie = CONTINUUM_LAST_WINS, .search = CONTINUUM_BEFORE_OR_FIRST, .distinct = true},
    .rules = {.whole_weights = true},
};

static const struct key_hash resty_chash_key_hash = {"crc32", NULL, 32};

const struct scheme preset_resty_chash = {
    .info = {.name = "resty-chash",
             .summary = "resty.chash of OpenResty: 160 CRC-32 points for each unit of weight",
             .compatible = "lua-resty-balancer's resty.chash, all versions; ingress-nginx's "
                           "upstream-hash-by",
             .quirks = "Names are the ids that resty.chash is given, in ingress-nginx ip:port.\n"
                       "A key belongs to the last point not above its hash, keys below the first "
                       "point to the first: they do not wrap.\n"
                       "Which of equal points counts depends on the order in which LuaJIT goes "
                       "through a table; here the node listed last wins.\n"
                       "A node that was deleted or set to another weight later has the points of "
                       "a new ring.\n"
                       "What is tried next is the user's: there is no ranking.\n",
             .example = "resty-chash",
             .promises = BERTH_MINIMAL | BERTH_WEIGHTS | BERTH_EXACT},
    .row = &resty_chash_row,
    .key_hash = &resty_chash_key_hash,
    .ops = &continuum_row_unranked_ops,
};
