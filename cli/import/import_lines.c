/* SPDX-License-Identifier: MIT */
/* import_lines.c - text line by line, in words, as the readers of the formats want it */
#include <stdlib.h>
#include <string.h>

#include "import/import.h"
#include "frame/memory.h"

void import_lines(struct import_line *line, const char *text)
{
    text += strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    *line = (struct import_line){.next = text};
}

void import_lines_end(struct import_line *line)
{
    free(line->copy);
    free(line->word);
    *line = (struct import_line){0};
}

void import_word(struct import_line *line, char *at)
{
    if (line->words == line->room) {
        line->room = 2 * line->room + 16;
        line->word = memory_more(line->word, line->room, sizeof *line->word);
    }
    line->word[line->words++] = at;
}

static void import_cut(struct import_line *line, char comment)
{
    for (char *at = line->copy;;) {
        at += strspn(at, " \t\r");
        if (*at == '\0' || *at == comment)
            return;
        import_word(line, at);
        at += strcspn(at, " \t\r");
        if (*at != '\0')
            *at++ = '\0';
    }
}

bool import_next_whole(struct import_line *line)
{
    if (*line->next == '\0')
        return false;
    size_t len = strcspn(line->next, "\n");
    free(line->copy);
    line->copy = memory_text("%.*s", (int)len, line->next);
    line->next += len + (line->next[len] == '\n');
    line->number++;
    line->words = 0;
    return true;
}

bool import_next(struct import_line *line, char comment)
{
    while (import_next_whole(line)) {
        import_cut(line, comment);
        if (line->words > 0)
            return true;
    }
    return false;
}

bool import_begins(const char *text, const char *word)
{
    size_t len = strlen(word);
    for (; *text != '\0'; text += *text == '\n') {
        text += strspn(text, " \t\r");
        if (strncmp(text, word, len) == 0 && (text[len] == ' ' || text[len] == '\t'))
            return true;
        text += strcspn(text, "\n");
    }
    return false;
}

bool import_digits(const char *text, size_t len, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9' || *number > UINT64_MAX / 10 - 9)
            return false;
        *number = *number * 10 + (uint64_t)(text[i] - '0');
    }
    return len > 0;
}
