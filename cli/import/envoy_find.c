/* SPDX-License-Identifier: MIT */
/* envoy_find.c - clusters and their endpoints, wherever a document of Envoy's has them
 *
 * A bootstrap, a config_dump, resources of xDS, a list of clusters and what other tools wrap around
 * them differ in their outer keys only, so every map is looked at: a cluster, a
 * ClusterLoadAssignment, a status of the admin page, or a route is known by what is in it. */
#include "import/envoy.h"

#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"

/* What is not in force: on its way in, on its way out, or shown a second time. */
static bool envoy_not_in_force(const char *key)
{
    static const char *const keys[] = {
        "dynamic_warming_clusters", "dynamicWarmingClusters", "warming_state", "warmingState",
        "draining_state",           "drainingState",          "error_state",   "errorState"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

/* ---- what a map is --------------------------------------------------------------------------- */

static const struct tree_node *envoy_either(const struct tree_node *map, const char *snake,
                                            const char *camel)
{
    const struct tree_node *value = tree_get(map, snake);
    return value ? value : tree_get(map, camel);
}

static bool envoy_is_cluster(const struct tree_node *map)
{
    static const char *const keys[][2] = {{"load_assignment", "loadAssignment"},
                                          {"lb_policy", "lbPolicy"},
                                          {"load_balancing_policy", "loadBalancingPolicy"},
                                          {"eds_cluster_config", "edsClusterConfig"},
                                          {"cluster_type", "clusterType"},
                                          {"connect_timeout", "connectTimeout"},
                                          {"lb_type", "lbType"},
                                          {"hosts", "hosts"}};
    static const char *const types[] = {"STATIC", "STRICT_DNS", "LOGICAL_DNS", "EDS",
                                        "ORIGINAL_DST"};
    const char *type = tree_text(tree_get(map, "type"));
    if (!tree_get(map, "name"))
        return false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (envoy_either(map, keys[i][0], keys[i][1]))
            return true;
    for (size_t i = 0; type && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(type, types[i]) == 0)
            return true;
    return false;
}

static bool envoy_is_assignment(const struct tree_node *map)
{
    const struct tree_node *list = tree_get(map, "endpoints");
    if (!tree_is(list, TREE_LIST))
        return false;
    for (size_t i = 0; i < tree_count(list); i++)
        if (envoy_either(tree_at(list, i), "lb_endpoints", "lbEndpoints"))
            return true;
    return envoy_either(map, "cluster_name", "clusterName") ||
           envoy_either(map, "lb_policy", "lbPolicy");
}

static bool envoy_is_status(const struct tree_node *map, const char *key)
{
    return envoy_either(map, "host_statuses", "hostStatuses") ||
           ((strcmp(key, "cluster_statuses") == 0 || strcmp(key, "clusterStatuses") == 0) &&
            tree_get(map, "name"));
}

static bool envoy_ends_in(const char *text, const char *end)
{
    size_t len = text ? strlen(text) : 0, end_len = strlen(end);
    return len >= end_len && strcmp(text + len - end_len, end) == 0;
}

static bool envoy_leads(const struct tree_node *map)
{
    return tree_get(map, "cluster") || envoy_either(map, "weighted_clusters", "weightedClusters");
}

/* What sends requests to clusters: a route, or a filter, known by its type, or in v2 by its name. */
static bool envoy_is_way(const struct tree_node *map, const char *key, struct envoy_way *way)
{
    const char *type = tree_text(tree_get(map, "@type")), *name = tree_text(tree_get(map, "name"));
    const struct tree_node *config = tree_get(map, "config");
    *way = (struct envoy_way){.node = map};
    if (envoy_ends_in(type, ".RedisProxy") || (config && envoy_ends_in(name, "redis_proxy"))) {
        way->kind = ENVOY_REDIS;
        return true;
    }
    if (config && envoy_ends_in(name, "tcp_proxy"))
        way->node = config;
    way->kind = strcmp(key, "route") == 0 ? ENVOY_ROUTE : ENVOY_TCP;
    return envoy_leads(way->node) &&
           (way->kind == ENVOY_ROUTE || way->node == config || envoy_ends_in(type, ".TcpProxy"));
}

/* ---- what is found --------------------------------------------------------------------------- */

static struct envoy_cluster *envoy_add(struct envoy *envoy, const char *name)
{
    if (envoy->count == envoy->room) {
        envoy->room = 2 * envoy->room + 16;
        envoy->clusters = memory_more(envoy->clusters, envoy->room, sizeof *envoy->clusters);
    }
    struct envoy_cluster *cluster = &envoy->clusters[envoy->count++];
    *cluster = (struct envoy_cluster){.name = name};
    return cluster;
}

static bool envoy_add_cluster(struct envoy *envoy, const struct tree_node *map)
{
    struct fields *fields = &envoy->fields;
    const char *name = fields_text(fields, map, "name");
    const struct tree_node *eds = fields_map(fields, map, "eds_cluster_config");
    struct envoy_cluster *cluster = envoy_add(envoy, name ? name : "?");
    const char *service = fields_text(fields, eds, "service_name");
    cluster->config = map;
    cluster->service = service ? service : cluster->name;
    cluster->assignment = fields_map(fields, map, "load_assignment");
    cluster->hosts = fields_list(fields, map, "hosts");
    return !fields->bad;
}

static void envoy_add_way(struct envoy *envoy, struct envoy_way way)
{
    if (envoy->way_count == envoy->way_room) {
        envoy->way_room = 2 * envoy->way_room + 16;
        envoy->ways = memory_more(envoy->ways, envoy->way_room, sizeof *envoy->ways);
    }
    envoy->ways[envoy->way_count++] = way;
}

/* Endpoints go to the cluster that they belong to once all are known. */
static bool envoy_add_map(struct envoy *envoy, const struct tree_node *map, const char *key,
                          bool *taken)
{
    struct fields *fields = &envoy->fields;
    struct envoy_way way;
    *taken = true;
    if (envoy_is_status(map, key)) {
        const char *name = fields_text(fields, map, "name");
        envoy_add(envoy, name ? name : "?")->status = map;
    } else if (envoy_is_cluster(map)) {
        return envoy_add_cluster(envoy, map);
    } else if (envoy_is_assignment(map)) {
        const char *name = fields_text(fields, map, "cluster_name");
        struct envoy_cluster *cluster = envoy_add(envoy, name ? name : "?");
        cluster->assignment = map;
        if (fields_get(fields, map, "lb_policy") ||
            fields_get(fields, map, "load_balancing_policy"))
            cluster->config = map; /* written in one, which Envoy does not, but people do */
        cluster->service = cluster->name;
    } else {
        *taken = false;
        if (envoy_is_way(map, key, &way))
            envoy_add_way(envoy, way);
    }
    return !fields->bad;
}

/* ---- endpoints and clusters meet ------------------------------------------------------------- */

/* The cluster that endpoints of this name belong to; NULL when the file has none. */
static struct envoy_cluster *envoy_owner(struct envoy *envoy, const struct envoy_cluster *part)
{
    for (size_t i = 0; i < envoy->count; i++) {
        struct envoy_cluster *cluster = &envoy->clusters[i];
        const char *name = part->status ? cluster->name : cluster->service;
        if (cluster->config && name && strcmp(name, part->name) == 0)
            return cluster;
    }
    return NULL;
}

static bool envoy_join(struct envoy *envoy)
{
    for (size_t i = 0; i < envoy->count; i++) {
        struct envoy_cluster *part = &envoy->clusters[i];
        struct envoy_cluster *owner = part->config ? NULL : envoy_owner(envoy, part);
        if (!owner)
            continue;
        if (part->status)
            owner->status = part->status;
        else if (!owner->assignment || tree_count(tree_get(owner->assignment, "endpoints")) == 0)
            owner->assignment = part->assignment;
        part->name = NULL; /* it is part of its cluster now */
    }
    size_t kept = 0;
    for (size_t i = 0; i < envoy->count; i++)
        if (envoy->clusters[i].name)
            envoy->clusters[kept++] = envoy->clusters[i];
    envoy->count = kept;
    return true;
}

static const struct tree_node *envoy_place(const struct envoy_cluster *cluster)
{
    return cluster->config   ? cluster->config
           : cluster->status ? cluster->status
                             : cluster->assignment;
}

static int envoy_by_name(const void *left, const void *right)
{
    const struct envoy_cluster *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    uint32_t line_a = envoy_place(a)->line, line_b = envoy_place(b)->line;
    return order != 0 ? order : line_a < line_b ? -1 : line_a > line_b;
}

/* A name means one cluster; the list is in the order of the names from here on. */
static bool envoy_distinct(struct envoy *envoy)
{
    if (envoy->count > 1)
        qsort(envoy->clusters, envoy->count, sizeof *envoy->clusters, envoy_by_name);
    for (size_t i = 1; i < envoy->count; i++) {
        const struct envoy_cluster *one = &envoy->clusters[i - 1], *two = &envoy->clusters[i];
        if (strcmp(one->name, two->name) == 0)
            return fields_fail(&envoy->fields, envoy_place(two),
                               "the cluster \"%.60s\" stands there twice: in line %u, too",
                               two->name, envoy_place(one)->line);
    }
    return true;
}

/* A config_dump repeats the clusters of the bootstrap among its own. */
static bool envoy_is_repeated(const struct tree_node *root, const char *key)
{
    return strcmp(key, "bootstrap") == 0 && tree_get(root, "configs");
}

bool envoy_find(struct envoy *envoy, const struct tree *tree)
{
    for (size_t i = 0; i < tree_documents(tree); i++) {
        const struct tree_node *root = tree_document(tree, i), *map;
        struct tree_walk walk;
        const char *key;
        tree_walk_begin(&walk, root);
        while ((map = tree_walk_next(&walk, &key)) != NULL) {
            walk.skip = envoy_not_in_force(key) || envoy_is_repeated(root, key);
            if (!walk.skip && !envoy_add_map(envoy, map, key, &walk.skip))
                return false;
        }
    }
    return envoy_join(envoy) && envoy_distinct(envoy);
}
