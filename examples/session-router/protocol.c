/* SPDX-License-Identifier: MIT */
/* protocol.c - requests of clients: get, set, delete, stats, nodes, version and quit of memcached
 *
 * It may be unknown at which byte the next request begins: when a line is too long or of no known
 * kind, or when the numbers of a set are not numbers. Then the client gets an answer and its
 * connection is closed, because the next bytes may be part of a value, and a value must never be
 * taken for a request. */
#include "router.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    WORDS_MAX = 128,
    SKIP_MAX = 1024 * 1024 * 1024, /* bytes; a longer value is not read to its end to be dropped */
    MONTH_S = 60 * 60 * 24 * 30,   /* seconds; a larger exptime is a date */
};

/* ---- words --------------------------------------------------------------------------------- */

/* Splits a line and returns the number of words; the line may have more than WORDS_MAX. */
static size_t protocol_split(char *line, char **words)
{
    size_t count = 0;
    char *rest, *word;
    char *end = strchr(line, '\n');
    end[end > line && end[-1] == '\r' ? -1 : 0] = '\0';
    while (count < WORDS_MAX && (word = strtok_r(count ? NULL : line, " ", &rest)))
        words[count++] = word;
    return count;
}

static bool protocol_key(const char *word, struct key *key)
{
    key->len = strlen(word);
    if (key->len > KEY_MAX)
        return false;
    for (size_t i = 0; i < key->len; i++)
        if (iscntrl((unsigned char)word[i]))
            return false;
    memcpy(key->text, word, key->len + 1);
    return true;
}

static bool protocol_number(const char *word, long long min, long long max, long long *out)
{
    char *end;
    *out = strtoll(word, &end, 10);
    return (isdigit((unsigned char)word[0]) || word[0] == '-') && *end == '\0' && *out >= min &&
           *out <= max;
}

/* Returns how many seconds from now the exptime is, at most the router's lifetime; 0 when it is in
 * the past. */
static long protocol_ttl(const struct router *router, long long exptime)
{
    if (exptime > MONTH_S)
        exptime = exptime > time(NULL) ? exptime - time(NULL) : -1;
    if (exptime == 0 || exptime > router->lifetime_s)
        exptime = router->lifetime_s;
    return exptime < 0 ? 0 : (long)exptime;
}

/* ---- answers ------------------------------------------------------------------------------- */

/* Both functions return whether the client may send more requests. */
static bool protocol_say(struct client *client, bool quiet, const char *text)
{
    if (!quiet)
        fprintf(client->stream.out, "%s\r\n", text);
    return true;
}

static bool protocol_fault(struct client *client, bool goes_on, const char *text)
{
    router_count(client->router, COUNT_faults);
    fprintf(client->stream.out, "%s\r\n", text);
    return goes_on;
}

static bool protocol_answer(struct client *client, bool quiet, enum answer answer, const char *yes,
                            const char *no)
{
    if (answer != ANSWER_REFUSED)
        return protocol_say(client, quiet, answer == ANSWER_YES ? yes : no);
    router_count(client->router, COUNT_refused);
    return protocol_say(client, quiet, "SERVER_ERROR no node can do that now");
}

/* ---- requests ------------------------------------------------------------------------------ */

static bool protocol_get(struct client *client, char **words, size_t count)
{
    struct item item = {.data = client->value};
    struct key key;
    for (size_t i = 1; i < count; i++) {
        if (!protocol_key(words[i], &key))
            return protocol_fault(client, true, "CLIENT_ERROR bad key");
        enum answer answer = sessions_get(client, &key, &item);
        if (answer == ANSWER_REFUSED)
            return protocol_answer(client, false, answer, NULL, NULL);
        if (answer == ANSWER_YES) {
            fprintf(client->stream.out, "VALUE %s %u %zu\r\n", key.text, item.flags, item.len);
            fwrite(item.data, 1, item.len, client->stream.out);
            fputs("\r\n", client->stream.out);
        }
    }
    return protocol_say(client, false, "END");
}

static bool protocol_skip(FILE *in, size_t len)
{
    char thrown_away[LINE_ROOM];
    while (len > 0) {
        size_t part = len < sizeof thrown_away ? len : sizeof thrown_away;
        if (fread(thrown_away, 1, part, in) != part)
            return false;
        len -= part;
    }
    return true;
}

