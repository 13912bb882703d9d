/* SPDX-License-Identifier: MIT */
/* ipvs.c - the Linux kernel's IPVS schedulers that go by the client's address: mh and sh
 *
 *   mh   a Maglev table, with a permutation of the entries for each destination
 *   sh   256 entries dealt out in turns
 *
 * A destination that takes no clients now (weight 0, overloaded) keeps its entries. Its clients are
 * refused, or hashed again with another offset where the fallback flag is set. */
#include "place/mechanism/table_state.h"
#include "place/mechanism/weighing.h"

#include "base/fail.h"
#include "base/ip.h"
#include "base/number.h"
#include "hash/siphash.h"
#include "hash/xxh3.h"

#include <string.h>

enum { IPVS_PORT, IPVS_FALLBACK, IPVS_INDEX, IPVS_MH_PARAMS };
enum { IPVS_SH_PARAMS = IPVS_INDEX, IPVS_SH_SIZE = 256 };

#define IPVS_KEY_1 UINT64_C(2654435761)
#define IPVS_KEY_2 UINT64_C(2654446892)

/* What is hashed of a client or a destination. */
static uint32_t ipvs_word(const struct ip *ip)
{
    return ip_fold(ip) + ip->port;
}

/* A key is "ADDRESS" or "ADDRESS:PORT". Anything else has no answer in IPVS, and goes through XXH3
 * as if that were the address. */
static uint32_t ipvs_client(const struct value *values, const void *key, size_t len)
{
    struct ip ip;
    if (!ip_read(key, len, &ip))
        return (uint32_t)hash_xxh3(key, len);
    if (values[IPVS_PORT].number == 0)
        ip.port = 0;
    return ipvs_word(&ip);
}

/* ---- destinations -------------------------------------------------------------------------- */

static int ipvs_destination(const struct node *node, struct ip *out, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    const char *addr = node_attribute(node, "addr"), *port = node_attribute(node, "port");
    uint64_t number = 0;
    if (!ip_read(addr ? addr : node->text, addr ? strlen(addr) : node->name_len, out))
        return fail(error, BERTH_E_RANGE,
                    "node \"%s\" has no address: IPVS needs IP:PORT as its name or as addr=",
                    fail_shown(node->text, node->name_len, shown));
    if (port && (number_integer(port, strlen(port), &number) != NUMBER_OK || number > 65535))
        return fail(error, BERTH_E_RANGE, "node \"%s\": port is no port number",
                    fail_shown(node->text, node->name_len, shown));
    if (port)
        out->port = (uint32_t)number;
    return 0;
}

/* The kernel adds a destination at the head of its list. */
static uint64_t ipvs_newest_first(const struct table_fill *fill, uint32_t place)
{
    return UINT64_MAX - fill->member[place];
}

/* ---- mh ------------------------------------------------------------------------------------ */

static uint64_t ipvs_mh_hash(uint32_t word)
{
    return hsiphash_u32(word, IPVS_KEY_1, IPVS_KEY_1);
}

static uint64_t ipvs_mh_position(const struct value *values, const void *key, size_t len)
{
    return ipvs_mh_hash(ipvs_client(values, key, len));
}

static void ipvs_mh_permute(const struct table_fill *fill, uint32_t place, uint64_t *offset,
                            uint64_t *skip)
{
    struct ip ip;
    (void)ipvs_destination(table_node(fill, place), &ip, NULL); /* weigh checked */
    *offset = ipvs_mh_hash(ipvs_word(&ip)) % fill->size;
    *skip = hsiphash_u32(ipvs_word(&ip), IPVS_KEY_2, IPVS_KEY_2) % (fill->size - 1) + 1;
}

/* A destination keeps the entries of the last weight above 0 that it had. */
static int ipvs_mh_weigh(const struct table_fill *fill, uint64_t *own, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    for (uint32_t i = 0; i < fill->build->count; i++) {
        const struct node *node = fill->nodes->items[i];
        const char *last = node_attribute(node, "last-weight");
        struct ip ip;
        int code = ipvs_destination(node, &ip, error);
        if (code)
            return code;
        if (last && own[i] == 0 &&
            (number_integer(last, strlen(last), &own[i]) != NUMBER_OK || own[i] > 65535))
            return fail(error, BERTH_E_WEIGHT,
                        "node \"%s\": last-weight is a whole number from 0 to 65535",
                        fail_shown(node->text, node->name_len, shown));
    }
    return 0;
}

static uint64_t ipvs_gcd(const struct table_fill *fill)
{
    uint64_t divisor = 0;
    for (uint32_t i = 0; i < fill->count; i++)
        for (uint64_t a = fill->weight[i], rest; a > 0; a = rest) {
            rest = divisor % a;
            divisor = a;
        }
    return divisor;
}

/* Entries in a row per turn. The largest is held to the bits that the table's size allows, the
 * others lose as many: 1 beside 1000 becomes 1 beside 62. */
