/* SPDX-License-Identifier: MIT */
/* redis_masters.c - the masters of CLUSTER SLOTS, CLUSTER SHARDS and --cluster check */
#include "import/redis_masters.h"

#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "import/redis_reply.h"

enum { REDIS_SLOT_LAST = 16383, REDIS_LOOKED_AT = 1 << 18 };

struct redis_master {
    char *addr, *id, *slots; /* slots: "0-5460,5462"; "" = none */
    uint64_t line;
    bool down;
};

struct redis_masters {
    struct redis_master *list;
    size_t count, room;
};

bool redis_is_id(const char *text)
{
    return strlen(text) == 40 && strspn(text, "0123456789abcdef") == 40;
}

static bool redis_is_number(const char *text, uint64_t most)
{
    uint64_t number;
    return import_digits(text, strlen(text), &number) && number <= most;
}

/* ---- gathering ------------------------------------------------------------------------------- */

/* The master of this id, or of this address where there is no id; a new one without slots when it
 * was not seen. */
static struct redis_master *redis_master_of(struct redis_masters *masters, const char *addr,
                                            const char *id, uint64_t line)
{
    for (size_t i = 0; i < masters->count; i++) {
        struct redis_master *master = &masters->list[i];
        if (strcmp(master->id, id) == 0 && (*id != '\0' || strcmp(master->addr, addr) == 0))
            return master;
    }
    if (masters->count == masters->room) {
        masters->room = masters->room * 2 + 16;
        masters->list = memory_more(masters->list, masters->room, sizeof *masters->list);
    }
    struct redis_master *master = &masters->list[masters->count++];
    *master = (struct redis_master){memory_text("%s", addr), memory_text("%s", id),
                                    memory_text("%s", ""), line, false};
    return master;
}

static void redis_master_slots(struct redis_master *master, const char *first, const char *last)
{
    char *longer =
        strcmp(first, last) == 0
            ? memory_text("%s%s%s", master->slots, *master->slots ? "," : "", first)
            : memory_text("%s%s%s-%s", master->slots, *master->slots ? "," : "", first, last);
    free(master->slots);
    master->slots = longer;
}

static bool redis_give(struct import *import, const struct redis_master *master)
{
    if (*master->slots == '\0') {
        import_skip(import, "masters without slots");
        return true;
    }
    return import_node(import, master->line, master->addr, 1) &&
           import_set(import, master->line, master->addr, "slots", master->slots) &&
           import_set(import, master->line, master->addr, "id", master->id) &&
           import_set(import, master->line, master->addr, "state", master->down ? "down" : NULL);
}

/* Makes nodes of the masters, and frees these. */
static bool redis_finish(struct import *import, struct redis_masters *masters, bool good)
{
    for (size_t i = 0; i < masters->count; i++) {
        good = good && redis_give(import, &masters->list[i]);
        free(masters->list[i].addr);
        free(masters->list[i].id);
        free(masters->list[i].slots);
    }
    free(masters->list);
    return good && import_spec(import, 0, "redis-cluster");
}

/* ---- CLUSTER SLOTS --------------------------------------------------------------------------- */

static bool redis_at_range(const struct redis_reply *reply, size_t i)
{
    const char *first = redis_reply_at(reply, i), *last = redis_reply_at(reply, i + 1);
    return redis_is_number(first, REDIS_SLOT_LAST) && redis_is_number(last, REDIS_SLOT_LAST);
}

/* Servers before 4.0 give no ids. */
static bool redis_has_ids(const struct redis_reply *reply)
{
    for (size_t i = 0; i < reply->count; i++)
        if (redis_is_id(redis_reply_at(reply, i)))
            return true;
    return false;
}

/* An address, a port and, in most replies, an id. The address is empty when a node does not know
 * its own. */
static bool redis_at_node(const struct redis_reply *reply, size_t i, bool ids)
{
    const char *host = redis_reply_at(reply, i), *port = redis_reply_at(reply, i + 1);
    bool named = ids ? redis_is_id(redis_reply_at(reply, i + 2))
                     : *host != '\0' && !redis_is_number(host, UINT64_MAX);
    return named && redis_is_number(port, 65535);
}

/* Past a node, and what servers of 7.0 and later say of it: nothing, or names and values. */
static size_t redis_past_node(const struct redis_reply *reply, size_t i, bool ids)
{
    i += ids ? 3 : 2;
    while (strcmp(redis_reply_at(reply, i), "hostname") == 0 ||
           strcmp(redis_reply_at(reply, i), "ip") == 0)
        i += 2;
    bool nothing = i < reply->count && *redis_reply_at(reply, i) == '\0';
    return i + (nothing && !redis_at_node(reply, i, ids));
}

