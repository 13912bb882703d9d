/* SPDX-License-Identifier: MIT */
/* check_fix.c - B with some of its differences from A taken away, and whether they agree then */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "frame/say.h"

enum { FIX_PROBES = 4096 };

/* ---- specs --------------------------------------------------------------------------------- */

/* The next "name=value" of a spec; text moves behind it. Commas in quotes do not end a value. */
static bool fix_next_param(const char **text, const char **name, size_t *len)
{
    const char *at = *text;
    bool quoted = false;
    if (*at != ':' && *at != ',')
        return false;
    *name = ++at;
    for (; *at != '\0' && (quoted || *at != ','); at++) {
        if (*at == '\\' && at[1] != '\0')
            at++;
        else if (*at == '"')
            quoted = !quoted;
    }
    *len = (size_t)(at - *name);
    *text = at;
    return true;
}

/* Finds a parameter's "name=value"; NULL = the spec does not name it. */
static const char *fix_find_param(const char *spec, const char *name, size_t *len)
{
    const char *at = spec + strcspn(spec, ":"), *param;
    size_t wanted = strlen(name);
    while (fix_next_param(&at, &param, len))
        if (strncmp(param, name, wanted) == 0 && param[wanted] == '=')
            return param;
    return NULL;
}

static void fix_value(const char *spec, const char *name, char *out, size_t cap)
{
    size_t len, skip = strlen(name) + 1;
    const char *param = fix_find_param(spec, name, &len);
    snprintf(out, cap, "%.*s", param != NULL ? (int)(len - skip) : 0,
             param != NULL ? param + skip : "");
}

static void fix_note_params(struct check_params *params, const char *a, const char *b,
                            const char *spec)
{
    const char *at = spec + strcspn(spec, ":"), *param;
    size_t len;
    while (params->count < CHECK_PARAMS && fix_next_param(&at, &param, &len)) {
        size_t i = params->count;
        bool known = false;
        snprintf(params->name[i], sizeof params->name[i], "%.*s", (int)strcspn(param, "="), param);
        for (size_t k = 0; k < i; k++)
            known |= strcmp(params->name[k], params->name[i]) == 0;
        fix_value(a, params->name[i], params->a[i], sizeof params->a[i]);
        fix_value(b, params->name[i], params->b[i], sizeof params->b[i]);
        params->count += !known && strcmp(params->a[i], params->b[i]) != 0;
    }
}

void check_params(struct check_params *params, const char *a, const char *b)
{
    size_t name = strcspn(a, ":");
    *params = (struct check_params){0};
    params->same_scheme = name == strcspn(b, ":") && memcmp(a, b, name) == 0;
    if (!params->same_scheme)
        return;
    fix_note_params(params, a, b, a);
    fix_note_params(params, a, b, b);
}

/* B's spec with A's values of the parameters that `fixes` names. */
static char *fix_spec(const struct check_pair *pair, const struct check_params *params,
                      unsigned fixes)
{
    if ((fixes & FIX_SCHEME) != 0)
        return memory_text("%s", pair->a->spec);
    char *spec = memory_text("%.*s", (int)strcspn(pair->b->spec, ":"), pair->b->spec);
    const char *at = pair->b->spec + strcspn(pair->b->spec, ":"), *param;
    size_t len;
    char mark = ':';
    while (fix_next_param(&at, &param, &len)) {
        bool fixed = false;
        for (size_t i = 0; i < params->count; i++)
            fixed |= (fixes & (unsigned)FIX_PARAM << i) != 0 &&
                     strncmp(param, params->name[i], strlen(params->name[i])) == 0 &&
                     param[strlen(params->name[i])] == '=';
        char *more = fixed ? NULL : memory_text("%s%c%.*s", spec, mark, (int)len, param);
        if (more != NULL) {
            free(spec);
            spec = more;
            mark = ',';
        }
    }
    for (size_t i = 0; i < params->count; i++) {
        if ((fixes & (unsigned)FIX_PARAM << i) == 0 || params->a[i][0] == '\0')
            continue;
        char *more = memory_text("%s%c%s=%s", spec, mark, params->name[i], params->a[i]);
        free(spec);
        spec = more;
        mark = ',';
    }
    return spec;
}

/* ---- nodes --------------------------------------------------------------------------------- */

