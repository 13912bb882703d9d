/* SPDX-License-Identifier: MIT */
/* settings.h - the specs that a deployed system is likely to run with */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include <berth.h>

/* Calls `take` for every scheme by its defaults, and with each usual value of each parameter, alone
 * and in pairs. `spec` lives for the call. */
void settings_each(void (*take)(void *context, const struct berth_scheme_info *scheme,
                                const char *spec),
                   void *context);

#endif
