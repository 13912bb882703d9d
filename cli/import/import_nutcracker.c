/* SPDX-License-Identifier: MIT */
/* import_nutcracker.c - a pool of twemproxy's nutcracker.yml, read by libyaml
 *
 *   alpha:
 *     hash: fnv1a_64
 *     hash_tag: "{}"
 *     distribution: ketama
 *     servers:
 *      - 127.0.0.1:6379:1 server1
 *
 * An alias names the server in place of its address; the address stays as addr=. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <yaml.h>

#include "import/import.h"
#include "frame/memory.h"

struct nutcracker {
    const char *distribution, *hash, *tag, *eject;
    uint64_t line;
};

static bool nutcracker_recognise(const char *text, size_t len)
{
    (void)len;
    return strstr(text, "servers:") &&
           (strstr(text, "distribution:") || strstr(text, "listen:") || strstr(text, "hash:"));
}

static uint64_t nutcracker_at(const yaml_node_t *node)
{
    return (uint64_t)node->start_mark.line + 1;
}

/* NULL when it is no scalar. */
static const char *nutcracker_text(const yaml_node_t *node)
{
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

/* The value of a key; NULL when the mapping has none. */
static yaml_node_t *nutcracker_find(yaml_document_t *doc, const yaml_node_t *map, const char *key)
{
    for (yaml_node_pair_t *pair = map->data.mapping.pairs.start; pair < map->data.mapping.pairs.top;
         pair++) {
        const char *name = nutcracker_text(yaml_document_get_node(doc, pair->key));
        if (name && strcmp(name, key) == 0)
            return yaml_document_get_node(doc, pair->value);
    }
    return NULL;
}

/* ---- servers --------------------------------------------------------------------------------- */

/* "addr:port:weight alias" or "/path:weight alias", taken apart from the right. */
static bool nutcracker_server(struct import *import, uint64_t line, char *text)
{
    uint64_t weight;
    char *alias = text + strcspn(text, " \t");
    if (*alias != '\0') {
        *alias++ = '\0';
        alias += strspn(alias, " \t");
        alias[strcspn(alias, " \t")] = '\0';
    }
    char *colon = strrchr(text, ':');
    if (!colon || !import_digits(colon + 1, strlen(colon + 1), &weight) || weight == 0)
        return import_fail(import, line, "\"%s\" is not addr:port:weight with a weight from 1",
                           text);
    *colon = '\0';
    if (*text != '/' && !strchr(text, ':'))
        return import_fail(import, line, "\"%s\" has no port: write addr:port:weight", text);
    if (*alias == '\0')
        return import_node(import, line, text, (double)weight);
    size_t len = strlen(alias);
    /* the preset reads a name as an address, unless alias= says that it is an alias */
    bool plain = *alias != '/' && (len < 6 || strcmp(alias + len - 6, ":11211") != 0);
    return import_node(import, line, alias, (double)weight) &&
           import_set(import, line, alias, "addr", text) &&
           import_set(import, line, alias, "alias", plain ? NULL : alias);
}

static bool nutcracker_servers(struct import *import, yaml_document_t *doc, const yaml_node_t *list)
{
    if (list->type != YAML_SEQUENCE_NODE)
        return import_fail(import, nutcracker_at(list), "servers is no list");
    for (yaml_node_item_t *item = list->data.sequence.items.start;
         item < list->data.sequence.items.top; item++) {
        const yaml_node_t *node = yaml_document_get_node(doc, *item);
        const char *text = nutcracker_text(node);
        if (!text)
            return import_fail(import, nutcracker_at(node), "a server is addr:port:weight [alias]");
        char *copy = memory_text("%s", text);
        bool good = nutcracker_server(import, nutcracker_at(node), copy);
        free(copy);
        if (!good)
            return false;
    }
    return true;
}

/* ---- pools ----------------------------------------------------------------------------------- */

static bool nutcracker_spec(struct import *import, const struct nutcracker *pool)
{
    bool eject = pool->eject && strcmp(pool->eject, "true") == 0;
    if (pool->distribution && strcmp(pool->distribution, "random") == 0)
        return import_no_spec(import, pool->line, "distribution random does not depend on the key");
    return import_spec(import, pool->line, "twemproxy:distribution=%s,hash=%s%s%s%s%s",
                       pool->distribution ? pool->distribution : "ketama",
                       pool->hash ? pool->hash : "fnv1a_64", pool->tag ? ",hash_tag=\"" : "",
                       pool->tag ? pool->tag : "", pool->tag ? "\"" : "",
                       eject ? ",auto_eject_hosts=1" : "");
}

static bool nutcracker_pool(struct import *import, yaml_document_t *doc, const yaml_node_t *map)
{
    struct nutcracker pool = {.line = nutcracker_at(map)};
    const yaml_node_t *servers = nutcracker_find(doc, map, "servers");
    if (!servers)
        return import_fail(import, pool.line, "the pool has no servers");
    for (yaml_node_pair_t *pair = map->data.mapping.pairs.start; pair < map->data.mapping.pairs.top;
         pair++) {
        const char *key = nutcracker_text(yaml_document_get_node(doc, pair->key));
        const char *value = nutcracker_text(yaml_document_get_node(doc, pair->value));
        if (!key || strcmp(key, "servers") == 0)
            continue;
        if (strcmp(key, "distribution") == 0)
            pool.distribution = value;
        else if (strcmp(key, "hash") == 0)
            pool.hash = value;
        else if (strcmp(key, "hash_tag") == 0)
            pool.tag = value;
        else if (strcmp(key, "auto_eject_hosts") == 0)
            pool.eject = value;
        else
            import_skip(import, key);
    }
    return nutcracker_servers(import, doc, servers) && nutcracker_spec(import, &pool);
}

static bool nutcracker_document(struct import *import, yaml_document_t *doc)
{
    yaml_node_t *root = yaml_document_get_root_node(doc);
    if (!root || root->type != YAML_MAPPING_NODE)
        return import_fail(import, 1, "the file is no list of pools");
    for (yaml_node_pair_t *pair = root->data.mapping.pairs.start;
         pair < root->data.mapping.pairs.top; pair++) {
        const char *name = nutcracker_text(yaml_document_get_node(doc, pair->key));
        const yaml_node_t *value = yaml_document_get_node(doc, pair->value);
        if (name && value && value->type == YAML_MAPPING_NODE)
            import_offer_pool(import, name);
    }
    const char *pool = import_choose_pool(import, "pools");
    return pool && nutcracker_pool(import, doc, nutcracker_find(doc, root, pool));
}

static bool nutcracker_read(struct import *import)
{
    yaml_parser_t parser;
    yaml_document_t doc;
    if (!yaml_parser_initialize(&parser))
        return import_fail(import, 0, "out of memory");
    yaml_parser_set_input_string(&parser, (const unsigned char *)import->text, import->len);
    bool good = yaml_parser_load(&parser, &doc) != 0;
    if (good) {
        good = nutcracker_document(import, &doc);
        yaml_document_delete(&doc);
    } else {
        import_fail(import, (uint64_t)parser.problem_mark.line + 1, "no YAML: %s",
                    parser.problem ? parser.problem : "it cannot be read");
    }
    yaml_parser_delete(&parser);
    return good;
}

const struct import_format import_nutcracker = {
    .name = "nutcracker",
    .mark = "\"servers:\" beside \"listen:\", \"hash:\" or \"distribution:\"",
    .recognise = nutcracker_recognise,
    .read = nutcracker_read,
    .line = "berth:\n  hash: fnv1a_64\n  servers:\n   - %s\n",
    .keyword = "-",
    .triple = true};
