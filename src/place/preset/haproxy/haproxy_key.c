/* SPDX-License-Identifier: MIT */
/* haproxy_key.c - what HAProxy makes of a key */
#include "place/preset/haproxy/haproxy_key.h"

#include "base/fail.h"
#include "base/ip.h"
#include "base/number.h"
#include "hash/crc.h"
#include "hash/haproxy_hash.h"

#include <string.h>

/* ---- hash functions ------------------------------------------------------------------------ */

/* "none": the text as a signed decimal number up to the first byte that is no digit, held at the
 * ends of 64 bits; the lower 32 are the hash. */
static uint32_t haproxy_none(const void *data, size_t len)
{
    const char *text = data;
    bool negative = len > 0 && *text == '-';
    uint64_t limit = UINT64_MAX / 2 + negative, value = 0;
    size_t i = len > 0 && (*text == '-' || *text == '+');
    for (; i < len && text[i] >= '0' && text[i] <= '9'; i++) {
        uint64_t digit = (uint64_t)(text[i] - '0');
        value = value > (limit - digit) / 10 ? limit : value * 10 + digit;
    }
    return (uint32_t)(negative ? 0 - value : value);
}

/* What is no address has no answer in HAProxy; it is hashed as other keys are by default. */
static uint32_t haproxy_source(const void *data, size_t len)
{
    struct ip ip;
    return ip_read(data, len, &ip) ? ip_fold(&ip) : haproxy_sdbm(data, len);
}

#define HAPROXY_FUNCTION(name, function)                                                           \
    static uint64_t haproxy_##name##_plain(const void *data, size_t len)                           \
    {                                                                                              \
        return function(data, len);                                                                \
    }                                                                                              \
    static uint64_t haproxy_##name##_avalanche(const void *data, size_t len)                       \
    {                                                                                              \
        return haproxy_avalanche(function(data, len));                                             \
    }
HAPROXY_FUNCTION(sdbm, haproxy_sdbm)
HAPROXY_FUNCTION(djb2, haproxy_djb2)
HAPROXY_FUNCTION(wt6, haproxy_wt6)
HAPROXY_FUNCTION(crc32, crc32_ieee)
HAPROXY_FUNCTION(none, haproxy_none)
HAPROXY_FUNCTION(source, haproxy_source)

static const struct haproxy_function {
    const char *name;
    continuum_hash *plain, *avalanche;
    struct key_hash words[2]; /* of both */
} haproxy_functions[] = {
    {"sdbm",
     haproxy_sdbm_plain,
     haproxy_sdbm_avalanche,
     {{"sdbm", NULL, 32}, {"sdbm-avalanche", NULL, 32}}},
    {"djb2",
     haproxy_djb2_plain,
     haproxy_djb2_avalanche,
     {{"djb2", NULL, 32}, {"djb2-avalanche", NULL, 32}}},
    {"wt6",
     haproxy_wt6_plain,
     haproxy_wt6_avalanche,
     {{"wt6", NULL, 32}, {"wt6-avalanche", NULL, 32}}},
    {"crc32",
     haproxy_crc32_plain,
     haproxy_crc32_avalanche,
     {{"crc32", NULL, 32}, {"crc32-avalanche", NULL, 32}}},
    {"none",
     haproxy_none_plain,
     haproxy_none_avalanche,
     {{"none-decimal", "nothing is hashed: the key as a decimal number, its low 32 bits", 32},
      {"none-avalanche", "the key as a decimal number, then HAProxy's avalanche", 32}}},
};

static bool haproxy_has_avalanche(const struct haproxy_hash_type *type)
{
    for (size_t i = 0; i < sizeof haproxy_functions / sizeof *haproxy_functions; i++)
        if (type->hash == haproxy_functions[i].avalanche)
            return true;
    return false;
}

continuum_hash *haproxy_source_hash(const struct haproxy_hash_type *type)
{
    return haproxy_has_avalanche(type) ? haproxy_source_avalanche : haproxy_source_plain;
}

