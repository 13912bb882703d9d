/* SPDX-License-Identifier: MIT */
/* import_envoy.c - a cluster of Envoy out of YAML or JSON
 *
 * Bootstraps, config_dump, resources of xDS in files, clusters, endpoints alone, and the admin page
 * /clusters?format=json, of API v2 and v3, with keys in snake case or camel case. */
#include "import/envoy.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "frame/memory.h"
#include "frame/say.h"
#include "read/lines.h"

/* Each alone is Envoy's: no other system that is read here has such a key. */
static bool envoy_recognise(const char *text, size_t len)
{
    static const char *const keys[] = {"static_resources",
                                       "staticResources",
                                       "dynamic_resources",
                                       "dynamicResources",
                                       "load_assignment",
                                       "loadAssignment",
                                       "lb_endpoints",
                                       "lbEndpoints",
                                       "lb_policy",
                                       "lbPolicy",
                                       "cluster_statuses",
                                       "clusterStatuses",
                                       "host_statuses",
                                       "hostStatuses",
                                       "load_balancing_policy",
                                       "loadBalancingPolicy",
                                       "eds_cluster_config",
                                       "edsClusterConfig",
                                       "cluster_manager",
                                       "lb_type",
                                       "dynamic_active_clusters",
                                       "static_clusters"};
    (void)len;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (tree_mentions(text, keys[i]))
            return true;
    return tree_mentions(text, "socket_address") || tree_mentions(text, "socketAddress");
}

void envoy_tell(const struct envoy *envoy, const struct tree_node *node, const char *format, ...)
{
    char text[600];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    say_at(envoy->import->where, node ? node->line : 0, "%s", text);
}

/* ---- how endpoints are found ----------------------------------------------------------------- */

enum envoy_discovery envoy_discovery(struct envoy *envoy, const struct envoy_cluster *cluster)
{
    static const char *const types[] = {"STATIC", "STRICT_DNS", "LOGICAL_DNS", "EDS",
                                        "ORIGINAL_DST"};
    static const char *const names[] = {"envoy.cluster.static", "envoy.cluster.strict_dns",
                                        "envoy.cluster.logical_dns", "envoy.cluster.eds",
                                        "envoy.cluster.original_dst"};
    struct fields *fields = &envoy->fields;
    size_t number = ENVOY_STATIC;
    if (!cluster->config)
        return ENVOY_UNTOLD;
    const char *custom =
        fields_text(fields, fields_map(fields, cluster->config, "cluster_type"), "name");
    for (size_t i = 0; custom && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(custom, names[i]) == 0)
            return (enum envoy_discovery)i;
    if (custom)
        return strcmp(custom, "envoy.clusters.dns") == 0 ? ENVOY_STRICT_DNS : ENVOY_OTHER;
    fields_enum(fields, cluster->config, "type", types, sizeof types / sizeof types[0], &number);
    return (enum envoy_discovery)number;
}

/* ---- endpoints in a file of their own -------------------------------------------------------- */

/* The path that EDS watches; NULL when the endpoints come otherwise. */
static const char *envoy_eds_path(struct envoy *envoy, const struct envoy_cluster *cluster)
{
    struct fields *fields = &envoy->fields;
    const struct tree_node *eds = fields_map(fields, cluster->config, "eds_cluster_config");
    const struct tree_node *config = fields_map(fields, eds, "eds_config");
    const char *path = fields_text(fields, config, "path");
    return path ? path
                : fields_text(fields, fields_map(fields, config, "path_config_source"), "path");
}

/* The file as its path says, or of that name beside the one that is read. NULL = neither is there.
 * To be freed. */
static char *envoy_eds_file(const struct envoy *envoy, const char *path)
{
    struct stat about;
    const char *slash = strrchr(envoy->import->where, '/'), *name = strrchr(path, '/');
    int folder = slash ? (int)(slash - envoy->import->where) + 1 : 0;
    char *beside = memory_text("%.*s%s", folder, envoy->import->where, name ? name + 1 : path);
    if (stat(beside, &about) == 0 && S_ISREG(about.st_mode))
        return beside;
    free(beside);
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) ? memory_text("%s", path) : NULL;
}

