/* SPDX-License-Identifier: MIT */
/* import_envoy.c - endpoints as JSON, read by jansson
 *
 *   ["a", "b"]   [{"name": "a", "weight": 2}]        a plain list
 *   {"endpoints": [{"lb_endpoints": [{
 *       "endpoint": {"address": {"socket_address": ...}}, "load_balancing_weight": 2,
 *       "metadata": {"filter_metadata": {"envoy.lb": {"hash_key": ...}}}}]}]}
 *
 * Envoy hashes "ip:port", or hash_key where the metadata has it; that is a node's name. A cluster,
 * a list of clusters under "clusters" or "resources", or one under "load_assignment" will do; its
 * lb_policy gives the spec, else ring_hash is taken. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "import/import.h"
#include "frame/memory.h"
#include "show/text.h"

#define ENVOY_WHOLE_MAX 0x1p53 /* from here on a double skips whole numbers */

static bool envoy_recognise(const char *text, size_t len)
{
    (void)len;
    text += strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    text += strspn(text, " \t\r\n");
    if (*text != '{' && *text != '[')
        return false;
    bool list = *text++ == '[';
    text += strspn(text, " \t\r\n"); /* a bare word here would be YAML */
    return *text == '"' || (list ? *text == '{' || *text == ']' : *text == '}');
}

/* A member by its name in snake case or camel case. */
static json_t *envoy_get(const json_t *object, const char *snake)
{
    char camel[64];
    size_t used = 0;
    json_t *value = json_object_get(object, snake);
    for (const char *c = snake; *c != '\0' && used + 1 < sizeof camel; c++) {
        if (*c == '_' && c[1] >= 'a' && c[1] <= 'z')
            camel[used++] = (char)(*++c - 'a' + 'A');
        else
            camel[used++] = *c;
    }
    camel[used] = '\0';
    return value ? value : json_object_get(object, camel);
}

/* A number, as such, in a string (64 bits in protobuf's JSON) or as {"value": number}; 1 when there
 * is none. False when it is something else. */
static bool envoy_number(const json_t *value, double *number)
{
    uint64_t whole;
    value = json_is_object(value) ? json_object_get(value, "value") : value;
    *number = value ? json_number_value(value) : 1;
    if (!json_is_string(value))
        return !value || json_is_number(value);
    bool good = import_digits(json_string_value(value), json_string_length(value), &whole);
    *number = (double)whole;
    return good;
}

/* The same where only a whole number makes sense, such as the size of a table. */
static bool envoy_whole(const json_t *value, uint64_t *whole)
{
    double number;
    bool good = envoy_number(value, &number) && number >= 0 && number < ENVOY_WHOLE_MAX &&
                number == floor(number);
    *whole = good ? (uint64_t)number : 0;
    return good;
}

/* ---- a plain list ---------------------------------------------------------------------------- */

static bool envoy_plain(struct import *import, const json_t *item, size_t i)
{
    const char *name = json_string_value(item);
    double weight = 1;
    if (json_is_object(item)) {
        name = json_string_value(json_object_get(item, "name"));
        if (!envoy_number(json_object_get(item, "weight"), &weight))
            return import_fail(import, 0, "entry %zu: the weight is no number", i + 1);
    }
    if (!name)
        return import_fail(import, 0, "entry %zu is neither a name nor {\"name\": ...}", i + 1);
    if (!import_node(import, 0, name, weight))
        return false;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)item, key, value)
    {
        bool known = strcmp(key, "name") == 0 || strcmp(key, "weight") == 0;
        if (!known && json_is_string(value) &&
            !import_set(import, 0, name, key, json_string_value(value)))
            return false;
        if (!known && !json_is_string(value))
            import_skip(import, key);
    }
    return true;
}

/* ---- endpoints ------------------------------------------------------------------------------- */

static const char *envoy_hash_key(const json_t *endpoint)
{
    const json_t *filters = envoy_get(envoy_get(endpoint, "metadata"), "filter_metadata");
    return json_string_value(json_object_get(json_object_get(filters, "envoy.lb"), "hash_key"));
}

/* "ip:port", brackets around IPv6, or a pipe's path; NULL = there is none. To be freed. */
static char *envoy_address(const json_t *endpoint)
{
    const json_t *address = envoy_get(envoy_get(endpoint, "endpoint"), "address");
    const json_t *socket = envoy_get(address, "socket_address");
    const char *ip = json_string_value(json_object_get(socket, "address"));
    const char *path = json_string_value(json_object_get(envoy_get(address, "pipe"), "path"));
    json_int_t port = json_integer_value(envoy_get(socket, "port_value"));
    if (path)
        return memory_text("%s", path);
    if (!ip)
        return NULL;
    bool bare = strchr(ip, ':') && *ip != '[';
    return memory_text("%s%s%s:%lld", bare ? "[" : "", ip, bare ? "]" : "", (long long)port);
}

static const char *envoy_state(const char *health)
{
    if (!health || strcmp(health, "HEALTHY") == 0 || strcmp(health, "UNKNOWN") == 0)
        return NULL;
    return strcmp(health, "DRAINING") == 0 ? "drain" : "down";
}

static bool envoy_endpoint(struct import *import, const json_t *endpoint, const char *zone)
{
    const char *key = envoy_hash_key(endpoint);
    char *addr = envoy_address(endpoint);
    const char *name = key ? key : addr;
    double weight;
    bool good;
    if (!name)
        good = import_fail(import, 0, "an endpoint has neither socket_address nor pipe");
    else if (!envoy_number(envoy_get(endpoint, "load_balancing_weight"), &weight))
        good = import_fail(import, 0, "%s: load_balancing_weight is no number", name);
    else
        good = import_node(import, 0, name, weight) &&
               import_set(import, 0, name, "addr", key ? addr : NULL) &&
               import_set(import, 0, name, "zone", zone) &&
               import_set(import, 0, name, "state",
                          envoy_state(json_string_value(envoy_get(endpoint, "health_status"))));
    free(addr);
    return good;
}

