/* SPDX-License-Identifier: MIT */
/* ipvs_service.c - the schedulers of Linux IPVS as specs, and destinations as nodes */
#include "import/ipvs_service.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"

enum { IPVS_WEIGHT_MAX = 65535, IPVS_PORT_MAX = 65535 };

void ipvs_schedule(struct ipvs_service *service, const char *scheduler, uint64_t line)
{
    snprintf(service->scheduler, sizeof service->scheduler, "%s", scheduler);
    service->line = line;
}

bool ipvs_flag(struct ipvs_service *service, const char *word)
{
    const bool port =
        strcmp(word, "mh-port") == 0 || strcmp(word, "sh-port") == 0 || strcmp(word, "flag-2") == 0;
    const bool fallback = strcmp(word, "mh-fallback") == 0 || strcmp(word, "sh-fallback") == 0 ||
                          strcmp(word, "flag-1") == 0;
    service->port |= port;
    service->fallback |= fallback;
    return port || fallback;
}

static bool ipvs_spec_of(struct import *import, const struct ipvs_service *service)
{
    const char *name = service->scheduler;
    return import_spec(import, service->line, "ipvs-%s:%s-port=%d,%s-fallback=%d", name, name,
                       service->port, name, service->fallback);
}

bool ipvs_spec(struct import *import, const struct ipvs_service *service)
{
    const char *name = service->scheduler;
    if (*name == '\0')
        return import_no_spec(import, service->line,
                              "there is no scheduler, so IPVS takes wlc, which does not hash");
    if (strcmp(name, "mh") == 0 || strcmp(name, "sh") == 0)
        return ipvs_spec_of(import, service);
    if (strcmp(name, "dh") == 0)
        return import_no_spec(import, service->line,
                              "dh hashes the address that a client asks for, not the client's");
    return import_no_spec(import, service->line, "the scheduler %.20s does not hash", name);
}

bool ipvs_add(struct import *import, uint64_t line, const char *address, const char *port,
              const char *weight)
{
    uint64_t number, heavy = 1;
    if (strchr(address, '$') || strchr(port, '$'))
        return import_fail(import, line, "%.60s is a variable: write its value",
                           strchr(address, '$') ? address : port);
    if (!import_digits(port, strlen(port), &number) || number > IPVS_PORT_MAX)
        return import_fail(import, line, "\"%.60s\" is no port", port);
    if (weight && (!import_digits(weight, strlen(weight), &heavy) || heavy > IPVS_WEIGHT_MAX))
        return import_fail(import, line, "weight \"%.60s\" is not a whole number up to %d", weight,
                           IPVS_WEIGHT_MAX);
    const bool six = strchr(address, ':') && *address != '[';
    char *name = memory_text("%s%s%s:%s", six ? "[" : "", address, six ? "]" : "", port);
    bool good = import_node(import, line, name, (double)heavy);
    free(name);
    return good;
}
