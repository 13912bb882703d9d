/* SPDX-License-Identifier: MIT */
/* simulate_schedule.c - changes of the nodes and when they come
 *
 *   at 100000 down cache-3            # before request 100,000 (the first is 0)
 *   at step 4 up cache-3              # at the beginning of step 4 (the first is 1)
 *   at 300000 add cache-9 weight=2 zone=b
 *   at 300000 remove cache-1
 *   at 400000 weight cache-2 2.5
 *
 * A node is written as in a file of nodes, quotes and all: the library reads it. Changes of one
 * time come together. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "read/lines.h"
#include "simulate/simulate.h"

static const char *const schedule_words[] = {
    [SIM_DOWN] = "down", [SIM_UP] = "up",         [SIM_DRAIN] = "drain",
    [SIM_ADD] = "add",   [SIM_REMOVE] = "remove", [SIM_WEIGHT] = "weight",
};
enum { SCHEDULE_ACTIONS = sizeof schedule_words / sizeof schedule_words[0], SCHEDULE_WORD = 40 };

/* ---- words of a line ------------------------------------------------------------------------- */

/* Cuts the next word off *at, which may be empty. */
static const char *schedule_word(char **at, char out[SCHEDULE_WORD])
{
    *at += strspn(*at, " \t");
    size_t len = strcspn(*at, " \t");
    snprintf(out, SCHEDULE_WORD, "%.*s", (int)len, *at);
    *at += len;
    return out;
}

static bool schedule_number(const char *word, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(word, &end, 10);
    return isdigit((unsigned char)word[0]) && *end == '\0' && errno == 0;
}

/* Past a name, which may be in quotes. */
static char *schedule_past_name(char *at)
{
    if (*at != '"')
        return at + strcspn(at, " \t");
    for (at++; *at != '\0' && *at != '"'; at++)
        at += *at == '\\' && at[1] != '\0';
    return at + (*at == '"');
}

/* "at 100000" or "at step 4" */
static bool schedule_time(const struct sim_schedule *schedule, struct sim_change *change, char **at,
                          uint64_t step)
{
    char word[SCHEDULE_WORD];
    bool steps = false;
    if (strcmp(schedule_word(at, word), "at") != 0) {
        say_at(schedule->path, change->line,
               "a line begins with a time, \"at 100000\" or \"at step 3\", not with \"%s\"", word);
        return false;
    }
    if (strcmp(schedule_word(at, word), "step") == 0) {
        steps = true;
        schedule_word(at, word);
    }
    if (!schedule_number(word, &change->at) || (steps && change->at == 0)) {
        say_at(schedule->path, change->line,
               steps ? "\"%s\" is no step: they are numbered from 1"
                     : "\"%s\" is no time: write how many requests come before",
               word);
        return false;
    }
    if (steps) /* what lies past all numbers never comes, as what lies past the last request */
        change->at = change->at - 1 > UINT64_MAX / step ? UINT64_MAX : (change->at - 1) * step;
    return true;
}

static bool schedule_action(const struct sim_schedule *schedule, struct sim_change *change,
                            char **at)
{
    char word[SCHEDULE_WORD];
    if (*schedule_word(at, word) == '\0') {
        say_at(schedule->path, change->line, "after the time comes a change: down cache-3");
        return false;
    }
    for (int action = 0; action < SCHEDULE_ACTIONS; action++) {
        if (strcmp(word, schedule_words[action]) == 0) {
            change->action = (enum sim_action)action;
            return true;
        }
    }
    const char *meant = berth_nearest(word, schedule_words, SCHEDULE_ACTIONS);
    if (meant)
        say_at(schedule->path, change->line, "\"%s\" is no change: did you mean \"%s\"?", word,
               meant);
    else
        say_at(schedule->path, change->line,
               "\"%s\" is no change: there are down, up, drain, add, remove and weight", word);
    return false;
}

static size_t schedule_words_in(const char *text)
{
    size_t words = 0;
    for (text += strspn(text, " \t"); *text != '\0'; text += strspn(text, " \t"), words++)
        text += strcspn(text, " \t");
    return words;
}

/* The rest of the line, made a line of a file of nodes. */
static bool schedule_node(const struct sim_schedule *schedule, struct sim_change *change,
                          char *rest)
{
    berth_error error = {0};
    rest += strspn(rest, " \t");
    char *more = schedule_past_name(rest), *beside = more + strspn(more, " \t");
    int name = (int)(more - rest);
    size_t words = schedule_words_in(beside);
    if (name == 0 ||
        (change->action == SIM_WEIGHT ? words != 1 : change->action != SIM_ADD && words != 0)) {
        say_at(schedule->path, change->line, "after %s comes a name%s",
               schedule_words[change->action],
               change->action == SIM_WEIGHT ? " and a weight and nothing else: cache-2 2.5"
               : change->action == SIM_ADD  ? " and perhaps attributes: cache-9 weight=2"
                                            : " and nothing else");
        return false;
    }
    char *text = memory_text("node %.*s %s%s\n", name, rest,
                             change->action == SIM_WEIGHT ? "weight=" : "", beside);
    change->node = memory_check(berth_nodes_new(NULL));
    bool good = berth_nodes_parse(change->node, text, strlen(text), &error) >= 0;
    free(text);
    if (!good)
        say_at(schedule->path, change->line, "%s", error.text);
    return good;
}

