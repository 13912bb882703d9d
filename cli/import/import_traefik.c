/* SPDX-License-Identifier: MIT */
/* import_traefik.c - the servers of a service of Traefik's file provider
 *
 *   http:
 *     services:
 *       app:
 *         loadBalancer:
 *           strategy: hrw
 *           servers:
 *             - url: http://10.0.0.1:8080
 *               weight: 2
 *
 * Traefik hashes a server by its URL as written, and the child of a service "highestRandomWeight" by
 * its name. */
#include <string.h>

#include "import/fields.h"

struct traefik {
    struct fields fields;
    const struct tree_node *services;
};

static bool traefik_recognise(const char *text, size_t len)
{
    (void)len;
    return (tree_mentions(text, "loadBalancer") || tree_mentions(text, "highestRandomWeight")) &&
           tree_mentions(text, "services");
}

/* ---- servers of a load balancer -------------------------------------------------------------- */

/* A weight of 0 or less is dropped by Traefik, too. */
static bool traefik_weight(struct fields *fields, const struct tree_node *of, double *weight)
{
    *weight = 1;
    fields_real(fields, of, "weight", 0, 1e6, weight);
    return !fields->bad;
}

static bool traefik_server(struct fields *fields, const struct tree_node *server)
{
    double weight;
    const char *url = fields_text(fields, server, "url");
    if (!url && !fields->bad)
        url = fields_text(fields, server, "address");
    if (fields->bad)
        return false;
    if (!url)
        return fields_fail(fields, server, "a server has no url");
    return traefik_weight(fields, server, &weight) &&
           import_node(fields->import, server->line, url, weight);
}

static bool traefik_balancer(struct traefik *in, const struct tree_node *balancer)
{
    struct fields *fields = &in->fields;
    const struct tree_node *servers = fields_list(fields, balancer, "servers");
    const char *strategy = fields_text(fields, balancer, "strategy");
    if (fields->bad)
        return false;
    if (tree_count(servers) == 0)
        return fields_fail(fields, balancer, "this service lists no servers");
    for (size_t i = 0; i < tree_count(servers); i++)
        if (!traefik_server(fields, tree_at(servers, i)))
            return false;
    if (strategy && strcmp(strategy, "hrw") == 0)
        return import_spec(fields->import, balancer->line, "traefik-hrw");
    return import_no_spec(fields->import, balancer->line,
                          "the strategy is %.20s, which does not hash (hrw does)",
                          strategy ? strategy : "wrr");
}

/* ---- services of services -------------------------------------------------------------------- */

static bool traefik_children(struct traefik *in, const struct tree_node *parent, const char *spec)
{
    struct fields *fields = &in->fields;
    const struct tree_node *children = fields_list(fields, parent, "services");
    double weight;
    if (!fields->bad && tree_count(children) == 0)
        return fields_fail(fields, parent, "this service lists no services");
    for (size_t i = 0; !fields->bad && i < tree_count(children); i++) {
        const struct tree_node *child = tree_at(children, i);
        const char *name = fields_text(fields, child, "name");
        if (!name && !fields->bad)
            return fields_fail(fields, child, "a service has no name");
        if (fields->bad || !traefik_weight(fields, child, &weight) ||
            !import_node(fields->import, child->line, name, weight))
            return false;
    }
    if (fields->bad)
        return false;
    if (spec)
        return import_spec(fields->import, parent->line, "%s", spec);
    return import_no_spec(fields->import, parent->line,
                          "a weighted service takes turns: it does not hash");
}

static bool traefik_service(struct traefik *in, const char *name)
{
    struct fields *fields = &in->fields;
    const struct tree_node *service = fields_map(fields, in->services, name);
    const struct tree_node *balancer = fields_map(fields, service, "loadBalancer");
    const struct tree_node *hrw = fields_map(fields, service, "highestRandomWeight");
    const struct tree_node *weighted = fields_map(fields, service, "weighted");
    if (fields->bad)
        return false;
    if (balancer)
        return traefik_balancer(in, balancer);
    if (hrw)
        return traefik_children(in, hrw, "traefik-hrw");
    if (weighted)
        return traefik_children(in, weighted, NULL);
    return fields_fail(fields, service, "this service has no loadBalancer");
}

static bool traefik_read(struct import *import)
{
    struct traefik in = {.fields = {.import = import}};
    struct tree *tree = import_tree(import);
    if (!tree)
        return false;
    const struct tree_node *root = tree_document(tree, 0);
    const struct tree_node *http = fields_map(&in.fields, root, "http");
    in.services =
        fields_map(&in.fields, http ? http : fields_map(&in.fields, root, "tcp"), "services");
    for (size_t i = 0; tree_is(in.services, TREE_MAP) && i < in.services->count; i++)
        import_offer_pool(import, in.services->members[i].key);
    const char *name = in.fields.bad ? NULL : import_choose_pool(import, "services");
    bool good = name && traefik_service(&in, name);
    tree_free(tree);
    return good;
}

const struct import_format import_traefik = {
    .name = "traefik",
    .mark = "services with a loadBalancer",
    .recognise = traefik_recognise,
    .read = traefik_read,
    .line = "http:\n  services:\n    a:\n      loadBalancer:\n        strategy: hrw\n"
            "        servers:\n          - url: \"%s\"\n",
};
