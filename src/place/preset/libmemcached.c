/* SPDX-License-Identifier: MIT */
/* libmemcached.c - every distribution of libmemcached that depends on the key
 *
 *   modula, virtual_bucket    a table of servers
 *   consistent, ketama, spy   100 points a server by the key hash, or, weighted, 4 x 40 by MD5
 *
 * The order of API calls decides which of these a client really has: what each order comes to is
 * said by weighted= and point_hash=. */
#include "place/mechanism/host_port.h"
#include "place/mechanism/memcached_hash.h"
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"

#include "base/fail.h"
#include "base/number.h"

#include <string.h>

enum {
    LIBMEMCACHED_DISTRIBUTION,
    LIBMEMCACHED_HASH,
    LIBMEMCACHED_POINT_HASH,
    LIBMEMCACHED_WEIGHTED,
    LIBMEMCACHED_SORT_HOSTS,
    LIBMEMCACHED_AUTO_EJECT,
    LIBMEMCACHED_PREFIX,
    LIBMEMCACHED_CHAR,
    LIBMEMCACHED_PARAMS
};

enum { MODULA, CONSISTENT, KETAMA, WEIGHTED, KETAMA_WEIGHTED, SPY, VIRTUAL_BUCKET };
enum { LIBMEMCACHED_AUTO, LIBMEMCACHED_OFF, LIBMEMCACHED_ON };
enum { LIBMEMCACHED_PORT = 11211, LIBMEMCACHED_KEY_MAX = 250, LIBMEMCACHED_BUCKETS = 1 << 20 };

#define LIBMEMCACHED_HASHES                                                                        \
    "default md5 crc fnv1_64 fnv1a_64 fnv1_32 fnv1a_32 murmur jenkins murmur3"

static const enum memcached_hash libmemcached_hashes[] = {
    MEMCACHED_OAAT,    MEMCACHED_MD5,      MEMCACHED_CRC_15, MEMCACHED_FNV1_64, MEMCACHED_FNV1A_64,
    MEMCACHED_FNV1_32, MEMCACHED_FNV1A_32, MEMCACHED_MURMUR, MEMCACHED_JENKINS, MEMCACHED_MURMUR3};

/* ---- which hash ---------------------------------------------------------------------------- */

/* The behaviour KETAMA_WEIGHTED sets MD5 for keys; a distribution by itself does not. */
static enum memcached_hash libmemcached_key_hash(const struct value *values)
{
    uint64_t word = values[LIBMEMCACHED_HASH].number;
    if (word > 0)
        return libmemcached_hashes[word - 1];
    bool md5 = values[LIBMEMCACHED_DISTRIBUTION].number == KETAMA_WEIGHTED;
    return md5 ? MEMCACHED_MD5 : MEMCACHED_OAAT;
}

static continuum_hash *libmemcached_hash_of(const struct value *values, enum memcached_hash hash)
{
    return memcached_hash(hash, (enum memcached_char)values[LIBMEMCACHED_CHAR].number);
}

/* HASH_WITH_PREFIX_KEY. The copy of the key ends at its first NUL and is filled up with NULs; a key
 * that is too long with its prefix hashes to 0. libmemcached does both. */
static uint64_t libmemcached_prefixed(const struct value *values, const void *key, size_t len)
{
    char whole[LIBMEMCACHED_KEY_MAX] = {0};
    const char *prefix = values[LIBMEMCACHED_PREFIX].text;
    size_t before = strlen(prefix);
    if (len > LIBMEMCACHED_KEY_MAX - before)
        return 0;
    const char *end = len ? memchr(key, 0, len) : NULL;
    memcpy(whole, prefix, before);
    memcpy(whole + before, len ? key : "", end ? (size_t)(end - (const char *)key) : len);
    return libmemcached_hash_of(values, libmemcached_key_hash(values))(whole, before + len);
}

/* ---- servers ------------------------------------------------------------------------------- */

