/* SPDX-License-Identifier: MIT */
/* envoy_hosts.c - the endpoints of one cluster as nodes
 *
 * Envoy hashes the hash_key of an endpoint's metadata; else its host name, if the cluster says so;
 * else "ip:port", as its inet_ntop writes it. That is a node's name. Hosts that are not healthy are
 * not in the table, unless so few are healthy that Envoy panics and uses all. */
#include "import/envoy.h"

#include <stdlib.h>
#include <string.h>
#include <arpa/inet.h>

#include "frame/memory.h"
#include "frame/say.h"

enum { ENVOY_PRIORITY_MAX = 128, ENVOY_PANIC = 50, ENVOY_OVERPROVISION = 140 };

enum envoy_health { ENVOY_HEALTHY, ENVOY_DEGRADED, ENVOY_UNHEALTHY };

static const char *const envoy_healths[] = {"UNKNOWN",  "HEALTHY", "UNHEALTHY",
                                            "DRAINING", "TIMEOUT", "DEGRADED"};
enum { ENVOY_HEALTH_GOOD = 1, ENVOY_HEALTH_DEGRADED = 5 };

struct envoy_host {
    const struct tree_node *at;
    char *name, *addr; /* addr NULL = the same */
    const char *zone;
    uint64_t weight, priority, locality; /* locality: its weight */
    size_t place;                        /* of the locality */
    enum envoy_health health;
};

struct envoy_hosts {
    struct envoy *envoy;
    const struct envoy_cluster *cluster;
    const struct envoy_policy *policy;
    enum envoy_discovery discovery;
    struct envoy_host *host;
    size_t count, room;
    uint64_t overprovision;
    bool named; /* a host name stands for whatever it resolves to */
};

/* ---- addresses ------------------------------------------------------------------------------- */

/* The IP as Envoy writes it, with brackets around IPv6; NULL when it is none. To be freed. */
static char *envoy_ip(const char *text, uint64_t port)
{
    unsigned char bytes[16];
    char out[INET6_ADDRSTRLEN];
    bool six = strchr(text, ':') != NULL;
    int family = six ? AF_INET6 : AF_INET;
    if (inet_pton(family, text, bytes) != 1 || !inet_ntop(family, bytes, out, sizeof out))
        return NULL;
    return memory_text("%s%s%s:%u", six ? "[" : "", out, six ? "]" : "", (unsigned)port);
}

static bool envoy_is_dns(const struct envoy_hosts *hosts)
{
    return hosts->discovery == ENVOY_STRICT_DNS || hosts->discovery == ENVOY_LOGICAL_DNS;
}

/* A name where an IP is due; `keyed` when something else than the address is hashed. */
static bool envoy_host_name(struct envoy_hosts *hosts, const struct tree_node *at, const char *text,
                            bool keyed)
{
    struct envoy *envoy = hosts->envoy;
    if (!envoy_is_dns(hosts) && hosts->discovery != ENVOY_UNTOLD)
        return fields_fail(&envoy->fields, at,
                           "\"%.80s\" is no IP address, which a cluster that is %s needs", text,
                           hosts->discovery == ENVOY_EDS ? "EDS" : "STATIC");
    if (keyed && !hosts->named)
        envoy_tell(envoy, at,
                   "\"%.80s\" counts as one node; Envoy has as many of the same key as it "
                   "resolves to addresses",
                   text);
    hosts->named = true;
    return keyed || import_no_spec(envoy->import, at->line,
                                   "\"%.80s\" is a host name, and Envoy hashes the IP:port that it "
                                   "resolves to: give what the admin page /clusters?format=json "
                                   "shows",
                                   text);
}

