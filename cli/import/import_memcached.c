/* SPDX-License-Identifier: MIT */
/* import_memcached.c - lists of memcached servers
 *
 *   --SERVER=10.0.0.1:11211/?2 --HASH=MD5 --DISTRIBUTION=consistent    libmemcached's strings
 *   10.0.0.1:11211:2                                                   host:port:weight
 *
 * Server lists say nothing about the distribution, so weighted ketama is assumed for them: it is
 * what clients that weigh servers use. In a configuration string the order counts, as every server
 * and every distribution builds the ring again with the hash that is set by then. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "import/import.h"

struct memcached {
    const char *hash, *point_hash;
    bool consistent, weighted, heavy, sorted, ejects;
    bool triples;
};

static void memcached_rebuild(struct memcached *to)
{
    to->point_hash = to->hash;
}

/* "host:port:weight", the two numbers at the end. */
static bool memcached_triple(const char *word, size_t *name, uint64_t *weight)
{
    const char *last = strrchr(word, ':');
    uint64_t port;
    if (!last || !import_digits(last + 1, strlen(last + 1), weight))
        return false;
    const char *first = last;
    while (first > word && first[-1] != ':')
        first--;
    *name = (size_t)(last - word);
    return first > word + 1 && import_digits(first, (size_t)(last - first), &port);
}

static bool memcached_recognise(const char *text, size_t len)
{
    struct import_line line;
    size_t name, count = 0;
    uint64_t weight;
    (void)len;
    if (strcasestr(text, "--SERVER=") || strcasestr(text, "--SOCKET="))
        return true;
    import_lines(&line, text);
    bool good = true;
    while (good && import_next(&line, '#')) {
        for (size_t i = 0; good && i < line.words; i++)
            for (char *rest = line.word[i], *word; good && (word = strsep(&rest, ",")); count++)
                good = *word == '\0' || memcached_triple(word, &name, &weight);
    }
    import_lines_end(&line);
    return good && count > 0;
}

static bool memcached_server(struct import *import, uint64_t line, struct memcached *to,
                             char *server)
{
    uint64_t weight = 1;
    char *slash = strstr(server, "/?");
    if (slash) {
        if (!import_digits(slash + 2, strlen(slash + 2), &weight))
            return import_fail(import, line, "weight \"%s\" is not a whole number", slash + 2);
        *slash = '\0';
    }
    to->heavy |= weight > 1;
    to->weighted |= to->consistent && weight > 1;
    memcached_rebuild(to);
    /* weight 0 becomes 1 there */
    return import_node(import, line, server, weight > 0 ? (double)weight : 1);
}

/* ---- options of a configuration string ------------------------------------------------------- */

static const struct {
    const char *name, *value;
} memcached_hashes[] = {
    {"DEFAULT", "default"},   {"MD5", "md5"},           {"CRC", "crc"},
    {"FNV1_64", "fnv1_64"},   {"FNV1A_64", "fnv1a_64"}, {"FNV1_32", "fnv1_32"},
    {"FNV1A_32", "fnv1a_32"}, {"MURMUR", "murmur"},     {"JENKINS", "jenkins"},
};

/* The hash as the spec names it; NULL = libmemcached has none of that name. */
static const char *memcached_hash_named(const char *name)
{
    for (size_t i = 0; i < sizeof memcached_hashes / sizeof memcached_hashes[0]; i++)
        if (strcasecmp(memcached_hashes[i].name, name) == 0)
            return memcached_hashes[i].value;
    return NULL;
}

static bool memcached_hash(struct import *import, uint64_t line, struct memcached *to,
                           const char *value)
{
    const char *hash = memcached_hash_named(value);
    if (hash) {
        to->hash = hash;
        return true;
    }
    return import_fail(import, line, "--HASH=%s is none of libmemcached's hashes that berth knows",
                       value);
}

/* "consistent" or "consistent,MD5". The second word sets a hash that libmemcached keeps and uses for
 * nothing: neither keys nor points change by it. */
static bool memcached_distribution(struct import *import, uint64_t line, struct memcached *to,
                                   char *value)
{
    char *second = strchr(value, ',');
    if (second) {
        *second++ = '\0';
        if (!memcached_hash_named(second))
            return import_fail(import, line, "--DISTRIBUTION=%s,%s: the second word is no hash",
                               value, second);
        import_skip(import, "the hash behind --DISTRIBUTION");
    }
    to->consistent = strcasecmp(value, "consistent") == 0;
    to->weighted = to->weighted && !to->consistent;
    memcached_rebuild(to);
    if (strcasecmp(value, "random") == 0)
        return import_no_spec(import, line, "--DISTRIBUTION=random does not depend on the key");
    if (strcasecmp(value, "modula") == 0 || strcasecmp(value, "consistent") == 0)
        return true;
    return import_fail(import, line, "--DISTRIBUTION=%s is none of consistent, modula, random",
                       value);
}

