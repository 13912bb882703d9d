/* SPDX-License-Identifier: MIT */
/* envoy_policy.c - the load balancing policy of a cluster as a spec
 *
 * lb_policy: RING_HASH with ring_hash_lb_config and common_lb_config, or load_balancing_policy, whose
 * extension carries settings of its own and goes before lb_policy. Neither: ROUND_ROBIN. */
#include "import/envoy.h"

#include <inttypes.h>
#include <string.h>

#include "frame/say.h"
#include "show/text.h"

enum { ENVOY_RING_MAX = 8388608, ENVOY_TABLE_MAX = 5000011 };

static const char *const envoy_policies[] = {
    "ROUND_ROBIN",     "LEAST_REQUEST", "RING_HASH",        "RANDOM",
    "ORIGINAL_DST_LB", "MAGLEV",        "CLUSTER_PROVIDED", "LOAD_BALANCING_POLICY_CONFIG"};
enum { ENVOY_POLICY_RING = 2, ENVOY_POLICY_MAGLEV = 5, ENVOY_POLICY_CONFIG = 7 };

static const char *const envoy_hashes[] = {"XX_HASH", "MURMUR_HASH_2"};
/* The extension numbers them otherwise. */
static const char *const envoy_extension_hashes[] = {"DEFAULT_HASH", "XX_HASH", "MURMUR_HASH_2"};

#define ENVOY_COUNT(names) (sizeof(names) / sizeof(names)[0])

const char *envoy_any(struct envoy *envoy, const struct tree_node *any,
                      const struct tree_node **message)
{
    const char *type = fields_text(&envoy->fields, any, "@type");
    *message = any;
    if (type && strstr(type, "TypedStruct")) {
        type = fields_text(&envoy->fields, any, "type_url");
        *message = fields_map(&envoy->fields, any, "value");
    }
    return type ? type : "";
}

static bool envoy_says(const char *type, const char *name, const char *word)
{
    return strstr(*type != '\0' ? type : name, word) != NULL;
}

/* The first of the policies is the one that Envoy takes, as it knows all of its own. */
static bool envoy_extension(struct envoy *envoy, const struct tree_node *list,
                            struct envoy_policy *policy)
{
    struct fields *fields = &envoy->fields;
    const struct tree_node *policies = fields_list(fields, list, "policies"), *message;
    const struct tree_node *typed =
        fields_map(fields, tree_at(policies, 0), "typed_extension_config");
    const char *name = fields_text(fields, typed, "name");
    if (!fields->bad && !typed)
        return fields_fail(fields, list, "load_balancing_policy has no typed_extension_config");
    const char *type = envoy_any(envoy, fields_map(fields, typed, "typed_config"), &message);
    name = name ? name : "";
    policy->at = typed;
    policy->extension = true;
    policy->is_maglev = envoy_says(type, name, "maglev");
    if (policy->is_maglev)
        policy->maglev = message;
    else if (envoy_says(type, name, "ring_hash"))
        policy->ring = message;
    else
        policy->other = *type != '\0' ? type : name;
    policy->common = message;
    return !fields->bad;
}

static bool envoy_lb_policy(struct envoy *envoy, const struct tree_node *cluster,
                            struct envoy_policy *policy)
{
    struct fields *fields = &envoy->fields;
    size_t number = 0;
    policy->at = fields_get(fields, cluster, "lb_policy");
    if (!fields_enum(fields, cluster, "lb_policy", envoy_policies, ENVOY_COUNT(envoy_policies),
                     &number) &&
        fields->bad)
        return false;
    policy->is_maglev = number == ENVOY_POLICY_MAGLEV;
    policy->other =
        policy->is_maglev || number == ENVOY_POLICY_RING ? NULL : envoy_policies[number];
    policy->ring = fields_map(fields, cluster, "ring_hash_lb_config");
    policy->maglev = fields_map(fields, cluster, "maglev_lb_config");
    policy->common = fields_map(fields, cluster, "common_lb_config");
    return !fields->bad;
}

/* Settings that both policies have, in both spellings. */
static bool envoy_settings(struct envoy *envoy, const struct tree_node *cluster,
                           struct envoy_policy *policy)
{
    struct fields *fields = &envoy->fields;
    const struct tree_node *hashing =
        fields_map(fields, policy->common, "consistent_hashing_lb_config");
    const struct tree_node *subset = fields_map(fields, cluster, "lb_subset_config");
    uint64_t factor = 0;
    if (!hashing && policy->extension)
        hashing = policy->ring; /* its own fields, which are older, count only without the others */
    policy->use_hostname = fields_truth(fields, hashing, "use_hostname_for_hashing");
    policy->by_locality = fields_map(fields, policy->common, "locality_weighted_lb_config") != NULL;
    policy->subsets = tree_count(fields_list(fields, subset, "subset_selectors")) > 0;
    const struct tree_node *at = fields_get(fields, hashing, "hash_balance_factor");
    fields_whole(fields, hashing, "hash_balance_factor", 100, UINT32_MAX, &factor);
    if (!fields->bad && !policy->other && factor > 0)
        say_warning("%s:%u: hash_balance_factor %" PRIu64
                    " sends keys on while a node is too busy; "
                    "what follows is the node that a key goes to otherwise",
                    envoy->import->where, at->line, factor);
    return !fields->bad;
}

