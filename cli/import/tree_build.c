/* SPDX-License-Identifier: MIT */
/* tree_build.c - nodes out of beginnings, ends and texts; aliases, merges, limits
 *
 * Members of containers that are still open wait on one stack; the end of a container copies its own
 * from the top of it:
 *
 *   pending   a: 1   b: [      x   y   z |        frames   map from 0, list from 2
 *             ^ map             ^ list
 */
#include "import/tree_build.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"

enum { TREE_BLOCK = 1 << 16 };

struct tree_block {
    struct tree_block *before;
    size_t used, room;
    _Alignas(16) char bytes[];
};

bool tree_fail(struct tree *tree, uint64_t line, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(tree->error->text, sizeof tree->error->text, format, list);
    va_end(list);
    tree->error->line = line;
    return false;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void *tree_take(struct tree *tree, size_t bytes)
{
    struct tree_block *block = tree->block;
    bytes = (bytes + 15) & ~(size_t)15;
    if (!block || block->room - block->used < bytes) {
        size_t room = bytes > TREE_BLOCK ? bytes : TREE_BLOCK;
        block = memory_more(NULL, 1, sizeof *block + room);
        *block = (struct tree_block){.before = tree->block, .room = room};
        tree->block = block;
    }
    block->used += bytes;
    return block->bytes + block->used - bytes;
}

static char *tree_copy(struct tree *tree, const char *text, size_t len)
{
    char *copy = tree_take(tree, len + 1);
    memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

void tree_free(struct tree *tree)
{
    if (!tree)
        return;
    while (tree->block) {
        struct tree_block *before = tree->block->before;
        free(tree->block);
        tree->block = before;
    }
    free(tree->documents);
    free(tree->pending);
    free(tree->anchors);
    free(tree);
}

static struct tree_node *tree_node_new(struct tree *tree, enum tree_kind kind, uint32_t line)
{
    struct tree_node *node = tree_take(tree, sizeof *node);
    *node = (struct tree_node){.kind = (uint8_t)kind, .line = line, .size = 1, .text = ""};
    return node;
}

/* ---- limits ---------------------------------------------------------------------------------- */

static bool tree_count_nodes(struct tree *tree, uint64_t nodes, uint64_t line)
{
    tree->nodes += nodes;
    return tree->nodes <= TREE_NODES_MAX ||
           tree_fail(tree, line, "the file has more than %d values, aliases followed",
                     TREE_NODES_MAX);
}

static bool tree_deep(struct tree *tree, int depth, uint64_t line)
{
    return depth <= TREE_DEPTH_MAX ||
           tree_fail(tree, line, "lists and mappings are nested more than %d deep", TREE_DEPTH_MAX);
}

/* ---- anchors --------------------------------------------------------------------------------- */

/* The place of the name among the anchors, which are sorted. */
static size_t tree_anchor_place(const struct tree *tree, const char *name, bool *found)
{
    size_t low = 0, high = tree->anchor_count;
    *found = false;
    while (low < high && !*found) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(tree->anchors[middle].name, name);
        *found = order == 0;
        low = *found ? middle : order < 0 ? middle + 1 : low;
        high = order > 0 ? middle : high;
    }
    return low;
}

/* An anchor may be given again; what follows means the later node. */
static bool tree_anchor(struct tree *tree, const char *name, const struct tree_node *node)
{
    bool found;
    size_t at = tree_anchor_place(tree, name, &found);
    if (!found && tree->anchor_count == TREE_ANCHORS_MAX)
        return tree_fail(tree, node->line, "there are more than %d anchors", TREE_ANCHORS_MAX);
    if (!found) {
        if (!tree->anchors)
            tree->anchors = memory_new(TREE_ANCHORS_MAX, sizeof *tree->anchors);
        memmove(tree->anchors + at + 1, tree->anchors + at,
                (tree->anchor_count++ - at) * sizeof *tree->anchors);
        tree->anchors[at].name = tree_copy(tree, name, strlen(name));
    }
    tree->anchors[at].node = node;
    return true;
}

void tree_forget_anchors(struct tree *tree)
{
    tree->anchor_count = 0;
}

/* ---- members --------------------------------------------------------------------------------- */

static void tree_push(struct tree *tree, struct tree_member member)
{
    if (tree->pending_count == tree->pending_room) {
        tree->pending_room = 2 * tree->pending_room + 64;
        tree->pending = memory_more(tree->pending, tree->pending_room, sizeof *tree->pending);
    }
    tree->pending[tree->pending_count++] = member;
}

/* Puts a node where one is due: as a document, an item, or the value of the key read last. */
static bool tree_put(struct tree *tree, const struct tree_node *node, uint32_t line)
{
    struct tree_member member = {.key = "", .line = line, .value = node};
    if (tree->depth == 0) {
        tree->documents =
            memory_more(tree->documents, tree->document_count + 1, sizeof *tree->documents);
        tree->documents[tree->document_count++] = node;
        return true;
    }
    struct tree_frame *frame = &tree->frame[tree->depth - 1];
    if (frame->node->kind == TREE_MAP) {
        if (!frame->key)
            return tree_fail(tree, line, "%s stands where the key of a mapping is due",
                             tree_kind_name(node));
        member.key = frame->key;
        member.line = frame->key_line;
        frame->key = NULL;
    }
    tree_push(tree, member);
    return true;
}

static bool tree_key_due(const struct tree *tree)
{
    const struct tree_frame *frame = tree->depth > 0 ? &tree->frame[tree->depth - 1] : NULL;
    return frame && frame->node->kind == TREE_MAP && !frame->key;
}

static bool tree_is_null(const char *text)
{
    static const char *const nulls[] = {"", "~", "null", "Null", "NULL"};
    for (size_t i = 0; i < sizeof nulls / sizeof nulls[0]; i++)
        if (strcmp(text, nulls[i]) == 0)
            return true;
    return false;
}

bool tree_add_text(struct tree *tree, const char *text, size_t len, bool quoted, uint32_t line,
                   const char *anchor)
{
    bool key = tree_key_due(tree);
    if (memchr(text, '\0', len))
        return tree_fail(tree, line, "a text has a NUL character in it");
    if (!tree_count_nodes(tree, 1, line))
        return false;
    struct tree_node *node = tree_node_new(tree, TREE_TEXT, line);
    node->text = tree_copy(tree, text, len);
    node->quoted = quoted;
    node->kind = !quoted && !key && tree_is_null(node->text) ? TREE_NULL : TREE_TEXT;
    if (anchor && !tree_anchor(tree, anchor, node))
        return false;
    if (!key)
        return tree_put(tree, node, line);
    tree->frame[tree->depth - 1].key = node->text;
    tree->frame[tree->depth - 1].key_line = line;
    return true;
}

bool tree_add_alias(struct tree *tree, const char *anchor, uint32_t line)
{
    bool found;
    size_t at = tree_anchor_place(tree, anchor, &found);
    const struct tree_node *node = found ? tree->anchors[at].node : NULL;
    if (!node)
        return tree_fail(tree, line, "the alias *%.60s names no anchor before it", anchor);
    if (node->open)
        return tree_fail(tree, line, "the alias *%.60s stands inside what it names", anchor);
    if (tree_key_due(tree) && node->kind == TREE_TEXT) {
        tree->frame[tree->depth - 1].key = node->text;
        tree->frame[tree->depth - 1].key_line = line;
        return true;
    }
    return tree_count_nodes(tree, node->size, line) &&
           tree_deep(tree, tree->depth + node->height, line) && tree_put(tree, node, line);
}

/* ---- containers ------------------------------------------------------------------------------ */

bool tree_begin(struct tree *tree, enum tree_kind kind, uint32_t line, const char *anchor)
{
    if (!tree_deep(tree, tree->depth + 1, line) || !tree_count_nodes(tree, 1, line))
        return false;
    struct tree_node *node = tree_node_new(tree, kind, line);
    node->open = true;
    if ((anchor && !tree_anchor(tree, anchor, node)) || !tree_put(tree, node, line))
        return false;
    tree->frame[tree->depth++] = (struct tree_frame){.node = node, .first = tree->pending_count};
    return true;
}

static bool tree_merge_map(struct tree *tree, const struct tree_node *map, uint32_t line)
{
    if (map->kind != TREE_MAP)
        return tree_fail(tree, line, "<< merges %s; only mappings can be merged",
                         tree_kind_name(map));
    if (!tree_count_nodes(tree, map->count, line))
        return false;
    for (uint32_t i = 0; i < map->count; i++) /* line 0 = merged: the map's own keys go before it */
        tree_push(tree, (struct tree_member){map->members[i].key, 0, map->members[i].value});
    return true;
}

/* Replaces every "<<" by the members of what it names, behind the map's own. */
static bool tree_merge(struct tree *tree, size_t first)
{
    size_t own = tree->pending_count;
    for (size_t i = first; i < own; i++) {
        const struct tree_member merge = tree->pending[i];
        if (strcmp(merge.key, "<<") != 0)
            continue;
        const struct tree_node *value = merge.value;
        bool list = value->kind == TREE_LIST;
        for (uint32_t j = 0; j < (list ? value->count : 1); j++)
            if (!tree_merge_map(tree, list ? value->items[j] : value, merge.line))
                return false;
        tree->pending[i].value = NULL;
    }
    return true;
}

/* By key, then by place: the map's own members go before merged ones. */
static int tree_by_key(const void *left, const void *right)
{
    const struct tree_member *const *a = left, *const *b = right;
    int order = strcmp((*a)->key, (*b)->key);
    return order != 0 ? order : *a < *b ? -1 : *a > *b;
}

/* Of equal keys the first counts when the later is merged; two of the map's own are a fault. */
static bool tree_distinct(struct tree *tree, struct tree_member *members, size_t count)
{
    struct tree_member **sorted = memory_new(count, sizeof *sorted);
    const struct tree_member *twice = NULL, *first = NULL;
    for (size_t i = 0; i < count; i++)
        sorted[i] = &members[i];
    qsort(sorted, count, sizeof *sorted, tree_by_key);
    for (size_t i = 0, kept = 0; i < count; i++) {
        if (i == 0 || strcmp(sorted[i]->key, sorted[kept]->key) != 0) {
            kept = i;
        } else if (sorted[i]->line == 0) {
            sorted[i]->value = NULL;
        } else if (!twice || sorted[i]->line < twice->line) {
            twice = sorted[i];
            first = sorted[kept];
        }
    }
    free(sorted);
    return !twice || tree_fail(tree, twice->line,
                               "the key \"%.60s\" stands twice in a mapping, here and in line %u",
                               twice->key, first->line);
}

static size_t tree_kept(const struct tree_member *members, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        kept += members[i].value != NULL;
    return kept;
}

static void tree_fill(struct tree *tree, struct tree_node *node, const struct tree_member *members,
                      size_t count)
{
    bool map = node->kind == TREE_MAP;
    size_t kept = tree_kept(members, count), at = 0;
    if (map)
        node->members = tree_take(tree, kept * sizeof *node->members);
    else
        node->items = tree_take(tree, kept * sizeof *node->items);
    for (size_t i = 0; i < count; i++) {
        const struct tree_node *value = members[i].value;
        if (!value)
            continue;
        node->size += value->size;
        node->height = value->height > node->height ? value->height : node->height;
        if (map)
            node->members[at++] = members[i];
        else
            node->items[at++] = value;
    }
    node->height++;
    node->count = (uint32_t)kept;
}

bool tree_end(struct tree *tree)
{
    struct tree_frame *frame = &tree->frame[tree->depth - 1];
    struct tree_node *node = frame->node;
    size_t first = frame->first;
    bool map = node->kind == TREE_MAP;
    if (map && tree->merges && !tree_merge(tree, first))
        return false;
    struct tree_member *members = tree->pending + first;
    size_t count = tree->pending_count - first;
    if (map && count > 1 && !tree_distinct(tree, members, count))
        return false;
    tree_fill(tree, node, members, count);
    node->open = false;
    tree->pending_count = first;
    tree->depth--;
    return true;
}
