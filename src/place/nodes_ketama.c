/* SPDX-License-Identifier: MIT */
/* nodes_ketama.c - libketama's ketama.servers, told from a list of nodes
 *
 *   10.0.0.1:11211<tab>600     # a server and its memory, a tab between
 *
 * The text is also a list of names and weights, so only the tab tells: libketama knows no other
 * separator, and nodes written by berth_nodes_text hold none. libketama takes the last character of
 * a line for its end, so a last line without a newline loses a digit of its memory. */
#include "place/nodes.h"

#include "base/fail.h"
#include "base/number.h"

#include <string.h>

static bool ketama_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *ketama_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

static const char *ketama_digits(const char *at, const char *end)
{
    while (at < end && ketama_digit(*at))
        at++;
    return at;
}

/* The text, line by line. */
struct ketama_lines {
    const char *at, *end; /* what is left */
    unsigned number;      /* of the line at hand, from 1 */
    const char *from, *to;
};

static struct ketama_lines ketama_lines(const char *text, size_t len)
{
    const bool mark = len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    return (struct ketama_lines){.at = mark ? text + 3 : text, .end = text + len};
}

/* The next line that is neither empty nor a comment, from its first character on; false at the
 * end. */
static bool ketama_next(struct ketama_lines *lines)
{
    while (lines->at < lines->end) {
        const char *newline = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
        lines->to = newline ? newline : lines->end;
        lines->from = ketama_blanks(lines->at, lines->to);
        lines->at = newline ? newline + 1 : lines->end;
        lines->number++;
        if (lines->to > lines->from && lines->to[-1] == '\r')
            lines->to--;
        if (lines->from < lines->to && *lines->from != '#')
            return true;
    }
    return false;
}

/* "host:port<tab>number", and perhaps a comment. */
static bool ketama_is_server(const char *at, const char *end)
{
    const char *name = at;
    while (at < end && *at != ' ' && *at != '\t' && *at != '"')
        at++;
    const char *port = at;
    while (port > name && ketama_digit(port[-1]))
        port--;
    if (port == at || port < name + 2 || port[-1] != ':')
        return false;
    const char *memory = ketama_blanks(at, end);
    if (memory == at || !memchr(at, '\t', (size_t)(memory - at)))
        return false;
    at = ketama_digits(memory, end);
    const char *rest = ketama_blanks(at, end);
    return at > memory && (rest == end || *rest == '#');
}

bool nodes_is_ketama(const char *text, size_t len)
{
    if (len == 0)
        return false; /* text may be NULL */
    struct ketama_lines lines = ketama_lines(text, len);
    size_t servers = 0;
    while (ketama_next(&lines)) {
        if (!ketama_is_server(lines.from, lines.to))
            return false;
        servers++;
    }
    return servers > 0;
}

/* The line of the i-th server, which is there. */
static unsigned ketama_line_of(const char *text, size_t len, size_t i)
{
    struct ketama_lines lines = ketama_lines(text, len);
    while (ketama_next(&lines) && i > 0)
        i--;
    return lines.number;
}

int nodes_read_ketama(struct berth_nodes *nodes, size_t first, const char *text, size_t len,
                      berth_error *error)
{
    struct node *last = nodes->items[nodes->count - 1];
    if (text[len - 1] != '\n')
        last->weight = last->weight / (10 * NUMBER_MILLION) * NUMBER_MILLION;
    for (size_t i = first; i < nodes->count; i++) {
        if (nodes->items[i]->weight > 0)
            continue;
        fail(error, BERTH_E_WEIGHT,
             "\"%.100s\" has no memory, as libketama reads it: give it some, or take the line out",
             nodes->items[i]->text);
        if (error)
            error->line = ketama_line_of(text, len, i - first);
        return BERTH_E_WEIGHT;
    }
    return BERTH_E_OK;
}