static bool envoy_eds_read(struct envoy *envoy, struct envoy_cluster *cluster)
{
    size_t len;
    struct tree_error error;
    struct envoy inner = {.import = envoy->import, .fields = envoy->fields};
    char *text = lines_slurp(envoy->import->where, &len);
    if (!text)
        return false;
    envoy->endpoints = tree_read(text, len, 1, &error);
    free(text);
    if (!envoy->endpoints)
        return import_fail(envoy->import, error.line, "%s", error.text);
    bool good = envoy_find(&inner, envoy->endpoints);
    for (size_t i = 0; good && i < inner.count; i++)
        if (inner.clusters[i].assignment && strcmp(inner.clusters[i].name, cluster->service) == 0)
            cluster->assignment = inner.clusters[i].assignment;
    free(inner.clusters);
    free(inner.ways);
    return good && (cluster->assignment ||
                    import_fail(envoy->import, 0, "there are no endpoints of \"%.60s\" in it",
                                cluster->service));
}

/* Endpoints that are not in the file itself. While those of another are read, faults are of it. */
static bool envoy_eds(struct envoy *envoy, struct envoy_cluster *cluster, char **file)
{
    const char *path = envoy_eds_path(envoy, cluster);
    if (envoy->fields.bad)
        return false;
    if (!path)
        return fields_fail(
            &envoy->fields, cluster->config,
            "the endpoints of \"%.60s\" come by EDS and are not in this file: give "
            "what the admin page /clusters?format=json shows, alone or behind this file",
            cluster->name);
    *file = envoy_eds_file(envoy, path);
    if (!*file)
        return fields_fail(&envoy->fields, cluster->config,
                           "the endpoints of \"%.60s\" are in \"%.120s\", which is not beside this "
                           "file",
                           cluster->name, path);
    envoy->import->where = *file;
    return envoy_eds_read(envoy, cluster);
}

/* ---- one cluster ----------------------------------------------------------------------------- */

static bool envoy_has_endpoints(const struct envoy_cluster *cluster)
{
    return cluster->status || cluster->assignment || cluster->hosts;
}

/* A cluster whose kind decides alone where a key goes. False after saying so. */
static bool envoy_kind(struct envoy *envoy, const struct envoy_cluster *cluster)
{
    struct import *import = envoy->import;
    enum envoy_discovery discovery = envoy_discovery(envoy, cluster);
    const struct tree_node *custom = fields_get(&envoy->fields, cluster->config, "cluster_type");
    const char *name = tree_text(fields_get(&envoy->fields, custom, "name"));
    if (envoy->fields.bad)
        return false;
    if (tree_get(cluster->config, "lb_type") || tree_get(cluster->config, "connect_timeout_ms"))
        return fields_fail(&envoy->fields, cluster->config,
                           "this is Envoy's API v1, which is not read");
    if (discovery == ENVOY_ORIGINAL_DST)
        return import_no_spec(
            import, cluster->config->line,
            "the cluster \"%.60s\" is ORIGINAL_DST: a connection goes where it was "
            "sent to, whatever the key",
            cluster->name);
    if (discovery == ENVOY_OTHER && strcmp(name, "envoy.clusters.redis") == 0)
        return import_no_spec(import, custom->line,
                              "the cluster \"%.60s\" is envoy.clusters.redis, where the slots of "
                              "Redis Cluster decide: give what redis-cli cluster nodes prints",
                              cluster->name);
    if (discovery == ENVOY_OTHER)
        return import_no_spec(import, custom->line,
                              "the cluster \"%.60s\" is %.60s, which finds its endpoints by itself",
                              cluster->name, name);
    return true;
}

