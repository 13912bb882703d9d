/* SPDX-License-Identifier: MIT */
/* node.c - one node in one block of memory */
#include "place/node.h"

#include "base/alloc.h"
#include "base/number.h"

#include <string.h>

static struct node *node_block(const struct berth_alloc *alloc, size_t text_len)
{
    size_t bytes = sizeof(struct node) + text_len;
    struct node *node = alloc_array(alloc, bytes, 1);
    if (node)
        node->bytes = bytes;
    return node;
}

struct node *node_new(const struct berth_alloc *alloc, const char *name, size_t len,
                      uint64_t weight)
{
    struct node *node = node_block(alloc, len + 1);
    if (!node)
        return NULL;
    node->weight = weight;
    node->slot = BERTH_NO_SLOT;
    node->data = NULL;
    node->name_len = (uint32_t)len;
    node->attributes = 0;
    node->state = BERTH_UP;
    memcpy(node->text, name, len);
    node->text[len] = 0;
    return node;
}

struct node *node_copy(const struct berth_alloc *alloc, const struct node *node)
{
    struct node *copy = alloc_array(alloc, node->bytes, 1);
    if (copy)
        memcpy(copy, node, node->bytes);
    return copy;
}

void node_free(const struct berth_alloc *alloc, struct node *node)
{
    if (node)
        alloc_free(alloc, node, node->bytes, 1);
}

bool node_next_attribute(const struct node *node, size_t *at, const char **key, const char **value)
{
    if (*at == 0)
        *at = node->name_len + 1;
    if (*at >= node->bytes - sizeof(struct node))
        return false;
    *key = node->text + *at;
    *value = *key + strlen(*key) + 1;
    *at = (size_t)(*value - node->text) + strlen(*value) + 1;
    return true;
}

const char *node_attribute(const struct node *node, const char *key)
{
    const char *each, *value;
    for (size_t at = 0; node_next_attribute(node, &at, &each, &value);)
        if (strcmp(each, key) == 0)
            return value;
    return NULL;
}

bool node_attribute_at(const struct node *node, size_t k, const char **key, const char **value)
{
    size_t at = 0;
    bool found = node_next_attribute(node, &at, key, value);
    for (; found && k > 0; k--)
        found = node_next_attribute(node, &at, key, value);
    return found;
}

static char *node_append(char *end, const char *text)
{
    size_t len = strlen(text) + 1;
    memcpy(end, text, len);
    return end + len;
}

/* Attributes stay sorted by key, so that equal nodes have equal text. */
struct node *node_with(const struct berth_alloc *alloc, const struct node *node, const char *key,
                       const char *value)
{
    const char *each, *old = node_attribute(node, key);
    size_t text_len = node->bytes - sizeof(struct node);
    text_len -= old ? strlen(key) + strlen(old) + 2 : 0;
    text_len += value ? strlen(key) + strlen(value) + 2 : 0;
    struct node *made = node_block(alloc, text_len);
    if (!made)
        return NULL;
    size_t bytes = made->bytes;
    memcpy(made, node, sizeof *node);
    made->bytes = bytes;
    made->attributes = node->attributes - (old != NULL) + (value != NULL);
    memcpy(made->text, node->text, node->name_len + 1);
    char *end = made->text + node->name_len + 1;
    bool placed = !value;
    const char *each_value;
    for (size_t at = 0; node_next_attribute(node, &at, &each, &each_value);) {
        if (!placed && strcmp(key, each) <= 0) {
            end = node_append(node_append(end, key), value);
            placed = true;
        }
        if (strcmp(key, each) != 0)
            end = node_append(node_append(end, each), each_value);
    }
    if (!placed)
        node_append(node_append(end, key), value);
    return made;
}

void node_write(const struct node *node, bool slot, struct writer *w)
{
    char weight[NUMBER_TEXT_MAX];
    writer_text(w, "node ");
    writer_word(w, node->text, "=");
    if (node->weight != NUMBER_MILLION) {
        writer_text(w, " weight=");
        writer_text(w, number_text(node->weight, weight));
    }
    if (slot && node->slot != BERTH_NO_SLOT) {
        writer_text(w, " slot=");
        writer_integer(w, node->slot);
    }
}

void node_write_attribute(const char *key, const char *value, struct writer *w)
{
    writer_char(w, ' ');
    writer_text(w, key);
    writer_char(w, '=');
    writer_word(w, value, "");
}

void node_view(const struct node *node, struct berth_node *out)
{
    out->name = node->text;
    out->zone = node_attribute(node, "zone");
    out->addr = node_attribute(node, "addr");
    out->weight = (double)node->weight / (double)NUMBER_MILLION;
    out->slot = node->slot;
    out->data = node->data;
    out->state = node->state;
}

int node_compare(const struct node *a, const struct node *b)
{
    size_t shorter = a->name_len < b->name_len ? a->name_len : b->name_len;
    int order = memcmp(a->text, b->text, shorter);
    return order ? order : (a->name_len > b->name_len) - (a->name_len < b->name_len);
}
