/* SPDX-License-Identifier: MIT */
/* haproxy_key.h - what HAProxy makes of a key: the lines "balance" and "hash-type" */
#ifndef BERTH_HAPROXY_KEY_H
#define BERTH_HAPROXY_KEY_H

#include "place/mechanism/continuum_row.h"

struct haproxy_hash_type {
    bool consistent; /* else map-based */
    continuum_hash *hash;
    const struct key_hash *words; /* what that hash is */
};

/* What stands behind the words "hash-type" and "balance" in a configuration. */
int haproxy_read_hash_type(const char *text, struct haproxy_hash_type *out, berth_error *error);

enum haproxy_balance_kind {
    HAPROXY_HASH, /* hash EXPRESSION: the key is the sample */
    HAPROXY_HDR,  /* hdr(NAME): the header's value */
    HAPROXY_URI,  /* uri [len N] [depth N] [whole] [path-only]: the URI */
    HAPROXY_URL_PARAM,
    HAPROXY_SOURCE, /* the address */
};

struct haproxy_balance {
    enum haproxy_balance_kind kind;
    uint64_t len, depth; /* 0 = no limit */
    bool whole, path_only;
};

int haproxy_read_balance(const char *text, struct haproxy_balance *out, berth_error *error);

/* The part of a key that is hashed. */
void haproxy_cut_balance(const struct haproxy_balance *balance, const void **key, size_t *len);

/* The hash of balance source: no function, but the avalanche where `type` has it. */
continuum_hash *haproxy_source_hash(const struct haproxy_hash_type *type);
const struct key_hash *haproxy_source_words(const struct haproxy_hash_type *type);

#endif