/* A node of the corrected B: one of B's, one of A's, or one that both have. */
struct fix_node {
    const char *a, *b; /* names; NULL = not there */
};

struct fix_list {
    struct fix_node *node;
    size_t count;
};

static const char *fix_partner(const struct check_pair *pair, const char *b)
{
    uint32_t index = berth_map_find(pair->b->map, b);
    for (uint32_t i = 0; i < berth_map_count(pair->a->map); i++)
        if (pair->same[i] == index)
            return berth_map_name(pair->a->map, i);
    return NULL;
}

static const char *fix_other(const struct check_pair *pair, const char *a)
{
    uint32_t index = berth_map_find(pair->a->map, a);
    uint32_t there = index != BERTH_NONE ? pair->same[index] : BERTH_NONE;
    return there != BERTH_NONE ? berth_map_name(pair->b->map, there) : NULL;
}

static void fix_insert(struct fix_list *list, size_t at, struct fix_node node)
{
    memmove(&list->node[at + 1], &list->node[at], (list->count - at) * sizeof *list->node);
    list->node[at] = node;
    list->count++;
}

/* Behind the node that stands before it in A. */
static void fix_insert_missing(struct fix_list *list, const char *name, const char *before)
{
    size_t at = 0;
    for (size_t i = 0; before != NULL && i < list->count; i++)
        if (list->node[i].a != NULL && strcmp(list->node[i].a, before) == 0)
            at = i + 1;
    fix_insert(list, at, (struct fix_node){name, NULL});
}

static void fix_list(const struct check_pair *pair, unsigned fixes, struct fix_list *list)
{
    size_t room = berth_nodes_count(pair->a->nodes) + berth_nodes_count(pair->b->nodes) + 1;
    struct berth_node node;
    list->node = memory_new(room, sizeof *list->node);
    list->count = 0;
    for (size_t i = 0; (fixes & FIX_ORDER) != 0 && berth_nodes_at(pair->a->nodes, i, &node); i++) {
        const char *b = fix_other(pair, node.name);
        if (b != NULL)
            list->node[list->count++] = (struct fix_node){node.name, b};
    }
    for (size_t i = 0; berth_nodes_at(pair->b->nodes, i, &node); i++) {
        const char *a = fix_partner(pair, node.name);
        bool placed = a != NULL && (fixes & FIX_ORDER) != 0;
        if (!placed && (a != NULL || (fixes & FIX_MISSING) == 0))
            list->node[list->count++] = (struct fix_node){a, node.name};
    }
    const char *before = NULL;
    for (size_t i = 0; (fixes & FIX_MISSING) != 0 && berth_nodes_at(pair->a->nodes, i, &node);
         i++) {
        if (fix_other(pair, node.name) == NULL)
            fix_insert_missing(list, node.name, before);
        before = node.name;
    }
}

static bool fix_attribute(berth_nodes *to, const char *name, const berth_nodes *from,
                          const char *as, const char *attribute)
{
    berth_error error;
    const char *value = berth_nodes_attribute(from, as, attribute);
    return value == NULL || berth_nodes_set(to, name, attribute, value, &error) >= 0;
}

/* Everything the schemes may look at but name and weight. */
static bool fix_attributes(berth_nodes *to, const char *name, const berth_nodes *from,
                           const char *as, const struct check_pair *pair)
{
    static const char *const always[] = {"zone", "addr", "state", "slot"};
    const berth_map *maps[] = {pair->a->map, pair->b->map};
    bool good = true;
    for (size_t i = 0; i < 4; i++)
        good &= fix_attribute(to, name, from, as, always[i]);
    for (size_t m = 0; m < 2; m++) {
        struct berth_scheme_info info;
        char word[64];
        berth_map_scheme(maps[m], &info);
        for (const char *at = info.attributes; at != NULL && *at != '\0'; at += strspn(at, " ")) {
            size_t len = strcspn(at, " ");
            snprintf(word, sizeof word, "%.*s", (int)len, at);
            good &= fix_attribute(to, name, from, as, word);
            at += len;
        }
    }
    return good;
}

