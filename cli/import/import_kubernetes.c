/* SPDX-License-Identifier: MIT */
/* import_kubernetes.c - the members of a service, as "kubectl get -o json" (or yaml) prints them
 *
 *   EndpointSlice   endpoints: addresses, conditions, zone; ports          node IP or IP:port
 *   Endpoints       subsets: addresses, notReadyAddresses; ports           node IP or IP:port
 *   Pod             metadata.name, status.podIP, status.conditions         node NAME addr=IP
 *
 * One object, a List of them, or several documents. A service is a pool. Kubernetes itself hashes
 * nothing here, so there is no spec. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "import/fields.h"

enum kube_kind { KUBE_SLICE, KUBE_ENDPOINTS, KUBE_POD, KUBE_OTHER };

/* Where the objects of a file stand. */
struct kube {
    struct fields fields;
    const char *service; /* the pool; NULL = pods */
    const char *family;  /* addressType of the first slice that is read; NULL = none yet */
};

static enum kube_kind kube_kind(const struct tree_node *object)
{
    static const char *const names[] = {"EndpointSlice", "Endpoints", "Pod"};
    const char *kind = tree_text(tree_get(object, "kind"));
    for (size_t i = 0; kind && i < KUBE_OTHER; i++)
        if (strcmp(kind, names[i]) == 0)
            return (enum kube_kind)i;
    return KUBE_OTHER;
}

/* Calls `each` with all objects until it returns false. Objects in a list may have no kind of their
 * own, as in a PodList: `kind` is then the list's. */
static bool kube_each(const struct tree *tree,
                      bool (*each)(void *context, enum kube_kind kind,
                                   const struct tree_node *object),
                      void *context)
{
    for (size_t d = 0; d < tree_documents(tree); d++) {
        const struct tree_node *root = tree_document(tree, d), *items = tree_get(root, "items");
        const char *list = tree_text(tree_get(root, "kind"));
        enum kube_kind all = list && strcmp(list, "PodList") == 0             ? KUBE_POD
                             : list && strcmp(list, "EndpointSliceList") == 0 ? KUBE_SLICE
                             : list && strcmp(list, "EndpointsList") == 0     ? KUBE_ENDPOINTS
                                                                              : KUBE_OTHER;
        if (!items && !each(context, kube_kind(root), root))
            return false;
        for (size_t i = 0; i < tree_count(items); i++) {
            const struct tree_node *object = tree_at(items, i);
            enum kube_kind kind = kube_kind(object);
            if (!each(context, kind == KUBE_OTHER ? all : kind, object))
                return false;
        }
    }
    return true;
}

static bool kube_is_other(void *context, enum kube_kind kind, const struct tree_node *object)
{
    (void)context;
    (void)object;
    return kind == KUBE_OTHER;
}

static bool kube_recognise(const char *text, size_t len)
{
    struct tree_error error;
    if (!tree_mentions(text, "kind") || !(strstr(text, "Endpoint") || strstr(text, "Pod")))
        return false;
    struct tree *tree = tree_read(text, len, 1, &error);
    bool found = tree && !kube_each(tree, kube_is_other, NULL);
    tree_free(tree);
    return found;
}

/* ---- services -------------------------------------------------------------------------------- */

/* The service of a slice or of endpoints; NULL when the object does not say it. */
static const char *kube_service(enum kube_kind kind, const struct tree_node *object)
{
    const struct tree_node *about = tree_get(object, "metadata");
    const char *name = tree_text(tree_get(about, "name"));
    const char *label =
        tree_text(tree_get(tree_get(about, "labels"), "kubernetes.io/service-name"));
    return kind == KUBE_SLICE && label ? label : kind == KUBE_POD ? NULL : name;
}

static bool kube_offer(void *context, enum kube_kind kind, const struct tree_node *object)
{
    struct kube *kube = context;
    struct import *import = kube->fields.import;
    const char *service = kube_service(kind, object);
    bool known = kind == KUBE_OTHER || !service;
    for (size_t i = 0; !known && i < import->pool_count; i++)
        known = strcmp(import->pools[i], service) == 0;
    if (!known)
        import_offer_pool(import, service);
    return true;
}

/* ---- members --------------------------------------------------------------------------------- */

/* The port of a list of ports, 0 when there are none or several. */
static uint64_t kube_port(struct kube *kube, const struct tree_node *ports)
{
    uint64_t port = 0;
    if (tree_count(ports) > 1)
        import_skip(kube->fields.import, "several ports");
    if (tree_count(ports) == 1)
        fields_whole(&kube->fields, tree_at(ports, 0), "port", 1, 65535, &port);
    return port;
}

/* A member that is in several slices is read once. */
static bool kube_node(struct kube *kube, const struct tree_node *at, const char *ip, uint64_t port,
                      const char *zone, const char *state)
{
    struct import *import = kube->fields.import;
    struct berth_node known;
    const bool six = port > 0 && strchr(ip, ':');
    char name[320], after[16] = "";
    if (port > 0)
        snprintf(after, sizeof after, ":%u", (unsigned)port);
    int len = snprintf(name, sizeof name, "%s%s%s%s", six ? "[" : "", ip, six ? "]" : "", after);
    if (len >= (int)sizeof name)
        return fields_fail(&kube->fields, at, "the address \"%.40s...\" is too long", ip);
    if (berth_nodes_find(import->nodes, name, &known))
        return true;
    return import_node(import, at->line, name, 1) &&
           import_set(import, at->line, name, "zone", zone) &&
           import_set(import, at->line, name, "state", state);
}