static size_t redis_entry(struct redis_masters *masters, const struct redis_reply *reply, size_t i,
                          bool ids)
{
    const char *host = redis_reply_at(reply, i + 2);
    const char *id = ids ? redis_reply_at(reply, i + 4) : "";
    char *addr = memory_text("%s:%s", host, redis_reply_at(reply, i + 3));
    struct redis_master *master = redis_master_of(masters, addr, id, redis_reply_line(reply, i));
    redis_master_slots(master, redis_reply_at(reply, i), redis_reply_at(reply, i + 1));
    free(addr);
    i += 2;
    while (i < reply->count && redis_at_node(reply, i, ids))
        i = redis_past_node(reply, i, ids);
    return i;
}

static size_t redis_past_empty(const struct redis_reply *reply, size_t i)
{
    while (i < reply->count && *redis_reply_at(reply, i) == '\0')
        i++;
    return i;
}

bool redis_read_slots(struct import *import)
{
    struct redis_masters masters = {0};
    struct redis_reply reply;
    bool good = redis_reply_read(&reply, import->text, import->len);
    const bool ids = redis_has_ids(&reply);
    for (size_t i = redis_past_empty(&reply, 0); good && i < reply.count;
         i = redis_past_empty(&reply, i)) {
        good = redis_at_range(&reply, i) && redis_at_node(&reply, i + 2, ids);
        if (good)
            i = redis_entry(&masters, &reply, i, ids);
        else
            import_fail(import, redis_reply_line(&reply, i),
                        "\"%.60s\" begins no entry of CLUSTER SLOTS: first slot, last slot, and a "
                        "node",
                        redis_reply_at(&reply, i));
    }
    good = redis_finish(import, &masters, good);
    redis_reply_free(&reply);
    return good;
}

/* The first value that decides what the reply is; only the beginning is looked at. */
static bool redis_looks(const char *text, size_t len,
                        bool (*looks)(const struct redis_reply *reply, size_t first))
{
    struct redis_reply reply;
    const char *begin = text + strspn(text, " \t\r\n");
    bool json = *begin == '[' && (begin[1] == '[' || begin[1] == '{' || strchr("\r\n ", begin[1]));
    bool lines = *begin == '\0' || (*begin != '[' && strchr("0123456789s\"", *begin));
    if (!json && !lines)
        return false;
    char *start = memory_text("%.*s", json ? (int)len : REDIS_LOOKED_AT, text);
    bool found = redis_reply_read(&reply, start, strlen(start)) &&
                 looks(&reply, redis_past_empty(&reply, 0));
    redis_reply_free(&reply);
    free(start);
    return found;
}

static bool redis_looks_slots(const struct redis_reply *reply, size_t first)
{
    return redis_at_range(reply, first) && redis_at_node(reply, first + 2, redis_has_ids(reply));
}

bool redis_is_slots(const char *text, size_t len)
{
    return redis_looks(text, len, redis_looks_slots);
}

/* ---- CLUSTER SHARDS -------------------------------------------------------------------------- */

/* One node of a shard, as far as it was read. */
struct redis_node {
    const char *id, *ip, *port, *tls_port, *role, *health;
    uint64_t line;
};

static void redis_node_set(struct redis_node *node, const char *key, const char *value)
{
    const struct {
        const char *key, **to;
    } known[] = {{"id", &node->id},     {"ip", &node->ip},         {"port", &node->port},
                 {"role", &node->role}, {"health", &node->health}, {"tls-port", &node->tls_port}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(key, known[i].key) == 0)
            *known[i].to = value;
}

/* Gives a master the ranges of its shard: values first to last, in pairs. */
static void redis_node_end(struct redis_masters *masters, const struct redis_reply *reply,
                           const struct redis_node *node, size_t first, size_t last)
{
    if (!node->id || !node->role || strcmp(node->role, "master") != 0)
        return;
    const char *port = node->port ? node->port : node->tls_port;
    char *addr = memory_text("%s:%s", node->ip ? node->ip : "", port ? port : "");
    struct redis_master *master = redis_master_of(masters, addr, node->id, node->line);
    for (size_t i = first; i + 1 < last; i += 2)
        redis_master_slots(master, redis_reply_at(reply, i), redis_reply_at(reply, i + 1));
    master->down = node->health && strncmp(node->health, "fail", 4) == 0;
    free(addr);
}