/* Endpoints of one priority: those of a lower one get nothing while the first is healthy. */
static bool envoy_locality(struct import *import, const json_t *locality)
{
    const json_t *list = envoy_get(locality, "lb_endpoints");
    const char *zone = json_string_value(json_object_get(envoy_get(locality, "locality"), "zone"));
    if (json_integer_value(json_object_get(locality, "priority")) > 0) {
        import_skip(import, "endpoints of lower priority");
        return true;
    }
    if (envoy_get(locality, "load_balancing_weight"))
        return import_fail(import, 0,
                           "a locality has load_balancing_weight: with locality weighted load "
                           "balancing its endpoints' weights depend on it; fold it into theirs");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!envoy_endpoint(import, json_array_get(list, i), zone))
            return false;
    return true;
}

/* ---- clusters -------------------------------------------------------------------------------- */

/* What holds the endpoints of a cluster, or of an assignment alone; NULL = it is neither. */
static json_t *envoy_localities(const json_t *cluster)
{
    json_t *list = json_object_get(envoy_get(cluster, "load_assignment"), "endpoints");
    return list ? list : json_object_get(cluster, "endpoints");
}

static const char *envoy_name(const json_t *cluster)
{
    const char *name = json_string_value(json_object_get(cluster, "name"));
    if (!name)
        name = json_string_value(envoy_get(cluster, "cluster_name"));
    return name ? name : "?";
}

static bool envoy_ring(struct import *import, const json_t *cluster)
{
    const json_t *config = envoy_get(cluster, "ring_hash_lb_config");
    const char *hash = json_string_value(envoy_get(config, "hash_function"));
    char spec[128] = "envoy-ring-hash";
    uint64_t min, max;
    const json_t *low = envoy_get(config, "minimum_ring_size");
    const json_t *high = envoy_get(config, "maximum_ring_size");
    if (!envoy_whole(low, &min) || !envoy_whole(high, &max))
        return import_fail(import, 0, "ring_hash_lb_config: a size is not a whole number");
    if (low)
        text_add(spec, sizeof spec, ":min=%" PRIu64, min);
    if (high)
        text_add(spec, sizeof spec, "%cmax=%" PRIu64, strchr(spec, ':') ? ',' : ':', max);
    if (hash && strcmp(hash, "MURMUR_HASH_2") == 0)
        text_add(spec, sizeof spec, "%chash=murmur2", strchr(spec, ':') ? ',' : ':');
    return import_spec(import, 0, "%s", spec);
}

static bool envoy_spec(struct import *import, const json_t *cluster)
{
    const char *policy = json_string_value(envoy_get(cluster, "lb_policy"));
    uint64_t table;
    if (!policy)
        return import_spec(import, 0, "envoy-ring-hash");
    if (strcmp(policy, "RING_HASH") == 0)
        return envoy_ring(import, cluster);
    if (strcmp(policy, "MAGLEV") != 0)
        return import_no_spec(import, 0,
                              "lb_policy %s does not hash a key: RING_HASH and MAGLEV do", policy);
    const json_t *size = envoy_get(envoy_get(cluster, "maglev_lb_config"), "table_size");
    if (!envoy_whole(size, &table))
        return import_fail(import, 0, "maglev_lb_config: table_size is not a whole number");
    return size ? import_spec(import, 0, "envoy-maglev:table=%" PRIu64, table)
                : import_spec(import, 0, "envoy-maglev");
}

static bool envoy_cluster(struct import *import, const json_t *cluster)
{
    const json_t *list = envoy_localities(cluster);
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!envoy_locality(import, json_array_get(list, i)))
            return false;
    return envoy_spec(import, cluster);
}

/* The list of clusters of a document; NULL when it is one itself. */
static json_t *envoy_list(const json_t *root)
{
    json_t *list = json_object_get(envoy_get(root, "static_resources"), "clusters");
    list = list ? list : json_object_get(root, "clusters");
    return list ? list : json_object_get(root, "resources");
}

static bool envoy_clusters(struct import *import, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *cluster = json_array_get(list, i);
        if (envoy_localities(cluster))
            import_offer_pool(import, envoy_name(cluster));
    }
    const char *pool = import_choose_pool(import, "clusters");
    for (size_t i = 0; pool && i < json_array_size(list); i++) {
        const json_t *cluster = json_array_get(list, i);
        if (envoy_localities(cluster) && strcmp(envoy_name(cluster), pool) == 0)
            return envoy_cluster(import, cluster);
    }
    return false;
}

static bool envoy_document(struct import *import, const json_t *root)
{
    const json_t *list = envoy_list(root);
    if (list)
        return envoy_clusters(import, list);
    if (json_is_object(root) && !envoy_localities(root))
        return import_fail(import, 0, "this JSON is neither a list of names nor Envoy's endpoints");
    if (json_is_object(root))
        return envoy_cluster(import, root);
    for (size_t i = 0; i < json_array_size(root); i++)
        if (!envoy_plain(import, json_array_get(root, i), i))
            return false;
    return true;
}

static bool envoy_read(struct import *import)
{
    json_error_t error;
    size_t skip = strncmp(import->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    json_t *root = json_loadb(import->text + skip, import->len - skip, 0, &error);
    if (!root)
        return import_fail(import, (uint64_t)error.line, "no JSON: %s", error.text);
    bool good = envoy_document(import, root);
    json_decref(root);
    return good;
}

const struct import_format import_envoy = {
    .name = "envoy", .recognise = envoy_recognise, .read = envoy_read};
