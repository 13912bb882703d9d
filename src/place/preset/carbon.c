/* SPDX-License-Identifier: MIT */
/* carbon.c - the rings of Graphite: carbon-relay's own, and those of carbon-c-relay */
#include "place/mechanism/bucket_row.h"
#include "place/mechanism/continuum_row.h"
#include "place/mechanism/host_port.h"

#include "hash/digest.h"
#include "hash/fnv.h"
#include "scheme/jump.h"

#include <string.h>

enum { CARBON_HASH_TYPE, CARBON_REPLICAS, CARBON_PARAMS };
enum { CARBON_CH, CARBON_FNV1A_CH };

/* ---- what both share ---------------------------------------------------------------------------- */

static uint64_t carbon_md5(const void *data, size_t len)
{
    return md5_be64(data, len) >> 48;
}

static uint64_t carbon_fnv1a(const void *data, size_t len)
{
    const uint32_t hash = fnv1a_32(data, len);
    return hash >> 16 ^ (hash & 0xffff);
}

static continuum_hash *const carbon_hashes[] = {carbon_md5, carbon_fnv1a};
static const char *const carbon_patterns[] = {"$n:$j", "$j-$n"};

/* The pair of host and instance as Python prints it. */
static void carbon_write_pair(struct host_port address, const char *instance, struct writer *w)
{
    writer_text(w, "('");
    writer_put(w, address.host, address.host_len);
    writer_text(w, "', ");
    writer_text(w, instance ? "'" : "None");
    writer_text(w, instance ? instance : "");
    writer_text(w, instance ? "')" : ")");
}

static int carbon_counts(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    (void)error;
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = in->build->members[i].weight > 0 ? in->values[CARBON_REPLICAS].number : 0;
    return 0;
}

static const struct key_hash *carbon_key_hash(const struct value *values)
{
    static const struct key_hash hashes[] = {
        {"md5-be16", "MD5, its first 16 bits as a big-endian number", 16},
        {"fnv1a-16", "FNV-1a 32-bit, its halves xored", 16},
    };
    return &hashes[values[CARBON_HASH_TYPE].number];
}

#define CARBON_TYPE                                                                                \
    [CARBON_HASH_TYPE] = {.name = "hash_type",                                                     \
                          .aliases = "type",                                                       \
                          .words = "carbon_ch fnv1a_ch",                                           \
                          .shape = BERTH_WORD,                                                     \
                          .preset = "carbon_ch",                                                   \
                          .help = "MD5 of host and instance, or FNV-1a"}

static const struct berth_param carbon_params[CARBON_PARAMS] = {
    CARBON_TYPE,
    [CARBON_REPLICAS] = CONTINUUM_POINTS("replicas", "replica_count points", "100"),
};

/* ---- carbon-relay ------------------------------------------------------------------------------- */

static void graphite_identity(const struct continuum_in *in, uint32_t node, struct writer *w)
{
    const struct node *from = in->nodes->items[node];
    const char *instance = node_attribute(from, "instance");
    if (in->values[CARBON_HASH_TYPE].number == CARBON_CH)
        carbon_write_pair(host_port_of(from), instance, w);
    else /* the host is not hashed at all */
        writer_text(w, instance ? instance : "None");
}

static const struct continuum_row graphite_row = {
    .points = {.counts = carbon_counts},
    .label = {.identity = graphite_identity,
              .param = CARBON_HASH_TYPE + 1,
              .patterns = carbon_patterns,
              .hash_param = CARBON_HASH_TYPE + 1,
              .hashes = carbon_hashes},
    .key = {.params = 1u << CARBON_HASH_TYPE, .bits = 16},
    .order = {.yields = true},
};

const struct scheme preset_graphite_carbon = {
    .info = {.name = "graphite-carbon",
             .summary = "Graphite's carbon-relay: 100 points of 16 bits a node",
             .compatible = "carbon-relay of Graphite 0.9.16 to 1.1.10 with RELAY_METHOD = "
                           "consistent-hashing, graphite-web's CARBONLINK_HOSTS; recorded from "
                           "1.1.7",
             .quirks = "Names are host:port, instances are instance=; the port is not hashed, and "
                       "with fnv1a_ch the host neither.\n"
                       "A point that is taken moves up to the next free number, so the order of "
                       "DESTINATIONS counts and a removal moves some other keys, too. There are "
                       "65,536 numbers for all points.\n"
                       "Further replicas are those of DIVERSE_REPLICAS = False.\n"
                       "Weights are ignored: the original has none.\n",
             .example = "graphite-carbon:hash_type=fnv1a_ch",
             .attributes = "instance host port",
             .promises = BERTH_REPLICAS | BERTH_EXACT,
             .params = carbon_params,
             .param_count = CARBON_PARAMS},
    .row = &graphite_row,
    .key_hash_of = carbon_key_hash,
    .ops = &continuum_row_ops,
};

