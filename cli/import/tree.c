/* SPDX-License-Identifier: MIT */
/* tree.c - a tree from a text, and questions to its nodes */
#include "import/tree_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"

/* ---- reading --------------------------------------------------------------------------------- */

static const char *tree_after_mark(const char *text)
{
    return text + (strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
}

bool tree_is_json(const char *text)
{
    text = tree_after_mark(text);
    text += strspn(text, " \t\r\n");
    if (*text != '{' && *text != '[')
        return false;
    text += strspn(text, "{[ \t\r\n");
    return *text == '"' || *text == '}' || *text == ']' || *text == '/' || *text == '\0';
}

/* The line of the first {{, or {% that begins one; 0 = there is none. */
static uint32_t tree_template_line(const char *text, uint32_t line)
{
    for (bool begins = true; *text != '\0'; text++) {
        if (text[0] == '{' && (text[1] == '{' || (text[1] == '%' && begins)))
            return line;
        line += *text == '\n';
        begins = *text == '\n' || (begins && (*text == ' ' || *text == '\t'));
    }
    return 0;
}

/* What another program would fill in first is the true reason why a text cannot be read. */
static bool tree_blame_template(struct tree *tree, const char *text, uint32_t first)
{
    uint32_t line = tree_template_line(text, first);
    return line > 0 && tree_fail(tree, line,
                                 "this is a template, as {{ or {%% shows: give the file that is "
                                 "made from it");
}

static bool tree_read_into(struct tree *tree, const char *text, size_t len, uint32_t first)
{
    const char *start = tree_after_mark(text);
    bool json = tree_is_json(start);
    if (len > TREE_BYTES_MAX)
        return tree_fail(tree, 0, "the file has %zu bytes; at most %d are read", len,
                         TREE_BYTES_MAX);
    len -= (size_t)(start - text);
    bool good =
        json ? tree_json_read(tree, start, len, first) : tree_yaml_read(tree, start, len, first);
    return (good || tree_blame_template(tree, start, first)) &&
           (tree->document_count > 0 || tree_fail(tree, 0, "there is nothing in it"));
}

struct tree *tree_read(const char *text, size_t len, uint32_t first, struct tree_error *error)
{
    struct tree *tree = memory_new(1, sizeof *tree);
    *error = (struct tree_error){0};
    tree->error = error;
    bool good = tree_read_into(tree, text, len, first);
    tree_forget_anchors(tree);
    free(tree->anchors);
    free(tree->pending);
    tree->anchors = NULL;
    tree->pending = NULL;
    tree->error = NULL;
    if (good)
        return tree;
    tree_free(tree);
    return NULL;
}

size_t tree_documents(const struct tree *tree)
{
    return tree->document_count;
}

const struct tree_node *tree_document(const struct tree *tree, size_t i)
{
    return tree->documents[i];
}

/* ---- recognising ----------------------------------------------------------------------------- */

static bool tree_is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '/';
}

/* `at` is where the key's text stands; is it a key, that is, does a colon follow? */
static bool tree_is_key(const char *text, const char *at, size_t len)
{
    const char *after = at + len;
    if (at > text && tree_is_word(at[-1]))
        return false;
    if (at > text && (at[-1] == '"' || at[-1] == '\'') && *after == at[-1])
        after++;
    after += strspn(after, " \t");
    return *after == ':';
}

/* Does a # before it make the place a comment? */
static bool tree_in_comment(const char *text, const char *at)
{
    while (at > text && at[-1] != '\n') {
        at--;
        if (*at == '#' && (at == text || strchr(" \t\n", at[-1])))
            return true;
    }
    return false;
}

