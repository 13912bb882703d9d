/* SPDX-License-Identifier: MIT */
/* change.c - the nodes of --add, --remove and --weight, read as the file that they change is */
#include "read/change.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "frame/say.h"
#include "import/import.h"
#include "show/figures.h"

int change_copy_node(berth_nodes *nodes, const berth_nodes *from, size_t i, berth_error *error)
{
    struct berth_node node;
    const char *attribute, *value;
    char slot[24];
    if (!berth_nodes_at(from, i, &node))
        return BERTH_E_MISSING;
    int code = berth_nodes_add(nodes, node.name, node.weight, error);
    for (size_t k = 0; code >= 0 && berth_nodes_attribute_at(from, i, k, &attribute, &value); k++)
        code = berth_nodes_set(nodes, node.name, attribute, value, error);
    if (code >= 0 && node.state != BERTH_UP)
        code = berth_nodes_set(nodes, node.name, "state", berth_state_text(node.state), error);
    snprintf(slot, sizeof slot, "%llu", (unsigned long long)node.slot);
    if (code >= 0 && node.slot != BERTH_NO_SLOT)
        code = berth_nodes_set(nodes, node.name, "slot", slot, error);
    return code;
}

/* ---- lines of a file ------------------------------------------------------------------------- */

/* "host:port:number": the weight of such a file's line. */
static bool change_is_triple(const char *name)
{
    const char *weight = strrchr(name, ':'), *port = weight;
    uint64_t number;
    while (port && port > name && port[-1] != ':')
        port--;
    return weight && port > name + 1 && import_digits(weight + 1, strlen(weight + 1), &number) &&
           import_digits(port, (size_t)(weight - port), &number);
}

static bool change_read_line(berth_nodes *named, const struct membership *from, const char *option,
                             const char *text)
{
    berth_error error;
    if (from->format)
        return import_line_read(from->format, option, text, named);
    bool good = berth_nodes_parse(named, text, strlen(text), &error) >= 0;
    if (!good)
        say_error("%s: %s", option, error.text);
    return good;
}

/* A node written out whose name is a whole line of the file: "10.0.0.13:11211:2". The weight of
 * --weight NAME=W is the one behind the sign. */
static bool change_read_triple(berth_nodes *named, const struct given *given,
                               const struct membership *from, const char *option,
                               const struct berth_node *node)
{
    berth_error error;
    struct berth_node read;
    bool weighed = strchr(given->text, '=');
    berth_nodes *one = memory_check(berth_nodes_new(NULL));
    bool good = change_read_line(one, from, option, node->name);
    if (good && weighed && given->id == OPT_ADD) {
        say_error("%s: \"%s\" has a weight behind its port and another behind the sign =", option,
                  node->name);
        good = false;
    }
    if (good && weighed && berth_nodes_at(one, 0, &read))
        good = berth_nodes_set_weight(one, read.name, node->weight, &error) >= 0;
    if (good && change_copy_node(named, one, 0, &error) < 0) {
        say_library(option, &error);
        good = false;
    }
    berth_nodes_free(one);
    return good;
}

/* ---- nodes written out ----------------------------------------------------------------------- */

static bool change_knows(const struct membership *from, const char *name)
{
    struct berth_node node;
    return berth_nodes_find(from->nodes, name, &node);
}

static bool change_read_inline(berth_nodes *named, const struct given *given,
                               const struct membership *from, const char *option)
{
    struct berth_node node;
    berth_error error = {.text = "out of memory"};
    berth_nodes *out = berth_nodes_new(NULL);
    bool good = out && berth_nodes_parse_inline(out, given->text, &error) >= 0;
    if (!good)
        say_library(option, &error);
    for (size_t i = 0; good && berth_nodes_at(out, i, &node); i++) {
        bool triple = from->format && from->format->triple && change_is_triple(node.name) &&
                      !change_knows(from, node.name);
        if (!triple && given->id == OPT_WEIGHT && !strchr(given->text, '=')) {
            say_error("--weight: \"%s\" names no weight: write NAME=WEIGHT", given->text);
            good = false;
        } else if (triple) {
            good = change_read_triple(named, given, from, option, &node);
        } else if (berth_nodes_add(named, node.name, node.weight, &error) < 0) {
            say_library(option, &error);
            good = false;
        }
    }
    berth_nodes_free(out);
    return good;
}

static bool change_any_blank(const struct membership *from)
{
    struct berth_node node;
    for (size_t i = 0; berth_nodes_at(from->nodes, i, &node); i++)
        if (strpbrk(node.name, " \t"))
            return true;
    return false;
}

/* Whether the text is a line of the file rather than nodes written out: it holds a blank, and no
 * node has that name, nor what stands before the sign of a weight. Beside nodes that are written out
 * it is one when an attribute follows the blank, and no name there has blanks itself. */
static bool change_is_line(const struct given *given, const struct membership *from)
{
    const char *weight = strrchr(given->text, '='), *blank = strpbrk(given->text, " \t");
    if (!blank || change_knows(from, given->text) || (from->format && !from->format->line))
        return false;
    if (!from->file && (!weight || weight < blank || change_any_blank(from)))
        return false;
    char *name = memory_text("%.*s", weight ? (int)(weight - given->text) : 0, given->text);
    bool known = change_knows(from, name);
    free(name);
    return !known;
}

/* Beside nodes that all weigh more than 1, a node that says nothing weighs next to nothing. */
static void change_warn_light(const berth_nodes *named, const struct given *given,
                              const struct membership *from, const char *option)
{
    struct berth_node node;
    double least = 0;
    for (size_t i = 0; berth_nodes_at(from->nodes, i, &node); i++)
        if (node.weight > 0 && (least == 0 || node.weight < least))
            least = node.weight;
    for (size_t i = 0; least > 1 && berth_nodes_at(named, i, &node); i++) {
        if (node.weight != 1 || strchr(given->text, '='))
            continue;
        say_warning("%s: \"%.60s\" gets a weight of 1, and the nodes that are there weigh %s and "
                    "more: %.60s=%s gives it as much",
                    option, node.name, figure_weight(least).text, node.name,
                    figure_weight(least).text);
        return;
    }
}

bool change_read(berth_nodes *named, const struct given *given, const struct membership *from)
{
    char option[32];
    snprintf(option, sizeof option, "--%s", option_rows[given->id].name);
    bool line = change_is_line(given, from);
    bool good = line ? change_read_line(named, from, option, given->text)
                     : change_read_inline(named, given, from, option);
    if (good && berth_nodes_count(named) == 0) {
        say_error("%s: \"%s\" names no node", option, given->text);
        return false;
    }
    if (good && !line && given->id == OPT_ADD) {
        nodes_warn_lists(named, option, false);
        change_warn_light(named, given, from, option);
    }
    return good;
}
