/* SPDX-License-Identifier: MIT */
/* pair.c - which node of one map is which of another
 * Idea       names say it, and what they leave open, addresses: first names byte for byte, then in
 *            lower case and without the brackets of IPv6, then places (host and port), then hosts
 *            where one side gives no port. Where more addresses than names are found again, the
 *            addresses go first: the fleet was renamed.
 * Cost       O(n log n); 24 bytes a node of either map while it runs */
#include "plan/pair.h"

#include <string.h>

#include "base/alloc.h"
#include "base/fail.h"
#include "base/bits.h"
#include "base/ip.h"
#include "base/number.h"
#include "base/sort.h"
#include "place/map.h"

/* ---- places -------------------------------------------------------------------------------- */

/* FNV-1a, one byte more. */
static uint64_t pair_byte(uint64_t hash, uint8_t byte)
{
    return (hash ^ byte) * UINT64_C(0x100000001b3);
}

/* `basis` keeps names apart from addresses. */
static uint64_t pair_hash(uint64_t basis, const uint8_t *bytes, size_t len)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325) + basis;
    for (size_t i = 0; i < len; i++)
        hash = pair_byte(hash, bytes[i]);
    return bits_mix(hash);
}

/* In lower case, without brackets. */
static uint64_t pair_hash_name(const char *text, size_t len)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++)
        if (text[i] != '[' && text[i] != ']')
            hash = pair_byte(
                hash, (uint8_t)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]));
    return bits_mix(hash);
}

/* The port at the end of "host:port"; *len becomes that of the host. */
static uint32_t pair_port(const char *text, size_t *len)
{
    uint64_t port;
    size_t at = *len;
    while (at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9')
        at--;
    if (at < 2 || text[at - 1] != ':' || number_integer(text + at, *len - at, &port) != NUMBER_OK ||
        port == 0 || port > 65535)
        return 0;
    *len = at - 1;
    return (uint32_t)port;
}

static struct pair_place pair_place_of(const char *text)
{
    struct pair_place place = {0};
    struct ip ip;
    size_t len = strlen(text);
    if (ip_read(text, len, &ip)) {
        place.numeric = true;
        place.host = pair_hash(ip.size, ip.bytes, ip.size);
        place.port = ip.port;
    } else {
        place.port = pair_port(text, &len);
        place.host = pair_hash_name(text, len);
    }
    return place;
}

void pair_places(const berth_map *map, struct pair_place *out)
{
    struct berth_node node;
    for (uint32_t i = 0; berth_map_node(map, i, &node); i++) {
        out[i] = pair_place_of(node.addr ? node.addr : node.name);
        out[i].known = node.addr != NULL;
    }
}

/* ---- rounds -------------------------------------------------------------------------------- */

enum pair_round {
    PAIR_NAMES,     /* byte for byte */
    PAIR_SPELLINGS, /* names in lower case and without brackets */
    PAIR_ADDRESSES, /* places that are addresses on both sides */
    PAIR_PLACES,    /* places */
    PAIR_HOSTS,     /* hosts, where one side gives no port */
};

struct pairing {
    const berth_map *map[2];
    uint32_t count[2];
    struct pair_place *place[2];
    struct sort_pair *key[2], *spare;
    uint32_t *pair, *back; /* before -> after, after -> before */
};

static uint64_t pair_key(const struct pairing *p, enum pair_round round, int side, uint32_t i)
{
    struct pair_place place = p->place[side][i];
    if (round == PAIR_SPELLINGS)
        place = pair_place_of(berth_map_name(p->map[side], i));
    return round == PAIR_HOSTS ? place.host : bits_mix(place.host + place.port * BITS_GOLDEN);
}

/* The keys of the nodes that have no partner yet, in ascending order. */
static size_t pair_keys(struct pairing *p, enum pair_round round, int side)
{
    const uint32_t *partner = side == 0 ? p->pair : p->back;
    size_t n = 0;
    for (uint32_t i = 0; i < p->count[side]; i++) {
        if (partner[i] != BERTH_NONE || (round == PAIR_ADDRESSES && !p->place[side][i].known))
            continue;
        p->key[side][n++] = (struct sort_pair){pair_key(p, round, side, i), i};
    }
    sort_pairs(p->key[side], p->spare, n);
    return n;
}

static size_t pair_run(const struct sort_pair *keys, size_t n)
{
    size_t run = 0;
    while (run < n && keys[run].value == keys[0].value)
        run++;
    return run;
}

static void pair_tie(struct pairing *p, uint32_t i, uint32_t j)
{
    p->pair[i] = j;
    p->back[j] = i;
}

/* Ties the nodes of two runs with one key, in the order of the indices. A host that several nodes
 * share says nothing without a port. */
static void pair_tie_runs(struct pairing *p, enum pair_round round, const struct sort_pair *a,
                          size_t a_run, const struct sort_pair *b, size_t b_run)
{
    if (round == PAIR_HOSTS &&
        (a_run > 1 || b_run > 1 || !pair_may_be(&p->place[0][a->tag], &p->place[1][b->tag])))
        return;
    for (size_t k = 0; k < a_run && k < b_run; k++)
        pair_tie(p, a[k].tag, b[k].tag);
}

static void pair_by_keys(struct pairing *p, enum pair_round round)
{
    size_t a_left = pair_keys(p, round, 0), b_left = pair_keys(p, round, 1);
    const struct sort_pair *a = p->key[0], *b = p->key[1];
    while (a_left > 0 && b_left > 0) {
        size_t a_run = a->value <= b->value ? pair_run(a, a_left) : 0;
        size_t b_run = b->value <= a->value ? pair_run(b, b_left) : 0;
        if (a_run > 0 && b_run > 0)
            pair_tie_runs(p, round, a, a_run, b, b_run);
        a += a_run, a_left -= a_run;
        b += b_run, b_left -= b_run;
    }
}

static void pair_by_names(struct pairing *p)
{
    for (uint32_t i = 0; i < p->count[0]; i++) {
        uint32_t j = berth_map_find(p->map[1], berth_map_name(p->map[0], i));
        if (p->pair[i] == BERTH_NONE && j != BERTH_NONE && p->back[j] == BERTH_NONE)
            pair_tie(p, i, j);
    }
}

static void pair_clear(struct pairing *p)
{
    for (uint32_t i = 0; i < p->count[0]; i++)
        p->pair[i] = BERTH_NONE;
    for (uint32_t j = 0; j < p->count[1]; j++)
        p->back[j] = BERTH_NONE;
}

static uint32_t pair_found(const struct pairing *p)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < p->count[0]; i++)
        found += p->pair[i] != BERTH_NONE;
    return found;
}

