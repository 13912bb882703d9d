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

static const char *ketama_blanks(const char *at, const char *end, bool *tab)
{
    for (; at < end && (*at == ' ' || *at == '\t'); at++)
        *tab |= *at == '\t';
    return at;
}

/* "host:port<tab>number", and perhaps a comment. */
static bool ketama_line(const char *at, const char *end)
{
    bool tab = false, ignored = false;
    const char *name = at;
    while (at < end && *at != ' ' && *at != '\t' && *at != '"')
        at++;
    const char *port = at;
    while (port > name && ketama_digit(port[-1]))
        port--;
    if (port == at || port < name + 2 || port[-1] != ':')
        return false;
    at = ketama_blanks(at, end, &tab);
    const char *memory = at;
    while (at < end && ketama_digit(*at))
        at++;
    bool digits = at > memory;
    at = ketama_blanks(at, end, &ignored);
    return tab && digits && (at == end || *at == '#');
}

bool nodes_is_ketama(const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    size_t servers = 0;
    bool ignored;
    if (len >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end, *line_end = stop;
        if (line_end > at && line_end[-1] == '\r')
            line_end--;
        at = ketama_blanks(at, line_end, &ignored);
        if (at < line_end && *at != '#') {
            if (!ketama_line(at, line_end))
                return false;
            servers++;
        }
        at = newline ? newline + 1 : end;
    }
    return servers > 0;
}

/* The line of the i-th server, which is there. */
static unsigned ketama_line_of(const char *text, size_t len, size_t i)
{
    const char *at = text, *end = text + len;
    bool ignored;
    if (len >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    for (unsigned line = 1; at < end; line++) {
        at = ketama_blanks(at, end, &ignored);
        if (at < end && !strchr("#\r\n", *at) && i-- == 0)
            return line;
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : end;
    }
    return 0;
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
