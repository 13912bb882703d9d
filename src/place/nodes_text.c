/* SPDX-License-Identifier: MIT */
/* nodes_text.c - the text format of a membership, read and written
 *
 *   spec slots
 *   node cache-1 weight=2 zone=b     # node NAME [KEY=VALUE ...]
 *   cache-2                          # bare: NAME, NAME WEIGHT or NAME KEY=VALUE ...
 *   10.0.0.1:11211<tab>600           # a text of such lines only is libketama's: nodes_ketama.c
 *
 * Reading adds all or nothing: on an error the nodes read so far are dropped again. */
#include "place/nodes.h"
#include "place/words.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/number.h"
#include "base/writer.h"

#include <string.h>

/* ---- reading ------------------------------------------------------------------------------- */

struct nodes_reader {
    struct berth_nodes *nodes;
    struct words words;
    char *spec;    /* of this text's spec line, not yet handed to the nodes */
    unsigned seen; /* fields given for the current node: bit i = nodes_fields[i] */
};

static const char *const nodes_fields[] = {"weight", "slot", "state"};

/* The field or attribute was given before for the current node. */
static bool nodes_seen(struct nodes_reader *reader, const char *key)
{
    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(key, nodes_fields[i]) != 0)
            continue;
        bool seen = reader->seen >> i & 1;
        reader->seen |= 1u << i;
        return seen;
    }
    return node_attribute(reader->nodes->items[reader->nodes->count - 1], key) != NULL;
}

/* The current word, made fit for a sentence. */
static const char *nodes_word_shown(const struct nodes_reader *reader, char shown[FAIL_SHOWN_MAX])
{
    return fail_shown(reader->words.out, reader->words.len, shown);
}

static int nodes_read_spec(struct nodes_reader *reader, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    int code = words_next(&reader->words, error);
    if (code <= 0)
        return code ? code
                    : fail(error, BERTH_E_SYNTAX, "\"spec\" needs a scheme, as \"spec slots\"");
    if (reader->spec || reader->nodes->spec)
        return fail(error, BERTH_E_SYNTAX, "there is a second spec line; one is enough");
    if (nodes_find_control(reader->words.out, reader->words.len) < reader->words.len)
        return fail(error, BERTH_E_SYNTAX, "the spec holds a control character");
    reader->spec = alloc_text(&reader->nodes->alloc, reader->words.out, reader->words.len);
    if (!reader->spec)
        return fail_memory(error);
    code = words_next(&reader->words, error);
    return code <= 0 ? code
                     : fail(error, BERTH_E_SYNTAX, "there is more after the spec: \"%s\"",
                            nodes_word_shown(reader, shown));
}

/* One KEY=VALUE of the node that was added last. */
static int nodes_read_attribute(struct nodes_reader *reader, berth_error *error)
{
    struct words *words = &reader->words;
    struct berth_nodes *nodes = reader->nodes;
    char *key = words->out, *value = words->out + words->equals + 1, shown[FAIL_SHOWN_MAX];
    words->out[words->equals] = 0;
    if (nodes_seen(reader, key))
        return fail(error, BERTH_E_SYNTAX, "%s is given twice for one node", key);
    if (!*value)
        return fail(error, BERTH_E_SYNTAX, "%s has no value: write it as KEY=VALUE",
                    fail_shown(key, words->equals, shown));
    return nodes_set_at(nodes, nodes->count - 1, key, value, error);
}

/* What follows a name: nothing, a weight, or attributes. */
static int nodes_read_rest(struct nodes_reader *reader, bool bare, berth_error *error)
{
    struct words *words = &reader->words;
    struct berth_nodes *nodes = reader->nodes;
    char shown[FAIL_SHOWN_MAX];
    int code;
    for (bool first = true; (code = words_next(words, error)) > 0; first = false) {
        if (words->equals != SIZE_MAX && words->equals > 0)
            code = nodes_read_attribute(reader, error);
        else if (first && bare && !nodes_seen(reader, "weight"))
            code = nodes_read_weight(words->out, words->len,
                                     &nodes->items[nodes->count - 1]->weight, error);
        else
            code = fail(error, BERTH_E_SYNTAX, "\"%s\" is not KEY=VALUE%s",
                        nodes_word_shown(reader, shown), first ? ", as in weight=2" : "");
        if (code < 0)
            return code;
    }
    return code;
}