static bool kube_condition(const struct tree_node *conditions, const char *name, bool otherwise)
{
    bool truth;
    return tree_truth(tree_get(conditions, name), &truth) ? truth : otherwise;
}

/* Ready unless it says no; a member that ends and still serves drains. */
static const char *kube_state(struct kube *kube, const struct tree_node *endpoint)
{
    const struct tree_node *conditions = fields_map(&kube->fields, endpoint, "conditions");
    const bool ready = kube_condition(conditions, "ready", true);
    const bool serving = kube_condition(conditions, "serving", ready);
    const bool ends = kube_condition(conditions, "terminating", false);
    return ready ? NULL : ends && serving ? "drain" : "down";
}

static bool kube_slice(struct kube *kube, const struct tree_node *slice)
{
    struct fields *fields = &kube->fields;
    const char *family = fields_text(fields, slice, "addressType");
    const uint64_t port = kube_port(kube, fields_list(fields, slice, "ports"));
    const struct tree_node *endpoints = fields_list(fields, slice, "endpoints");
    kube->family = kube->family ? kube->family : family;
    if (family && strcmp(family, kube->family) != 0) {
        import_skip(fields->import, "slices of another address type");
        return !fields->bad;
    }
    bool good = !fields->bad;
    for (size_t i = 0; good && i < tree_count(endpoints); i++) {
        const struct tree_node *endpoint = tree_at(endpoints, i);
        const struct tree_node *addresses = fields_list(fields, endpoint, "addresses");
        const char *ip = tree_text(tree_at(addresses, 0)), *state = kube_state(kube, endpoint);
        const char *zone = fields_text(fields, endpoint, "zone");
        if (!ip)
            return fields_fail(fields, endpoint, "an endpoint without an address");
        good = !fields->bad && kube_node(kube, endpoint, ip, port, zone, state);
    }
    return good;
}

static bool kube_addresses(struct kube *kube, const struct tree_node *addresses, uint64_t port,
                           const char *state)
{
    bool good = true;
    for (size_t i = 0; good && i < tree_count(addresses); i++) {
        const char *ip = fields_text(&kube->fields, tree_at(addresses, i), "ip");
        if (!ip && !kube->fields.bad)
            fields_fail(&kube->fields, tree_at(addresses, i), "an address without an ip");
        good = !kube->fields.bad && kube_node(kube, tree_at(addresses, i), ip, port, NULL, state);
    }
    return good;
}

static bool kube_endpoints(struct kube *kube, const struct tree_node *object)
{
    const struct tree_node *subsets = fields_list(&kube->fields, object, "subsets");
    bool good = !kube->fields.bad;
    for (size_t i = 0; good && i < tree_count(subsets); i++) {
        const struct tree_node *subset = tree_at(subsets, i);
        const uint64_t port = kube_port(kube, fields_list(&kube->fields, subset, "ports"));
        good = kube_addresses(kube, fields_list(&kube->fields, subset, "addresses"), port, NULL) &&
               kube_addresses(kube, fields_list(&kube->fields, subset, "notReadyAddresses"), port,
                              "down");
    }
    return good;
}

static bool kube_pod_is_ready(const struct tree_node *status)
{
    const struct tree_node *conditions = tree_get(status, "conditions");
    for (size_t i = 0; i < tree_count(conditions); i++) {
        const char *type = tree_text(tree_get(tree_at(conditions, i), "type"));
        const char *is = tree_text(tree_get(tree_at(conditions, i), "status"));
        if (type && is && strcmp(type, "Ready") == 0)
            return strcmp(is, "True") == 0;
    }
    return false;
}

static bool kube_pod(struct kube *kube, const struct tree_node *pod)
{
    struct fields *fields = &kube->fields;
    struct import *import = fields->import;
    const struct tree_node *status = fields_map(fields, pod, "status");
    const char *name = fields_text(fields, fields_map(fields, pod, "metadata"), "name");
    const char *ip = fields_text(fields, status, "podIP");
    if (fields->bad)
        return false;
    if (!name)
        return fields_fail(fields, pod, "a pod without a name");
    if (!ip)
        return fields_fail(fields, pod,
                           "the pod \"%s\" has no status.podIP: give what \"kubectl get pods -o "
                           "json\" prints of pods that run",
                           name);
    return import_node(import, pod->line, name, 1) &&
           import_set(import, pod->line, name, "addr", ip) &&
           import_set(import, pod->line, name, "state", kube_pod_is_ready(status) ? NULL : "down");
}

static bool kube_object(void *context, enum kube_kind kind, const struct tree_node *object)
{
    struct kube *kube = context;
    const char *service = kube_service(kind, object);
    if (kind == KUBE_OTHER) {
        import_skip(kube->fields.import, "objects of other kinds");
        return true;
    }
    if (kind == KUBE_POD)
        return kube_pod(kube, object);
    if (kube->service && service && strcmp(service, kube->service) != 0)
        return true;
    return kind == KUBE_SLICE ? kube_slice(kube, object) : kube_endpoints(kube, object);
}

static bool kube_read(struct import *import)
{
    struct kube kube = {.fields = {.import = import}};
    struct tree *tree = import_tree(import);
    bool good = tree != NULL;
    if (good)
        kube_each(tree, kube_offer, &kube);
    if (good && import->pool_count > 0) {
        kube.service = import_choose_pool(import, "services");
        good = kube.service != NULL;
    }
    good = good && kube_each(tree, kube_object, &kube);
    tree_free(tree);
    return good;
}

const struct import_format import_kubernetes = {
    .name = "kubernetes",
    .mark = "objects of the kinds EndpointSlice, Endpoints or Pod",
    .recognise = kube_recognise,
    .read = kube_read};
