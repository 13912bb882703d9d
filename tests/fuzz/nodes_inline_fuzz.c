/* SPDX-License-Identifier: MIT */
/* nodes_inline_fuzz.c - any text as inline nodes: it gives nodes, or an error and no node */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <berth.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    char *text = malloc(len + 1);
    assert(nodes != NULL && text != NULL);
    memcpy(text, data, len);
    text[len] = '\0';
    if (berth_nodes_parse_inline(nodes, text, &error) != 0) {
        assert(error.code < 0 && error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
        assert(berth_nodes_count(nodes) == 0);
    }
    struct berth_node node;
    for (size_t i = 0; berth_nodes_at(nodes, i, &node); i++) {
        assert(node.name[0] != '\0' && node.weight >= 0 && node.weight <= 1e6);
        assert(berth_nodes_find(nodes, node.name, &node));
    }
    free(text);
    berth_nodes_free(nodes);
    return 0;
}