const struct key_hash *haproxy_source_words(const struct haproxy_hash_type *type)
{
    static const struct key_hash words[2] = {
        {"source", "the words of the address, xored; keys that are none: sdbm", 32},
        {"source-avalanche", "the same, then HAProxy's avalanche", 32},
    };
    return &words[haproxy_has_avalanche(type)];
}

/* ---- words --------------------------------------------------------------------------------- */

struct haproxy_word {
    const char *at;
    size_t len; /* 0 = the text is at its end */
};

static struct haproxy_word haproxy_first(const char *text)
{
    text += strspn(text, " \t");
    return (struct haproxy_word){text, strcspn(text, " \t")};
}

static struct haproxy_word haproxy_next(struct haproxy_word word)
{
    return haproxy_first(word.at + word.len);
}

static bool haproxy_is(struct haproxy_word word, const char *text)
{
    return word.len == strlen(text) && memcmp(word.at, text, word.len) == 0;
}

/* ---- hash-type ----------------------------------------------------------------------------- */

static const struct haproxy_function *haproxy_find(struct haproxy_word word)
{
    for (size_t i = 0; i < sizeof haproxy_functions / sizeof *haproxy_functions; i++)
        if (haproxy_is(word, haproxy_functions[i].name))
            return &haproxy_functions[i];
    return NULL;
}

int haproxy_read_hash_type(const char *text, struct haproxy_hash_type *out, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    struct haproxy_word method = haproxy_first(text), name = haproxy_next(method);
    struct haproxy_word modifier = haproxy_next(name);
    bool avalanche = haproxy_is(modifier, "avalanche");
    out->consistent = haproxy_is(method, "consistent");
    if (!out->consistent && !haproxy_is(method, "map-based"))
        return fail(error, BERTH_E_RANGE, "hash-type: \"%s\" is neither consistent nor map-based",
                    fail_shown(method.at, method.len, shown));
    if (name.len == 0) { /* the avalanche is implied only where no function is named */
        out->hash = out->consistent ? haproxy_sdbm_avalanche : haproxy_sdbm_plain;
        out->words = &haproxy_functions[0].words[out->consistent];
        return 0;
    }
    const struct haproxy_function *function = haproxy_find(name);
    if (!function)
        return fail(error, BERTH_E_RANGE,
                    "hash-type: \"%s\" is not one of: sdbm djb2 wt6 crc32 none",
                    fail_shown(name.at, name.len, shown));
    if (modifier.len > 0 && !avalanche)
        return fail(error, BERTH_E_RANGE,
                    "hash-type: only avalanche may follow the function, not \"%s\"",
                    fail_shown(modifier.at, modifier.len, shown));
    if (haproxy_next(modifier).len > 0)
        return fail(error, BERTH_E_RANGE,
                    "hash-type: there is more than METHOD FUNCTION "
                    "avalanche in it; leave out what follows");
    out->hash = avalanche ? function->avalanche : function->plain;
    out->words = &function->words[avalanche];
    return 0;
}

/* ---- balance ------------------------------------------------------------------------------- */

static int haproxy_read_limit(struct haproxy_word word, const char *name, uint64_t *out,
                              berth_error *error)
{
    if (word.len > 0 && number_integer(word.at, word.len, out) == NUMBER_OK && *out > 0 &&
        *out <= INT32_MAX)
        return 0;
    return fail(error, BERTH_E_RANGE, "balance uri: %s needs a whole number from 1", name);
}

static int haproxy_read_uri(struct haproxy_word word, struct haproxy_balance *out,
                            berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    for (; word.len > 0; word = haproxy_next(word)) {
        bool len = haproxy_is(word, "len");
        int code = BERTH_E_OK;
        if (len || haproxy_is(word, "depth")) {
            word = haproxy_next(word);
            code = haproxy_read_limit(word, len ? "len" : "depth", len ? &out->len : &out->depth,
                                      error);
        } else if (haproxy_is(word, "whole")) {
            out->whole = true;
        } else if (haproxy_is(word, "path-only")) {
            out->path_only = true;
        } else {
            code = fail(error, BERTH_E_RANGE,
                        "balance uri: \"%s\" is not one of: len N, depth N, whole, path-only",
                        fail_shown(word.at, word.len, shown));
        }
        if (code)
            return code;
    }
    return 0;
}

