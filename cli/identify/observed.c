/* SPDX-License-Identifier: MIT */
/* observed.c - lines of a key, a tab and a node */
#include "identify/observed.h"

#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "frame/say.h"
#include "read/lines.h"

/* ---- names ----------------------------------------------------------------------------------- */

/* The length of a name without ":port". */
static size_t observed_host(const char *name, size_t len)
{
    size_t at = len;
    while (at > 0 && name[at - 1] >= '0' && name[at - 1] <= '9')
        at--;
    return at > 1 && at < len && name[at - 1] == ':' ? at - 1 : len;
}

static bool observed_equal(const char *a, size_t a_len, const char *b, size_t b_len)
{
    return a_len == b_len && memcmp(a, b, a_len) == 0;
}

enum observed_way { OBSERVED_NAME, OBSERVED_ADDRESS, OBSERVED_HOST, OBSERVED_WAYS };

static bool observed_is(const struct berth_node *node, const char *name, size_t len,
                        enum observed_way way)
{
    const size_t full = strlen(node->name);
    if (way == OBSERVED_NAME)
        return observed_equal(node->name, full, name, len);
    if (way == OBSERVED_ADDRESS)
        return node->addr && observed_equal(node->addr, strlen(node->addr), name, len);
    return observed_equal(node->name, observed_host(node->name, full), name,
                          observed_host(name, len));
}

/* The position of the only node that is meant; BERTH_NONE when there is none, or are several. */
static uint32_t observed_find(const berth_nodes *nodes, const char *name, size_t len)
{
    struct berth_node node;
    for (int way = 0; way < OBSERVED_WAYS; way++) {
        uint32_t found = BERTH_NONE;
        size_t matches = 0;
        for (size_t i = 0; berth_nodes_at(nodes, i, &node); i++) {
            if (!observed_is(&node, name, len, (enum observed_way)way))
                continue;
            found = (uint32_t)i;
            matches++;
        }
        if (matches == 1)
            return found;
    }
    return BERTH_NONE;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void observed_add(struct observed *observed, const char *key, size_t len, uint32_t node)
{
    if (observed->count == observed->room) {
        observed->room = 2 * observed->room + 256;
        observed->key = memory_more(observed->key, observed->room, sizeof *observed->key);
        observed->node = memory_more(observed->node, observed->room, sizeof *observed->node);
    }
    observed->key[observed->count] = (struct berth_key){key, len};
    observed->node[observed->count++] = node;
}

/* The numbers of names that were looked up before: names repeat, nodes are many. */
struct observed_names {
    struct intern seen;
    uint32_t *node;
    size_t count;
};

static uint32_t observed_node(struct observed *observed, struct observed_names *names,
                              const berth_nodes *nodes, const char *name, size_t len)
{
    const uint32_t number = intern_number(&names->seen, name, len);
    if (number < names->count)
        return names->node[number];
    uint32_t node = observed_find(nodes, name, len);
    if (node == BERTH_NONE)
        node = (uint32_t)observed->nodes + intern_number(&observed->unknown, name, len);
    names->node = memory_more(names->node, ++names->count, sizeof *names->node);
    return names->node[number] = node;
}

static bool observed_lines(struct observed *observed, const char *path, size_t len,
                           const berth_nodes *nodes)
{
    struct observed_names names = {0};
    bool good = true;
    uint64_t number = 1;
    const char *end = observed->text + len;
    for (const char *line = observed->text; good && line < end; number++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line)), *tab;
        const char *next = stop ? stop + 1 : end;
        stop = stop ? stop : end;
        stop -= stop > line && stop[-1] == '\r';
        for (tab = stop; tab > line && tab[-1] != '\t'; tab--)
            ;
        if (stop > line && tab == line) {
            say_at(path, number, "a line is a key, a tab and the node that answered");
            good = false;
        } else if (stop > line && tab == stop) {
            say_at(path, number, "no node stands behind the tab");
            good = false;
        } else if (stop > line) {
            observed_add(observed, line, (size_t)(tab - 1 - line),
                         observed_node(observed, &names, nodes, tab, (size_t)(stop - tab)));
        }
        line = next;
    }
    intern_free(&names.seen);
    free(names.node);
    return good;
}

bool observed_read(struct observed *observed, const char *path, const berth_nodes *nodes)
{
    size_t len;
    *observed = (struct observed){.nodes = berth_nodes_count(nodes)};
    observed->text = lines_slurp(path, &len);
    if (!observed->text || !observed_lines(observed, path, len, nodes))
        return false;
    if (observed->count == 0) {
        say_at(path, 0, "no answer is in it: a line is a key, a tab and the node that answered");
        return false;
    }
    observed->answers =
        memory_new(observed->nodes + observed->unknown.count, sizeof *observed->answers);
    for (size_t i = 0; i < observed->count; i++)
        observed->answers[observed->node[i]]++;
    return true;
}

void observed_free(struct observed *observed)
{
    intern_free(&observed->unknown);
    free(observed->answers);
    free(observed->key);
    free(observed->node);
    free(observed->text);
}
