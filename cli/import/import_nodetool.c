/* SPDX-License-Identifier: MIT */
/* import_nodetool.c - what Cassandra's "nodetool ring" prints
 *
 *   Datacenter: dc1
 *   ==========
 *   Address    Rack   Status State   Load       Owns    Token
 *                                                       3074457345618258602
 *   10.0.0.1   r1     Up     Normal  95.33 KiB  66.67%  -9223372036854775808
 *
 * Each line is one token of one node. Data centres have rings of their own: they are the pools. */
#include <stdlib.h>
#include <string.h>

#include "import/import.h"
#include "frame/memory.h"

static bool nodetool_recognise(const char *text, size_t len)
{
    (void)len;
    return import_begins(text, "Datacenter:") && strstr(text, "Token");
}

static void nodetool_offer(struct import *import)
{
    struct import_line line;
    import_lines(&line, import->text);
    while (import_next(&line, '\0'))
        if (line.words == 2 && strcmp(line.word[0], "Datacenter:") == 0)
            import_offer_pool(import, line.word[1]);
    import_lines_end(&line);
}

static bool nodetool_is_token(const char *word)
{
    uint64_t number;
    word += *word == '-';
    return import_digits(word, strlen(word), &number);
}

/* One more token for a node, which is added when it is new. */
static bool nodetool_token(struct import *import, struct import_line *line)
{
    const char *name = line->word[0], *token = line->word[line->words - 1];
    const char *tokens = berth_nodes_attribute(import->nodes, name, "tokens");
    if (strcmp(line->word[3], "Joining") == 0) {
        import_skip(import, "nodes that are joining");
        return true;
    }
    if (!tokens)
        return import_node(import, line->number, name, 1) &&
               import_set(import, line->number, name, "tokens", token) &&
               import_set(import, line->number, name, "rack", line->word[1]) &&
               import_set(import, line->number, name, "state",
                          strcmp(line->word[2], "Down") == 0 ? "down" : NULL);
    char *more = memory_text("%s,%s", tokens, token);
    bool good = import_set(import, line->number, name, "tokens", more);
    free(more);
    return good;
}

static bool nodetool_line(struct import *import, struct import_line *line)
{
    const char *last = line->word[line->words - 1];
    if (line->words < 6 || strcmp(line->word[0], "Address") == 0 ||
        (strcmp(line->word[2], "Up") != 0 && strcmp(line->word[2], "Down") != 0))
        return true; /* titles, rules, the last token alone, and the notes below the table */
    if (!nodetool_is_token(last))
        return import_fail(import, line->number,
                           "\"%s\" is no Murmur3 token: only Murmur3Partitioner is known", last);
    return nodetool_token(import, line);
}

static bool nodetool_read(struct import *import)
{
    nodetool_offer(import);
    const char *pool = import_choose_pool(import, "data centres");
    struct import_line line;
    bool good = pool, mine = false;
    import_lines(&line, import->text);
    while (good && import_next(&line, '\0')) {
        if (strcmp(line.word[0], "Datacenter:") == 0)
            mine = line.words == 2 && strcmp(line.word[1], pool) == 0;
        else if (mine)
            good = nodetool_line(import, &line);
    }
    import_lines_end(&line);
    return good && import_spec(import, 0, "cassandra-token");
}

const struct import_format import_nodetool = {
    .name = "nodetool", .recognise = nodetool_recognise, .read = nodetool_read};
