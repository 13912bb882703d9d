/* SPDX-License-Identifier: MIT */
/* import_redis.c - a Redis Cluster as redis-cli prints it, and a server's nodes.conf
 *
 *   CLUSTER NODES, nodes.conf                      here, line by line:
 *     ID IP:PORT@BUS[,HOSTNAME] FLAGS MASTER PING PONG EPOCH LINK SLOT... [SLOT->-ID]
 *   CLUSTER SLOTS, CLUSTER SHARDS, --cluster check redis_masters.c
 *
 * Masters are the nodes, their slots the attribute slots=. Replicas own nothing. */
#include <stdlib.h>
#include <string.h>

#include "import/redis_masters.h"
#include "frame/memory.h"

enum { REDIS_FIELDS = 8 };

static bool redis_is_line(const struct import_line *line)
{
    return line->words >= REDIS_FIELDS && redis_is_id(line->word[0]) && strchr(line->word[1], ':');
}

/* The last line of a server's nodes.conf. */
static bool redis_is_vars(const struct import_line *line)
{
    return line->words > 1 && strcmp(line->word[0], "vars") == 0 &&
           strcmp(line->word[1], "currentEpoch") == 0;
}

static bool redis_is_nodes(const char *text)
{
    struct import_line line;
    import_lines(&line, text);
    bool good = import_next(&line, '\0') && redis_is_line(&line);
    import_lines_end(&line);
    return good;
}

/* What counts slots and does not say which: CLUSTER INFO, redis-cli --cluster info. */
static bool redis_is_summary(const char *text)
{
    struct import_line line;
    import_lines(&line, text);
    bool good = import_next(&line, '\0') &&
                (strncmp(line.word[0], "cluster_state:", 14) == 0 ||
                 (line.words > 7 && strcmp(line.word[2], "->") == 0 &&
                  strcmp(line.word[4], "keys") == 0 && strcmp(line.word[7], "slots") == 0));
    import_lines_end(&line);
    return good;
}

static bool redis_recognise(const char *text, size_t len)
{
    return redis_is_nodes(text) || redis_is_summary(text) || redis_is_check(text) ||
           redis_is_slots(text, len) || redis_is_shards(text, len);
}

static bool redis_has_flag(const char *flags, const char *flag)
{
    size_t len = strlen(flag);
    for (; *flags != '\0'; flags += *flags == ',') {
        size_t each = strcspn(flags, ",");
        if (each == len && memcmp(flags, flag, len) == 0)
            return true;
        flags += each;
    }
    return false;
}

/* All slots of a line as "0-5460,5462"; "" = none. A slot in square brackets is on its way to or
 * from another node and still belongs to the node that lists it plainly. */
static char *redis_slots(struct import *import, const struct import_line *line)
{
    size_t size = 1;
    for (size_t i = REDIS_FIELDS; i < line->words; i++)
        size += strlen(line->word[i]) + 1;
    char *slots = memory_new(size, 1), *end = slots;
    for (size_t i = REDIS_FIELDS; i < line->words; i++) {
        if (line->word[i][0] == '[') {
            import_skip(import, "slots that are migrating");
            continue;
        }
        if (end > slots)
            *end++ = ',';
        end = stpcpy(end, line->word[i]);
    }
    *end = '\0';
    return slots;
}

static bool redis_master(struct import *import, struct import_line *line)
{
    char *addr = line->word[1], *flags = line->word[2];
    addr[strcspn(addr, "@,")] = '\0';
    char *slots = redis_slots(import, line);
    bool good = true;
    if (*slots == '\0') {
        import_skip(import, "masters without slots");
    } else {
        good = import_node(import, line->number, addr, 1) &&
               import_set(import, line->number, addr, "slots", slots) &&
               import_set(import, line->number, addr, "id", line->word[0]) &&
               import_set(import, line->number, addr, "state",
                          redis_has_flag(flags, "fail") ? "down" : NULL);
    }
    free(slots);
    return good;
}

static bool redis_read_nodes(struct import *import)
{
    struct import_line line;
    bool good = true;
    import_lines(&line, import->text);
    while (good && import_next(&line, '\0')) {
        if (redis_is_vars(&line))
            continue;
        if (!redis_is_line(&line))
            good = import_fail(import, line.number, "this is no line of \"cluster nodes\"");
        else if (redis_has_flag(line.word[2], "master"))
            good = redis_master(import, &line);
    }
    import_lines_end(&line);
    return good && import_spec(import, 0, "redis-cluster");
}

static bool redis_read(struct import *import)
{
    const char *text = import->text;
    if (redis_is_check(text))
        return redis_read_check(import);
    if (redis_is_summary(text))
        return import_fail(import, 1,
                           "this says how many slots a master has, not which: give what "
                           "\"redis-cli cluster nodes\" prints");
    if (redis_is_slots(text, import->len))
        return redis_read_slots(import);
    if (redis_is_shards(text, import->len))
        return redis_read_shards(import);
    return redis_read_nodes(import);
}

const struct import_format import_redis = {.name = "redis",
                                           .mark = "ids of 40 digits beside addresses and slots",
                                           .recognise = redis_recognise,
                                           .read = redis_read};