/* What the address of a host is, and whether it is more than a name. NULL after saying why. */
static char *envoy_socket(struct envoy_hosts *hosts, const struct tree_node *socket, bool keyed)
{
    struct fields *fields = &hosts->envoy->fields;
    const char *text = fields_text(fields, socket, "address");
    uint64_t port = 0;
    bool has_port = fields_whole(fields, socket, "port_value", 0, 65535, &port);
    if (!fields->bad && !text)
        fields_fail(fields, socket, "a socket_address has no address");
    else if (!fields->bad && !has_port)
        fields_fail(fields, socket, "\"%.80s\" has no port_value", text);
    if (fields->bad)
        return NULL;
    char *ip = envoy_ip(text, port);
    if (ip)
        return ip;
    return envoy_host_name(hosts, socket, text, keyed) ? memory_text("%s:%u", text, (unsigned)port)
                                                       : NULL;
}

static char *envoy_address(struct envoy_hosts *hosts, const struct tree_node *at,
                           const struct tree_node *address, bool keyed)
{
    struct fields *fields = &hosts->envoy->fields;
    const struct tree_node *socket = fields_map(fields, address, "socket_address");
    const char *path = fields_text(fields, fields_map(fields, address, "pipe"), "path");
    if (fields->bad)
        return NULL;
    if (socket)
        return envoy_socket(hosts, socket, keyed);
    if (path)
        return memory_text("%s", path);
    fields_fail(fields, address ? address : at,
                fields_get(fields, address, "envoy_internal_address")
                    ? "an internal listener is no address that a key can be placed by"
                : fields_get(fields, address, "url")
                    ? "this is Envoy's API v1, which is not read: its url stands for socket_address"
                    : "an endpoint has neither socket_address nor pipe");
    return NULL;
}

/* ---- one host -------------------------------------------------------------------------------- */

static struct envoy_host *envoy_host_new(struct envoy_hosts *hosts, const struct tree_node *at)
{
    if (hosts->count == hosts->room) {
        hosts->room = 2 * hosts->room + 16;
        hosts->host = memory_more(hosts->host, hosts->room, sizeof *hosts->host);
    }
    struct envoy_host *host = &hosts->host[hosts->count++];
    *host = (struct envoy_host){.at = at, .weight = 1};
    return host;
}

/* The name goes to what is hashed: `key` if there is one, else the address. */
static bool envoy_host_named(struct envoy_host *host, const char *key, char *addr)
{
    if (!addr)
        return false;
    host->name = key ? memory_text("%s", key) : addr;
    host->addr = key ? addr : NULL;
    return true;
}

/* The metadata's hash_key. Envoy passes over one that is no string. */
static const char *envoy_hash_key(struct envoy *envoy, const struct tree_node *endpoint)
{
    struct fields *fields = &envoy->fields;
    const struct tree_node *filters =
        fields_map(fields, fields_map(fields, endpoint, "metadata"), "filter_metadata");
    const struct tree_node *key = tree_get(tree_get(filters, "envoy.lb"), "hash_key");
    const char *text = tree_text(key);
    double real;
    bool truth;
    if (key && (!text || (!key->quoted && (tree_real(key, &real) || tree_truth(key, &truth))))) {
        envoy_tell(envoy, key, "hash_key is no string here, so Envoy does not use it");
        return NULL;
    }
    if (text && fields_is_placeholder(text))
        fields_fail(fields, key, "hash_key is \"%.60s\", which is still to be filled in", text);
    return text && *text != '\0' ? text : NULL;
}

/* The host name that use_hostname_for_hashing means; NULL after saying that there is none. */
static const char *envoy_hostname(struct envoy_hosts *hosts, const struct tree_node *of,
                                  const struct tree_node *address)
{
    struct fields *fields = &hosts->envoy->fields;
    const char *name = fields_text(fields, of, "hostname");
    if ((!name || *name == '\0') && envoy_is_dns(hosts))
        name = fields_text(fields, fields_map(fields, address, "socket_address"), "address");
    if (name && *name != '\0')
        return name;
    fields_fail(fields, of,
                "use_hostname_for_hashing needs a hostname, which this endpoint does not "
                "have");
    return NULL;
}

