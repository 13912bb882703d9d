/* SPDX-License-Identifier: MIT */
/* commands.c - the list of commands, in the order of --help; a new command is one line here */
#include "frame/command.h"

#include "frame/nearest.h"

#define COMMANDS(X)                                                                                \
    X(route)                                                                                       \
    X(plan)                                                                                        \
    X(balance)                                                                                     \
    X(simulate)                                                                                    \
    X(load)                                                                                        \
    X(check)                                                                                       \
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
    struct nearest nearest;
    nearest_begin(&nearest, name);
    for (size_t i = 0; commands[i]; i++)
        nearest_offer(&nearest, commands[i]->name);
    if (nearest.best)
        say_error("there is no command \"%s\": did you mean \"%s\"?", name, nearest.best);
    else
        say_error("there is no command \"%s\": \"berth --help\" lists them", name);
}
