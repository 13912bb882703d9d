/* SPDX-License-Identifier: MIT */
/* check_match.c - which node of one configuration is which of the other
 *
 * By name; else by name without brackets, default port and upper case; else by address. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "frame/memory.h"

static const char match_port[] = ":11211";

static void match_drop_port(char *text)
{
    size_t len = strlen(text), port = strlen(match_port);
    if (len > port && strcmp(text + len - port, match_port) == 0)
        text[len - port] = '\0';
}

const char *check_plain_name(const char *name, char *out, size_t cap)
{
    size_t used = 0;
    if (strlen(name) >= cap)
        return NULL;
    for (; *name != '\0'; name++)
        if (*name != '[' && *name != ']')
            out[used++] = (char)tolower((unsigned char)*name);
    out[used] = '\0';
    match_drop_port(out);
    return out;
}

/* The nodes of one map by a text of theirs. */
struct match_entry {
    char text[CHECK_TEXT];
    uint32_t index;
};

static int match_compare(const void *a, const void *b)
{
    return strcmp(((const struct match_entry *)a)->text, ((const struct match_entry *)b)->text);
}

static bool match_text(const berth_map *map, uint32_t i, bool by_addr, char *out)
{
    struct berth_node node;
    if (!berth_map_node(map, i, &node))
        return false;
    const char *text = by_addr && node.addr ? node.addr : node.name;
    return text && check_plain_name(text, out, CHECK_TEXT);
}

static struct match_entry *match_index(const berth_map *map, bool by_addr, const bool *taken,
                                       size_t *count)
{
    size_t n = berth_map_count(map);
    struct match_entry *entries = memory_new(n + 1, sizeof *entries);
    *count = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!taken[i] && match_text(map, i, by_addr, entries[*count].text))
            entries[(*count)++].index = i;
    }
    qsort(entries, *count, sizeof *entries, match_compare);
    return entries;
}

/* Matches what is still without a partner by name, or by address. */
static void match_round(const berth_map *a, const berth_map *b, bool by_addr, uint32_t *same,
                        bool *taken)
{
    size_t count;
    struct match_entry *entries = match_index(b, by_addr, taken, &count), wanted;
    for (uint32_t i = 0; count > 0 && i < berth_map_count(a); i++) {
        if (same[i] != BERTH_NONE || !match_text(a, i, by_addr, wanted.text))
            continue;
        const struct match_entry *found =
            bsearch(&wanted, entries, count, sizeof *entries, match_compare);
        if (found && !taken[found->index]) {
            same[i] = found->index;
            taken[found->index] = true;
        }
    }
    free(entries);
}

uint32_t *check_match(const berth_map *a, const berth_map *b)
{
    size_t n = berth_map_count(a);
    uint32_t *same = memory_new(n + 1, sizeof *same);
    bool *taken = memory_new(berth_map_count(b) + 1, sizeof *taken);
    size_t matched = 0;
    for (uint32_t i = 0; i < n; i++) {
        same[i] = berth_map_find(b, berth_map_name(a, i));
        if (same[i] != BERTH_NONE) {
            taken[same[i]] = true;
            matched++;
        }
    }
    if (matched < n) {
        match_round(a, b, false, same, taken);
        match_round(a, b, true, same, taken);
    }
    free(taken);
    return same;
}
