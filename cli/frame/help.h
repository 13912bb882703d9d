/* SPDX-License-Identifier: MIT */
/* help.h - help made from the tables of commands and options */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "frame/command.h"

/* What "berth" alone says. */
void help_short(struct out *out);
/* berth --help */
void help_all(struct out *out);
/* berth help NAME, berth NAME --help */
void help_command(struct out *out, const struct command *command);

#endif
