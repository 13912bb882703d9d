/* SPDX-License-Identifier: MIT */
/* import_fuzz.c - any bytes as a file of every system: read or refused, by the format that its content
 * tells and by each of the others, with and without a scheme of the caller's
 *
 * What the importers say goes to standard error, which is closed: only crashes, leaks and undefined
 * behaviour count. What was read is a membership whose text reads back. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void import_fuzz_reads_back(const berth_nodes *nodes)
{
    const char *spec = berth_nodes_spec(nodes);
    size_t len = berth_nodes_text(nodes, spec, NULL, 0);
    char *text = malloc(len + 1);
    berth_nodes *again = berth_nodes_new(NULL);
    berth_error error;
    assert(text && again);
    berth_nodes_text(nodes, spec, text, len + 1);
    assert(berth_nodes_parse(again, text, len, &error) == 0);
    assert(berth_nodes_count(again) == berth_nodes_count(nodes));
    berth_nodes_free(again);
    free(text);
}

static void import_fuzz_as(const struct import_format *format, const char *text, bool other_spec)
{
    struct import import = {.where = "fuzz",
                            .text = text,
                            .len = strlen(text),
                            .other_spec = other_spec,
                            .nodes = berth_nodes_new(NULL)};
    assert(import.nodes);
    if (import_read(&import, format))
        import_fuzz_reads_back(import.nodes);
    berth_nodes_free(import.nodes);
}

static void import_fuzz_all(const char *text)
{
    char names[400], *rest = names;
    const struct import_format *format;
    import_names(names, sizeof names);
    if (import_recognise("fuzz", text, strlen(text), &format) && format)
        import_fuzz_as(format, text, true);
    for (char *name; (name = strtok_r(rest, ", ", &rest)) != NULL;) {
        format = import_named(name);
        assert(format);
        import_fuzz_as(format, text, false);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static FILE *quiet;
    char *text = malloc(len + 1);
    if (!quiet)
        quiet = freopen("/dev/null", "w", stderr);
    assert(text);
    memcpy(text, data, len);
    text[len] = '\0';
    import_fuzz_all(text);
    free(text);
    return 0;
}