/* A bare "a=2" is the inline form of a weight; as a name it would be a silently different node. */
static int nodes_read_name(struct nodes_reader *reader, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    if (reader->words.equals != SIZE_MAX)
        return fail(error, BERTH_E_SYNTAX,
                    "\"%s\" stands where a name should: write NAME WEIGHT or NAME KEY=VALUE, and "
                    "quote a name that holds \"=\"",
                    nodes_word_shown(reader, shown));
    return nodes_add(reader->nodes, reader->words.out, reader->words.len, NUMBER_MILLION, error);
}

static int nodes_read_line(struct nodes_reader *reader, berth_error *error)
{
    struct words *words = &reader->words;
    int code = words_next(words, error);
    if (code <= 0)
        return code;
    if (strcmp(words->out, "spec") == 0)
        return nodes_read_spec(reader, error);
    bool bare = strcmp(words->out, "node") != 0;
    if (!bare && (code = words_next(words, error)) <= 0)
        return code ? code
                    : fail(error, BERTH_E_SYNTAX, "\"node\" needs a name, as \"node cache-1\"");
    reader->seen = 0;
    code = nodes_read_name(reader, error);
    return code ? code : nodes_read_rest(reader, bare, error);
}

static int nodes_read_lines(struct nodes_reader *reader, const char *text, size_t len,
                            berth_error *error)
{
    const char *end = text + len;
    unsigned line = 0;
    if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        text += 3;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline ? newline : end;
        const char *trimmed = stop > text && stop[-1] == '\r' ? stop - 1 : stop;
        line++;
        int code = memchr(text, 0, (size_t)(trimmed - text))
                       ? fail(error, BERTH_E_SYNTAX, "the line holds a NUL byte; is this text?")
                       : 0;
        reader->words.at = text;
        reader->words.end = trimmed;
        if (code == 0)
            code = nodes_read_line(reader, error);
        if (code < 0) {
            if (error)
                error->line = line;
            return code;
        }
        text = newline ? newline + 1 : end;
    }
    return 0;
}

/* The text is libketama's: what it makes of the last line, and the scheme that it stands for. */
static int nodes_be_ketama(struct nodes_reader *reader, size_t first, const char *text, size_t len,
                           berth_error *error)
{
    static const char spec[] = "libketama";
    int code = nodes_read_ketama(reader->nodes, first, text, len, error);
    if (code)
        return code;
    reader->spec = alloc_text(&reader->nodes->alloc, spec, sizeof spec - 1);
    return reader->spec ? BERTH_E_OK : fail_memory(error);
}

int berth_nodes_parse(berth_nodes *nodes, const char *text, size_t len, berth_error *error)
{
    if (!nodes || (!text && len))
        return fail(error, BERTH_E_ARGUMENT, "berth_nodes_parse needs nodes and a text");
    struct nodes_reader reader = {.nodes = nodes};
    size_t before = nodes->count;
    reader.words.out = alloc_array(&nodes->alloc, len + 1, 1);
    if (!reader.words.out)
        return fail_memory(error);
    int code = nodes_read_lines(&reader, text, len, error);
    alloc_free(&nodes->alloc, reader.words.out, len + 1, 1);
    if (!code && !reader.spec && !nodes->spec && nodes_is_ketama(text, len))
        code = nodes_be_ketama(&reader, before, text, len, error);
    if (!code) {
        nodes->spec = reader.spec ? reader.spec : nodes->spec;
        return code;
    }
    nodes_truncate(nodes, before);
    if (reader.spec)
        alloc_free(&nodes->alloc, reader.spec, strlen(reader.spec) + 1, 1);
    return code;
}

/* ---- writing ------------------------------------------------------------------------------- */

const char *berth_state_text(enum berth_state state)
{
    switch (state) {
    case BERTH_UP:
        return "up";
    case BERTH_DRAIN:
        return "drain";
    case BERTH_DOWN:
        return "down";
    }
    return NULL;
}

static void nodes_write_node(struct writer *w, const struct node *node)
{
    const char *key, *value;
    node_write(node, true, w);
    for (size_t at = 0; node_next_attribute(node, &at, &key, &value);)
        node_write_attribute(key, value, w);
    if (node->state != BERTH_UP) {
        writer_text(w, " state=");
        writer_text(w, berth_state_text(node->state));
    }
    writer_char(w, '\n');
}

size_t berth_nodes_text(const berth_nodes *nodes, const char *spec, char *out, size_t cap)
{
    struct writer w = {.out = out, .cap = cap};
    if (!spec && nodes)
        spec = nodes->spec;
    if (spec) {
        writer_text(&w, "spec ");
        writer_word(&w, spec, "");
        writer_char(&w, '\n');
    }
    for (size_t i = 0; nodes && i < nodes->count; i++)
        nodes_write_node(&w, nodes->items[i]);
    return writer_end(&w);
}