static void ipvs_mh_turns(const struct table_fill *fill)
{
    unsigned bits = (unsigned)fill->build->values[IPVS_INDEX].number / 2, shift = 0;
    uint64_t divisor = ipvs_gcd(fill), largest = 0;
    for (uint32_t i = 0; i < fill->count; i++)
        largest = fill->weight[i] > largest ? fill->weight[i] : largest;
    while (largest / divisor >> shift >> bits > 0)
        shift++;
    for (uint32_t i = 0; i < fill->count; i++) {
        uint64_t turns = fill->weight[i] / divisor >> shift;
        fill->weight[i] = turns > 0 ? turns : 1;
    }
}

static int ipvs_mh_fill(struct table_fill *fill, double *scratch, berth_error *error)
{
    (void)scratch;
    (void)error;
    ipvs_mh_turns(fill);
    while (fill->filled < fill->size)
        for (uint32_t place = 0; place < fill->count; place++)
            for (uint64_t turn = 0; turn < fill->weight[place]; turn++)
                table_take(fill, place);
    return 0;
}

/* ---- sh ------------------------------------------------------------------------------------ */

static uint64_t ipvs_sh_hash(uint32_t word)
{
    return (uint32_t)(word * UINT32_C(0x61c88647)) >> 24;
}

static uint64_t ipvs_sh_position(const struct value *values, const void *key, size_t len)
{
    return ipvs_sh_hash(ipvs_client(values, key, len));
}

/* Weight 0 has one entry a turn, as weight 1. */
static int ipvs_sh_weigh(const struct table_fill *fill, uint64_t *own, berth_error *error)
{
    for (uint32_t i = 0; i < fill->build->count; i++) {
        struct ip ip;
        int code = ipvs_destination(fill->nodes->items[i], &ip, error);
        if (code)
            return code;
        own[i] = own[i] > 0 ? own[i] : 1;
    }
    return 0;
}

static int ipvs_sh_fill(struct table_fill *fill, double *scratch, berth_error *error)
{
    (void)scratch;
    (void)error;
    for (uint32_t place = 0; fill->filled < fill->size; place = (place + 1) % fill->count)
        for (uint64_t turn = 0; turn < fill->weight[place] && fill->filled < fill->size; turn++)
            fill->table[fill->filled++] = place;
    return 0;
}

/* ---- lookups ------------------------------------------------------------------------------- */

static uint32_t ipvs_route(const void *state, uint64_t hash)
{
    const struct table_state *table = state;
    uint32_t owner = table->owner[hash % table->size];
    return owner != BERTH_NONE && table_is_idle(table, owner) ? BERTH_NONE : owner;
}

static bool ipvs_falls_back(const struct table_state *table)
{
    return table->idle && table->values[IPVS_FALLBACK].number > 0;
}

/* The entries tried after the first, for mh: the address is hashed again with an offset. */
static uint32_t ipvs_mh_route_key(const void *state, const void *key, size_t len)
{
    const struct table_state *table = state;
    uint32_t client = ipvs_client(table->values, key, len);
    uint64_t first = ipvs_mh_hash(client) % table->size;
    uint32_t owner = ipvs_route(table, first);
    for (uint64_t k = 0; owner == BERTH_NONE && k < table->size && ipvs_falls_back(table); k++)
        owner = ipvs_route(table, ipvs_mh_hash(client + (uint32_t)((k + first) % table->size)));
    return owner;
}

/* The same for sh: the offset is added to the hash. */
static uint32_t ipvs_sh_route_key(const void *state, const void *key, size_t len)
{
    const struct table_state *table = state;
    uint64_t first = ipvs_sh_position(table->values, key, len);
    uint32_t owner = ipvs_route(table, first);
    for (uint64_t k = 0; owner == BERTH_NONE && k < table->size && ipvs_falls_back(table); k++)
        owner = ipvs_route(table, first + (k + first) % table->size);
    return owner;
}

/* Once clients fall back, their entry does not say where they go: no whole comparison. */
static void ipvs_space(const void *state, struct space *space)
{
    const struct table_state *table = state;
    if (ipvs_falls_back(table))
        return;
    table_row_space(state, space);
    space->key = bits_mix((uint64_t)(uintptr_t)table->row) + table->values[IPVS_PORT].number;
}

static bool ipvs_span(const void *state, uint64_t *cursor, struct span *out)
{
    bool more = table_row_span(state, cursor, out);
    if (more)
        out->owner = ipvs_route(state, out->first);
    return more;
}

#define IPVS_OPS(by_key)                                                                           \
    {                                                                                              \
        .build = table_row_build, .destroy = table_row_destroy, .route = ipvs_route,               \
        .route_key = by_key, .hash_key = table_row_hash_key, .space = ipvs_space,                  \
        .span = ipvs_span, .mark = table_row_mark, .explain = table_row_explain,                   \
        .bytes = table_row_bytes                                                                   \
    }

static const struct scheme_ops ipvs_mh_ops = IPVS_OPS(ipvs_mh_route_key);
static const struct scheme_ops ipvs_sh_ops = IPVS_OPS(ipvs_sh_route_key);

/* ---- rows ---------------------------------------------------------------------------------- */

