/* SPDX-License-Identifier: MIT */
/* blocks.c - words, lines and braces read into a tree */
#include "import/blocks.h"

#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"

/* What is read so far: the blocks that are open, the innermost last. */
struct blocks_reader {
    const char *at;
    const struct blocks_style *style;
    struct block *open[BLOCKS_DEPTH_MAX + 1];
    size_t depth;
    uint64_t line;
    struct block *now; /* the directive that words are added to; NULL = none began on this line */
    struct blocks_error *error;
};

static bool blocks_fail(struct blocks_reader *reader, const char *text)
{
    *reader->error = (struct blocks_error){reader->line, text};
    return false;
}

/* ---- the tree -------------------------------------------------------------------------------- */

static bool blocks_is_full(size_t count)
{
    return (count & (count - 1)) == 0; /* rooms are powers of two */
}

static void blocks_begin(struct blocks_reader *reader)
{
    struct block *in = reader->open[reader->depth];
    if (blocks_is_full(in->count))
        in->inside = memory_more(in->inside, in->count ? 2 * in->count : 1, sizeof *in->inside);
    in->inside[in->count] = (struct block){.line = reader->line};
    reader->now = &in->inside[in->count++];
}

static void blocks_add_word(struct blocks_reader *reader, char *word)
{
    if (!reader->now)
        blocks_begin(reader);
    struct block *now = reader->now;
    if (blocks_is_full(now->words))
        now->word = memory_more(now->word, now->words ? 2 * now->words : 1, sizeof *now->word);
    now->word[now->words++] = word;
}

static bool blocks_open(struct blocks_reader *reader)
{
    if (reader->depth == BLOCKS_DEPTH_MAX)
        return blocks_fail(reader, "there are more than 64 blocks inside one another");
    if (!reader->now)
        blocks_begin(reader);
    reader->now->braced = true;
    reader->open[++reader->depth] = reader->now;
    reader->now = NULL;
    return true;
}

static bool blocks_close(struct blocks_reader *reader)
{
    if (reader->depth == 0)
        return blocks_fail(reader, "a } closes nothing");
    reader->depth--;
    reader->now = NULL;
    return true;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Behind the opening quote; false when none closes it. */
static bool blocks_quoted(struct blocks_reader *reader)
{
    const char quote = *reader->at++;
    const char *from = reader->at;
    char *word = memory_new(strlen(from) + 1, 1);
    size_t len = 0;
    for (; *reader->at != '\0' && *reader->at != quote; reader->at++) {
        if (quote == '"' && *reader->at == '\\' && (reader->at[1] == '"' || reader->at[1] == '\\'))
            reader->at++;
        reader->line += *reader->at == '\n';
        word[len++] = *reader->at;
    }
    if (*reader->at == '\0') {
        free(word);
        return blocks_fail(reader, "a quote is opened and not closed");
    }
    reader->at++;
    blocks_add_word(reader, memory_text("%s", word));
    free(word);
    return true;
}

/* <<MARK and what follows, to the line that begins with MARK. */
static bool blocks_heredoc(struct blocks_reader *reader)
{
    const char *mark = reader->at + 2, *line = mark + strcspn(mark, "\n");
    const size_t len = strcspn(mark, " \t\r\n");
    while (*line != '\0') {
        line++;
        const char *text = line + strspn(line, " \t");
        reader->line++;
        if (strncmp(text, mark, len) == 0) {
            reader->at = text + len;
            blocks_add_word(reader, memory_text("<<"));
            return true;
        }
        line += strcspn(line, "\n");
    }
    return blocks_fail(reader, "a heredoc is opened and not closed");
}

static bool blocks_word(struct blocks_reader *reader)
{
    const size_t len = strcspn(reader->at, " \t\r\n");
    const char *at = reader->at;
    if (strchr(reader->style->quotes, *at))
        return blocks_quoted(reader);
    if (reader->style->heredocs && len > 2 && strncmp(at, "<<", 2) == 0)
        return blocks_heredoc(reader);
    reader->at += len;
    if (len == 1 && *at == '{')
        return blocks_open(reader);
    if (len == 1 && *at == '}')
        return blocks_close(reader);
    blocks_add_word(reader, memory_text("%.*s", (int)len, at));
    return true;
}

/* One word, blank, comment or end of line. */
static bool blocks_step(struct blocks_reader *reader)
{
    const char c = *reader->at;
    const size_t end = strspn(reader->at + 1, "\r");
    if (c == '\\' && reader->at[1 + end] == '\n') { /* the line goes on */
        reader->at += 2 + end;
        reader->line++;
    } else if (c == '\n') {
        reader->now = NULL;
        reader->line++;
        reader->at++;
    } else if (strchr(" \t\r", c)) {
        reader->at++;
    } else if (strchr(reader->style->comments, c)) {
        reader->at += strcspn(reader->at, "\n");
    } else {
        return blocks_word(reader);
    }
    return true;
}

struct block *blocks_read(const char *text, const struct blocks_style *style,
                          struct blocks_error *error)
{
    struct block *root = memory_new(1, sizeof *root);
    struct blocks_reader reader = {.at = text, .style = style, .line = 1, .error = error};
    bool good = true;
    reader.open[0] = root;
    reader.at += strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (good && *reader.at != '\0')
        good = blocks_step(&reader);
    if (good && reader.depth > 0) {
        reader.line = reader.open[reader.depth]->line;
        good = blocks_fail(&reader, "a { is opened and not closed");
    }
    if (good)
        return root;
    blocks_free(root);
    return NULL;
}

/* ---- the end, and looking at it -------------------------------------------------------------- */

static void blocks_clear(struct block *block)
{
    for (size_t i = 0; i < block->words; i++)
        free(block->word[i]);
    for (size_t i = 0; i < block->count; i++)
        blocks_clear(&block->inside[i]);
    free(block->word);
    free(block->inside);
}

void blocks_free(struct block *root)
{
    if (root)
        blocks_clear(root);
    free(root);
}

const struct block *blocks_find(const struct block *block, const char *word)
{
    for (size_t i = 0; i < block->count; i++)
        if (block->inside[i].words > 0 && strcmp(block->inside[i].word[0], word) == 0)
            return &block->inside[i];
    return NULL;
}

static bool blocks_descend(const struct block *block, blocks_visit *each, void *context,
                           const struct block **parents, size_t depth)
{
    for (size_t i = 0; i < block->count; i++) {
        const struct block *child = &block->inside[i];
        if (!each(context, child, parents, depth))
            return false;
        parents[depth] = child;
        if (!blocks_descend(child, each, context, parents, depth + 1))
            return false;
    }
    return true;
}

bool blocks_each(const struct block *root, blocks_visit *each, void *context)
{
    const struct block *parents[BLOCKS_DEPTH_MAX + 1];
    return blocks_descend(root, each, context, parents, 0);
}