/* ---- changes --------------------------------------------------------------------------------- */

/* Adds the node with everything that its line says. */
static int schedule_add(const struct sim_change *change, berth_nodes *nodes, berth_error *error)
{
    const char *attribute, *value;
    struct berth_node node;
    char slot[24];
    berth_nodes_at(change->node, 0, &node);
    int code = berth_nodes_add(nodes, node.name, node.weight, error);
    if (code == 0)
        code = berth_nodes_set(nodes, node.name, "state", berth_state_text(node.state), error);
    snprintf(slot, sizeof slot, "%llu", (unsigned long long)node.slot);
    if (code == 0 && node.slot != BERTH_NO_SLOT)
        code = berth_nodes_set(nodes, node.name, "slot", slot, error);
    for (size_t k = 0;
         code == 0 && berth_nodes_attribute_at(change->node, 0, k, &attribute, &value); k++)
        code = berth_nodes_set(nodes, node.name, attribute, value, error);
    return code;
}

int schedule_apply(const struct sim_change *change, berth_nodes *nodes, berth_error *error)
{
    struct berth_node node;
    berth_nodes_at(change->node, 0, &node);
    switch (change->action) {
    case SIM_ADD:
        return schedule_add(change, nodes, error);
    case SIM_REMOVE:
        return berth_nodes_remove(nodes, node.name, error);
    case SIM_WEIGHT:
        return berth_nodes_set_weight(nodes, node.name, node.weight, error);
    default:
        return berth_nodes_set(nodes, node.name, "state", schedule_words[change->action], error);
    }
}

/* Cuts a comment, which begins with # after a blank outside of quotes, and the blanks before it. */
static void schedule_uncomment(char *text)
{
    char *end = text;
    while (*end != '\0' && !(*end == '#' && end > text && strchr(" \t", end[-1])))
        end = *end == '"' ? schedule_past_name(end) : end + 1;
    while (end > text && strchr(" \t", end[-1]))
        end--;
    *end = '\0';
}

static bool schedule_line(struct sim_schedule *schedule, char *text, uint64_t line,
                          berth_nodes *nodes, uint64_t step)
{
    berth_error error;
    size_t len = strlen(text);
    if (len > 0 && text[len - 1] == '\r')
        text[len - 1] = '\0';
    if (strchr(text, '\r')) {
        say_at(schedule->path, line,
               "there is a carriage return within the line: lines end in LF "
               "or CR LF");
        return false;
    }
    if (text[strspn(text, " \t")] == '\0' || text[strspn(text, " \t")] == '#')
        return true;
    schedule->changes =
        memory_more(schedule->changes, schedule->count + 1, sizeof *schedule->changes);
    struct sim_change *change = &schedule->changes[schedule->count++];
    *change = (struct sim_change){.line = line};
    if (!schedule_time(schedule, change, &text, step))
        return false;
    text += strspn(text, " \t");
    schedule_uncomment(text);
    change->text = memory_text("%s", text);
    if (!schedule_action(schedule, change, &text) || !schedule_node(schedule, change, text))
        return false;
    if (schedule->count > 1 && change->at < change[-1].at) {
        say_at(schedule->path, line,
               "request %llu comes before that of the line above: write the "
               "changes in the order of time",
               (unsigned long long)change->at);
        return false;
    }
    if (schedule_apply(change, nodes, &error) >= 0)
        return true;
    say_at(schedule->path, line, "%s", error.text);
    return false;
}

bool schedule_read(struct sim_schedule *out, const char *path, const berth_nodes *nodes,
                   uint64_t step)
{
    size_t len;
    *out = (struct sim_schedule){.path = path};
    if (!path)
        return true;
    char *text = lines_slurp(path, &len);
    if (!text)
        return false;
    berth_nodes *tried = memory_check(berth_nodes_copy(nodes, NULL));
    bool good = true;
    char *at = text + (strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0); /* past a byte order mark */
    if (strcmp(path, "-") == 0)
        out->path = path = "standard input";
    for (uint64_t line = 1; good && at < text + len; line++) {
        char *end = at + strcspn(at, "\n");
        if (*end == '\0' && end < text + len) {
            say_at(path, line, "there is a NUL byte here: a schedule is text");
            good = false;
        } else {
            *end = '\0';
            good = schedule_line(out, at, line, tried, step);
            at = end + 1;
        }
    }
    berth_nodes_free(tried);
    free(text);
    return good;
}

void schedule_free(struct sim_schedule *schedule)
{
    for (size_t i = 0; i < schedule->count; i++) {
        free(schedule->changes[i].text);
        berth_nodes_free(schedule->changes[i].node);
    }
    free(schedule->changes);
}
