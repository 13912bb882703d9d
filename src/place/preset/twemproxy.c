/* SPDX-License-Identifier: MIT */
/* twemproxy.c - nutcracker's ketama and modula */
#include "place/mechanism/key_cut.h"
#include "place/mechanism/memcached_hash.h"
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"

#include "base/fail.h"

#include <string.h>

enum {
    TWEMPROXY_DISTRIBUTION,
    TWEMPROXY_HASH,
    TWEMPROXY_HASH_TAG,
    TWEMPROXY_AUTO_EJECT,
    TWEMPROXY_CHAR,
    TWEMPROXY_PARAMS
};

static const enum memcached_hash twemproxy_hashes[] = {
    MEMCACHED_OAAT,     MEMCACHED_MD5,     MEMCACHED_CRC_16,   MEMCACHED_CRC_15,
    MEMCACHED_CRC_32,   MEMCACHED_FNV1_64, MEMCACHED_FNV1A_64, MEMCACHED_FNV1_32,
    MEMCACHED_FNV1A_32, MEMCACHED_HSIEH,   MEMCACHED_MURMUR,   MEMCACHED_JENKINS};

/* The alias; else the address without the default port, and of a unix socket the path with a colon
 * that stands before a port it has not got (the original's). */
static void twemproxy_identity(const struct continuum_in *in, uint32_t node, struct writer *w)
{
    static const char port[] = ":11211";
    const struct node *from = in->nodes->items[node];
    const char *alias = node_attribute(from, "alias");
    size_t len = from->name_len, cut = strlen(port);
    if (alias) {
        writer_text(w, alias);
        return;
    }
    if (len > cut && memcmp(from->text + len - cut, port, cut) == 0)
        len -= cut;
    writer_put(w, from->text, len);
    if (*from->text == '/')
        writer_char(w, ':');
}

/* What identity writes, byte by byte. */
struct twemproxy_name {
    const char *text;
    size_t len;  /* of text */
    size_t full; /* with the colon that may follow it */
};

static struct twemproxy_name twemproxy_name(const struct continuum_in *in, uint32_t node)
{
    struct writer w = {0};
    const struct node *from = in->nodes->items[node];
    const char *alias = node_attribute(from, "alias");
    twemproxy_identity(in, node, &w);
    size_t colon = !alias && *from->text == '/';
    return (struct twemproxy_name){alias ? alias : from->text, w.len - colon, w.len};
}

static unsigned char twemproxy_byte(const struct twemproxy_name *name, size_t i)
{
    return (unsigned char)(i < name->len ? name->text[i] : ':');
}

/* The pool is sorted by the length of names, then by their bytes. */
static bool twemproxy_before(const struct continuum_in *in, uint32_t a, uint32_t b)
{
    struct twemproxy_name x = twemproxy_name(in, a), y = twemproxy_name(in, b);
    size_t i = 0;
    if (x.full != y.full)
        return x.full < y.full;
    while (i < x.full && twemproxy_byte(&x, i) == twemproxy_byte(&y, i))
        i++;
    return i < x.full && twemproxy_byte(&x, i) < twemproxy_byte(&y, i);
}

static void twemproxy_cut(const struct value *values, const void **key, size_t *len)
{
    const char *tag = values[TWEMPROXY_HASH_TAG].text;
    key_cut_between(tag[0], tag[1], key, len);
}

static int twemproxy_check(const struct value *values, berth_error *error)
{
    size_t len = strlen(values[TWEMPROXY_HASH_TAG].text);
    return len == 0 || len == 2
               ? BERTH_E_OK
               : fail(error, BERTH_E_RANGE,
                      "twemproxy: hash_tag takes two characters, the opening and the closing one");
}

