/* SPDX-License-Identifier: MIT */
/* import_mcrouter.c - a pool of mcrouter's JSON configuration, and the hash of the route to it
 *
 *   { "pools": { "A": { "servers": [ "10.0.0.1:11211", "10.0.0.2:11211" ] } },
 *     "route": { "type": "PoolRoute", "pool": "A", "hash": "Ch3" } }
 *
 * The file may hold comments. Most hashes number the servers in their order; rendezvous knows them by
 * their tags. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "import/fields.h"

struct mcrouter {
    struct fields fields;
    const char *pool;
    const struct tree_node *hash;  /* of the route that is taken; NULL = none is written */
    const struct tree_node *route; /* NULL = no route hashes over the pool */
    const char *other;             /* the type of another route to the pool */
};

/* ---- comments -------------------------------------------------------------------------------- */

/* The end of the comment or string that begins at text[0], which is neither: text + 1. */
static char *mcrouter_skip(char *text, bool *comment)
{
    *comment = text[0] == '/' && (text[1] == '/' || text[1] == '*');
    if (*comment && text[1] == '/')
        return text + strcspn(text, "\n");
    if (*comment) {
        char *end = strstr(text + 2, "*/");
        return end ? end + 2 : text + strlen(text);
    }
    if (*text != '"')
        return text + 1;
    for (text++; *text != '\0' && *text != '"'; text++)
        text += *text == '\\' && text[1] != '\0';
    return text + (*text == '"');
}

/* The text with blanks in the place of comments; to be freed. */
static char *mcrouter_plain(const char *text)
{
    char *plain = memory_text("%s", text);
    for (char *at = plain; *at != '\0';) {
        bool comment;
        char *end = mcrouter_skip(at, &comment);
        for (; at < end; at++)
            *at = comment && *at != '\n' ? ' ' : *at;
    }
    return plain;
}

static bool mcrouter_recognise(const char *text, size_t len)
{
    (void)len;
    const char *at = text + strspn(text, " \t\r\n");
    return (*at == '{' || *at == '/') && strstr(text, "\"pools\"") && strstr(text, "\"servers\"") &&
           strstr(text, "\"route");
}

/* ---- routes ---------------------------------------------------------------------------------- */

/* Whether "PoolRoute|A" or "Pool|A" is about the pool. */
static bool mcrouter_names(const char *text, const char *prefix, const char *pool)
{
    const size_t len = strlen(prefix);
    return text && strncmp(text, prefix, len) == 0 && strcmp(text + len, pool) == 0;
}

/* Whether one of a route's children, or its target, is the pool. */
static bool mcrouter_leads(const struct tree_node *route, const char *pool)
{
    static const char *const keys[] = {"pool", "children", "child", "destination", "target"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        const struct tree_node *value = tree_get(route, keys[k]);
        const char *name = tree_text(value);
        if (name && (strcmp(name, pool) == 0 || mcrouter_names(name, "Pool|", pool)))
            return true;
        for (size_t i = 0; i < tree_count(value); i++)
            if (mcrouter_names(tree_text(tree_at(value, i)), "Pool|", pool))
                return true;
    }
    return false;
}

static void mcrouter_look_text(struct mcrouter *in, const struct tree_node *node)
{
    const char *text = tree_text(node);
    if (mcrouter_names(text, "PoolRoute|", in->pool) ||
        mcrouter_names(text, "HashRoute|Pool|", in->pool)) {
        in->route = node;
        in->hash = NULL;
    } else if (text && strstr(text, "Route|Pool|") && !in->other &&
               strcmp(strrchr(text, '|') + 1, in->pool) == 0) {
        in->other = text;
    }
}

static void mcrouter_look_map(struct mcrouter *in, const struct tree_node *map)
{
    const char *type = tree_text(tree_get(map, "type"));
    if (!type || !mcrouter_leads(map, in->pool))
        return;
    if (strcmp(type, "PoolRoute") == 0 || strcmp(type, "HashRoute") == 0) {
        in->route = map;
        in->hash = strcmp(type, "HashRoute") == 0 ? map : tree_get(map, "hash");
    } else if (!in->other) {
        in->other = type;
    }
}

/* Each value of the tree below a map: texts name routes, too. */
static void mcrouter_look(struct mcrouter *in, const struct tree_node *root)
{
    struct tree_walk walk;
    const char *key;
    tree_walk_begin(&walk, root);
    for (const struct tree_node *map; (map = tree_walk_next(&walk, &key));) {
        mcrouter_look_map(in, map);
        for (size_t i = 0; i < map->count; i++) {
            const struct tree_node *value = map->members[i].value;
            mcrouter_look_text(in, value);
            for (size_t k = 0; k < tree_count(value); k++)
                mcrouter_look_text(in, tree_at(value, k));
        }
    }
}

/* ---- the hash -------------------------------------------------------------------------------- */

static const struct mcrouter_hash {
    const char *name, *spec;
    bool weights, tags;
} mcrouter_hashes[] = {
    {"Ch3", "mcrouter-ch3:order=line", false, false},
    {"Crc32", "mcrouter-crc32:order=line", false, false},
    {"WeightedCh3", "mcrouter-weighted-ch3:order=line", true, false},
    {"WeightedCh4", "mcrouter-weighted-furc:order=line", true, false},
    {"Rendezvous", "mcrouter-rendezvous", false, true},
    {"WeightedRendezvous", "mcrouter-weighted-rendezvous", true, true},
};