static const uint32_t ipvs_mh_sizes[] = {251,  509,   1021,  2039,  4093,
                                         8191, 16381, 32749, 65521, 131071};

static const struct table_row ipvs_mh_row = {
    .permute = ipvs_mh_permute,
    .fill = ipvs_mh_fill,
    .sort_key = ipvs_newest_first,
    .weigh = ipvs_mh_weigh,
    .position = ipvs_mh_position,
    .size_param = IPVS_INDEX + 1,
    .sizes = ipvs_mh_sizes,
    .knows_idle = true,
    .crowded = true,
};

static const struct table_row ipvs_sh_row = {
    .fill = ipvs_sh_fill,
    .sort_key = ipvs_newest_first,
    .weigh = ipvs_sh_weigh,
    .position = ipvs_sh_position,
    .fixed_size = IPVS_SH_SIZE,
    .knows_idle = true,
    .crowded = true,
};

#define IPVS_FLAG(scheduler, flag, what)                                                           \
    {                                                                                              \
        .name = scheduler "-" flag, .aliases = flag, .shape = BERTH_INTEGER, .min = 0, .max = 1,   \
        .preset = "0", .help = what                                                                \
    }
#define IPVS_FLAGS(scheduler)                                                                      \
    IPVS_FLAG(scheduler, "port", "1: the client's port is hashed, too (ipvsadm -b)"),              \
        IPVS_FLAG(scheduler, "fallback", "1: refused clients are hashed again (ipvsadm -b)")

static const struct berth_param ipvs_mh_params[IPVS_MH_PARAMS] = {
    IPVS_FLAGS("mh"),
    {.name = "tab-index",
     .aliases = "tab_index",
     .shape = BERTH_INTEGER,
     .min = 8,
     .max = 17,
     .preset = "12",
     .help = "CONFIG_IP_VS_MH_TAB_INDEX of the kernel: 12 is a table of 4093 entries"},
};

static const struct berth_param ipvs_sh_params[IPVS_SH_PARAMS] = {IPVS_FLAGS("sh")};

#define IPVS_QUIRKS                                                                                \
    "A name is the destination, IP:PORT or [IPV6]:PORT; attributes addr= and port= come before "   \
    "it. Destinations are listed in the order in which they were added, which counts: the newest " \
    "is first in the kernel's list.\n"                                                             \
    "A key is the client's address, IP or IP:PORT. Others are hashed by XXH3 in place of the "     \
    "address.\n"                                                                                   \
    "A destination that is down is overloaded or quiesced: it keeps its entries, and its clients " \
    "are refused (no node) unless the fallback flag is set.\n"

static const struct key_hash ipvs_mh_key_hash = {
    "hsiphash", "the kernel's hsiphash of the client's address, 32 bits", 32};

const struct scheme preset_ipvs_mh = {
    .info = {.name = "ipvs-mh",
             .summary = "Linux IPVS scheduler mh: the kernel's Maglev table",
             .compatible = "Linux 4.18 and later, 64-bit little-endian; recorded from 6.1.176",
             .quirks = IPVS_QUIRKS
             "Weight 0 keeps the entries of the last weight above 0: attribute last-weight=N.\n"
             "Weights are cut to 6 bits (half of tab-index): 1 beside 1000 counts as 1 beside "
             "62.\n"
             "Not minimal: a change moves some keys between untouched nodes.\n"
             "32-bit kernels hash otherwise and have other tables.\n",
             .example = "ipvs-mh:mh-port=1",
             .attributes = "addr port last-weight",
             .promises = BERTH_WEIGHTS | BERTH_EXACT,
             .params = ipvs_mh_params,
             .param_count = IPVS_MH_PARAMS},
    .row = &ipvs_mh_row,
    .key_hash = &ipvs_mh_key_hash,
    .ops = &ipvs_mh_ops,
    .reads_state = true,
};

static const struct key_hash ipvs_sh_key_hash = {
    "ipvs-sh", "the client's address times 0x61c88647, the top 8 bits of 32", 8};

const struct scheme preset_ipvs_sh = {
    .info = {.name = "ipvs-sh",
             .summary = "Linux IPVS scheduler sh: 256 entries dealt out in turns",
             .compatible = "Linux IPVS, 64-bit little-endian; recorded from 6.1.176",
             .quirks = IPVS_QUIRKS
             "Weights above 256 in all leave the destinations added first without clients.\n"
             "A destination added or removed moves most keys.\n",
             .example = "ipvs-sh:sh-fallback=1",
             .attributes = "addr port",
             .promises = BERTH_WEIGHTS | BERTH_EXACT,
             .params = ipvs_sh_params,
             .param_count = IPVS_SH_PARAMS},
    .row = &ipvs_sh_row,
    .key_hash = &ipvs_sh_key_hash,
    .ops = &ipvs_sh_ops,
    .reads_state = true,
    /* A destination has `weight` entries a turn, and the last turn ends with the table: those
     * listed last may get much less, and with weights above 256 in all those listed first get
     * nothing. */
    .weighing = weighing_rough,
};