/* ---- carbon-c-relay ----------------------------------------------------------------------------- */

static void c_relay_identity(const struct continuum_in *in, uint32_t node, struct writer *w)
{
    const struct node *from = in->nodes->items[node];
    const char *instance = node_attribute(from, "instance");
    const struct host_port address = host_port_of(from);
    if (in->values[CARBON_HASH_TYPE].number == CARBON_CH) {
        carbon_write_pair(address, instance, w);
    } else if (instance) {
        writer_text(w, instance);
    } else {
        writer_put(w, address.host, address.host_len);
        writer_text(w, ":");
        writer_integer(w, address.port ? address.port : 2003);
    }
}

/* Of equal points the first counts: by host, then by instance, none coming last; with fnv1a_ch by
 * port. */
static bool c_relay_before(const struct continuum_in *in, uint32_t a, uint32_t b)
{
    const struct node *x = in->nodes->items[a], *y = in->nodes->items[b];
    struct host_port left = host_port_of(x), right = host_port_of(y);
    if (in->values[CARBON_HASH_TYPE].number == CARBON_FNV1A_CH)
        return host_port_compare(&left, &right) < 0;
    left.port = right.port = 0;
    const int by_host = host_port_compare(&left, &right);
    const char *i = node_attribute(x, "instance"), *j = node_attribute(y, "instance");
    if (by_host != 0 || !i)
        return by_host < 0;
    return !j || strcmp(i, j) < 0;
}

static const struct continuum_row c_relay_row = {
    .points = {.counts = carbon_counts},
    .label = {.identity = c_relay_identity,
              .param = CARBON_HASH_TYPE + 1,
              .patterns = carbon_patterns,
              .hash_param = CARBON_HASH_TYPE + 1,
              .hashes = carbon_hashes},
    .key = {.params = 1u << CARBON_HASH_TYPE, .bits = 16},
    .order = {.before = c_relay_before, .distinct = true},
};

const struct scheme preset_carbon_c_relay = {
    .info = {.name = "carbon-c-relay",
             .summary = "carbon-c-relay's carbon_ch and fnv1a_ch: 100 points of 16 bits a node",
             .compatible = "carbon-c-relay 1.x to 3.x; recorded from 3.7.3",
             .quirks = "Names are host:port, instances are instance=. carbon_ch does not hash the "
                       "port, fnv1a_ch takes the instance in place of host and port.\n"
                       "Of equal points the one counts whose host and instance come first, where "
                       "graphite-carbon moves the other: a few keys of carbon_ch have other owners "
                       "here than there.\n"
                       "Weights are ignored: the original has none.\n",
             .example = "carbon-c-relay:hash_type=fnv1a_ch",
             .attributes = "instance host port",
             .promises = BERTH_REPLICAS | BERTH_EXACT,
             .params = carbon_params,
             .param_count = CARBON_PARAMS},
    .row = &c_relay_row,
    .key_hash_of = carbon_key_hash,
    .ops = &continuum_row_ops,
};

/* ---- its jump hash ------------------------------------------------------------------------------ */

static uint64_t c_relay_jump_hash(const struct value *values, const void *key, size_t len)
{
    (void)values;
    return fnv1a_64(key, len);
}

static const struct bucket_row c_relay_jump_row = {.rule = jump_number, .hash = c_relay_jump_hash};

static const struct key_hash c_relay_jump_key_hash = {"fnv1a-64", NULL, 64};

const struct scheme preset_carbon_c_relay_jump = {
    .info = {.name = "carbon-c-relay-jump",
             .summary = "carbon-c-relay's jump_fnv1a_ch: jump hash of the metric's FNV-1a",
             .compatible = "carbon-c-relay 2.x and 3.x; recorded from 3.7.3",
             .quirks = "Servers without instances are numbered as they are listed, servers with "
                       "instances by the order of these, as numbers where they are numbers: give "
                       "slot=.\n"
                       "Only the last server can leave without moving other keys.\n",
             .example = "carbon-c-relay-jump:order=line",
             .promises = BERTH_NUMBERED | BERTH_SET | BERTH_MINIMAL,
             .params = bucket_row_params,
             .param_count = 1},
    .row = &c_relay_jump_row,
    .numbers_max = INT32_MAX,
    .proportional = true,
    .key_hash = &c_relay_jump_key_hash,
    .ops = &bucket_row_ops,
};
