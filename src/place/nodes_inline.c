/* SPDX-License-Identifier: MIT */
/* nodes_inline.c - a membership in one word: "cache-[1-8]", "a,b,c=2", "r[1-2]-n[01-16]"
 *
 * Commas separate the nodes, =W at the end is a weight, [A-B] stands for the numbers from A to B.
 * Brackets with anything but numbers and ranges are part of the name ("[2001:db8::5]:11211"). */
#include "place/nodes.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/number.h"

#include <stdio.h>
#include <string.h>

enum { INLINE_NODES_MAX = 1000000, INLINE_NAME_MAX = 1024, INLINE_BRACKETS_MAX = 4 };

struct inline_item {
    struct berth_nodes *nodes;
    uint64_t weight;
    unsigned depth; /* number of brackets expanded so far */
};

/* One "A-B" or "A" of a bracket; width = digits to pad to. */
struct inline_range {
    uint64_t first, last;
    int width;
};

/* Reads the range at text[*at..end) and steps past it and a following comma. */
static bool inline_range(const char *text, size_t end, size_t *at, struct inline_range *out)
{
    size_t start = *at, dash = start;
    while (dash < end && text[dash] >= '0' && text[dash] <= '9')
        dash++;
    if (number_integer(text + start, dash - start, &out->first) != NUMBER_OK)
        return false;
    out->last = out->first;
    out->width = text[start] == '0' ? (int)(dash - start) : 0;
    size_t stop = dash;
    if (dash < end && text[dash] == '-') {
        for (stop = dash + 1; stop < end && text[stop] >= '0' && text[stop] <= '9';)
            stop++;
        if (number_integer(text + dash + 1, stop - dash - 1, &out->last) != NUMBER_OK)
            return false;
    }
    if (stop < end && text[stop] != ',')
        return false;
    *at = stop < end ? stop + 1 : stop;
    return out->width < 20 && dash - start < 20;
}

static bool inline_is_ranges(const char *text, size_t start, size_t end)
{
    struct inline_range range;
    size_t at = start;
    while (at < end)
        if (!inline_range(text, end, &at, &range))
            return false;
    return end > start && text[end - 1] != ',';
}

/* The first bracket with ranges in text[0..len): its inside is [*open, *close). */
static bool inline_bracket(const char *text, size_t len, size_t *open, size_t *close)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] != '[')
            continue;
        const char *end = memchr(text + i, ']', len - i);
        if (!end)
            return false;
        if (inline_is_ranges(text, i + 1, (size_t)(end - text))) {
            *open = i + 1;
            *close = (size_t)(end - text);
            return true;
        }
    }
    return false;
}

static int inline_add(struct inline_item *item, const char *name, size_t len, berth_error *error)
{
    return nodes_add(item->nodes, name, len, item->weight, error);
}

/* How many names the ranges between `open` and `close` stand for; UINT64_MAX = that many or more.
 * A range that counts backwards is refused later. */
static uint64_t inline_range_names(const char *text, size_t open, size_t close)
{
    struct inline_range range;
    uint64_t names = 0;
    for (size_t at = open; at < close;) {
        inline_range(text, close, &at, &range);
        const uint64_t here = range.last < range.first ? 0 : range.last - range.first;
        if (here >= UINT64_MAX - names)
            return UINT64_MAX;
        names += here + 1;
    }
    return names;
}

/* The same for all brackets of a name. */
static uint64_t inline_names(const char *text, size_t len)
{
    size_t open, close;
    uint64_t names = 1;
    while (inline_bracket(text, len, &open, &close)) {
        const uint64_t here = inline_range_names(text, open, close);
        names = here > UINT64_MAX / names ? UINT64_MAX : names * here;
        text += close + 1;
        len -= close + 1;
    }
    return names;
}

/* Refuses before time is spent on the names. */
static int inline_refuse(const char *text, size_t len, berth_error *error)
{
    const uint64_t names = inline_names(text, len);
    if (names <= INLINE_NODES_MAX)
        return 0;
    return fail(error, BERTH_E_LIMIT, "one word stands for %s%llu nodes; at most %d are allowed",
                names == UINT64_MAX ? "more than " : "", (unsigned long long)names,
                INLINE_NODES_MAX);
}

static int inline_expand(struct inline_item *item, const char *name, size_t len,
                         berth_error *error);

static int inline_count(struct inline_item *item, const char *name, size_t len, size_t open,
                        size_t close, berth_error *error)
{
    char text[INLINE_NAME_MAX];
    struct inline_range range;
    for (size_t at = open; at < close;) {
        inline_range(name, close, &at, &range);
        if (range.first > range.last)
            return fail(error, BERTH_E_RANGE, "[%llu-%llu] counts backwards",
                        (unsigned long long)range.first, (unsigned long long)range.last);
        for (uint64_t i = range.first; i <= range.last; i++) {
            int made =
                snprintf(text, sizeof text, "%.*s%0*llu%.*s", (int)(open - 1), name, range.width,
                         (unsigned long long)i, (int)(len - close - 1), name + close + 1);
            item->depth++;
            int code = inline_expand(item, text, (size_t)made, error);
            item->depth--;
            if (code)
                return code;
        }
    }
    return 0;
}

/* Expands the first bracket, then the next bracket in each text that this gave, and so on. */
static int inline_expand(struct inline_item *item, const char *name, size_t len, berth_error *error)
{
    size_t open, close;
    if (!inline_bracket(name, len, &open, &close))
        return inline_add(item, name, len, error);
    if (item->depth == INLINE_BRACKETS_MAX)
        return fail(error, BERTH_E_LIMIT, "a name may hold at most %d ranges in brackets",
                    INLINE_BRACKETS_MAX);
    if (len + 20 > INLINE_NAME_MAX)
        return fail(error, BERTH_E_NAME, "a name with [..] is too long: at most %d bytes",
                    INLINE_NAME_MAX - 20);
    return inline_count(item, name, len, open, close, error);
}

/* Length of the item at the start of text: up to a comma that is not inside brackets. */
static size_t inline_item_len(const char *text)
{
    size_t len = 0;
    for (bool inside = false; text[len] && (inside || text[len] != ','); len++) {
        if (text[len] == '[' && strchr(text + len, ']'))
            inside = true;
        else if (text[len] == ']')
            inside = false;
    }
    return len;
}

static int inline_item(struct berth_nodes *nodes, const char *text, size_t len, berth_error *error)
{
    struct inline_item item = {.nodes = nodes, .weight = NUMBER_MILLION};
    if (len == 0)
        return fail(error, BERTH_E_SYNTAX, "a name is missing beside a comma");
    size_t name_len = len;
    for (size_t i = len; i > 0; i--) {
        if (text[i - 1] != '=')
            continue;
        int code = nodes_read_weight(text + i, len - i, &item.weight, error);
        if (code)
            return code;
        name_len = i - 1;
        break;
    }
    const int code = inline_refuse(text, name_len, error);
    return code ? code : inline_expand(&item, text, name_len, error);
}

int berth_nodes_parse_inline(berth_nodes *nodes, const char *text, berth_error *error)
{
    if (!nodes || !text)
        return fail(error, BERTH_E_ARGUMENT, "berth_nodes_parse_inline needs nodes and a text");
    size_t before = nodes->count;
    if (!*text)
        return fail(error, BERTH_E_SYNTAX, "no nodes are written there, not even one name");
    for (;;) {
        size_t len = inline_item_len(text);
        int code = inline_item(nodes, text, len, error);
        if (code) {
            nodes_truncate(nodes, before);
            return code;
        }
        if (!text[len])
            return 0;
        text += len + 1;
    }
}