static int twemproxy_adapt(const struct continuum_in *in, struct continuum_row *row,
                           berth_error *error)
{
    enum memcached_hash hash = twemproxy_hashes[in->values[TWEMPROXY_HASH].number];
    (void)error;
    row->key.hash = memcached_hash(hash, (enum memcached_char)in->values[TWEMPROXY_CHAR].number);
    row->key.bits = memcached_hash_bits(hash);
    row->rules.ejects = in->values[TWEMPROXY_AUTO_EJECT].number;
    if (*in->values[TWEMPROXY_HASH_TAG].text)
        row->key.cut = twemproxy_cut;
    if (in->values[TWEMPROXY_DISTRIBUTION].number == 0)
        return 0;
    row->points.counts = continuum_counts_weight;
    row->points.md5_words = 0;
    row->order.search = CONTINUUM_MODULO;
    return 0;
}

static const struct continuum_row twemproxy_row = {
    .adapt = twemproxy_adapt,
    .points = {.counts = continuum_counts_ketama, .md5_words = 4},
    .label = {.pattern = "$n-$j", .identity = twemproxy_identity},
    .key = {.params = 1u << TWEMPROXY_HASH_TAG, .empty_is_zero = true},
    .order = {.before = twemproxy_before},
    .rules = {.whole_weights = true},
};

static const struct berth_param twemproxy_params[TWEMPROXY_PARAMS] = {
    {.name = "distribution",
     .words = "ketama modula",
     .shape = BERTH_WORD,
     .preset = "ketama",
     .help = "ketama: a ring; modula: a table with as many entries as the weights' sum"},
    {.name = "hash",
     .words = "one_at_a_time md5 crc16 crc32 crc32a fnv1_64 fnv1a_64 fnv1_32 fnv1a_32 hsieh murmur "
              "jenkins",
     .shape = BERTH_WORD,
     .preset = "fnv1a_64",
     .help = "key hash; points are always MD5"},
    {.name = "hash_tag",
     .shape = BERTH_TEXT,
     .preset = "",
     .help = "two characters; what stands between them in a key is hashed instead of the key"},
    {.name = "auto_eject_hosts",
     .aliases = "auto_eject",
     .words = "0 1",
     .shape = BERTH_WORD,
     .preset = "0",
     .help = "servers that are down are left out of ring or table"},
    MEMCACHED_CHAR_PARAM,
};

static bool twemproxy_drops(const struct value *values)
{
    return values[TWEMPROXY_AUTO_EJECT].number;
}

static const struct key_hash *twemproxy_words(const struct value *values)
{
    return memcached_hash_words(twemproxy_hashes[values[TWEMPROXY_HASH].number],
                                (enum memcached_char)values[TWEMPROXY_CHAR].number);
}

const struct scheme preset_twemproxy = {
    .info =
        {.name = "twemproxy",
         .summary = "twemproxy (nutcracker): weighted ketama with any key hash, or modula",
         .compatible = "twemproxy (nutcracker) 0.5.0",
         .quirks =
             "A name is \"addr:port\" or a unix socket's path as in servers:, without the weight; "
             "attribute alias= names the server instead, as an alias does there.\n"
             "Servers are sorted by the length of their names, then by bytes: that decides modula "
             "and equal points.\n"
             "Counts are single precision: with 25, 47, 50 ... equal servers each has 39 labels, "
             "not 40. They depend on the sum of weights, so a change touches other servers too.\n"
             "crc32 has 15 bits: on a ring nearly all keys go to one server; crc32a has 32.\n"
             "A server that is down keeps its keys, which fail; with auto_eject_hosts=1 ring or "
             "table are built without it.\n"
             "distribution random does not depend on the key and is not offered.\n",
         .example = "twemproxy:hash=murmur,hash_tag={}",
         .attributes = "alias",
         .promises = BERTH_WEIGHTS | BERTH_EXACT,
         .params = twemproxy_params,
         .param_count = TWEMPROXY_PARAMS},
    .row = &twemproxy_row,
    .key_hash_of = twemproxy_words,
    .check = twemproxy_check,
    .reads_state = true,
    .ops = &continuum_row_unranked_ops,
    .drops = twemproxy_drops,
};