/* The request is "set KEY FLAGS EXPTIME BYTES [noreply]", and then the value. */
static bool protocol_set(struct client *client, char **words, size_t count)
{
    struct item item = {.data = client->value};
    struct key key;
    long long flags, exptime, bytes;
    if (count < 5 || count > 6 || !protocol_number(words[2], 0, UINT32_MAX, &flags) ||
        !protocol_number(words[3], INT32_MIN, UINT32_MAX, &exptime) ||
        !protocol_number(words[4], 0, SKIP_MAX, &bytes))
        return protocol_fault(client, false, "CLIENT_ERROR bad command line format");
    bool quiet = count == 6 && strcmp(words[5], "noreply") == 0;
    item.flags = (uint32_t)flags;
    item.ttl = protocol_ttl(client->router, exptime);
    item.len = (size_t)bytes;
    if (!protocol_key(words[1], &key))
        return protocol_fault(client, protocol_skip(client->stream.in, item.len + 2),
                              "CLIENT_ERROR bad key");
    if (item.len > VALUE_MAX) {
        sessions_delete(client, &key); /* as in memcached, no older value remains */
        return protocol_fault(client, protocol_skip(client->stream.in, item.len + 2),
                              "SERVER_ERROR object too large for cache");
    }
    if (fread(item.data, 1, item.len + 2, client->stream.in) != item.len + 2)
        return false;
    if (memcmp(item.data + item.len, "\r\n", 2) != 0)
        return protocol_fault(client, false, "CLIENT_ERROR bad data chunk");
    enum answer answer =
        item.ttl > 0 ? sessions_set(client, &key, &item) : sessions_delete(client, &key);
    return protocol_answer(client, quiet, answer, "STORED", "STORED");
}

static bool protocol_delete(struct client *client, char **words, size_t count)
{
    struct key key;
    bool quiet = count == 3 && strcmp(words[2], "noreply") == 0;
    if (count < 2 || count > 3 || !protocol_key(words[1], &key))
        return protocol_fault(client, true, "CLIENT_ERROR bad command line format");
    return protocol_answer(client, quiet, sessions_delete(client, &key), "DELETED", "NOT_FOUND");
}

void protocol_stats(struct router *router, FILE *out, const char *end)
{
    static const char *const names[] = {
#define STATS_NAME(name) #name,
        COUNTS(STATS_NAME)
#undef STATS_NAME
    };
    struct members *members = &router->members;
    struct berth_live_status status;
    uint64_t counts[COUNT_end];
    pthread_mutex_lock(&router->lock);
    memcpy(counts, router->counts, sizeof counts);
    pthread_mutex_unlock(&router->lock);
    pthread_mutex_lock(&members->lock);
    uint64_t downs = members->downs, returns = members->returns;
    size_t remembered = members->remembered_count;
    pthread_mutex_unlock(&members->lock);
    berth_live_status(members->live, &status);
    for (size_t i = 0; i < COUNT_end; i++)
        fprintf(out, "STAT %s %" PRIu64 "%s", names[i], counts[i], end);
    fprintf(out, "STAT downs %" PRIu64 "%sSTAT returns %" PRIu64 "%s", downs, end, returns, end);
    fprintf(out, "STAT remembered %zu%sSTAT version %" PRIu64 "%s", remembered, end, status.version,
            end);
}

bool protocol_request(struct client *client, char *line)
{
    char *words[WORDS_MAX] = {NULL};
    if (!strchr(line, '\n')) /* the line is too long, or contains a zero byte */
        return protocol_fault(client, false, "CLIENT_ERROR no line, or too long a one");
    size_t count = protocol_split(line, words);
    if (count == WORDS_MAX)
        return protocol_fault(client, false, "CLIENT_ERROR too many words");
    const char *verb = count > 0 ? words[0] : "";
    if (strcmp(verb, "get") == 0 && count > 1)
        return protocol_get(client, words, count);
    if (strcmp(verb, "set") == 0)
        return protocol_set(client, words, count);
    if (strcmp(verb, "delete") == 0)
        return protocol_delete(client, words, count);
    if (strcmp(verb, "quit") == 0)
        return false;
    if (strcmp(verb, "stats") == 0) {
        protocol_stats(client->router, client->stream.out, "\r\n");
        fputs("END\r\n", client->stream.out);
    } else if (strcmp(verb, "nodes") == 0) {
        control_nodes(client->router, client->stream.out);
    } else if (strcmp(verb, "version") == 0) {
        fprintf(client->stream.out, "VERSION berth %s\r\n", berth_version());
    } else if (client->control) {
        control_request(client, words, count);
    } else {
        return protocol_fault(client, false, "ERROR");
    }
    return true;
}