static bool envoy_weight(struct envoy *envoy, const struct tree_node *map, const char *key,
                         uint64_t *weight)
{
    struct fields *fields = &envoy->fields;
    const struct tree_node *value = fields_get(fields, map, key);
    if (tree_is(value, TREE_MAP)) { /* a wrapper written out */
        map = value;
        key = "value";
    }
    fields_whole(fields, map, key, 1, UINT32_MAX, weight);
    return !fields->bad;
}

static enum envoy_health envoy_health_of(size_t number)
{
    return number <= ENVOY_HEALTH_GOOD       ? ENVOY_HEALTHY
           : number == ENVOY_HEALTH_DEGRADED ? ENVOY_DEGRADED
                                             : ENVOY_UNHEALTHY;
}

static bool envoy_endpoint(struct envoy_hosts *hosts, const struct tree_node *at,
                           const struct envoy_host *locality)
{
    struct fields *fields = &hosts->envoy->fields;
    const struct tree_node *endpoint = fields_map(fields, at, "endpoint");
    const struct tree_node *address = fields_map(fields, endpoint, "address");
    struct envoy_host *host = envoy_host_new(hosts, at);
    size_t health = 0;
    host->zone = locality->zone;
    host->priority = locality->priority;
    host->locality = locality->locality;
    host->place = locality->place;
    if (!endpoint)
        return fields_fail(fields, at, "%s",
                           fields_get(fields, at, "endpoint_name")
                               ? "endpoint_name is not read: write the endpoint"
                               : "an entry of lb_endpoints has no endpoint");
    fields_enum(fields, at, "health_status", envoy_healths,
                sizeof envoy_healths / sizeof envoy_healths[0], &health);
    host->health = envoy_health_of(health);
    const char *key = envoy_hash_key(hosts->envoy, at);
    if (!key && hosts->policy->use_hostname)
        key = envoy_hostname(hosts, endpoint, address);
    return envoy_weight(hosts->envoy, at, "load_balancing_weight", &host->weight) &&
           envoy_host_named(host, key, envoy_address(hosts, endpoint, address, key != NULL));
}

/* ---- where hosts stand ----------------------------------------------------------------------- */

static bool envoy_locality(struct envoy_hosts *hosts, const struct tree_node *map, size_t place)
{
    struct fields *fields = &hosts->envoy->fields;
    struct envoy_host locality = {.place = place};
    const struct tree_node *list = fields_list(fields, map, "lb_endpoints");
    const struct tree_node *weight = fields_get(fields, map, "load_balancing_weight");
    locality.zone = fields_text(fields, fields_map(fields, map, "locality"), "zone");
    fields_whole(fields, map, "priority", 0, ENVOY_PRIORITY_MAX, &locality.priority);
    fields_whole(fields, tree_is(weight, TREE_MAP) ? weight : map,
                 tree_is(weight, TREE_MAP) ? "value" : "load_balancing_weight", 0, UINT32_MAX,
                 &locality.locality);
    if (fields_get(fields, map, "leds_cluster_locality_config"))
        fields_fail(fields, map,
                    "the endpoints of a locality come by LEDS, and are not in this "
                    "file");
    for (size_t i = 0; i < tree_count(list) && !fields->bad; i++)
        if (!envoy_endpoint(hosts, tree_at(list, i), &locality))
            return false;
    return !fields->bad;
}

static bool envoy_assignment(struct envoy_hosts *hosts)
{
    struct fields *fields = &hosts->envoy->fields;
    const struct tree_node *assignment = hosts->cluster->assignment;
    const struct tree_node *list = fields_list(fields, assignment, "endpoints");
    const struct tree_node *policy = fields_map(fields, assignment, "policy");
    fields_whole(fields, policy, "overprovisioning_factor", 1, UINT32_MAX, &hosts->overprovision);
    for (size_t i = 0; i < tree_count(list) && !fields->bad; i++)
        if (!envoy_locality(hosts, tree_at(list, i), i))
            return false;
    return !fields->bad;
}

