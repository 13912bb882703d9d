/* SPDX-License-Identifier: MIT */
/* cmd_help.c - berth help [COMMAND] */
#include "frame/help.h"

static enum answer help_run(struct run *run)
{
    if (run->args.operand_count == 0) {
        help_all(&run->out);
        return ANSWER_YES;
    }
    for (size_t i = 0; i < run->args.operand_count; i++) {
        const struct command *command = command_find(run->args.operands[i]);
        if (!command) {
            command_unknown(run->args.operands[i]);
            return ANSWER_TROUBLE;
        }
        if (i > 0)
            out_char(&run->out, '\n');
        help_command(&run->out, command);
    }
    return ANSWER_YES;
}

const struct command cmd_help = {
    .name = "help",
    .summary = "what a command does, and its options",
    .usage = "[COMMAND...]",
    .about = "Prints the help of the commands named, or what there is.",
    .formats = FORMAT_TEXT,
    .run = help_run,
};