bool tree_mentions(const char *text, const char *key)
{
    size_t len = strlen(key);
    for (const char *at = text; (at = strstr(at, key)) != NULL; at += len)
        if (tree_is_key(text, at, len) && !tree_in_comment(text, at))
            return true;
    return false;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

bool tree_is(const struct tree_node *node, enum tree_kind kind)
{
    return node && node->kind == kind;
}

const struct tree_node *tree_get(const struct tree_node *map, const char *key)
{
    if (!tree_is(map, TREE_MAP))
        return NULL;
    for (uint32_t i = 0; i < map->count; i++)
        if (strcmp(map->members[i].key, key) == 0)
            return map->members[i].value->kind == TREE_NULL ? NULL : map->members[i].value;
    return NULL;
}

const char *tree_text(const struct tree_node *node)
{
    return tree_is(node, TREE_TEXT) ? node->text : NULL;
}

size_t tree_count(const struct tree_node *list)
{
    return tree_is(list, TREE_LIST) ? list->count : 0;
}

const struct tree_node *tree_at(const struct tree_node *list, size_t i)
{
    return i < tree_count(list) ? list->items[i] : NULL;
}

const char *tree_kind_name(const struct tree_node *node)
{
    static const char *const names[] = {"null", "a text", "a list", "a mapping"};
    return names[node ? node->kind : TREE_NULL];
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* A number in decimal while its digits are read: the zeros that end it are only counted, so that
 * 1.50 and 8000.0 are as exact as 1.5 and 8000. */
struct tree_decimal {
    uint64_t value;
    int64_t zeros;  /* since the last other digit */
    int64_t places; /* digits behind the point, less the exponent */
    bool too_large;
};

static void tree_times_ten(struct tree_decimal *decimal, int64_t times)
{
    for (; times > 0 && decimal->value > 0 && !decimal->too_large; times--) {
        decimal->too_large = decimal->value > UINT64_MAX / 10;
        decimal->value *= 10;
    }
}

/* What stands behind the digits from `at`; NULL when there are none. */
static const char *tree_digits(struct tree_decimal *decimal, const char *at, bool fraction)
{
    const char *from = at;
    for (; *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        decimal->places += fraction;
        if (digit == 0) {
            decimal->zeros++;
            continue;
        }
        tree_times_ten(decimal, decimal->zeros + 1);
        decimal->too_large = decimal->too_large || decimal->value > UINT64_MAX - digit;
        decimal->value += digit;
        decimal->zeros = 0;
    }
    return at > from ? at : NULL;
}

static const char *tree_exponent(struct tree_decimal *decimal, const char *at)
{
    int64_t exponent = 0;
    bool minus = at[1] == '-';
    at += at[1] == '-' || at[1] == '+' ? 2 : 1;
    const char *from = at;
    for (; *at >= '0' && *at <= '9'; at++)
        exponent = exponent < 100000 ? exponent * 10 + (*at - '0') : exponent;
    decimal->places += minus ? exponent : -exponent;
    return at > from ? at : NULL;
}

bool tree_whole(const struct tree_node *node, uint64_t *number)
{
    struct tree_decimal decimal = {0};
    const char *at = tree_text(node);
    *number = 0;
    if (!at || (at[0] == '0' && at[1] >= '0' && at[1] <= '9'))
        return false;
    at = tree_digits(&decimal, at, false);
    if (at && *at == '.')
        at = tree_digits(&decimal, at + 1, true);
    if (at && (*at == 'e' || *at == 'E'))
        at = tree_exponent(&decimal, at);
    int64_t power = decimal.zeros - decimal.places;
    if (!at || *at != '\0' || (decimal.value > 0 && power < 0))
        return false;
    tree_times_ten(&decimal, power);
    *number = decimal.value;
    return !decimal.too_large;
}

bool tree_real(const struct tree_node *node, double *number)
{
    const char *text = tree_text(node);
    char *end = NULL;
    *number = 0;
    if (!text || text[strspn(text, "0123456789+-.eE")] != '\0' || *text == '\0')
        return false;
    *number = strtod(text, &end);
    return *end == '\0' && isfinite(*number);
}

bool tree_truth(const struct tree_node *node, bool *truth)
{
    const char *text = tree_text(node);
    *truth = text && (strcmp(text, "true") == 0 || strcmp(text, "True") == 0);
    return *truth || (text && (strcmp(text, "false") == 0 || strcmp(text, "False") == 0));
}

/* ---- a walk ---------------------------------------------------------------------------------- */

static void tree_walk_into(struct tree_walk *walk, const struct tree_node *node)
{
    walk->step[walk->depth++] = (struct tree_step){.node = node};
}

void tree_walk_begin(struct tree_walk *walk, const struct tree_node *root)
{
    walk->depth = 0;
    walk->skip = false;
    if (tree_is(root, TREE_LIST))
        tree_walk_into(walk, root);
    else if (tree_is(root, TREE_MAP)) /* a step of its own, whose only child is the root */
        walk->step[walk->depth++] = (struct tree_step){.node = root, .next = UINT32_MAX};
}

/* The key of the innermost map that is being walked through. */
static const char *tree_walk_key(const struct tree_walk *walk)
{
    for (int i = walk->depth - 1; i >= 0; i--) {
        const struct tree_step *step = &walk->step[i];
        if (step->node->kind == TREE_MAP && step->next > 0 && step->next != UINT32_MAX)
            return step->node->members[step->next - 1].key;
    }
    return "";
}

const struct tree_node *tree_walk_next(struct tree_walk *walk, const char **key)
{
    if (walk->skip && walk->depth > 0)
        walk->depth--;
    walk->skip = false;
    while (walk->depth > 0) {
        struct tree_step *step = &walk->step[walk->depth - 1];
        if (step->next == UINT32_MAX) {
            step->next = 0;
            *key = "";
            return step->node;
        }
        if (step->next >= step->node->count) {
            walk->depth--;
            continue;
        }
        uint32_t i = step->next++;
        const struct tree_node *child =
            step->node->kind == TREE_LIST ? step->node->items[i] : step->node->members[i].value;
        if (child->kind != TREE_LIST && child->kind != TREE_MAP)
            continue;
        *key = tree_walk_key(walk);
        tree_walk_into(walk, child);
        if (child->kind == TREE_MAP)
            return child;
    }
    return NULL;
}
