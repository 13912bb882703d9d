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
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "import/import.h"
#include "frame/memory.h"

/* What other commands of nodetool print, which have no tokens; NULL = it is none of them. */
static const char *nodetool_other(const char *text)
{
    if (strstr(text, "Status=Up/Down"))
        return "status";
    return strstr(text, "Cluster Information:") ? "describecluster" : NULL;
}

static bool nodetool_recognise(const char *text, size_t len)
{
    (void)len;
    return (import_begins(text, "Datacenter:") && strstr(text, "Token")) || nodetool_other(text);
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

/* What a line of the table says. A long rack may be glued to the status: "us-east-1aUp". */
struct nodetool_row {
    const char *state; /* Normal, Joining, ... */
    char *rack;        /* the caller frees it */
    bool down;
};

static bool nodetool_is_state(const char *word)
{
    static const char *const states[] = {"Normal", "Joining", "Leaving", "Moving"};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        if (strcmp(word, states[i]) == 0)
            return true;
    return false;
}

/* How long the word is without the status at its end; SIZE_MAX when it has none. */
static size_t nodetool_before_status(const char *word, bool *down)
{
    const size_t len = strlen(word);
    *down = len >= 4 && strcmp(word + len - 4, "Down") == 0;
    if (*down)
        return len - 4;
    return len >= 2 && strcmp(word + len - 2, "Up") == 0 ? len - 2 : SIZE_MAX;
}

/* False when the line is none of the table's: a title, a rule, the last token alone, a note. */
static bool nodetool_row(const struct import_line *line, struct nodetool_row *row)
{
    for (size_t i = 2; i + 1 < line->words; i++) {
        const char *status = line->word[i - 1];
        if (!nodetool_is_state(line->word[i]))
            continue;
        size_t before = nodetool_before_status(status, &row->down);
        if (before == SIZE_MAX || (before == 0 && i < 3))
            return false;
        row->state = line->word[i];
        row->rack = before > 0 ? memory_text("%.*s", (int)before, status)
                               : memory_text("%s", line->word[i - 2]);
        return true;
    }
    return false;
}

/* One more token for a node, which is added when it is new. */
static bool nodetool_token(struct import *import, const struct import_line *line,
                           const struct nodetool_row *row)
{
    const char *name = line->word[0], *token = line->word[line->words - 1];
    const char *tokens = berth_nodes_attribute(import->nodes, name, "tokens");
    if (strcmp(row->state, "Joining") == 0) {
        import_skip(import, "nodes that are joining");
        return true;
    }
    if (!tokens)
        return import_node(import, line->number, name, 1) &&
               import_set(import, line->number, name, "tokens", token) &&
               import_set(import, line->number, name, "rack", row->rack) &&
               import_set(import, line->number, name, "state", row->down ? "down" : NULL);
    char *more = memory_text("%s,%s", tokens, token);
    bool good = import_set(import, line->number, name, "tokens", more);
    free(more);
    return good;
}

static bool nodetool_line(struct import *import, const struct import_line *line)
{
    const char *last = line->word[line->words - 1];
    struct nodetool_row row;
    if (!nodetool_row(line, &row))
        return true;
    bool good =
        nodetool_is_token(last)
            ? nodetool_token(import, line, &row)
            : import_fail(import, line->number,
                          "\"%s\" is no Murmur3 token: only Murmur3Partitioner is known", last);
    free(row.rack);
    return good;
}

static bool nodetool_read(struct import *import)
{
    const char *other = nodetool_other(import->text);
    if (other)
        return import_fail(import, 1,
                           "\"nodetool %s\" prints no tokens, which decide who owns a key: give "
                           "what \"nodetool ring\" prints",
                           other);
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

const struct import_format import_nodetool = {.name = "nodetool",
                                              .mark = "\"Datacenter:\" and tokens",
                                              .recognise = nodetool_recognise,
                                              .read = nodetool_read};