bool envoy_policy_read(struct envoy *envoy, const struct envoy_cluster *cluster,
                       struct envoy_policy *policy)
{
    struct fields *fields = &envoy->fields;
    *policy = (struct envoy_policy){0};
    if (!cluster->config) {
        policy->guessed = true;
        return true;
    }
    const struct tree_node *list = fields_map(fields, cluster->config, "load_balancing_policy");
    if (fields->bad || !(list ? envoy_extension(envoy, list, policy)
                              : envoy_lb_policy(envoy, cluster->config, policy)))
        return false;
    return envoy_settings(envoy, cluster->config, policy);
}

/* ---- the spec -------------------------------------------------------------------------------- */

static char envoy_separator(const char *spec)
{
    return strchr(spec, ':') ? ',' : ':';
}

static bool envoy_ring_spec(struct envoy *envoy, const struct envoy_policy *policy, uint32_t line)
{
    struct fields *fields = &envoy->fields;
    const char *const *names = policy->extension ? envoy_extension_hashes : envoy_hashes;
    size_t count =
        policy->extension ? ENVOY_COUNT(envoy_extension_hashes) : ENVOY_COUNT(envoy_hashes);
    char spec[128] = "envoy-ring-hash";
    uint64_t size = 0;
    size_t hash = 0;
    if (fields_map(fields, policy->ring, "deprecated_v1"))
        return fields_fail(fields, policy->ring,
                           "deprecated_v1 hashes by std::hash, which is not "
                           "known");
    if (fields_whole(fields, policy->ring, "minimum_ring_size", 0, ENVOY_RING_MAX, &size))
        text_add(spec, sizeof spec, "%cmin=%" PRIu64, envoy_separator(spec), size);
    if (fields_whole(fields, policy->ring, "maximum_ring_size", 0, ENVOY_RING_MAX, &size))
        text_add(spec, sizeof spec, "%cmax=%" PRIu64, envoy_separator(spec), size);
    if (fields_enum(fields, policy->ring, "hash_function", names, count, &hash) &&
        strcmp(names[hash], "MURMUR_HASH_2") == 0)
        text_add(spec, sizeof spec, "%chash=murmur2", envoy_separator(spec));
    return !fields->bad && import_spec(envoy->import, line, "%s", spec);
}

static bool envoy_maglev_spec(struct envoy *envoy, const struct envoy_policy *policy, uint32_t line)
{
    struct fields *fields = &envoy->fields;
    uint64_t size;
    if (fields_whole(fields, policy->maglev, "table_size", 0, ENVOY_TABLE_MAX, &size))
        return import_spec(envoy->import, line, "envoy-maglev:table=%" PRIu64, size);
    return !fields->bad && import_spec(envoy->import, line, "envoy-maglev");
}

static bool envoy_no_hash(struct envoy *envoy, const struct envoy_cluster *cluster,
                          const struct envoy_policy *policy)
{
    struct import *import = envoy->import;
    uint32_t line = policy->at ? policy->at->line : cluster->config->line;
    const char *slash = strrchr(policy->other, '/');
    if (!policy->at)
        return import_no_spec(import, line,
                              "the cluster \"%.60s\" has no lb_policy, so it is ROUND_ROBIN, which "
                              "does not hash a key: RING_HASH and MAGLEV do",
                              cluster->name);
    if (strcmp(policy->other, envoy_policies[ENVOY_POLICY_CONFIG]) == 0)
        return import_no_spec(import, line, "lb_policy %s has no load_balancing_policy with it",
                              policy->other);
    return import_no_spec(import, line, "%s %.80s does not hash a key: %s do",
                          policy->extension ? "the policy" : "lb_policy",
                          slash ? slash + 1 : policy->other,
                          policy->extension ? "ring_hash and maglev" : "RING_HASH and MAGLEV");
}

bool envoy_policy_spec(struct envoy *envoy, const struct envoy_cluster *cluster,
                       const struct envoy_policy *policy)
{
    uint32_t line = policy->at ? policy->at->line : 0;
    if (policy->guessed && !envoy->import->other_spec)
        say_warning("%s: these are endpoints without their cluster, so envoy-ring-hash is taken; "
                    "-a envoy-maglev is right where its lb_policy is MAGLEV",
                    envoy->import->where);
    if (policy->other)
        return envoy_no_hash(envoy, cluster, policy);
    if (policy->subsets)
        return import_no_spec(envoy->import, cluster->config->line,
                              "lb_subset_config gives every subset of the endpoints a table of its "
                              "own");
    return policy->is_maglev ? envoy_maglev_spec(envoy, policy, line)
                             : envoy_ring_spec(envoy, policy, line);
}
