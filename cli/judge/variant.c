/* SPDX-License-Identifier: MIT */
/* variant.c - the same nodes under another spec */
#include "judge/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "show/text.h"

enum { VARIANT_BYTES = 256 << 20, VARIANT_SPEC = 1024 };

static bool variant_node(const berth_map *map, uint32_t index, berth_nodes *nodes)
{
    struct berth_node node;
    const char *attribute, *value;
    berth_map_node(map, index, &node);
    if (berth_nodes_add(nodes, node.name, node.weight, NULL) != BERTH_E_OK)
        return false;
    for (size_t k = 0; berth_map_attribute(map, index, k, &attribute, &value); k++)
        if (berth_nodes_set(nodes, node.name, attribute, value, NULL) != BERTH_E_OK)
            return false;
    const char *state = berth_state_text(node.state);
    return berth_nodes_set(nodes, node.name, "state", state, NULL) == BERTH_E_OK;
}

berth_map *variant_of(const berth_map *map, const char *spec)
{
    const struct berth_options options = {.max_bytes = VARIANT_BYTES};
    berth_nodes *nodes = memory_check(berth_nodes_new(NULL));
    bool good = true;
    for (uint32_t i = 0; good && i < berth_map_count(map); i++)
        good = variant_node(map, i, nodes);
    berth_map *variant = good ? berth_map_new(spec, nodes, &options, NULL) : NULL;
    berth_nodes_free(nodes);
    return variant;
}

berth_map *variant_with(const berth_map *map, const char *param, const char *value)
{
    struct berth_scheme_info info;
    struct berth_setting setting;
    char spec[VARIANT_SPEC];
    berth_map_scheme(map, &info);
    snprintf(spec, sizeof spec, "%s:%s=%s", info.name, param, value);
    for (size_t i = 0; i < info.param_count; i++) {
        const char *name = info.params[i].name;
        if (strcmp(name, param) == 0 || !berth_map_param(map, name, &setting) || !setting.given)
            continue;
        bool quoted = setting.param->shape == BERTH_TEXT;
        text_add(spec, sizeof spec, quoted ? ",%s=\"%s\"" : ",%s=%s", name, setting.text);
    }
    return variant_of(map, spec);
}