/* As memcached_server_add reads them: no port is 11211, no host is localhost; paths have port 0. */
static struct host_port libmemcached_server(const struct continuum_in *in, uint32_t node)
{
    struct host_port server = host_port_of(in->nodes->items[node]);
    if (server.host_len == 0) {
        server.host = "localhost";
        server.host_len = strlen(server.host);
    }
    if (*server.host == '/')
        server.port = 0;
    else if (server.port == 0)
        server.port = LIBMEMCACHED_PORT;
    return server;
}

static bool libmemcached_before(const struct continuum_in *in, uint32_t a, uint32_t b)
{
    const struct host_port x = libmemcached_server(in, a), y = libmemcached_server(in, b);
    return host_port_compare(&x, &y) < 0;
}

static void libmemcached_write(const struct host_port *server, bool port, struct writer *w)
{
    writer_put(w, server->host, server->host_len);
    if (!port)
        return;
    writer_char(w, ':');
    writer_integer(w, server->port);
}

static void libmemcached_identity(const struct continuum_in *in, uint32_t node, struct writer *w)
{
    const struct host_port server = libmemcached_server(in, node);
    libmemcached_write(&server, server.port != LIBMEMCACHED_PORT, w);
}

/* spymemcached prints socket addresses as "/host:port". */
static void libmemcached_identity_spy(const struct continuum_in *in, uint32_t node,
                                      struct writer *w)
{
    const struct host_port server = libmemcached_server(in, node);
    writer_char(w, '/');
    libmemcached_write(&server, true, w);
}

/* ---- how many points ----------------------------------------------------------------------- */

static int libmemcached_each(const struct continuum_in *in, uint64_t each, uint64_t *count)
{
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = in->build->members[i].weight > 0 ? each : 0;
    return 0;
}

static int libmemcached_once(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    (void)error;
    return libmemcached_each(in, 1, count);
}

static int libmemcached_even(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    (void)error;
    return libmemcached_each(in, 100, count);
}

/* A server that weighs more than 1 turns weighting on when it is added. */
static bool libmemcached_is_weighted(const struct value *values, uint64_t most)
{
    uint64_t distribution = values[LIBMEMCACHED_DISTRIBUTION].number;
    if (values[LIBMEMCACHED_WEIGHTED].number != LIBMEMCACHED_AUTO)
        return values[LIBMEMCACHED_WEIGHTED].number == LIBMEMCACHED_ON;
    return distribution == WEIGHTED || distribution == KETAMA_WEIGHTED || most > NUMBER_MILLION;
}

static uint64_t libmemcached_most(const struct continuum_in *in)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < in->count; i++)
        if (in->build->members[i].weight > most)
            most = in->build->members[i].weight;
    return most;
}

static bool libmemcached_is_table(const struct value *values)
{
    uint64_t distribution = values[LIBMEMCACHED_DISTRIBUTION].number;
    return distribution == MODULA || distribution == VIRTUAL_BUCKET;
}

/* The 15 bits of crc are too few for a ring: nearly all keys lie before its first points. */
static enum berth_weighing libmemcached_weighing(const struct value *values,
                                                 const struct weights *weights)
{
    if (libmemcached_is_table(values) || !libmemcached_is_weighted(values, weights->most))
        return BERTH_WEIGHTS_IGNORED;
    return libmemcached_key_hash(values) == MEMCACHED_CRC_15 ? BERTH_WEIGHTS_ROUGHLY
                                                             : BERTH_WEIGHTS_EXACTLY;
}

static bool libmemcached_drops(const struct value *values)
{
    return values[LIBMEMCACHED_AUTO_EJECT].number && !libmemcached_is_table(values);
}

/* ---- virtual buckets: memcached_bucket_set ------------------------------------------------- */

/* Reads one "N" or "N-M" of a list; false = it is none. */
static bool libmemcached_range(const char **at, uint64_t *first, uint64_t *last)
{
    size_t len = strcspn(*at, ","), dash = strcspn(*at, "-,");
    bool ok = number_integer(*at, dash, first) == NUMBER_OK;
    *last = *first;
    if (ok && dash < len)
        ok = number_integer(*at + dash + 1, len - dash - 1, last) == NUMBER_OK;
    *at += len;
    *at += **at == ',';
    return ok && *first <= *last && *last < LIBMEMCACHED_BUCKETS;
}