/* The name without a port that is the default. */
static char *fix_name(const char *name, unsigned fixes)
{
    size_t len = strlen(name);
    bool cut = (fixes & FIX_PORT) != 0 && len > 6 && strcmp(name + len - 6, ":11211") == 0;
    return memory_text("%.*s", (int)(cut ? len - 6 : len), name);
}

static bool fix_add(berth_nodes *to, const struct check_pair *pair, const struct fix_node *node,
                    unsigned fixes)
{
    const berth_nodes *a = pair->a->nodes, *b = pair->b->nodes;
    bool both = node->a != NULL && node->b != NULL;
    bool named_a = node->b == NULL || (both && (fixes & FIX_SPELLING) != 0);
    bool weight_a = node->b == NULL || (both && (fixes & FIX_WEIGHTS) != 0);
    bool rest_a = node->b == NULL || (both && (fixes & FIX_ATTRIBUTES) != 0);
    struct berth_node from;
    berth_error error;
    berth_nodes_find(weight_a ? a : b, weight_a ? node->a : node->b, &from);
    char *name = fix_name(named_a ? node->a : node->b, fixes);
    bool good = berth_nodes_add(to, name, from.weight, &error) >= 0 &&
                fix_attributes(to, name, rest_a ? a : b, rest_a ? node->a : node->b, pair);
    free(name);
    return good;
}

/* B corrected; false when no map comes of it. */
static bool fix_b(const struct check_pair *pair, const struct check_params *params, unsigned fixes,
                  struct check_side *out)
{
    struct fix_list list;
    berth_error error;
    *out = (struct check_side){.nodes = berth_nodes_new(NULL)};
    fix_list(pair, fixes, &list);
    bool good = out->nodes != NULL;
    for (size_t i = 0; good && i < list.count; i++)
        good = fix_add(out->nodes, pair, &list.node[i], fixes);
    free(list.node);
    out->spec = fix_spec(pair, params, fixes);
    return good && check_side_build(out, &error);
}

/* A, with its default ports cut off where B's are. */
static bool fix_a(const struct check_pair *pair, unsigned fixes, struct check_side *out)
{
    struct berth_node node;
    berth_error error;
    *out = (struct check_side){.nodes = berth_nodes_new(NULL),
                               .spec = memory_text("%s", pair->a->spec)};
    bool good = out->nodes != NULL;
    for (size_t i = 0; good && berth_nodes_at(pair->a->nodes, i, &node); i++)
        good = fix_add(out->nodes, pair, &(struct fix_node){node.name, NULL}, fixes);
    return good && check_side_build(out, &error);
}

/* ---- agreement ----------------------------------------------------------------------------- */

static bool fix_kept_agree(const struct check_pair *pair, const berth_map *a, const berth_map *b,
                           const uint32_t *same)
{
    for (size_t i = 0; i < pair->kept_count; i++) {
        const struct check_key *key = &pair->kept[i];
        uint32_t x = key->is_number ? berth_map_route_u64(a, key->number)
                                    : berth_map_route(a, key->key.data, key->key.len);
        uint32_t y = key->is_number ? berth_map_route_u64(b, key->number)
                                    : berth_map_route(b, key->key.data, key->key.len);
        if (check_differs(same, x, y))
            return false;
    }
    return true;
}

/* A quick look before the whole key space is compared. */
static bool fix_probes_agree(const berth_map *a, const berth_map *b, const uint32_t *same)
{
    for (uint64_t i = 0; i < FIX_PROBES; i++) {
        char key[32];
        size_t len = (size_t)snprintf(key, sizeof key, "probe-%llu", (unsigned long long)i);
        if (check_differs(same, berth_map_route(a, key, len), berth_map_route(b, key, len)))
            return false;
    }
    return true;
}

bool check_fixed(const struct check_pair *pair, const struct check_params *params, unsigned fixes)
{
    struct check_side a, b;
    enum berth_measure measure;
    bool agree = fix_a(pair, fixes, &a);
    agree = fix_b(pair, params, fixes, &b) && agree;
    if (agree) {
        uint32_t *same = check_match(a.map, b.map);
        agree = fix_kept_agree(pair, a.map, b.map, same) && fix_probes_agree(a.map, b.map, same) &&
                check_share(a.map, b.map, same, &measure) == 0;
        free(same);
    }
    check_side_free(&a);
    check_side_free(&b);
    return agree;
}
