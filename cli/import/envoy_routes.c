/* SPDX-License-Identifier: MIT */
/* envoy_routes.c - which part of a request is hashed for a cluster, as the ways to it say
 *
 * Envoy's preset hashes a key by xxHash64, as Envoy does the value of a header, a cookie, a query
 * parameter or the text of an IP address. redis_proxy hashes Redis keys by MurmurHash2. */
#include "import/envoy.h"

#include <string.h>

#include "frame/say.h"
#include "show/text.h"

/* Does the text stand under one of the keys, or the name of a weighted cluster? */
static bool envoy_leads_to(struct envoy *envoy, const struct tree_node *node, const char *name)
{
    struct fields *fields = &envoy->fields;
    const char *cluster = tree_text(tree_get(node, "cluster"));
    const struct tree_node *weighted = fields_get(fields, node, "weighted_clusters");
    const struct tree_node *list = fields_get(fields, weighted, "clusters");
    if (cluster && strcmp(cluster, name) == 0)
        return true;
    for (size_t i = 0; i < tree_count(list); i++) {
        const char *one = tree_text(tree_get(tree_at(list, i), "name"));
        if (one && strcmp(one, name) == 0)
            return true;
    }
    return false;
}

/* The routes of redis_proxy are inside it; one of them leads to the cluster, or its own `cluster`. */
static bool envoy_redis_leads_to(struct envoy *envoy, const struct tree_node *redis,
                                 const char *name)
{
    struct tree_walk walk;
    const struct tree_node *map;
    const char *key;
    tree_walk_begin(&walk, redis);
    while ((map = tree_walk_next(&walk, &key)) != NULL)
        if (strcmp(key, "request_mirror_policy") != 0 && envoy_leads_to(envoy, map, name))
            return true;
    return false;
}

/* ---- one hash_policy ------------------------------------------------------------------------- */

static void envoy_part(struct envoy *envoy, const struct tree_node *policy, char *out, size_t cap)
{
    static const struct {
        const char *kind, *field, *say;
    } parts[] = {{"header", "header_name", "the header %.60s"},
                 {"cookie", "name", "the cookie %.60s"},
                 {"query_parameter", "name", "the query parameter %.60s"},
                 {"filter_state", "key", "the filter state %.60s"}};
    struct fields *fields = &envoy->fields;
    const struct tree_node *connection = fields_get(fields, policy, "connection_properties");
    bool address = connection || fields_get(fields, policy, "source_ip");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const struct tree_node *part = fields_get(fields, policy, parts[i].kind);
        const char *name = tree_text(fields_get(fields, part, parts[i].field));
        if (part) {
            text_add(out, cap, "%s", *out != '\0' ? ", then " : "");
            text_add(out, cap, parts[i].say, name ? name : "?");
        }
        if (part && fields_get(fields, part, "regex_rewrite"))
            text_add(out, cap, " (rewritten)");
    }
    if (address)
        text_add(out, cap, "%sthe client's IP address", *out != '\0' ? ", then " : "");
    if (tree_is(fields_get(fields, policy, "terminal"), TREE_TEXT) &&
        fields_truth(fields, policy, "terminal"))
        text_add(out, cap, " (terminal)");
}

static void envoy_tell_policy(struct envoy *envoy, const struct envoy_cluster *cluster,
                              const struct tree_node *list)
{
    char parts[400] = "";
    for (size_t i = 0; i < tree_count(list); i++)
        envoy_part(envoy, tree_at(list, i), parts, sizeof parts);
    envoy_tell(envoy, list, "for \"%.60s\" Envoy hashes %s%s", cluster->name,
               *parts != '\0' ? parts : "what is not known here",
               tree_count(list) > 1 ? ", which are combined: a key alone is not what is hashed"
                                    : "; that is the key");
}

static bool envoy_redis(struct envoy *envoy, const struct envoy_cluster *cluster,
                        const struct envoy_way *way)
{
    return import_no_spec(envoy->import, way->node->line,
                          "redis_proxy leads to \"%.60s\", and hashes Redis keys by MurmurHash2, "
                          "which the presets of Envoy do not",
                          cluster->name);
}

/* Every way that leads to the cluster; the same list is told once. */
bool envoy_ways(struct envoy *envoy, const struct envoy_cluster *cluster,
                const struct envoy_policy *policy)
{
    struct fields *fields = &envoy->fields;
    const struct tree_node *hashing =
        fields_get(fields, policy->common, "consistent_hashing_lb_config");
    const struct tree_node *own =
        policy->extension ? fields_get(fields, hashing, "hash_policy") : NULL;
    size_t told = 0;
    if (policy->other || policy->guessed)
        return true;
    if (tree_count(own) > 0)
        envoy_tell_policy(envoy, cluster, own);
    for (size_t i = 0; i < envoy->way_count && tree_count(own) == 0 && told < 4; i++) {
        const struct envoy_way *way = &envoy->ways[i];
        if (way->kind == ENVOY_REDIS && envoy_redis_leads_to(envoy, way->node, cluster->name) &&
            !envoy_redis(envoy, cluster, way))
            return false;
        if (way->kind == ENVOY_REDIS || !envoy_leads_to(envoy, way->node, cluster->name))
            continue;
        const struct tree_node *list = fields_get(fields, way->node, "hash_policy");
        told++;
        if (tree_count(list) > 0)
            envoy_tell_policy(envoy, cluster, list);
        else
            say_warning("%s:%u: this route to \"%.60s\" has no hash_policy, so Envoy takes a node "
                        "at random on it",
                        envoy->import->where, way->node->line, cluster->name);
    }
    return !fields->bad;
}