static bool envoy_read_cluster(struct envoy *envoy, struct envoy_cluster *cluster)
{
    struct envoy_policy policy;
    const char *where = envoy->import->where;
    char *file = NULL;
    bool good = envoy_kind(envoy, cluster) && envoy_policy_read(envoy, cluster, &policy) &&
                envoy_policy_spec(envoy, cluster, &policy) && envoy_ways(envoy, cluster, &policy);
    bool eds = good && envoy_discovery(envoy, cluster) == ENVOY_EDS;
    if (good && !envoy_has_endpoints(cluster))
        good =
            eds ? envoy_eds(envoy, cluster, &file)
                : fields_fail(&envoy->fields, cluster->config,
                              "the cluster \"%.60s\" has no endpoints in this file", cluster->name);
    good = good && envoy_nodes(envoy, cluster, &policy);
    envoy->import->where = where;
    free(file);
    return good;
}

/* Clusters that can be read go before those that cannot, which are offered when there are no others:
 * then the true reason is said. */
static bool envoy_choose(struct envoy *envoy)
{
    bool any = false;
    for (size_t i = 0; i < envoy->count; i++)
        any = any || envoy_has_endpoints(&envoy->clusters[i]) ||
              envoy_discovery(envoy, &envoy->clusters[i]) == ENVOY_EDS;
    for (size_t i = 0; i < envoy->count && !envoy->fields.bad; i++)
        if (!any || envoy_has_endpoints(&envoy->clusters[i]) ||
            envoy_discovery(envoy, &envoy->clusters[i]) == ENVOY_EDS)
            import_offer_pool(envoy->import, envoy->clusters[i].name);
    if (envoy->fields.bad)
        return false;
    const char *pool = import_choose_pool(envoy->import, "clusters");
    for (size_t i = 0; pool && i < envoy->count; i++)
        if (strcmp(envoy->clusters[i].name, pool) == 0)
            return envoy_read_cluster(envoy, &envoy->clusters[i]);
    return false;
}

/* ---- what is no cluster ---------------------------------------------------------------------- */

/* A ConfigMap of Kubernetes carries the configuration as a text. */
static bool envoy_inside(const struct tree_node *root, const struct tree_node **text)
{
    const struct tree_node *data = tree_get(root, "data");
    for (uint32_t i = 0; tree_is(data, TREE_MAP) && i < data->count; i++) {
        const struct tree_node *value = data->members[i].value;
        if (tree_text(value) && envoy_recognise(tree_text(value), 0)) {
            *text = value;
            return true;
        }
    }
    return false;
}

static bool envoy_none(struct envoy *envoy)
{
    const struct tree_node *root = tree_document(envoy->file, 0);
    const struct tree_node *dynamic = fields_get(&envoy->fields, root, "dynamic_resources");
    const struct tree_node *manager = tree_get(root, "cluster_manager");
    if (dynamic)
        return import_fail(envoy->import, dynamic->line,
                           "the clusters come by xDS and are not in this file: give what the admin "
                           "page /config_dump?include_eds shows");
    if (manager)
        return import_fail(envoy->import, manager->line,
                           "this is Envoy's API v1, which is not read");
    return import_fail(envoy->import, 0, "there are no clusters of Envoy in it");
}

/* Reads the configuration out of what carries it. */
static bool envoy_unwrap(struct envoy *envoy)
{
    const struct tree_node *text = NULL;
    struct tree_error error;
    for (size_t i = 0; i < tree_documents(envoy->file) && !text; i++)
        envoy_inside(tree_document(envoy->file, i), &text);
    if (!text)
        return true;
    envoy->around = envoy->file;
    envoy->file = tree_read(text->text, strlen(text->text), text->line + 1, &error);
    return envoy->file || import_fail(envoy->import, error.line, "%s", error.text);
}

static bool envoy_read(struct import *import)
{
    struct envoy envoy = {.import = import, .fields = {.import = import, .camel = true}};
    envoy.file = import_tree(import);
    bool good = envoy.file && envoy_unwrap(&envoy) && envoy_find(&envoy, envoy.file) &&
                (envoy.count > 0 ? envoy_choose(&envoy) : envoy_none(&envoy));
    tree_free(envoy.file);
    tree_free(envoy.around);
    tree_free(envoy.endpoints);
    free(envoy.clusters);
    free(envoy.ways);
    return good;
}

const struct import_format import_envoy = {.name = "envoy",
                                           .mark =
                                               "keys that only Envoy has, such as load_assignment",
                                           .recognise = envoy_recognise,
                                           .read = envoy_read};