/* How many buckets a node has; they are written to values unless it is NULL. */
static uint64_t libmemcached_buckets(const char *list, uint64_t *values, bool *ok)
{
    uint64_t count = 0, first, last;
    *ok = true;
    while (*list && *ok) {
        *ok = libmemcached_range(&list, &first, &last);
        for (; *ok && values && first <= last; first++)
            values[count++] = first;
        if (*ok && !values)
            count += last - first + 1;
    }
    return count;
}

static int libmemcached_count_buckets(const struct continuum_in *in, uint64_t *count,
                                      berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    for (uint32_t i = 0; i < in->count; i++) {
        const char *list = node_attribute(in->nodes->items[i], "buckets");
        bool ok = true;
        count[i] = list ? libmemcached_buckets(list, NULL, &ok) : 0;
        if (!ok)
            return fail(error, BERTH_E_RANGE,
                        "buckets=%s is not a list of bucket numbers; write it as 0-3,7",
                        fail_shown(list, strlen(list), shown));
    }
    return 0;
}

static void libmemcached_emit_buckets(const struct continuum_in *in, uint32_t node, uint64_t count,
                                      uint64_t *values)
{
    bool ok;
    if (count > 0)
        libmemcached_buckets(node_attribute(in->nodes->items[node], "buckets"), values, &ok);
}

static bool libmemcached_has_buckets(const struct continuum_in *in)
{
    for (uint32_t i = 0; i < in->count; i++)
        if (node_attribute(in->nodes->items[i], "buckets"))
            return true;
    return false;
}

/* ---- the row ------------------------------------------------------------------------------- */

/* Tables keep their dead servers, ejected or not. */
static void libmemcached_table(const struct continuum_in *in, struct continuum_row *row)
{
    row->points.counts = libmemcached_once;
    row->order.search = CONTINUUM_MODULO;
    if (in->values[LIBMEMCACHED_DISTRIBUTION].number == MODULA)
        return;
    row->order.search = CONTINUUM_MASK;
    if (!libmemcached_has_buckets(in))
        return;
    row->points.counts = libmemcached_count_buckets;
    row->points.emit = libmemcached_emit_buckets;
}

static void libmemcached_ring(const struct continuum_in *in, struct continuum_row *row)
{
    uint64_t point_hash = in->values[LIBMEMCACHED_POINT_HASH].number;
    bool spy = in->values[LIBMEMCACHED_DISTRIBUTION].number == SPY;
    row->rules.ejects = in->values[LIBMEMCACHED_AUTO_EJECT].number;
    row->label.identity = spy ? libmemcached_identity_spy : libmemcached_identity;
    row->label.hash = row->key.hash;
    if (point_hash > 0)
        row->label.hash = libmemcached_hash_of(in->values, libmemcached_hashes[point_hash - 1]);
    row->points.counts = libmemcached_even;
    if (!libmemcached_is_weighted(in->values, libmemcached_most(in)))
        return;
    row->points.counts = continuum_counts_ketama;
    row->points.md5_words = 4;
}

static int libmemcached_adapt(const struct continuum_in *in, struct continuum_row *row,
                              berth_error *error)
{
    enum memcached_hash hash = libmemcached_key_hash(in->values);
    (void)error;
    row->key.hash = libmemcached_hash_of(in->values, hash);
    row->key.bits = memcached_hash_bits(hash);
    if (*in->values[LIBMEMCACHED_PREFIX].text)
        row->key.position = libmemcached_prefixed;
    if (in->values[LIBMEMCACHED_SORT_HOSTS].number)
        row->order.before = libmemcached_before;
    if (libmemcached_is_table(in->values))
        libmemcached_table(in, row);
    else
        libmemcached_ring(in, row);
    return 0;
}

static const struct continuum_row libmemcached_row = {
    .adapt = libmemcached_adapt,
    .label = {.pattern = "$n-$j"},
    .key = {.params = 1u << LIBMEMCACHED_PREFIX},
    .rules = {.whole_weights = true},
};

