/* SPDX-License-Identifier: MIT */
/* fields.c - values of a wanted type out of a tree */
#include "import/fields.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FIELDS_KEY_MAX = 96 };

struct tree *import_tree(struct import *import)
{
    struct tree_error error;
    struct tree *tree = tree_read(import->text, import->len, 1, &error);
    if (!tree)
        import_fail(import, error.line, "%s", error.text);
    return tree;
}

bool fields_fail(struct fields *fields, const struct tree_node *node, const char *format, ...)
{
    char text[400];
    va_list list;
    if (fields->bad)
        return false;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fields->bad = true;
    return import_fail(fields->import, node ? node->line : 0, "%s", text);
}

/* lb_policy as lbPolicy; false when it is the same. */
static bool fields_camel(const char *key, char out[FIELDS_KEY_MAX])
{
    size_t used = 0;
    bool other = false;
    for (; *key != '\0' && used + 1 < FIELDS_KEY_MAX; key++) {
        bool joint = *key == '_' && key[1] >= 'a' && key[1] <= 'z';
        out[used++] = (char)(joint ? *++key - 'a' + 'A' : *key);
        other = other || joint;
    }
    out[used] = '\0';
    return other;
}

const struct tree_node *fields_get(struct fields *fields, const struct tree_node *map,
                                   const char *key)
{
    char camel[FIELDS_KEY_MAX];
    const struct tree_node *value = tree_get(map, key);
    if (!fields->camel || !fields_camel(key, camel))
        return value;
    const struct tree_node *other = tree_get(map, camel);
    if (value && other)
        fields_fail(fields, other, "%s stands there twice: as %s in line %u, too", camel, key,
                    value->line);
    return value ? value : other;
}

static const struct tree_node *fields_of(struct fields *fields, const struct tree_node *map,
                                         const char *key, enum tree_kind kind, const char *wanted)
{
    const struct tree_node *value = fields_get(fields, map, key);
    if (!value || tree_is(value, kind))
        return value;
    fields_fail(fields, value, "%s is %s; %s is due there", key, tree_kind_name(value), wanted);
    return NULL;
}

const struct tree_node *fields_map(struct fields *fields, const struct tree_node *map,
                                   const char *key)
{
    return fields_of(fields, map, key, TREE_MAP, "a mapping");
}

const struct tree_node *fields_list(struct fields *fields, const struct tree_node *map,
                                    const char *key)
{
    return fields_of(fields, map, key, TREE_LIST, "a list");
}

/* ---- texts and numbers ----------------------------------------------------------------------- */

bool fields_is_placeholder(const char *text)
{
    return strstr(text, "{{") || strstr(text, "${") || strstr(text, "<%");
}

/* A text, or what stands for a number, that is its own and not to be filled in. */
static const struct tree_node *fields_value(struct fields *fields, const struct tree_node *map,
                                            const char *key, const char *wanted)
{
    const struct tree_node *value = fields_of(fields, map, key, TREE_TEXT, wanted);
    if (value && fields_is_placeholder(value->text)) {
        fields_fail(fields, value,
                    "%s is \"%.60s\", which is still to be filled in: give the file "
                    "that is made from this one",
                    key, value->text);
        return NULL;
    }
    return value;
}

const char *fields_text(struct fields *fields, const struct tree_node *map, const char *key)
{
    return tree_text(fields_value(fields, map, key, "a text"));
}

bool fields_whole(struct fields *fields, const struct tree_node *map, const char *key, uint64_t min,
                  uint64_t max, uint64_t *number)
{
    const struct tree_node *value = fields_value(fields, map, key, "a whole number");
    uint64_t found;
    if (!value)
        return false;
    if (!tree_whole(value, &found) || found < min || found > max)
        return fields_fail(fields, value,
                           "%s \"%.40s\" is not a whole number from %" PRIu64 " to %" PRIu64, key,
                           value->text, min, max);
    *number = found;
    return true;
}

bool fields_real(struct fields *fields, const struct tree_node *map, const char *key, double min,
                 double max, double *number)
{
    const struct tree_node *value = fields_value(fields, map, key, "a number");
    double found;
    if (!value)
        return false;
    if (!tree_real(value, &found) || found < min || found > max)
        return fields_fail(fields, value, "%s \"%.40s\" is not a number from %g to %g", key,
                           value->text, min, max);
    *number = found;
    return true;
}

bool fields_truth(struct fields *fields, const struct tree_node *map, const char *key)
{
    const struct tree_node *value = fields_value(fields, map, key, "true or false");
    bool truth = false;
    if (value && !tree_truth(value, &truth))
        fields_fail(fields, value, "%s \"%.40s\" is neither true nor false", key, value->text);
    return truth;
}

/* protobuf has always taken strict-dns and strict_dns for STRICT_DNS. */
static bool fields_is_name(const char *name, const char *text)
{
    for (; *name != '\0' && *text != '\0'; name++, text++) {
        char c = *text == '-' ? '_' : *text;
        c = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
        if (*name != c)
            return false;
    }
    return *name == *text;
}

bool fields_enum(struct fields *fields, const struct tree_node *map, const char *key,
                 const char *const *names, size_t count, size_t *number)
{
    const struct tree_node *value = fields_value(fields, map, key, "a name");
    uint64_t place;
    if (!value)
        return false;
    bool digits = tree_whole(value, &place);
    for (size_t i = 0; i < count; i++) {
        if (names[i] && (digits ? place == i : fields_is_name(names[i], value->text))) {
            *number = i;
            return true;
        }
    }
    return fields_fail(fields, value, "%s \"%.60s\" is not known", key, value->text);
}
