/* SPDX-License-Identifier: MIT */
/* import_keepalived.c - the real servers of a virtual server of keepalived.conf
 *
 *   virtual_server 10.0.0.1 80 {
 *       lvs_sched mh
 *       mh-port
 *       real_server 10.0.0.2 80 {
 *           weight 2
 *       }
 *   }
 *
 * A pool is named as its virtual server is: "10.0.0.1 80", "fwmark 1", "group web". */
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "import/blocks.h"
#include "import/ipvs_service.h"

static const struct blocks_style keepalived_style = {"#!", "\"", false};

static bool keepalived_recognise(const char *text, size_t len)
{
    (void)len;
    return import_begins(text, "virtual_server");
}

/* ---- pools ----------------------------------------------------------------------------------- */

static bool keepalived_is_service(const struct block *block)
{
    return block->words > 1 && strcmp(block->word[0], "virtual_server") == 0;
}

static char *keepalived_name(const struct block *service)
{
    return memory_text("%s%s%s", service->word[1], service->words > 2 ? " " : "",
                       service->words > 2 ? service->word[2] : "");
}

/* The virtual server to read; NULL after saying why. */
static const struct block *keepalived_choose(struct import *import, const struct block *root)
{
    const struct block *chosen = NULL;
    for (size_t i = 0; i < root->count; i++) {
        if (!keepalived_is_service(&root->inside[i]))
            continue;
        char *name = keepalived_name(&root->inside[i]);
        import_offer_pool(import, name);
        free(name);
    }
    const char *pool = import_choose_pool(import, "virtual servers");
    for (size_t i = 0; pool && !chosen && i < root->count; i++) {
        if (!keepalived_is_service(&root->inside[i]))
            continue;
        char *name = keepalived_name(&root->inside[i]);
        chosen = strcmp(name, pool) == 0 ? &root->inside[i] : NULL;
        free(name);
    }
    return chosen;
}

/* ---- one virtual server ---------------------------------------------------------------------- */

static bool keepalived_server(struct import *import, const struct block *server)
{
    const struct block *weight = blocks_find(server, "weight");
    if (server->words < 2)
        return import_fail(import, server->line, "a real_server has an address and a port");
    for (size_t i = 0; i < server->count; i++)
        if (server->inside[i].words > 0 && strcmp(server->inside[i].word[0], "weight") != 0)
            import_skip(import, server->inside[i].word[0]);
    return ipvs_add(import, weight ? weight->line : server->line, server->word[1],
                    server->words > 2 ? server->word[2] : "0",
                    weight && weight->words > 1 ? weight->word[1] : NULL);
}

static bool keepalived_service(struct import *import, const struct block *block)
{
    struct ipvs_service service = {.line = block->line};
    bool good = true;
    for (size_t i = 0; good && i < block->count; i++) {
        const struct block *line = &block->inside[i];
        const char *word = line->words > 0 ? line->word[0] : "";
        if (strcmp(word, "real_server") == 0) {
            good = keepalived_server(import, line);
        } else if (strcmp(word, "include") == 0) {
            good = import_fail(import, line->line,
                               "what is included here may hold real servers: write it out");
        } else if ((strcmp(word, "lvs_sched") == 0 || strcmp(word, "lb_algo") == 0) &&
                   line->words > 1) {
            ipvs_schedule(&service, line->word[1], line->line);
        } else if (!ipvs_flag(&service, word)) {
            import_skip(import, word);
        }
    }
    if (good && berth_nodes_count(import->nodes) == 0)
        return import_fail(import, block->line, "this virtual server has no real_server");
    return good && ipvs_spec(import, &service);
}

static bool keepalived_read(struct import *import)
{
    struct blocks_error error;
    struct block *root = blocks_read(import->text, &keepalived_style, &error);
    if (!root)
        return import_fail(import, error.line, "%s", error.text);
    const struct block *service = keepalived_choose(import, root);
    bool good = service && keepalived_service(import, service);
    blocks_free(root);
    return good;
}

const struct import_format import_keepalived = {
    .name = "keepalived",
    .mark = "virtual_server blocks",
    .recognise = keepalived_recognise,
    .read = keepalived_read,
    .line = "virtual_server 10.0.0.1 80 {\nlvs_sched mh\nreal_server %s {\n}\n}\n",
    .keyword = "real_server",
};
