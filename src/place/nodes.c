/* SPDX-License-Identifier: MIT */
/* nodes.c - the membership: a set of named nodes that remembers the order of listing */
#include "place/nodes.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/nearest.h"
#include "base/number.h"
#include "hash/xxh3.h"

#include <stdlib.h>
#include <string.h>

berth_nodes *berth_nodes_new(const struct berth_alloc *given)
{
    struct berth_alloc alloc = alloc_or_default(given);
    struct berth_nodes *nodes = alloc_zeroed(&alloc, 1, sizeof *nodes);
    if (nodes)
        nodes->alloc = alloc;
    return nodes;
}

void berth_nodes_free(berth_nodes *nodes)
{
    if (!nodes)
        return;
    struct berth_alloc alloc = nodes->alloc;
    for (size_t i = 0; i < nodes->count; i++)
        node_free(&alloc, nodes->items[i]);
    alloc_free(&alloc, nodes->items, nodes->capacity, sizeof *nodes->items);
    alloc_free(&alloc, nodes->table, nodes->table_size, sizeof *nodes->table);
    if (nodes->spec)
        alloc_free(&alloc, nodes->spec, strlen(nodes->spec) + 1, 1);
    alloc_free(&alloc, nodes, 1, sizeof *nodes);
}

/* ---- the table of names -------------------------------------------------------------------- */

/* The place of the name in the table, or the free place where it belongs. */
static size_t nodes_probe(const struct berth_nodes *nodes, const char *name, size_t len)
{
    size_t mask = nodes->table_size - 1;
    size_t at = (size_t)hash_xxh3(name, len) & mask;
    for (; nodes->table[at] != 0; at = (at + 1) & mask) {
        const struct node *node = nodes->items[nodes->table[at] - 1];
        if (node->name_len == len && memcmp(node->text, name, len) == 0)
            break;
    }
    return at;
}

static void nodes_index(struct berth_nodes *nodes)
{
    memset(nodes->table, 0, nodes->table_size * sizeof *nodes->table);
    for (size_t i = 0; i < nodes->count; i++) {
        const struct node *node = nodes->items[i];
        nodes->table[nodes_probe(nodes, node->text, node->name_len)] = (uint32_t)(i + 1);
    }
}

/* Room for `count` nodes in items and table. */
static bool nodes_reserve(struct berth_nodes *nodes, size_t count)
{
    if (!alloc_grow(&nodes->alloc, (void **)&nodes->items, &nodes->capacity, count,
                    sizeof *nodes->items))
        return false;
    size_t size = nodes->table_size ? nodes->table_size : 16;
    while (size < count * 2)
        size *= 2;
    if (size == nodes->table_size)
        return true;
    uint32_t *table = alloc_array(&nodes->alloc, size, sizeof *table);
    if (!table)
        return false;
    alloc_free(&nodes->alloc, nodes->table, nodes->table_size, sizeof *table);
    nodes->table = table;
    nodes->table_size = size;
    nodes_index(nodes);
    return true;
}

size_t nodes_position(const struct berth_nodes *nodes, const char *name, size_t len)
{
    if (nodes->table_size == 0)
        return SIZE_MAX;
    uint32_t found = nodes->table[nodes_probe(nodes, name, len)];
    return found == 0 ? SIZE_MAX : found - 1;
}

berth_nodes *berth_nodes_copy(const berth_nodes *nodes, berth_error *error)
{
    if (!nodes) {
        fail(error, BERTH_E_ARGUMENT, "no nodes were given to copy");
        return NULL;
    }
    struct berth_nodes *copy = berth_nodes_new(&nodes->alloc);
    if (!copy || !nodes_reserve(copy, nodes->count ? nodes->count : 1))
        goto fail;
    for (; copy->count < nodes->count; copy->count++) {
        struct node *node = node_copy(&copy->alloc, nodes->items[copy->count]);
        if (!node)
            goto fail;
        copy->items[copy->count] = node;
    }
    nodes_index(copy);
    if (nodes->spec && !(copy->spec = alloc_text(&copy->alloc, nodes->spec, strlen(nodes->spec))))
        goto fail;
    return copy;
fail:
    berth_nodes_free(copy);
    fail_memory(error);
    return NULL;
}