/* Begins with what finds more nodes again; names, when both find as many. */
static void pair_all(struct pairing *p)
{
    pair_clear(p);
    pair_by_keys(p, PAIR_ADDRESSES);
    uint32_t by_address = pair_found(p);
    pair_clear(p);
    pair_by_names(p);
    if (by_address > pair_found(p)) {
        pair_clear(p);
        pair_by_keys(p, PAIR_ADDRESSES);
        pair_by_names(p);
    }
    pair_by_keys(p, PAIR_SPELLINGS);
    pair_by_keys(p, PAIR_PLACES);
    pair_by_keys(p, PAIR_HOSTS);
}

/* ---- the pairing --------------------------------------------------------------------------- */

static void pair_numbers(const berth_map *before, const berth_map *after, uint32_t *pair)
{
    bool both = before->bare && after->bare;
    for (uint32_t i = 0; i < before->count; i++)
        pair[i] = both && i < after->count ? i : BERTH_NONE;
}

int berth_plan_pair(const berth_map *before, const berth_map *after, uint32_t *pair,
                    berth_error *error)
{
    if (!before || !after || !pair)
        return fail(error, BERTH_E_ARGUMENT, "berth_plan_pair needs two maps and room for pairs");
    if (before->bare || after->bare) {
        pair_numbers(before, after, pair);
        return BERTH_E_OK;
    }
    const struct berth_alloc *alloc = &before->alloc;
    struct pairing p = {{before, after}, {before->count, after->count}, .pair = pair};
    size_t most = before->count > after->count ? before->count : after->count;
    for (int side = 0; side < 2; side++) {
        p.place[side] = alloc_array(alloc, p.count[side], sizeof *p.place[side]);
        p.key[side] = alloc_array(alloc, p.count[side], sizeof *p.key[side]);
    }
    p.spare = alloc_array(alloc, most, sizeof *p.spare);
    p.back = alloc_array(alloc, after->count, sizeof *p.back);
    bool room = p.place[0] && p.place[1] && p.key[0] && p.key[1] && p.spare && p.back;
    for (int side = 0; room && side < 2; side++)
        pair_places(p.map[side], p.place[side]);
    if (room)
        pair_all(&p);
    for (int side = 0; side < 2; side++) {
        alloc_free(alloc, p.place[side], p.count[side], sizeof *p.place[side]);
        alloc_free(alloc, p.key[side], p.count[side], sizeof *p.key[side]);
    }
    alloc_free(alloc, p.spare, most, sizeof *p.spare);
    alloc_free(alloc, p.back, after->count, sizeof *p.back);
    return room ? BERTH_E_OK : fail_memory(error);
}