static bool envoy_v2_hosts(struct envoy_hosts *hosts)
{
    for (size_t i = 0; i < tree_count(hosts->cluster->hosts); i++) {
        const struct tree_node *address = tree_at(hosts->cluster->hosts, i);
        struct envoy_host *host = envoy_host_new(hosts, address);
        const char *key = NULL;
        if (hosts->policy->use_hostname)
            key = envoy_hostname(hosts, NULL, address);
        if (hosts->envoy->fields.bad ||
            !envoy_host_named(host, key, envoy_address(hosts, address, address, key != NULL)))
            return false;
    }
    return true;
}

/* The admin page tells health by flags of what failed, beside what EDS said. */
static enum envoy_health envoy_status_health(struct envoy *envoy, const struct tree_node *map)
{
    static const char *const failures[] = {"failed_active_health_check", "failed_outlier_check",
                                           "active_hc_timeout", "excluded_via_immediate_hc_fail"};
    size_t health = 0;
    fields_enum(&envoy->fields, map, "eds_health_status", envoy_healths,
                sizeof envoy_healths / sizeof envoy_healths[0], &health);
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++)
        if (fields_truth(&envoy->fields, map, failures[i]))
            return ENVOY_UNHEALTHY;
    if (health <= ENVOY_HEALTH_GOOD &&
        fields_truth(&envoy->fields, map, "failed_active_degraded_check"))
        return ENVOY_DEGRADED;
    return envoy_health_of(health);
}

static bool envoy_status_host(struct envoy_hosts *hosts, const struct tree_node *at)
{
    struct fields *fields = &hosts->envoy->fields;
    const struct tree_node *address = fields_map(fields, at, "address");
    struct envoy_host *host = envoy_host_new(hosts, at);
    host->zone = fields_text(fields, fields_map(fields, at, "locality"), "zone");
    host->health = envoy_status_health(hosts->envoy, fields_map(fields, at, "health_status"));
    fields_whole(fields, at, "priority", 0, ENVOY_PRIORITY_MAX, &host->priority);
    envoy_weight(hosts->envoy, at, "weight", &host->weight);
    const char *key = hosts->policy->use_hostname ? envoy_hostname(hosts, at, NULL) : NULL;
    return !fields->bad &&
           envoy_host_named(host, key, envoy_address(hosts, at, address, key != NULL));
}

/* The admin page does not show the metadata that hash keys are in. */
static bool envoy_status_keys(struct envoy_hosts *hosts)
{
    struct tree_walk walk;
    const struct tree_node *map;
    const char *key;
    tree_walk_begin(&walk, hosts->cluster->assignment);
    while ((map = tree_walk_next(&walk, &key)) != NULL)
        if (strcmp(key, "envoy.lb") == 0 && tree_get(map, "hash_key"))
            return import_no_spec(hosts->envoy->import, map->line,
                                  "the endpoints have a hash_key, which /clusters?format=json does "
                                  "not show");
    return true;
}

static bool envoy_status_hosts(struct envoy_hosts *hosts)
{
    struct fields *fields = &hosts->envoy->fields;
    if (!envoy_status_keys(hosts))
        return false;
    const struct tree_node *list = fields_list(fields, hosts->cluster->status, "host_statuses");
    for (size_t i = 0; i < tree_count(list) && !fields->bad; i++)
        if (!envoy_status_host(hosts, tree_at(list, i)))
            return false;
    return !fields->bad;
}

/* ---- which hosts count ----------------------------------------------------------------------- */

struct envoy_level {
    uint64_t hosts, healthy, degraded; /* of one priority */
    uint64_t load;                     /* percent of the requests that it gets */
};