static bool redis_at(const struct redis_reply *reply, size_t i, const char *word)
{
    return strcmp(redis_reply_at(reply, i), word) == 0;
}

/* Reads the nodes of one shard from i on, and returns where the next shard begins. */
static size_t redis_shard_nodes(struct redis_masters *masters, const struct redis_reply *reply,
                                size_t i, size_t first, size_t last)
{
    struct redis_node node = {0};
    for (; i < reply->count && !redis_at(reply, i, "slots"); i += 2) {
        if (redis_at(reply, i, "id")) {
            redis_node_end(masters, reply, &node, first, last);
            node = (struct redis_node){.line = redis_reply_line(reply, i)};
        }
        redis_node_set(&node, redis_reply_at(reply, i), redis_reply_at(reply, i + 1));
    }
    redis_node_end(masters, reply, &node, first, last);
    return i;
}

/* How many values from i on are slots. */
static size_t redis_slots_in(const struct redis_reply *reply, size_t i)
{
    size_t n = 0;
    while (i + n < reply->count && redis_is_number(redis_reply_at(reply, i + n), REDIS_SLOT_LAST))
        n++;
    return n;
}

bool redis_read_shards(struct import *import)
{
    struct redis_masters masters = {0};
    struct redis_reply reply;
    bool good = redis_reply_read(&reply, import->text, import->len);
    for (size_t i = redis_past_empty(&reply, 0); good && i < reply.count;) {
        const size_t slots = redis_slots_in(&reply, i + 1), first = i + 1, last = first + slots;
        const size_t nodes = redis_past_empty(&reply, last);
        good = redis_at(&reply, i, "slots") && slots % 2 == 0 && redis_at(&reply, nodes, "nodes");
        if (good)
            i = redis_shard_nodes(&masters, &reply, nodes + 1, first, last);
        else
            import_fail(import, redis_reply_line(&reply, i),
                        "\"%.60s\" begins no shard of CLUSTER SHARDS: slots, then nodes",
                        redis_reply_at(&reply, i));
    }
    good = redis_finish(import, &masters, good);
    redis_reply_free(&reply);
    return good;
}

static bool redis_looks_shards(const struct redis_reply *reply, size_t first)
{
    const size_t nodes = first + 1 + redis_slots_in(reply, first + 1);
    return redis_at(reply, first, "slots") &&
           redis_at(reply, redis_past_empty(reply, nodes), "nodes");
}

bool redis_is_shards(const char *text, size_t len)
{
    return redis_looks(text, len, redis_looks_shards);
}

/* ---- redis-cli --cluster check --------------------------------------------------------------- */

/* Past the colours that redis-cli writes. */
static char *redis_past_colours(char *word)
{
    while (word[0] == '\033' && word[1] == '[' && strchr(word, 'm'))
        word = strchr(word, 'm') + 1;
    return word;
}

/* "slots:[0-5460],[5462]" or "slots:0-5460,5462" */
static void redis_check_slots(struct redis_master *master, const char *text)
{
    char *slots = memory_new(strlen(text) + 1, 1), *end = slots;
    for (; *text != '\0'; text++)
        if (*text != '[' && *text != ']')
            *end++ = *text;
    *end = '\0';
    free(master->slots);
    master->slots = slots;
}

bool redis_read_check(struct import *import)
{
    static const char slots[] = "slots:";
    struct redis_masters masters = {0};
    struct redis_master *master = NULL;
    struct import_line line;
    import_lines(&line, import->text);
    while (import_next(&line, '\0')) {
        const char *word = redis_past_colours(line.word[0]);
        if (strcmp(word, "M:") == 0 && line.words > 2 && redis_is_id(line.word[1]))
            master = redis_master_of(&masters, line.word[2], line.word[1], line.number);
        else if (strncmp(word, slots, strlen(slots)) == 0 && master)
            redis_check_slots(master, word + strlen(slots));
        else if (strcmp(word, "S:") == 0)
            master = NULL;
    }
    import_lines_end(&line);
    return redis_finish(import, &masters, true);
}

bool redis_is_check(const char *text)
{
    struct import_line line;
    bool found = false;
    import_lines(&line, text);
    while (!found && import_next(&line, '\0'))
        found = strcmp(redis_past_colours(line.word[0]), "M:") == 0 && line.words > 2 &&
                redis_is_id(line.word[1]);
    import_lines_end(&line);
    return found;
}
