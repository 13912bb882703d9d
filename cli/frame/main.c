/* SPDX-License-Identifier: MIT */
/* main.c - berth COMMAND ...: finds the command, reads its options, runs it
 *
 *   argv --commands.c--> command --options.c--> args --cmd_NAME.c--> standard output, exit status
 *
 * Data goes to standard output, everything else to standard error. */
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "frame/command.h"
#include "frame/help.h"

static void main_look_at_terminal(struct run *run)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    run->terminal = isatty(STDOUT_FILENO);
    run->colour =
        run->terminal && (!no_colour || *no_colour == '\0') && term && strcmp(term, "dumb") != 0;
    run->utf8 = setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static enum answer main_run(struct run *run, const struct command *command, int argc, char **argv)
{
    if (!args_parse(&run->args, command, argc, argv))
        return ANSWER_TROUBLE;
    if (args_has(&run->args, OPT_HELP)) {
        help_command(&run->out, command);
        return ANSWER_YES;
    }
    if (run->args.format == FORMAT_MD)
        run->out.guard.kind = GUARD_MARKDOWN;
    else if (run->terminal)
        run->out.guard.kind = GUARD_TERMINAL;
    return command->run(run);
}

/* Before any command: an option such as --help, or nothing. */
static enum answer main_option(struct run *run, const char *word)
{
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        help_all(&run->out);
        return ANSWER_YES;
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        out_format(&run->out, "berth %s\n", berth_version());
        return ANSWER_YES;
    }
    static const char *const known[] = {"--help", "--version"};
    const char *meant = berth_nearest(word, known, sizeof known / sizeof known[0]);
    if (meant)
        say_error("there is no option %s: did you mean %s?", word, meant);
    else
        say_error("options come after the command: berth COMMAND %s ...", word);
    return ANSWER_TROUBLE;
}

/* What a shell says of a program that SIGPIPE ended. */
enum { MAIN_BROKEN_PIPE = 128 + SIGPIPE };

int main(int argc, char **argv)
{
    struct run run = {0};
    enum answer answer = ANSWER_TROUBLE;
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, not a death */
    main_look_at_terminal(&run);
    out_open(&run.out, STDOUT_FILENO, "standard output");
    if (argc < 2) {
        struct out err;
        out_open(&err, STDERR_FILENO, "standard error");
        help_short(&err);
        out_close(&err);
    } else if (argv[1][0] == '-') {
        answer = main_option(&run, argv[1]);
    } else {
        const struct command *command = command_find(argv[1]);
        if (!command)
            command_unknown(argv[1]);
        else
            answer = main_run(&run, command, argc - 1, argv + 1);
    }
    args_free(&run.args);
    if (out_close(&run.out))
        return (int)answer;
    return run.out.broken ? MAIN_BROKEN_PIPE : (int)ANSWER_TROUBLE;
}
