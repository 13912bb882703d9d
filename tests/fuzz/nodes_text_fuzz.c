/* SPDX-License-Identifier: MIT */
/* nodes_text_fuzz.c - any bytes as a nodes file
 *
 * A file that is refused must add no node and give an error with a sentence. From a file that is
 * read a text is written; reading that text must give the same text again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <berth.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static char *nodes_text_write(const berth_nodes *nodes, size_t *len)
{
    const char *spec = berth_nodes_spec(nodes);
    *len = berth_nodes_text(nodes, spec, NULL, 0);
    char *text = malloc(*len + 1);
    assert(text != NULL);
    assert(berth_nodes_text(nodes, spec, text, *len + 1) == *len);
    assert(strlen(text) == *len);
    return text;
}

static void nodes_text_reads_back(const berth_nodes *nodes)
{
    size_t len, again_len;
    berth_error error;
    char *text = nodes_text_write(nodes, &len);
    berth_nodes *again = berth_nodes_new(NULL);
    assert(again != NULL);
    assert(berth_nodes_parse(again, text, len, &error) == 0);
    assert(berth_nodes_count(again) == berth_nodes_count(nodes));
    char *again_text = nodes_text_write(again, &again_len);
    assert(again_len == len && memcmp(text, again_text, len) == 0);
    free(text);
    free(again_text);
    berth_nodes_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert(nodes != NULL);
    if (berth_nodes_parse(nodes, (const char *)data, len, &error) == 0) {
        nodes_text_reads_back(nodes);
    } else {
        assert(error.code < 0 && error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
        assert(berth_nodes_count(nodes) == 0 && berth_nodes_spec(nodes) == NULL);
    }
    berth_nodes_free(nodes);
    return 0;
}
