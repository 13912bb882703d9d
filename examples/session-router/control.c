/* SPDX-License-Identifier: MIT */
/* control.c - the commands that the operator sends through the control socket */
#include "router.h"

#include <stdlib.h>
#include <string.h>

static const char control_help[] =
    "there are: add NAME IP:PORT [WEIGHT], remove NAME, weight NAME WEIGHT, drain NAME, undrain "
    "NAME, nodes, stats, version, quit";

static bool control_number(const char *word, double *out)
{
    char *end;
    *out = strtod(word, &end);
    return end > word && *end == '\0';
}

static int control_change(struct router *router, char **words, size_t count, berth_error *error)
{
    const char *verb = count > 0 ? words[0] : "", *name = words[1];
    double weight = 1;
    if (strcmp(verb, "add") == 0 &&
        (count == 3 || (count == 4 && control_number(words[3], &weight))))
        return members_add(router, name, words[2], weight, error);
    if (strcmp(verb, "weight") == 0 && count == 3)
        return members_set(router, name, "weight", words[2], error);
    if (strcmp(verb, "remove") == 0 && count == 2)
        return members_remove(router, name, error);
    if (strcmp(verb, "drain") == 0 && count == 2)
        return members_set(router, name, "state", "drain", error);
    if (strcmp(verb, "undrain") == 0 && count == 2)
        return members_set(router, name, "state", "up", error);
    return BERTH_E_ARGUMENT;
}

void control_request(struct client *client, char **words, size_t count)
{
    berth_error error = {0};
    if (control_change(client->router, words, count, &error) == 0)
        fputs("OK\r\n", client->stream.out);
    else
        fprintf(client->stream.out, "CLIENT_ERROR %s\r\n", error.code ? error.text : control_help);
}

void control_nodes(struct router *router, FILE *out)
{
    static const char *const states[] = {"up", "drain", "down"};
    struct berth_node info;
    const berth_map *map = berth_live_acquire(router->members.live);
    for (uint32_t i = 0; berth_map_node(map, i, &info); i++)
        fprintf(out, "NODE %s addr=%s weight=%g state=%s\r\n", info.name, info.addr, info.weight,
                states[info.state]);
    berth_live_release(router->members.live, map);
    fputs("END\r\n", out);
}