struct berth_nodes *nodes_copy_to(const struct berth_nodes *nodes, const struct berth_alloc *alloc,
                                  berth_error *error)
{
    struct berth_nodes borrowed = *nodes;
    borrowed.alloc = *alloc;
    return berth_nodes_copy(&borrowed, error);
}

/* ---- adding and taking away ---------------------------------------------------------------- */

size_t nodes_find_control(const char *text, size_t len)
{
    const uint8_t *bytes = (const uint8_t *)text;
    for (size_t i = 0; i < len; i++)
        if (bytes[i] < 0x20 || bytes[i] == 0x7f ||
            (bytes[i] == 0xc2 && i + 1 < len && bytes[i + 1] >= 0x80 && bytes[i + 1] < 0xa0))
            return i;
    return len;
}

static int nodes_check_name(const char *name, size_t len, berth_error *error)
{
    if (len == 0)
        return fail(error, BERTH_E_NAME, "a node needs a name: the empty name cannot be used");
    if (len > NODE_NAME_MAX)
        return fail(error, BERTH_E_NAME, "a name of %zu bytes is too long: at most %d", len,
                    NODE_NAME_MAX);
    const size_t control = nodes_find_control(name, len);
    if (control < len)
        return fail(error, BERTH_E_NAME,
                    "a name cannot hold a control character (byte 0x%02x at position %zu)",
                    (unsigned char)name[control], control + 1);
    return 0;
}

int nodes_add(struct berth_nodes *nodes, const char *name, size_t len, uint64_t weight,
              berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    int code = nodes_check_name(name, len, error);
    if (code)
        return code;
    if (nodes_position(nodes, name, len) != SIZE_MAX)
        return fail(error, BERTH_E_EXISTS, "node \"%s\" is listed already",
                    fail_shown(name, len, shown));
    if (nodes->count >= UINT32_MAX - 1)
        return fail(error, BERTH_E_LIMIT, "too many nodes");
    if (!nodes_reserve(nodes, nodes->count + 1))
        return fail_memory(error);
    struct node *node = node_new(&nodes->alloc, name, len, weight);
    if (!node)
        return fail_memory(error);
    size_t at = nodes_probe(nodes, name, len);
    nodes->items[nodes->count++] = node;
    nodes->table[at] = (uint32_t)nodes->count;
    return 0;
}

static int nodes_weight(double weight, uint64_t *out, berth_error *error)
{
    enum number_result result = number_from_double(weight, out);
    if (result == NUMBER_TOO_FINE)
        return fail(error, BERTH_E_WEIGHT, "weight %g is too small: the smallest is 0.000001",
                    weight);
    if (result == NUMBER_LARGE || (result == NUMBER_OK && *out > NODE_WEIGHT_MAX))
        return fail(error, BERTH_E_WEIGHT, "weight %g is too large: at most 1000000", weight);
    if (result == NUMBER_NOT)
        return weight < 0
                   ? fail(error, BERTH_E_WEIGHT,
                          "weight %g is negative; weight 0 lists a node that owns nothing", weight)
                   : fail(error, BERTH_E_WEIGHT, "the weight is not a number");
    return 0;
}

int nodes_read_weight(const char *text, size_t len, uint64_t *out, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    fail_shown(text, len, shown);
    enum number_result result = number_millionths(text, len, out);
    if (result == NUMBER_NOT && len > 1 && text[0] == '-' &&
        number_millionths(text + 1, len - 1, out) != NUMBER_NOT)
        return fail(error, BERTH_E_WEIGHT,
                    "weight %s is negative; weight 0 lists a node that owns nothing", shown);
    if (result == NUMBER_NOT)
        return fail(error, BERTH_E_WEIGHT, "weight \"%s\" is not a number", shown);
    if (result == NUMBER_TOO_FINE)
        return fail(error, BERTH_E_WEIGHT, "weight %s is too fine: steps are 0.000001", shown);
    if (result == NUMBER_LARGE || *out > NODE_WEIGHT_MAX)
        return fail(error, BERTH_E_WEIGHT, "weight %s is too large: at most 1000000", shown);
    return 0;
}

