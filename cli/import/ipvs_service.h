/* SPDX-License-Identifier: MIT */
/* ipvs_service.h - virtual services of Linux IPVS, whichever file describes them */
#ifndef CLI_IPVS_SERVICE_H
#define CLI_IPVS_SERVICE_H

#include "import/import.h"

/* What a service says of its scheduler. */
struct ipvs_service {
    char scheduler[24];  /* "" = none is written, which is wlc */
    bool port, fallback; /* the flags mh-port and mh-fallback, or sh-port and sh-fallback */
    uint64_t line;
};

void ipvs_schedule(struct ipvs_service *service, const char *scheduler, uint64_t line);

/* Notes the word when it is such a flag; false when it is none. */
bool ipvs_flag(struct ipvs_service *service, const char *word);

/* The spec of the service; refuses schedulers that do not hash. */
bool ipvs_spec(struct import *import, const struct ipvs_service *service);

/* One destination: an address, with or without brackets, and its port. */
bool ipvs_add(struct import *import, uint64_t line, const char *address, const char *port,
              const char *weight);

#endif