/* "Ch3", or { "hash_func": "Ch3", ... }; Ch3 when nothing is written. NULL: it is another one. */
static const struct mcrouter_hash *mcrouter_hash(const struct tree_node *hash, const char **name)
{
    const struct tree_node *func = tree_is(hash, TREE_MAP) ? tree_get(hash, "hash_func") : hash;
    *name = tree_text(func) ? tree_text(func) : "Ch3";
    for (size_t i = 0; i < sizeof mcrouter_hashes / sizeof *mcrouter_hashes; i++)
        if (strcmp(mcrouter_hashes[i].name, *name) == 0)
            return &mcrouter_hashes[i];
    return NULL;
}

static bool mcrouter_spec(struct mcrouter *in, const struct mcrouter_hash *hash, const char *name)
{
    struct import *import = in->fields.import;
    const uint64_t line = in->route ? in->route->line : 0;
    if (!in->route && in->other)
        return import_no_spec(import, line,
                              "%.60s is what leads to pool %.40s, and it does not hash", in->other,
                              in->pool);
    if (!in->route)
        return import_no_spec(import, line, "no route of this file hashes over pool %.40s",
                              in->pool);
    if (!hash)
        return import_no_spec(import, line, "the hash %.40s is not known here", name);
    if (tree_text(tree_get(in->hash, "salt")))
        return import_no_spec(import, line,
                              "the salt \"%.40s\" is appended to every key, which no spec says",
                              tree_text(tree_get(in->hash, "salt")));
    return import_spec(import, line, "%s", hash->spec);
}

/* ---- servers --------------------------------------------------------------------------------- */

/* "host:port:protocol:..." without what follows the port; to be freed. */
static char *mcrouter_address(const char *text)
{
    const char *end = *text == '[' ? strchr(text, ']') : text;
    end = end ? strchr(end, ':') : NULL;
    if (!end)
        return memory_text("%s", text);
    end += 1 + strspn(end + 1, "0123456789");
    return memory_text("%.*s", (int)(end - text), text);
}

static bool mcrouter_server(struct mcrouter *in, const struct tree_node *pool, size_t i,
                            const struct mcrouter_hash *hash)
{
    struct fields *fields = &in->fields;
    const struct tree_node *server = tree_at(tree_get(pool, "servers"), i);
    const char *text =
        tree_is(server, TREE_MAP) ? fields_text(fields, server, "hostname") : tree_text(server);
    const struct tree_node *weights = tree_get(in->hash, "weights");
    if (!weights)
        weights = tree_get(pool, "weights");
    const char *tag = hash && hash->tags ? tree_text(tree_at(tree_get(in->hash, "tags"), i)) : NULL;
    double weight = hash && hash->weights ? 0.5 : 1; /* what mcrouter takes where none is written */
    if (!text || fields_is_placeholder(text) || (!server->quoted && !tree_is(server, TREE_MAP)))
        return fields_fail(fields, server, "a server is a text such as \"10.0.0.1:11211\"");
    if (hash && hash->weights && i < tree_count(weights) &&
        (!tree_real(tree_at(weights, i), &weight) || weight < 0 || weight > 1))
        return fields_fail(fields, tree_at(weights, i), "a weight is a number from 0 to 1");
    char *address = mcrouter_address(text);
    bool good =
        import_node(fields->import, server->line, tag ? tag : address, weight) &&
        import_set(fields->import, server->line, tag ? tag : address, "addr", tag ? address : NULL);
    free(address);
    return good;
}

/* A pool may take its servers from another one. */
static const struct tree_node *mcrouter_inherits(const struct tree_node *pools,
                                                 const struct tree_node *pool)
{
    const char *from = tree_text(tree_get(pool, "inherit"));
    return from && !tree_get(pool, "servers") ? tree_get(pools, from) : pool;
}

static bool mcrouter_pool(struct mcrouter *in, const struct tree_node *root)
{
    const char *name;
    const struct tree_node *pools = tree_get(root, "pools");
    const struct tree_node *pool = mcrouter_inherits(pools, tree_get(pools, in->pool));
    const struct tree_node *servers = fields_list(&in->fields, pool, "servers");
    mcrouter_look(in, root);
    const struct mcrouter_hash *hash = mcrouter_hash(in->hash, &name);
    if (!in->fields.bad && tree_count(servers) == 0)
        return fields_fail(&in->fields, pool, "pool %.60s has no servers", in->pool);
    for (size_t i = 0; !in->fields.bad && i < tree_count(servers); i++)
        if (!mcrouter_server(in, pool, i, hash))
            return false;
    return !in->fields.bad && mcrouter_spec(in, hash, name);
}

static bool mcrouter_read_tree(struct import *import, const struct tree_node *root)
{
    struct mcrouter in = {.fields = {.import = import}};
    const struct tree_node *pools = fields_map(&in.fields, root, "pools");
    for (size_t i = 0; tree_is(pools, TREE_MAP) && i < pools->count; i++)
        import_offer_pool(import, pools->members[i].key);
    in.pool = in.fields.bad ? NULL : import_choose_pool(import, "pools");
    return in.pool && mcrouter_pool(&in, root);
}

static bool mcrouter_read(struct import *import)
{
    struct tree_error error;
    char *plain = mcrouter_plain(import->text);
    struct tree *tree = tree_read(plain, strlen(plain), 1, &error);
    bool good = tree ? mcrouter_read_tree(import, tree_document(tree, 0))
                     : import_fail(import, error.line, "%s", error.text);
    tree_free(tree);
    free(plain);
    return good;
}

const struct import_format import_mcrouter = {
    .name = "mcrouter",
    .mark = "\"pools\" with \"servers\", and a \"route\"",
    .recognise = mcrouter_recognise,
    .read = mcrouter_read,
    .line = "{\"pools\": {\"A\": {\"servers\": [\n\"%s\"]}}, \"route\": \"PoolRoute|A\"}\n",
};