int berth_nodes_add(berth_nodes *nodes, const char *name, double weight, berth_error *error)
{
    uint64_t millionths;
    if (!nodes || !name)
        return fail(error, BERTH_E_ARGUMENT, "berth_nodes_add needs nodes and a name");
    int code = nodes_weight(weight, &millionths, error);
    return code ? code : nodes_add(nodes, name, strlen(name), millionths, error);
}

/* The position of a name, or SIZE_MAX with *code and *error set. */
static size_t nodes_need(const berth_nodes *nodes, const char *name, int *code, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    if (!nodes || !name) {
        *code = fail(error, BERTH_E_ARGUMENT, "nodes and a name are needed");
        return SIZE_MAX;
    }
    size_t position = nodes_position(nodes, name, strlen(name));
    *code = position == SIZE_MAX ? fail(error, BERTH_E_MISSING, "there is no node \"%s\"",
                                        fail_shown(name, strlen(name), shown))
                                 : 0;
    return position;
}

int berth_nodes_remove(berth_nodes *nodes, const char *name, berth_error *error)
{
    int code;
    size_t position = nodes_need(nodes, name, &code, error);
    if (code)
        return code;
    node_free(&nodes->alloc, nodes->items[position]);
    nodes->count--;
    memmove(nodes->items + position, nodes->items + position + 1,
            (nodes->count - position) * sizeof *nodes->items);
    nodes_index(nodes);
    return 0;
}

void nodes_truncate(struct berth_nodes *nodes, size_t count)
{
    if (nodes->count <= count)
        return;
    while (nodes->count > count)
        node_free(&nodes->alloc, nodes->items[--nodes->count]);
    nodes_index(nodes);
}

static int nodes_by_name(const void *a, const void *b)
{
    return node_compare(*(struct node *const *)a, *(struct node *const *)b);
}

void nodes_sort(struct berth_nodes *nodes)
{
    if (nodes->count > 1)
        qsort(nodes->items, nodes->count, sizeof *nodes->items, nodes_by_name);
    if (nodes->table_size)
        nodes_index(nodes);
}

/* ---- attributes ---------------------------------------------------------------------------- */

static int nodes_read_state(const char *text, enum berth_state *out, berth_error *error)
{
    static const char *const words[] = {"up", "drain", "down"};
    char shown[FAIL_SHOWN_MAX], hint[FAIL_HINT_MAX];
    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(text, words[i]) == 0) {
            *out = (enum berth_state)i;
            return 0;
        }
    }
    return fail(error, BERTH_E_RANGE, "state \"%s\" is not up, drain or down%s",
                fail_shown(text, strlen(text), shown),
                fail_hint(text, strlen(text), "up drain down", hint));
}

static int nodes_check_word(const char *key, const char *value, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX], hint[FAIL_HINT_MAX];
    size_t len = strlen(key);
    if (len == 0 || len > 63 || strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789_-.") != len)
        return fail(error, BERTH_E_NAME,
                    "\"%s\" is no attribute name: lower case letters, digits, _ - and . only",
                    fail_shown(key, len, shown));
    if (len > 3 && nearest_distance(key, len, "weight", 6) <= 2)
        fail_hint(key, len, "weight", hint);
    else if ((len > 3 && nearest_distance(key, len, "state", 5) == 1) || strcmp(key, "status") == 0)
        fail_hint(key, len, "state", hint);
    else
        hint[0] = 0;
    if (hint[0] || strcmp(key, "zones") == 0)
        return fail(error, BERTH_E_NAME, "attribute \"%s\" is not known%s", key,
                    hint[0] ? hint : fail_hint(key, len, "zone", hint));
    if (value && strlen(value) > NODE_WORD_MAX)
        return fail(error, BERTH_E_RANGE, "the value of %s is too long: at most %d bytes", key,
                    NODE_WORD_MAX);
    if (value && value[nodes_find_control(value, strlen(value))])
        return fail(error, BERTH_E_RANGE, "the value of %s holds a control character", key);
    return 0;
}

