/* SPDX-License-Identifier: MIT */
/* taking_ops.c - the operations of berth load --ops, one per line
 *
 *   take KEY   give KEY   end N   down NODE   drain NODE   up NODE
 *   add NODE[=W]   weight NODE=W   remove NODE   bound X
 *
 * Empty lines and lines that begin with # are passed over. */
#include "load/taking.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "read/key_parse.h"

/* One operation under way. */
struct operation {
    struct taking *taking;
    struct berth_key rest; /* of the line */
    char *text;            /* the same as a string */
    berth_error error;     /* what went wrong at the live map */
};

static const char *operation_state(struct operation *op, enum berth_state state)
{
    int code = berth_live_set_state(op->taking->live, op->text, state, &op->error);
    return code < 0 ? op->error.text : NULL;
}

static const char *operation_up(struct operation *op)
{
    return operation_state(op, BERTH_UP);
}

static const char *operation_drain(struct operation *op)
{
    return operation_state(op, BERTH_DRAIN);
}

static const char *operation_down(struct operation *op)
{
    return operation_state(op, BERTH_DOWN);
}

static const char *operation_remove(struct operation *op)
{
    return berth_live_remove(op->taking->live, op->text, &op->error) < 0 ? op->error.text : NULL;
}

/* Cuts "NODE=W" at the last "=", as --add and --weight do; the weight stays text. */
static const char *operation_cut(struct operation *op)
{
    char *equals = strrchr(op->text, '=');
    if (!equals)
        return NULL;
    *equals = '\0';
    return equals + 1;
}

static const char *operation_weight(struct operation *op)
{
    const char *weight = operation_cut(op);
    if (!weight)
        return "a weight is written NODE=W";
    int code = berth_live_set(op->taking->live, op->text, "weight", weight, &op->error);
    return code < 0 ? op->error.text : NULL;
}

/* The node and its weight in one step. */
static const char *operation_add(struct operation *op)
{
    const char *weight = operation_cut(op);
    berth_nodes *nodes = berth_live_nodes(op->taking->live, NULL, &op->error);
    int code = nodes ? berth_nodes_add(nodes, op->text, 1, &op->error) : BERTH_E_MEMORY;
    if (code >= 0 && weight)
        code = berth_nodes_set(nodes, op->text, "weight", weight, &op->error);
    if (code >= 0)
        code = berth_live_apply(op->taking->live, nodes, 0, &op->error);
    berth_nodes_free(nodes);
    return code < 0 ? op->error.text : NULL;
}

static const char *operation_bound(struct operation *op)
{
    char *end;
    double bound = strtod(op->text, &end);
    if (end == op->text || *end != '\0' || !isfinite(bound))
        return "a bound is a number, such as 1.25";
    return berth_live_set_bound(op->taking->live, bound, &op->error) < 0 ? op->error.text : NULL;
}

static const char *operation_give(struct operation *op)
{
    return taking_give(op->taking, op->rest);
}

static const char *operation_end(struct operation *op)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(op->text, &end, 10);
    if (op->text[0] < '0' || op->text[0] > '9' || *end != '\0' || errno != 0)
        return "\"end\" wants the number of a take, from 1";
    return taking_end(op->taking, n);
}

static const struct {
    const char *word;
    const char *(*run)(struct operation *op);
} operations[] = {
    {"give", operation_give},     {"end", operation_end},       {"down", operation_down},
    {"drain", operation_drain},   {"up", operation_up},         {"add", operation_add},
    {"weight", operation_weight}, {"remove", operation_remove}, {"bound", operation_bound},
};

/* ---- a line ---------------------------------------------------------------------------------- */

static const char *operation_take(struct taking *taking, struct berth_key shown,
                                  struct taking_result *result)
{
    struct berth_key key = shown;
    uint64_t number = 0;
    const char *wrong = NULL;
    unsigned char *bytes = NULL;
    if (taking->u64) {
        wrong = key_parse_u64(shown, &number);
    } else if (taking->hex) {
        bytes = memory_new(shown.len / 2 + 1, 1);
        wrong = key_parse_hex(shown, bytes);
        key = (struct berth_key){bytes, shown.len / 2};
    }
    if (!wrong)
        *result = taking_take(taking, key, number, shown);
    free(bytes);
    return wrong;
}

/* Whether the line is this word, or begins with it and a blank; *rest = what follows. */
static bool operation_is(struct berth_key line, const char *word, struct berth_key *rest)
{
    const char *text = line.data;
    size_t len = strlen(word);
    if (line.len < len || memcmp(text, word, len) != 0 || (line.len > len && text[len] != ' '))
        return false;
    size_t used = line.len > len ? len + 1 : len;
    *rest = (struct berth_key){text + used, line.len - used};
    return true;
}

static const char *operation_run(struct operation *op, size_t which)
{
    const char *wrong = "there is a NUL byte in it";
    op->text = memory_new(op->rest.len + 1, 1);
    memcpy(op->text, op->rest.data, op->rest.len);
    if (!memchr(op->text, 0, op->rest.len) || operations[which].run == operation_give)
        wrong = operations[which].run(op);
    if (wrong) /* it may stand in the operation itself */
        snprintf(op->taking->wrong, sizeof op->taking->wrong, "%s", wrong);
    free(op->text);
    return wrong ? op->taking->wrong : NULL;
}

const char *taking_operation(struct taking *taking, struct berth_key line, bool *took,
                             struct berth_key *shown, struct taking_result *result)
{
    struct operation op = {.taking = taking};
    if (line.len == 0 || *(const char *)line.data == '#') {
        *took = false;
        return NULL;
    }
    *took = operation_is(line, "take", shown);
    if (*took)
        return operation_take(taking, *shown, result);
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        if (operation_is(line, operations[i].word, &op.rest))
            return operation_run(&op, i);
    return "no such operation: take, give KEY; end N; down, drain, up, add, weight, remove NODE; "
           "bound X";
}
