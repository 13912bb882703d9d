/* SPDX-License-Identifier: MIT */
/* import_ketama.c - libketama's servers file: NAME<TAB>MEMORY
 *
 * libketama takes the last character of the memory column for the end of the line and drops it, so
 * a last line without a newline loses a digit there. */
#include <string.h>

#include "import/import.h"
#include "frame/memory.h"
#include "frame/say.h"

/* The library tells such a file by its tabs: what berth_nodes_parse makes of it is the answer here,
 * too. */
static bool ketama_recognise(const char *text, size_t len)
{
    berth_nodes *nodes = memory_check(berth_nodes_new(NULL));
    bool good = !import_begins(text, "spec") && berth_nodes_parse(nodes, text, len, NULL) >= 0;
    const char *spec = berth_nodes_spec(nodes);
    good = good && spec && strcmp(spec, "libketama") == 0;
    berth_nodes_free(nodes);
    return good;
}

static bool ketama_line(struct import *import, const struct import_line *line, bool cut)
{
    uint64_t memory;
    if (line->words != 2)
        return import_fail(import, line->number, "a line is a name, a tab and the memory");
    size_t digits = strlen(line->word[1]);
    if (!import_digits(line->word[1], digits, &memory))
        return import_fail(import, line->number, "memory \"%s\" is not a whole number",
                           line->word[1]);
    if (cut) {
        memory /= 10;
        say_warning("%s:%llu: there is no newline after the last line: libketama drops the last "
                    "digit of %s and reads %llu",
                    import->where, (unsigned long long)line->number, line->word[1],
                    (unsigned long long)memory);
    }
    if (memory == 0)
        return import_fail(import, line->number,
                           "a server without memory: give it some or take the line out");
    return import_node(import, line->number, line->word[0], (double)memory);
}

static bool ketama_read(struct import *import)
{
    struct import_line line;
    bool good = true, newline = import->len > 0 && import->text[import->len - 1] == '\n';
    import_lines(&line, import->text);
    while (good && import_next(&line, '#'))
        good = ketama_line(import, &line, *line.next == '\0' && !newline);
    import_lines_end(&line);
    return good && import_spec(import, 0, "libketama");
}

const struct import_format import_ketama = {.name = "ketama",
                                            .mark = "host:port, a tab and a number on every line",
                                            .recognise = ketama_recognise,
                                            .read = ketama_read,
                                            .line = "%s\n",
                                            .guess = true};