/* "hdr" or "hdr(NAME)". */
static bool haproxy_is_hdr(struct haproxy_word word)
{
    return haproxy_is(word, "hdr") ||
           (word.len > 5 && memcmp(word.at, "hdr(", 4) == 0 && word.at[word.len - 1] == ')');
}

int haproxy_read_balance(const char *text, struct haproxy_balance *out, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    struct haproxy_word word = haproxy_first(text), more = haproxy_next(word);
    *out = (struct haproxy_balance){.kind = HAPROXY_HASH};
    if (haproxy_is(word, "hash"))
        return 0;
    if (haproxy_is(word, "uri")) {
        out->kind = HAPROXY_URI;
        return haproxy_read_uri(more, out, error);
    }
    if (haproxy_is(word, "url_param")) {
        out->kind = HAPROXY_URL_PARAM;
        return 0;
    }
    if (haproxy_is_hdr(word))
        out->kind = HAPROXY_HDR;
    else if (haproxy_is(word, "source"))
        out->kind = HAPROXY_SOURCE;
    else
        return fail(error, BERTH_E_RANGE,
                    "balance: \"%s\" is not one of: hash EXPRESSION, hdr(NAME), uri, url_param "
                    "NAME, source",
                    fail_shown(word.at, word.len, shown));
    if (more.len > 0)
        return fail(error, BERTH_E_RANGE, "balance: \"%s\" is not known here; leave it out",
                    fail_shown(more.at, more.len, shown));
    return 0;
}

/* ---- cutting ------------------------------------------------------------------------------- */

/* Up to the query, and not over the slash that ends the last directory wanted. */
static size_t haproxy_uri_end(const struct haproxy_balance *balance, const char *uri, size_t len)
{
    uint64_t slashes = 0;
    if (balance->len > 0 && balance->len < len)
        len = (size_t)balance->len;
    for (size_t i = 0; i < len; i++) {
        if (uri[i] == '?' && !balance->whole)
            return i;
        if (uri[i] == '/' && balance->depth > 0 && ++slashes > balance->depth)
            return i;
    }
    return len;
}

/* What follows the scheme and the authority of an absolute URI; nothing when it has no path. */
static void haproxy_cut_authority(const void **key, size_t *len)
{
    const char *uri = *key, *end = uri + *len;
    const char *slash = *len > 0 ? memchr(uri, '/', *len) : NULL;
    if (!slash || slash == uri)
        return;
    const bool scheme = slash > uri && slash[-1] == ':' && end - slash > 1 && slash[1] == '/';
    if (!scheme)
        return;
    const char *path = memchr(slash + 2, '/', (size_t)(end - slash - 2));
    *key = path ? path : end;
    *len = path ? (size_t)(end - path) : 0;
}

/* The first element of a list: commas in quotes do not end it. Blanks at the end are cut. */
static size_t haproxy_element_end(const char *value, size_t len)
{
    bool quoted = false;
    size_t end = 0;
    for (; end < len && (quoted || value[end] != ','); end++) {
        if (value[end] == '"')
            quoted = !quoted;
        else if (quoted && value[end] == '\\')
            end++;
    }
    end = end < len ? end : len;
    while (end > 0 && (value[end - 1] == ' ' || value[end - 1] == '\t'))
        end--;
    return end;
}

void haproxy_cut_balance(const struct haproxy_balance *balance, const void **key, size_t *len)
{
    const char *ampersand;
    switch (balance->kind) {
    case HAPROXY_HDR:
        *len = haproxy_element_end(*key, *len);
        break;
    case HAPROXY_URI:
        if (balance->path_only)
            haproxy_cut_authority(key, len);
        *len = haproxy_uri_end(balance, *key, *len);
        break;
    case HAPROXY_URL_PARAM:
        ampersand = *len > 0 ? memchr(*key, '&', *len) : NULL;
        *len = ampersand ? (size_t)(ampersand - (const char *)*key) : *len;
        break;
    default:
        break;
    }
}
