/* SPDX-License-Identifier: MIT */
/* check_fix.c - B with some of its differences from A taken away, and whether they agree then */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "frame/memory.h"

enum { FIX_PROBES = 4096 };

/* ---- specs ----------------------------------------------------------------------------------- */

void check_params(struct check_params *params, const berth_map *a, const berth_map *b)
{
    struct berth_scheme_info info, other;
    struct berth_setting of_a, of_b;
    berth_map_scheme(a, &info);
    berth_map_scheme(b, &other);
    *params = (struct check_params){.same_scheme = strcmp(info.name, other.name) == 0};
    for (size_t i = 0; params->same_scheme && i < info.param_count; i++) {
        const char *name = info.params[i].name;
        size_t k = params->count;
        if (!berth_map_param(a, name, &of_a) || !berth_map_param(b, name, &of_b) ||
            strcmp(of_a.text, of_b.text) == 0 || k == CHECK_PARAMS)
            continue;
        params->count++;
        snprintf(params->name[k], sizeof params->name[k], "%s", name);
        snprintf(params->a[k], sizeof params->a[k], "%s", of_a.text);
        snprintf(params->b[k], sizeof params->b[k], "%s", of_b.text);
    }
}

/* spec, which is freed, and one parameter more, quoted. */
static char *fix_add_param(char *spec, const char *name, const char *value)
{
    char *more = memory_text("%s%c%s=\"", spec, !strchr(spec, ':') ? ':' : ',', name);
    for (; *value != '\0'; value++) {
        char *longer =
            memory_text("%s%s%c", more, *value == '"' || *value == '\\' ? "\\" : "", *value);
        free(more);
        more = longer;
    }
    char *whole = memory_text("%s\"", more);
    free(more);
    free(spec);
    return whole;
}

static bool fix_takes(const struct check_params *params, unsigned fixes, const char *name)
{
    for (size_t i = 0; i < params->count; i++)
        if ((fixes & (unsigned)FIX_PARAM << i) != 0 && strcmp(params->name[i], name) == 0)
            return true;
    return false;
}

/* B's spec with A's values of the parameters that `fixes` names. */
static char *fix_spec(const struct check_pair *pair, const struct check_params *params,
                      unsigned fixes)
{
    struct berth_scheme_info info;
    struct berth_setting setting;
    if ((fixes & FIX_SCHEME) != 0)
        return memory_text("%s", pair->a->spec);
    berth_map_scheme(pair->b->map, &info);
    char *spec = memory_text("%s", info.name);
    for (size_t i = 0; i < info.param_count; i++) {
        const char *name = info.params[i].name;
        const struct check_side *side = fix_takes(params, fixes, name) ? pair->a : pair->b;
        if (berth_map_param(side->map, name, &setting) && setting.given)
            spec = fix_add_param(spec, name, setting.text);
    }
    return spec;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* A node of the corrected B: a node of B, of A, or of both. */
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
    for (size_t i = 0; before && i < list->count; i++)
        if (list->node[i].a && strcmp(list->node[i].a, before) == 0)
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
        if (b)
            list->node[list->count++] = (struct fix_node){node.name, b};
    }
    for (size_t i = 0; berth_nodes_at(pair->b->nodes, i, &node); i++) {
        const char *a = fix_partner(pair, node.name);
        bool placed = a && (fixes & FIX_ORDER) != 0;
        if (!placed && (a || (fixes & FIX_MISSING) == 0))
            list->node[list->count++] = (struct fix_node){a, node.name};
    }
    const char *before = NULL;
    for (size_t i = 0; (fixes & FIX_MISSING) != 0 && berth_nodes_at(pair->a->nodes, i, &node);
         i++) {
        if (!fix_other(pair, node.name))
            fix_insert_missing(list, node.name, before);
        before = node.name;
    }
}

/* State and slot, which are no attributes. */
static bool fix_fields(berth_nodes *to, const char *name, const struct berth_node *node)
{
    char slot[24];
    berth_error error;
    snprintf(slot, sizeof slot, "%llu", (unsigned long long)node->slot);
    return berth_nodes_set(to, name, "state", berth_state_text(node->state), &error) >= 0 &&
           (node->slot == BERTH_NO_SLOT || berth_nodes_set(to, name, "slot", slot, &error) >= 0);
}

/* Everything that a node carries but name and weight. */
static bool fix_attributes(berth_nodes *to, const char *name, const berth_map *from, const char *as)
{
    uint32_t index = berth_map_find(from, as);
    struct berth_node node;
    const char *attribute, *value;
    berth_error error;
    bool good = berth_map_node(from, index, &node);
    for (size_t k = 0; good && berth_map_attribute(from, index, k, &attribute, &value); k++)
        good = berth_nodes_set(to, name, attribute, value, &error) >= 0;
    return good && fix_fields(to, name, &node);
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
    const berth_map *a = pair->a->map, *b = pair->b->map;
    bool both = node->a && node->b;
    bool named_a = !node->b || (both && (fixes & FIX_SPELLING) != 0);
    bool weight_a = !node->b || (both && (fixes & FIX_WEIGHTS) != 0);
    bool rest_a = !node->b || (both && (fixes & FIX_ATTRIBUTES) != 0);
    struct berth_node from;
    berth_error error;
    const berth_map *weighed = weight_a ? a : b;
    berth_map_node(weighed, berth_map_find(weighed, weight_a ? node->a : node->b), &from);
    char *name = fix_name(named_a ? node->a : node->b, fixes);
    bool good = berth_nodes_add(to, name, from.weight, &error) >= 0 &&
                fix_attributes(to, name, rest_a ? a : b, rest_a ? node->a : node->b);
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
    bool good = out->nodes;
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
    bool good = out->nodes;
    for (size_t i = 0; good && berth_nodes_at(pair->a->nodes, i, &node); i++)
        good = fix_add(out->nodes, pair, &(struct fix_node){node.name, NULL}, fixes);
    return good && check_side_build(out, &error);
}

/* ---- agreement ------------------------------------------------------------------------------- */

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
    struct berth_plan_summary sum;
    double gained;
    bool agree = fix_a(pair, fixes, &a);
    agree = fix_b(pair, params, fixes, &b) && agree;
    if (agree && !check_equal(a.map, b.map)) {
        uint32_t *same = check_match(a.map, b.map);
        agree = fix_kept_agree(pair, a.map, b.map, same) && fix_probes_agree(a.map, b.map, same) &&
                check_share(a.map, b.map, same, &sum, &gained) == 0;
        free(same);
    }
    check_side_free(&a);
    check_side_free(&b);
    return agree;
}