/* How much of a priority's requests its hosts could take, in percent. */
static uint64_t envoy_able(const struct envoy_hosts *hosts, uint64_t count, uint64_t of)
{
    uint64_t able = of > 0 ? hosts->overprovision * count / of : 0;
    return able < 100 ? able : 100;
}

/* Spreads what is left over the levels, as far as they are able; Envoy's own integers. */
static uint64_t envoy_spread(const struct envoy_hosts *hosts, struct envoy_level *level,
                             bool degraded, uint64_t total, uint64_t left)
{
    for (int i = 0; i <= ENVOY_PRIORITY_MAX && total > 0; i++) {
        uint64_t able =
            envoy_able(hosts, degraded ? level[i].degraded : level[i].healthy, level[i].hosts);
        uint64_t share = able * 100 / total;
        share = share < left ? share : left;
        level[i].load += share;
        left -= share;
    }
    return left;
}

/* The only priority that gets requests; -1 = several share them. *total: how much all could take */
static int envoy_priority(const struct envoy_hosts *hosts, struct envoy_level *level,
                          uint64_t *total)
{
    int first = -1, loaded = -1, loads = 0;
    *total = 0;
    for (int i = 0; i <= ENVOY_PRIORITY_MAX; i++) {
        *total += envoy_able(hosts, level[i].healthy, level[i].hosts) +
                  envoy_able(hosts, level[i].degraded, level[i].hosts);
        first = first < 0 && level[i].hosts > 0 ? i : first;
    }
    *total = *total < 100 ? *total : 100;
    uint64_t left = envoy_spread(hosts, level, false, *total, 100);
    envoy_spread(hosts, level, true, *total, left);
    for (int i = 0, many = 0; i <= ENVOY_PRIORITY_MAX; i++) {
        loads += level[i].load > 0;
        loaded = loaded < 0 && level[i].load > 0 ? i : loaded;
        many += level[i].hosts > 0;
        if (*total == 0 && many > 1)
            return -1; /* all levels panic, and share by their size */
    }
    return loads > 1 ? -1 : loads == 1 ? loaded : first;
}

/* In panic Envoy uses all hosts, healthy or not. */
static bool envoy_panics(struct envoy_hosts *hosts, const struct envoy_level *level, uint64_t total)
{
    struct fields *fields = &hosts->envoy->fields;
    const struct tree_node *common = fields_map(fields, hosts->cluster->config, "common_lb_config");
    const struct tree_node *panic = fields_map(fields, common, "healthy_panic_threshold");
    double threshold = ENVOY_PANIC;
    fields_real(fields, panic, "value", 0, 100, &threshold);
    if (panic && !fields_get(fields, panic, "value"))
        threshold = 0;
    double able = 100.0 * (double)(level->healthy + level->degraded) / (double)level->hosts;
    if (fields->bad || total == 100 || able >= threshold)
        return false;
    say_warning("%s: %llu of %llu endpoints are healthy, fewer than the %g %% of "
                "healthy_panic_threshold: Envoy then uses all, and so does this",
                hosts->envoy->import->where, (unsigned long long)level->healthy,
                (unsigned long long)level->hosts, threshold);
    return true;
}