#define LIBMEMCACHED_SWITCH .words = "0 1", .shape = BERTH_WORD, .preset = "0"

static const struct berth_param libmemcached_params[LIBMEMCACHED_PARAMS] = {
    {.name = "distribution",
     .words = "modula consistent ketama weighted ketama_weighted spy virtual_bucket",
     .shape = BERTH_WORD,
     .preset = "modula",
     .help = "ketama_weighted is the behaviour of that name, weighted the distribution alone"},
    {.name = "hash",
     .words = "auto " LIBMEMCACHED_HASHES,
     .shape = BERTH_WORD,
     .preset = "auto",
     .help = "key hash; auto = md5 with ketama_weighted, else default (one at a time)"},
    {.name = "point_hash",
     .words = "same " LIBMEMCACHED_HASHES,
     .shape = BERTH_WORD,
     .preset = "same",
     .help = "hash of unweighted points, where hash was set after the servers"},
    {.name = "weighted",
     .words = "auto 0 1",
     .shape = BERTH_WORD,
     .preset = "auto",
     .help = "MD5 points by weight; auto = with weighted, ketama_weighted or a weight above 1"},
    {.name = "sort_hosts",
     LIBMEMCACHED_SWITCH,
     .help = "SORT_HOSTS: servers in order of host, then port"},
    {.name = "auto_eject",
     .aliases = "auto_eject_hosts",
     LIBMEMCACHED_SWITCH,
     .help = "AUTO_EJECT_HOSTS: rings are built without servers that are down"},
    {.name = "prefix",
     .aliases = "namespace",
     .shape = BERTH_TEXT,
     .preset = "",
     .help = "hashed before every key (HASH_WITH_PREFIX_KEY)"},
    MEMCACHED_CHAR_PARAM,
};

static const struct key_hash *libmemcached_words(const struct value *values)
{
    static const struct key_hash prefixed = {"prefixed", "hash= of the prefix, then the key", 32};
    if (*values[LIBMEMCACHED_PREFIX].text)
        return &prefixed;
    return memcached_hash_words(libmemcached_key_hash(values),
                                (enum memcached_char)values[LIBMEMCACHED_CHAR].number);
}

const struct scheme preset_libmemcached = {
    .info =
        {.name = "libmemcached",
         .summary = "libmemcached: modula, ketama, weighted ketama, spy, virtual buckets",
         .compatible = "libmemcached 1.0.18 to 1.1.4, and what is built on it (PHP, Ruby, pylibmc)",
         .quirks =
             "A name is \"host:port\" or a unix socket's path; host= and port= override it. Port "
             "11211 is left out of the points, except with spy.\n"
             "Weighted counts are single precision: with 25, 47, 50 ... equal servers each has 39 "
             "labels, not 40, and 1:1000 leaves the small one without points. They depend on the "
             "sum of weights, so a change touches other servers too.\n"
             "A weight above 1 turns weighting on (weighted=0 when ketama was set after the "
             "servers), which does not change the key hash.\n"
             "crc has 15 bits: on a weighted ring nearly all keys go to one server.\n"
             "A server that is down keeps its keys, which fail; with auto_eject=1 rings (not "
             "modula, not virtual_bucket) are built without it.\n"
             "Copies (NUMBER_OF_REPLICAS) go to the next servers of the list, not of the ring.\n"
             "Node attribute buckets=0-3,7: the virtual buckets of a server; without any, bucket "
             "and server number are the same. A number of buckets that is no power of two leaves "
             "some unused.\n",
         .example = "libmemcached:distribution=ketama_weighted",
         .attributes = "host port buckets",
         .promises = BERTH_EXACT,
         .params = libmemcached_params,
         .param_count = LIBMEMCACHED_PARAMS},
    .row = &libmemcached_row,
    .key_hash_of = libmemcached_words,
    .reads_state = true,
    .ops = &continuum_row_unranked_ops,
    .weighing = libmemcached_weighing,
    .drops = libmemcached_drops,
};
