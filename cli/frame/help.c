/* SPDX-License-Identifier: MIT */
/* help.c - what there is, in lines that fit a terminal */
#include "frame/help.h"

#include <stdio.h>

#include "import/import.h"
#include "show/figures.h"

enum { HELP_OPTION_COLUMN = 26, HELP_COMMAND_COLUMN = 12, HELP_NAMES = 512 };

static void help_pair(struct out *out, const char *left, const char *right, size_t column)
{
    size_t used = 2 + figure_width(left);
    out_format(out, "  %s", left);
    if (used + 2 > column) {
        out_char(out, '\n');
        used = 0;
    }
    out_repeat(out, " ", column - used);
    out_wrap(out, right, column, column);
}

static void help_commands(struct out *out)
{
    for (size_t i = 0; commands[i]; i++)
        help_pair(out, commands[i]->name, commands[i]->summary, HELP_COMMAND_COLUMN);
}

void help_short(struct out *out)
{
    out_text(out, "usage: berth COMMAND [-a SPEC] -n NODES [KEYS]\n\n");
    help_commands(out);
    out_text(out, "\n"
                  "try:   berth plan -n 'cache-[1-8]' --add cache-9\n"
                  "help:  berth --help\n");
}

void help_all(struct out *out)
{
    out_text(out, "berth - which node owns a key, and what a change of nodes would move\n\n"
                  "usage: berth COMMAND [-a SPEC] -n NODES [KEYS]\n\n"
                  "commands:\n");
    help_commands(out);
    out_text(out, "\nnodes:\n");
    out_wrap(out,
             "  -n takes a file, - for standard input, or the nodes themselves: 'cache-[1-8]' or"
             " a,b,c=2 (=2 is a weight). A file has one node per line: a name, then perhaps a"
             " weight, or attributes; \"spec ...\" names the scheme:",
             2, 0);
    out_text(out, "\n      spec slots\n"
                  "      node cache-1\n"
                  "      node cache-2 weight=2 zone=b\n"
                  "      node cache-3 addr=10.0.0.3:11211 state=down\n\n"
                  "keys:\n");
    out_wrap(out,
             "  Keys are arguments, or lines of -k FILE (- for standard input); a key is the bytes"
             " of its line, an empty line the empty key. See \"berth help route\".",
             2, 0);
    out_text(out,
             "\nexit status:\n"
             "  0 yes, 1 the answer is no (a limit such as --max-move is exceeded), 2 trouble\n"
             "\nexamples:\n"
             "  berth route -n nodes.txt player:17 player:18\n"
             "  berth plan -n 'cache-[1-8]' --add cache-9 -k keys.txt\n"
             "  berth balance -a ring:points=160 -n nodes.txt\n"
             "\n\"berth help COMMAND\" tells more; \"berth --version\" the version.\n");
}

static void help_format_names(unsigned formats, char *text, size_t cap)
{
    snprintf(text, cap, "text%s%s%s; default: text", formats & FORMAT_JSON ? ", json" : "",
             formats & FORMAT_CSV ? ", csv" : "", formats & FORMAT_MD ? ", md" : "");
}

/* Puts `names` where `help` has its %s. */
static void help_fill(char *out, size_t cap, const char *help, const char *names)
{
    const char *gap = strstr(help, "%s");
    snprintf(out, cap, "%.*s%s%s", (int)(gap - help), help, names, gap + 2);
}

/* What the option means to the command: in the command's own words, or in those of the table. */
static const char *help_meaning(const struct command *command, enum option_id id)
{
    for (const struct option_meaning *own = command->meanings; own && own->help; own++)
        if (own->id == id)
            return own->help;
    return option_rows[id].help;
}

static void help_option(struct out *out, const struct command *command, enum option_id id)
{
    const struct option_row *row = &option_rows[id];
    char left[64], names[HELP_NAMES], text[HELP_NAMES + 128], letter[8] = "    ";
    if (row->letter != 0)
        snprintf(letter, sizeof letter, "-%c, ", row->letter);
    snprintf(left, sizeof left, "%s--%s%s%s", letter, row->name, row->argument ? " " : "",
             row->argument ? row->argument : "");
    const char *meaning = help_meaning(command, id);
    import_names(names, sizeof names);
    if (row->kind == KIND_FORMAT)
        help_format_names(command->formats, text, sizeof text);
    else if (id == OPT_FROM) /* its help lists the formats that there are */
        help_fill(text, sizeof text, row->help, names);
    else
        text[0] = '\0';
    help_pair(out, left, text[0] ? text : meaning, HELP_OPTION_COLUMN);
}

static void help_group(struct out *out, const struct command *command, enum option_group group)
{
    static const char *const titles[GROUP_COUNT] = {
        [GROUP_NODES] = "nodes", [GROUP_CHANGE] = "change", [GROUP_KEYS] = "keys",
        [GROUP_OWN] = "report",  [GROUP_OUTPUT] = "output",
    };
    uint64_t mine = command->options | OPTIONS_ALWAYS;
    bool titled = false;
    for (size_t id = 0; id < OPT_LAST; id++) {
        if ((mine >> id & 1) == 0 || option_rows[id].group != group)
            continue;
        if (!titled) {
            out_format(out, "\n%s:\n", titles[group]);
            titled = true;
        }
        help_option(out, command, (enum option_id)id);
    }
}

void help_command(struct out *out, const struct command *command)
{
    out_format(out, "berth %s - %s\n\n", command->name, command->summary);
    out_format(out, "usage: berth %s %s\n\n", command->name, command->usage);
    out_wrap(out, command->about, 0, 0);
    for (int group = 0; group < GROUP_COUNT; group++)
        help_group(out, command, (enum option_group)group);
    if (command->examples)
        out_format(out, "\nexamples:\n%s", command->examples);
}
