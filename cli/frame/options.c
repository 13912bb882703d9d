/* SPDX-License-Identifier: MIT */
/* options.c - the words of a command line, read by getopt_long from the one table of options */
#include "frame/options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/command.h"

enum { LONG_BASE = 256 }; /* getopt_long's value of a long option: this plus its id */

const struct option_row option_rows[OPT_LAST] = {
#define OPTION_ROW(id, short_, long_, argument_, kind_, group_, often_, help_)                     \
    [OPT_##id] = {.letter = short_,                                                                \
                  .name = long_,                                                                   \
                  .argument = argument_,                                                           \
                  .kind = KIND_##kind_,                                                            \
                  .group = GROUP_##group_,                                                         \
                  .often = often_,                                                                 \
                  .help = help_},
    OPTIONS(OPTION_ROW)
#undef OPTION_ROW
};

const struct given *args_find(const struct args *args, enum option_id id)
{
    for (size_t i = args->given_count; i > 0; i--)
        if (args->given[i - 1].id == id)
            return &args->given[i - 1];
    return NULL;
}

bool args_has(const struct args *args, enum option_id id)
{
    return args_find(args, id);
}

const char *args_text(const struct args *args, enum option_id id)
{
    const struct given *given = args_find(args, id);
    return given ? given->text : NULL;
}

uint64_t args_count(const struct args *args, enum option_id id, uint64_t otherwise)
{
    const struct given *given = args_find(args, id);
    return given ? given->count : otherwise;
}

void args_free(struct args *args)
{
    free(args->given);
    args->given = NULL;
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool args_read_count(struct given *given)
{
    char *end;
    errno = 0;
    given->count = strtoull(given->text, &end, 10);
    if (given->text[0] >= '0' && given->text[0] <= '9' && *end == '\0' && errno == 0 &&
        given->count <= UINT64_C(1) << 53)
        return true;
    const char *option = option_rows[given->id].name;
    if (given->text[0] != '\0' && given->text[strspn(given->text, "0123456789")] == '\0')
        say_error("--%s: %s is too large", option, given->text);
    else
        say_error("--%s: \"%s\" is not a whole number", option, given->text);
    return false;
}

static bool args_read_number(struct given *given, bool percent)
{
    char *end;
    given->number = strtod(given->text, &end);
    bool digits = strspn(given->text, "0123456789.") == (size_t)(end - given->text);
    while (percent && *end == ' ')
        end++;
    if (percent && *end == '%')
        end++;
    if (digits && end != given->text && *end == '\0' && isfinite(given->number)) {
        given->number /= percent ? 100 : 1;
        return true;
    }
    say_error("--%s: \"%s\" is not a %s", option_rows[given->id].name, given->text,
              percent ? "percentage, such as 12.5 or 12.5%" : "number, such as 1.25");
    return false;
}

static bool args_read_format(struct args *args, const struct command *command, const char *text)
{
    static const struct {
        const char *name;
        enum format format;
    } names[] = {
        {"text", FORMAT_TEXT}, {"json", FORMAT_JSON}, {"csv", FORMAT_CSV}, {"md", FORMAT_MD}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i].name, text) == 0) {
            args->format = names[i].format;
            if ((command->formats & names[i].format) != 0)
                return true;
            say_error("berth %s has no %s output: \"berth %s --help\" lists what it has",
                      command->name, text, command->name);
            return false;
        }
    }
    say_error("--output: \"%s\" is none of text, json, csv, md", text);
    return false;
}