static int nodes_set_slot(struct node *node, const char *value, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX];
    uint64_t slot = BERTH_NO_SLOT;
    if (value &&
        (number_integer(value, strlen(value), &slot) != NUMBER_OK || slot > UINT32_MAX - 1))
        return fail(error, BERTH_E_SLOT, "slot \"%s\" is not a number from 0 to 4294967294",
                    fail_shown(value, strlen(value), shown));
    node->slot = slot;
    return 0;
}

int nodes_set_at(struct berth_nodes *nodes, size_t position, const char *key, const char *value,
                 berth_error *error)
{
    struct node *node = nodes->items[position];
    if (value && !*value)
        value = NULL;
    if (strcmp(key, "weight") == 0) {
        uint64_t weight = NUMBER_MILLION;
        int code = value ? nodes_read_weight(value, strlen(value), &weight, error) : 0;
        node->weight = code ? node->weight : weight;
        return code;
    }
    if (strcmp(key, "state") == 0)
        return nodes_read_state(value ? value : "up", &node->state, error);
    if (strcmp(key, "slot") == 0)
        return nodes_set_slot(node, value, error);
    int code = nodes_check_word(key, value, error);
    if (code)
        return code;
    if (value && node->attributes >= NODE_ATTRIBUTES_MAX && !node_attribute(node, key))
        return fail(error, BERTH_E_LIMIT, "a node has at most %d attributes", NODE_ATTRIBUTES_MAX);
    struct node *made = node_with(&nodes->alloc, node, key, value);
    if (!made)
        return fail_memory(error);
    nodes->items[position] = made;
    node_free(&nodes->alloc, node);
    return 0;
}

int berth_nodes_set(berth_nodes *nodes, const char *name, const char *attribute, const char *value,
                    berth_error *error)
{
    int code;
    if (!attribute)
        return fail(error, BERTH_E_ARGUMENT, "berth_nodes_set needs an attribute");
    size_t position = nodes_need(nodes, name, &code, error);
    return code ? code : nodes_set_at(nodes, position, attribute, value, error);
}

int berth_nodes_set_weight(berth_nodes *nodes, const char *name, double weight, berth_error *error)
{
    int code;
    uint64_t millionths;
    size_t position = nodes_need(nodes, name, &code, error);
    if (code || (code = nodes_weight(weight, &millionths, error)))
        return code;
    nodes->items[position]->weight = millionths;
    return 0;
}

int berth_nodes_set_data(berth_nodes *nodes, const char *name, void *data, berth_error *error)
{
    int code;
    size_t position = nodes_need(nodes, name, &code, error);
    if (!code)
        nodes->items[position]->data = data;
    return code;
}

/* ---- looking ------------------------------------------------------------------------------- */

size_t berth_nodes_count(const berth_nodes *nodes)
{
    return nodes ? nodes->count : 0;
}

bool berth_nodes_at(const berth_nodes *nodes, size_t i, struct berth_node *out)
{
    if (!nodes || i >= nodes->count)
        return false;
    node_view(nodes->items[i], out);
    return true;
}

bool berth_nodes_find(const berth_nodes *nodes, const char *name, struct berth_node *out)
{
    size_t position = nodes && name ? nodes_position(nodes, name, strlen(name)) : SIZE_MAX;
    return position != SIZE_MAX && berth_nodes_at(nodes, position, out);
}

const char *berth_nodes_attribute(const berth_nodes *nodes, const char *name, const char *attribute)
{
    if (!nodes || !name || !attribute)
        return NULL;
    size_t position = nodes_position(nodes, name, strlen(name));
    return position == SIZE_MAX ? NULL : node_attribute(nodes->items[position], attribute);
}

bool berth_nodes_attribute_at(const berth_nodes *nodes, size_t i, size_t k, const char **attribute,
                              const char **value)
{
    return nodes && attribute && value && i < nodes->count &&
           node_attribute_at(nodes->items[i], k, attribute, value);
}

const char *berth_nodes_spec(const berth_nodes *nodes)
{
    return nodes ? nodes->spec : NULL;
}