/* With locality weights: only one locality may count, as its weight then cancels out. */
static bool envoy_localities(struct envoy_hosts *hosts, uint64_t priority, size_t *only)
{
    bool any = false;
    if (hosts->cluster->status)
        return import_no_spec(
            hosts->envoy->import, hosts->cluster->status->line,
            "locality_weighted_lb_config makes the weights depend on those of the "
            "localities, which this page does not show: give what "
            "/config_dump?include_eds shows");
    for (size_t i = 0; i < hosts->count; i++) {
        const struct envoy_host *host = &hosts->host[i];
        if (host->priority != priority || host->locality == 0)
            continue;
        if (any && *only != host->place)
            return import_no_spec(hosts->envoy->import, host->at->line,
                                  "locality_weighted_lb_config makes the weights of the endpoints "
                                  "depend on those of their localities: fold the one into the "
                                  "other");
        *only = host->place;
        any = true;
    }
    return any || fields_fail(&hosts->envoy->fields, hosts->cluster->config,
                              "locality_weighted_lb_config takes a locality without a weight for "
                              "one of weight 0, so no endpoint is left");
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static bool envoy_add_node(struct envoy_hosts *hosts, const struct envoy_host *host, bool all)
{
    struct import *import = hosts->envoy->import;
    uint32_t line = host->at->line;
    bool down = !all && host->health != ENVOY_HEALTHY;
    return import_node(import, line, host->name, (double)host->weight) &&
           import_set(import, line, host->name, "addr", host->addr) &&
           import_set(import, line, host->name, "zone", host->zone) &&
           import_set(import, line, host->name, "state", down ? "down" : NULL);
}

static bool envoy_add_nodes(struct envoy_hosts *hosts, uint64_t priority, bool all)
{
    size_t only = SIZE_MAX;
    bool by_locality = hosts->policy->by_locality && !hosts->envoy->import->other_spec;
    if (by_locality && !envoy_localities(hosts, priority, &only))
        return false;
    for (size_t i = 0; i < hosts->count; i++) {
        const struct envoy_host *host = &hosts->host[i];
        if (host->priority != priority)
            import_skip(hosts->envoy->import, "endpoints of another priority");
        else if (by_locality && host->place != only)
            import_skip(hosts->envoy->import, "localities of weight 0");
        else if (!envoy_add_node(hosts, host, all))
            return false;
    }
    return true;
}

static bool envoy_choose_hosts(struct envoy_hosts *hosts)
{
    static const struct envoy_level none;
    struct envoy_level level[ENVOY_PRIORITY_MAX + 1];
    uint64_t total;
    for (int i = 0; i <= ENVOY_PRIORITY_MAX; i++)
        level[i] = none;
    for (size_t i = 0; i < hosts->count; i++) {
        struct envoy_level *of = &level[hosts->host[i].priority];
        of->hosts++;
        of->healthy += hosts->host[i].health == ENVOY_HEALTHY;
        of->degraded += hosts->host[i].health == ENVOY_DEGRADED;
    }
    int priority = envoy_priority(hosts, level, &total);
    if (priority < 0 && !import_no_spec(hosts->envoy->import, hosts->host[0].at->line,
                                        "so many endpoints are not healthy that Envoy spreads keys "
                                        "over several priorities"))
        return false;
    priority = priority < 0 ? 0 : priority;
    bool all = level[priority].hosts > 0 && envoy_panics(hosts, &level[priority], total);
    return !hosts->envoy->fields.bad && envoy_add_nodes(hosts, (uint64_t)priority, all);
}

static bool envoy_gather(struct envoy_hosts *hosts)
{
    const struct envoy_cluster *cluster = hosts->cluster;
    return cluster->status       ? envoy_status_hosts(hosts)
           : cluster->assignment ? envoy_assignment(hosts)
                                 : envoy_v2_hosts(hosts);
}

bool envoy_nodes(struct envoy *envoy, const struct envoy_cluster *cluster,
                 const struct envoy_policy *policy)
{
    struct envoy_hosts hosts = {.envoy = envoy,
                                .cluster = cluster,
                                .policy = policy,
                                .discovery = envoy_discovery(envoy, cluster),
                                .overprovision = ENVOY_OVERPROVISION};
    bool good = !envoy->fields.bad && envoy_gather(&hosts);
    if (good && hosts.count == 0)
        good = fields_fail(&envoy->fields, cluster->config,
                           "the cluster \"%.60s\" has no endpoints in this file", cluster->name);
    good = good && envoy_choose_hosts(&hosts);
    for (size_t i = 0; i < hosts.count; i++) {
        free(hosts.host[i].name);
        free(hosts.host[i].addr);
    }
    free(hosts.host);
    return good;
}
