/* SPDX-License-Identifier: MIT */
/* envoy.h - what the parts of Envoy's importer share
 *
 *   documents --> envoy_find.c --> clusters, each with its endpoints, and what leads to them
 *   one cluster --> envoy_policy.c --> a spec     envoy_hosts.c --> nodes
 *               --> envoy_routes.c --> which part of a request is hashed */
#ifndef CLI_ENVOY_H
#define CLI_ENVOY_H

#include "import/fields.h"

/* A cluster by its name. Any of the four parts may be missing, but not all. */
struct envoy_cluster {
    const char *name, *service; /* service: what its endpoints are called when they come by EDS */
    const struct tree_node *config;     /* Cluster */
    const struct tree_node *assignment; /* ClusterLoadAssignment */
    const struct tree_node *hosts;      /* v2: a list of addresses */
    const struct tree_node *status;     /* of the admin page /clusters?format=json */
};

/* Something that sends requests to clusters. */
struct envoy_way {
    const struct tree_node *node;
    enum { ENVOY_ROUTE, ENVOY_TCP, ENVOY_REDIS } kind;
};

struct envoy {
    struct import *import;
    struct fields fields;
    struct tree *file, *around, *endpoints; /* around: what carries the file as a text */
    struct envoy_cluster *clusters;
    size_t count, room;
    struct envoy_way *ways;
    size_t way_count, way_room;
};

/* How one cluster places keys. */
struct envoy_policy {
    const struct tree_node *at; /* where it is said; NULL = nowhere */
    const char *other;          /* what is no hashing policy; NULL = one that hashes */
    const struct tree_node *ring, *maglev, *common; /* its settings */
    bool is_maglev, guessed, extension;
    bool use_hostname, by_locality, subsets;
};

/* Every cluster of the file. False after saying what is wrong. */
bool envoy_find(struct envoy *envoy, const struct tree *tree);

/* How the cluster's endpoints are found. */
enum envoy_discovery {
    ENVOY_STATIC,
    ENVOY_STRICT_DNS,
    ENVOY_LOGICAL_DNS,
    ENVOY_EDS,
    ENVOY_ORIGINAL_DST,
    ENVOY_OTHER,  /* an extension */
    ENVOY_UNTOLD, /* endpoints without their cluster */
};
enum envoy_discovery envoy_discovery(struct envoy *envoy, const struct envoy_cluster *cluster);

bool envoy_policy_read(struct envoy *envoy, const struct envoy_cluster *cluster,
                       struct envoy_policy *policy);
bool envoy_policy_spec(struct envoy *envoy, const struct envoy_cluster *cluster,
                       const struct envoy_policy *policy);

bool envoy_nodes(struct envoy *envoy, const struct envoy_cluster *cluster,
                 const struct envoy_policy *policy);

bool envoy_ways(struct envoy *envoy, const struct envoy_cluster *cluster,
                const struct envoy_policy *policy);

/* A sentence that is no fault, with file and line. */
void envoy_tell(const struct envoy *envoy, const struct tree_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What ends the type in "@type" of an Any or a TypedStruct: "maglev.v3.Maglev"; "" = none. Gives the
 * message itself, too. */
const char *envoy_any(struct envoy *envoy, const struct tree_node *any,
                      const struct tree_node **message);

#endif
