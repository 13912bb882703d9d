/* SPDX-License-Identifier: MIT */
/* haproxy_base.c - ids and hash-keys of HAProxy's servers */
#include "place/preset/haproxy/haproxy_base.h"

#include "base/alloc.h"
#include "base/bytes.h"
#include "base/fail.h"
#include "base/ip.h"
#include "base/number.h"
#include "hash/haproxy_hash.h"
#include "hash/xxh3.h"

#include <string.h>

/* ---- ids ----------------------------------------------------------------------------------- */

/* 0 = the server has none of its own. */
static int haproxy_given_id(const struct node *node, uint64_t *id, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    const char *given = node_attribute(node, "id");
    *id = 0;
    if (!given ||
        (number_integer(given, strlen(given), id) == NUMBER_OK && *id > 0 && *id <= INT32_MAX))
        return 0;
    return fail(error, BERTH_E_RANGE, "node \"%s\": id is a whole number from 1 to 2147483647",
                fail_shown(node->text, node->name_len, shown));
}

/* The ids given, ascending, into used[0..*count). */
static int haproxy_given_ids(const struct continuum_in *in, struct sort_pair *used, size_t *count,
                             berth_error *error)
{
    for (uint32_t i = 0; i < in->count; i++) {
        uint64_t id;
        int code = haproxy_given_id(in->nodes->items[i], &id, error);
        if (code)
            return code;
        if (id > 0)
            used[(*count)++] = (struct sort_pair){id, i};
    }
    sort_pairs(used, used + in->count, *count);
    for (size_t i = 1; i < *count; i++)
        if (used[i - 1].value == used[i].value)
            return fail(error, BERTH_E_RANGE, "id %llu is given to two nodes",
                        (unsigned long long)used[i].value);
    return 0;
}

/* A counter runs along with the servers; a server without an id takes the next number that no
 * server, not even a later one, has been given. */
static void haproxy_number(const struct continuum_in *in, const struct sort_pair *used,
                           size_t count, struct member *members)
{
    uint64_t next = 1;
    size_t at = 0;
    for (uint32_t i = 0; i < in->count; i++)
        members[i].number = 0;
    for (size_t i = 0; i < count; i++)
        members[used[i].tag].number = used[i].value;
    for (uint32_t i = 0; i < in->count; i++, next++) {
        if (members[i].number > 0)
            continue;
        for (; at < count && used[at].value <= next; at++)
            next += used[at].value == next;
        members[i].number = next;
    }
}

/* ---- bases --------------------------------------------------------------------------------- */

static int haproxy_hash_key(const struct node *node, enum haproxy_hash_key *out, berth_error *error)
{
    static const char *const words[] = {"id", "addr", "addr-port", "id32", "guid"};
    char shown[FAIL_SHOWN_MAX];
    const char *given = node_attribute(node, "hash_key");
    if (!given)
        return 0;
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(given, words[i]) != 0)
            continue;
        *out = (enum haproxy_hash_key)i;
        return 0;
    }
    return fail(error, BERTH_E_RANGE, "hash_key=%s is not one of: id addr addr-port id32 guid",
                fail_shown(given, strlen(given), shown));
}

static uint32_t haproxy_base_of_ip(const struct ip *ip, bool with_port)
{
    uint32_t port = with_port ? haproxy_avalanche(ip->port) : 0;
    if (ip->size == 16)
        return XXH32(ip->bytes, 16, port);
    return haproxy_avalanche(port + read32le(ip->bytes)); /* the word as a PC reads it */
}

static int haproxy_base_of_addr(const struct node *node, bool with_port, uint64_t *base,
                                berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    const char *addr = node_attribute(node, "addr"), *port = node_attribute(node, "port");
    struct ip ip;
    uint64_t number;
    if (!addr)
        return 0; /* HAProxy: not resolved yet, by id until it is */
    if (!ip_read(addr, strlen(addr), &ip))
        return fail(error, BERTH_E_RANGE,
                    "node \"%s\" is placed by its address, and addr is none: write IP or IP:PORT",
                    fail_shown(node->text, node->name_len, shown));
    if (port) {
        if (number_integer(port, strlen(port), &number) != NUMBER_OK || number > 65535)
            return fail(error, BERTH_E_RANGE, "node \"%s\": port is no port number",
                        fail_shown(node->text, node->name_len, shown));
        ip.port = (uint32_t)number;
    }
    *base = haproxy_base_of_ip(&ip, with_port);
    return 0;
}

/* *base comes in as the base by id, which stays where the server has nothing else. */
static int haproxy_base(const struct node *node, enum haproxy_hash_key by, uint32_t id,
                        uint64_t *base, berth_error *error)
{
    const char *guid = node_attribute(node, "guid");
    switch (by) {
    case HAPROXY_BY_ADDR:
    case HAPROXY_BY_ADDR_PORT:
        return haproxy_base_of_addr(node, by == HAPROXY_BY_ADDR_PORT, base, error);
    case HAPROXY_BY_ID32:
        *base = haproxy_avalanche(swap32(id));
        return 0;
    case HAPROXY_BY_GUID:
        *base = guid ? XXH32(guid, strlen(guid), 0) : *base;
        return 0;
    default:
        return 0;
    }
}

static int haproxy_bases_of_ids(const struct continuum_in *in, enum haproxy_hash_key standard,
                                uint32_t (*of_id)(uint32_t id), struct member *members,
                                berth_error *error)
{
    for (uint32_t i = 0; i < in->count; i++) {
        const struct node *node = in->nodes->items[i];
        enum haproxy_hash_key by = standard;
        uint32_t id = (uint32_t)members[i].number;
        members[i].number = of_id(id);
        int code = haproxy_hash_key(node, &by, error);
        if (code || (code = haproxy_base(node, by, id, &members[i].number, error)))
            return code;
    }
    return 0;
}

int haproxy_bases(const struct continuum_in *in, enum haproxy_hash_key standard,
                  uint32_t (*of_id)(uint32_t id), struct member *members, berth_error *error)
{
    const struct berth_alloc *alloc = in->build->alloc;
    struct sort_pair *used = alloc_array(alloc, 2 * (size_t)in->count, sizeof *used);
    size_t count = 0;
    int code = used ? haproxy_given_ids(in, used, &count, error) : fail_memory(error);
    if (code == BERTH_E_OK) {
        haproxy_number(in, used, count, members);
        code = haproxy_bases_of_ids(in, standard, of_id, members, error);
    }
    alloc_free(alloc, used, 2 * (size_t)in->count, sizeof *used);
    return code;
}
