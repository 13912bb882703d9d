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

/* Prints text in lines of at most 80 columns; lines after the first begin with `indent` blanks.
 * `used`: columns the first line holds already. */
void help_wrap(struct out *out, const char *text, size_t indent, size_t used);

#endif