/* Words without a value, and those that are skipped. */
static bool memcached_switch(struct import *import, uint64_t line, struct memcached *to, char *word)
{
    word[strcspn(word, "=")] = '\0';
    if (strcasecmp(word, "--SORT-HOSTS") == 0) {
        to->sorted = true;
        memcached_rebuild(to);
    } else if (strcasecmp(word, "--REMOVE-FAILED-SERVERS") == 0 ||
               strcasecmp(word, "--REMOVE_FAILED_SERVERS") == 0) {
        to->ejects = true;
    } else if (strcasecmp(word, "--HASH-WITH-NAMESPACE") == 0) {
        return import_fail(import, line,
                           "--HASH-WITH-NAMESPACE hashes the namespace before each key: take the "
                           "word out and say it by -a libmemcached:...,prefix=NAMESPACE");
    } else {
        import_skip(import, word);
    }
    return true;
}

/* One word of a configuration string. */
static bool memcached_option(struct import *import, uint64_t line, struct memcached *to, char *word)
{
    char *value = strchr(word, '=');
    value = value ? value + 1 : word + strlen(word);
    value += *value == '"';
    value[strcspn(value, "\"")] = '\0';
    if (strncasecmp(word, "--SERVER=", 9) == 0 || strncasecmp(word, "--SOCKET=", 9) == 0)
        return memcached_server(import, line, to, value);
    if (strncasecmp(word, "--HASH=", 7) == 0)
        return memcached_hash(import, line, to, value);
    if (strncasecmp(word, "--DISTRIBUTION=", 15) == 0)
        return memcached_distribution(import, line, to, value);
    return memcached_switch(import, line, to, word);
}

static bool memcached_word(struct import *import, uint64_t line, struct memcached *to, char *word)
{
    size_t name;
    uint64_t weight;
    word += *word == '"' && strncmp(word + 1, "--", 2) == 0;
    if (strncmp(word, "--", 2) == 0)
        return memcached_option(import, line, to, word);
    bool good = true;
    for (char *rest = word, *each; good && (each = strsep(&rest, ","));) {
        if (*each == '\0') /* after the last comma */
            continue;
        if (!memcached_triple(each, &name, &weight))
            return import_fail(import, line, "\"%s\" is not host:port:weight", each);
        each[name] = '\0';
        to->triples = true;
        good = import_node(import, line, each, weight > 0 ? (double)weight : 1);
    }
    return good;
}

static bool memcached_spec(struct import *import, const struct memcached *to)
{
    const char *distribution = to->consistent ? "consistent" : "modula";
    const char *weighted = to->weighted ? ",weighted=1" : ",weighted=0";
    bool stale = to->consistent && !to->weighted && strcmp(to->point_hash, to->hash) != 0;
    if (to->triples)
        return import_spec(import, 0, "libmemcached:distribution=ketama_weighted");
    return import_spec(import, 0, "libmemcached:distribution=%s%s%s%s%s%s%s%s", distribution,
                       strcmp(to->hash, "default") != 0 ? ",hash=" : "",
                       strcmp(to->hash, "default") != 0 ? to->hash : "",
                       stale ? ",point_hash=" : "", stale ? to->point_hash : "",
                       to->consistent && to->weighted != to->heavy ? weighted : "",
                       to->sorted ? ",sort_hosts=1" : "", to->ejects ? ",auto_eject=1" : "");
}

static bool memcached_read(struct import *import)
{
    struct import_line line;
    struct memcached to = {.hash = "default", .point_hash = "default"};
    bool good = true;
    import_lines(&line, import->text);
    while (good && import_next(&line, '#'))
        for (size_t i = 0; good && i < line.words; i++)
            good = memcached_word(import, line.number, &to, line.word[i]);
    import_lines_end(&line);
    return good && memcached_spec(import, &to);
}

const struct import_format import_memcached = {
    .name = "memcached",
    .mark = "\"--SERVER=\", or host:port:weight on every line",
    .recognise = memcached_recognise,
    .read = memcached_read,
    .line = "%s\n",
    .triple = true,
    .guess = true,
    .certain = "--SERVER="};
