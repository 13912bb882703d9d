/* SPDX-License-Identifier: MIT */
/* command.h - what a command is: the one struct in which its file ends
 *
 * cmd_NAME.c ends in `const struct command cmd_NAME`; one line in commands.c makes it known. From
 * the struct alone come dispatch, parsing, help and "did you mean". */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "frame/options.h"
#include "show/output.h"
#include "frame/memory.h"
#include "frame/say.h"

/* One run of a command. */
struct run {
    struct args args;
    struct out out; /* standard output */
    bool terminal;  /* standard output is a terminal */
    bool colour;    /* and it wants colour */
    bool utf8;      /* it shows UTF-8 */
};

struct command {
    const char *name;
    const char *summary;  /* one line */
    const char *usage;    /* what follows "berth NAME" */
    const char *about;    /* a few sentences, one paragraph per line */
    const char *examples; /* lines: command, two blanks and #, what it does */
    uint64_t options;     /* OPTION() bits; OPTIONS_ALWAYS is understood */
    /* Options that mean something else here than the table says, up to a NULL; NULL = none. */
    const struct option_meaning {
        enum option_id id;
        const char *help;
    } * meanings;
    unsigned formats; /* enum format bits */
    enum answer (*run)(struct run *run);
};

/* Ends with NULL. */
extern const struct command *const commands[];

/* NULL when there is none. */
const struct command *command_find(const char *name);

/* Says that there is no such command, and what may have been meant. */
void command_unknown(const char *name);

#endif