static bool args_take(struct args *args, const struct command *command, enum option_id id,
                      const char *text)
{
    const struct option_row *row = &option_rows[id];
    if (row->argument && !row->often && args_has(args, id)) {
        say_error("--%s is given twice%s", row->name,
                  id == OPT_NODES && (command->options & OPTION(TO)) != 0
                      ? ": the nodes after the change are -N"
                      : "");
        return false;
    }
    args->given = memory_more(args->given, args->given_count + 1, sizeof *args->given);
    struct given *given = &args->given[args->given_count++];
    *given = (struct given){.id = id, .text = text};
    switch (row->kind) {
    case KIND_COUNT:
        return args_read_count(given);
    case KIND_RATIO:
    case KIND_PERCENT:
        return args_read_number(given, row->kind == KIND_PERCENT);
    case KIND_FORMAT:
        return args_read_format(args, command, text);
    case KIND_FLAG:
    case KIND_TEXT:
        break;
    }
    return true;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* An unknown long option: of another command, or misspelt. */
static void args_unknown_long(const struct command *command, uint64_t mine, const char *word)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    const char *names[OPT_LAST];
    size_t count = 0;
    for (size_t id = 0; id < OPT_LAST; id++)
        if ((mine >> id & 1) != 0)
            names[count++] = option_rows[id].name;
    const char *meant = berth_nearest(name, names, count);
    if (meant) {
        say_error("berth %s has no option --%s: did you mean --%s?", command->name, name, meant);
        return;
    }
    for (size_t id = 0; id < OPT_LAST; id++) {
        for (size_t i = 0; strcmp(option_rows[id].name, name) == 0 && commands[i]; i++) {
            if ((commands[i]->options >> id & 1) != 0) {
                say_error("berth %s has no option --%s (berth %s has)", command->name, name,
                          commands[i]->name);
                return;
            }
        }
    }
    say_error("berth %s has no option --%s: \"berth %s --help\" lists what it has", command->name,
              name, command->name);
}

static void args_unknown(const struct command *command, uint64_t mine, int what, const char *word)
{
    if (what == 0) {
        args_unknown_long(command, mine, word);
    } else if (what >= LONG_BASE) {
        say_error("--%s takes no value", option_rows[what - LONG_BASE].name);
    } else if (what >= '1' && what <= '9') {
        say_error("-%c is no option: put -- before keys that begin with a minus", what);
    } else {
        say_error("berth %s has no option -%c: \"berth %s --help\" lists what it has",
                  command->name, what, command->name);
    }
}

static int args_by_letter(int letter)
{
    for (int id = 0; id < OPT_LAST; id++)
        if (option_rows[id].letter != 0 && option_rows[id].letter == letter)
            return id;
    return OPT_LAST;
}

/* The two forms of the table that getopt_long wants, for the options in `mine`. */
static void args_tables(uint64_t mine, struct option *longs, char *shorts)
{
    *shorts++ = ':';
    for (int id = 0; id < OPT_LAST; id++) {
        const struct option_row *row = &option_rows[id];
        if ((mine >> id & 1) == 0)
            continue;
        int has = row->argument ? required_argument : no_argument;
        *longs++ = (struct option){.name = row->name, .has_arg = has, .val = LONG_BASE + id};
        if (row->letter != 0) {
            *shorts++ = row->letter;
            if (has == required_argument)
                *shorts++ = ':';
        }
    }
    *longs = (struct option){0};
    *shorts = '\0';
}

bool args_parse(struct args *args, const struct command *command, int argc, char **argv)
{
    struct option longs[OPT_LAST + 1];
    char shorts[2 * OPT_LAST + 2];
    uint64_t mine = command->options | OPTIONS_ALWAYS;
    *args = (struct args){.format = FORMAT_TEXT};
    args_tables(mine, longs, shorts);
    opterr = 0;
    optind = 1;
    int c;
    while ((c = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
        if (c == '?') {
            args_unknown(command, mine, optopt, argv[optind - 1]);
            return false;
        }
        int id = c == ':' ? optopt : c;
        id = id >= LONG_BASE ? id - LONG_BASE : args_by_letter(id);
        if (c == ':') {
            say_error("--%s needs a value: --%s %s", option_rows[id].name, option_rows[id].name,
                      option_rows[id].argument);
            return false;
        }
        if (!args_take(args, command, (enum option_id)id, optarg))
            return false;
    }
    args->operands = argv + optind;
    args->operand_count = (size_t)(argc - optind);
    return true;
}
