/* SPDX-License-Identifier: MIT */
/* commands.c - the list of commands, in the order of --help; a new command is one line here */
#include "frame/command.h"

#define COMMANDS(X)                                                                                \
    X(route)                                                                                       \
    X(plan)                                                                                        \
    X(balance)                                                                                     \
    X(simulate)                                                                                    \
    X(load)                                                                                        \
    X(check)                                                                                       \
    X(identify)                                                                                    \
    X(explain)                                                                                     \
    X(dump)                                                                                        \
    X(hash)                                                                                        \
    X(bench)                                                                                       \
    X(schemes)                                                                                     \
    X(help)

#define COMMAND_EXTERN(name) extern const struct command cmd_##name;
COMMANDS(COMMAND_EXTERN)

const struct command *const commands[] = {
#define COMMAND_ADDRESS(name) &cmd_##name,
    COMMANDS(COMMAND_ADDRESS) NULL};

const struct command *command_find(const char *name)
{
    for (size_t i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

void command_unknown(const char *name)
{
    const char *names[sizeof commands / sizeof commands[0]];
    size_t count = 0;
    for (; commands[count]; count++)
        names[count] = commands[count]->name;
    const char *meant = berth_nearest(name, names, count);
    if (meant)
        say_error("there is no command \"%s\": did you mean \"%s\"?", name, meant);
    else
        say_error("there is no command \"%s\": \"berth --help\" lists them", name);
}
