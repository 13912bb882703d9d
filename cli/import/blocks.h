/* SPDX-License-Identifier: MIT */
/* blocks.h - configuration files of words, lines and braces as a tree
 *
 *   site.example {                     block: word "site.example", two blocks inside
 *       encode gzip                        block: words "encode" "gzip"
 *       reverse_proxy a:80 b:80 {          block: three words, one block inside
 *           lb_policy ip_hash
 *       }
 *   }
 *
 * A { that stands alone opens, a } that stands alone closes; a word may hold both ("{host}"). */
#ifndef CLI_BLOCKS_H
#define CLI_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct block {
    char **word;
    size_t words;
    uint64_t line;
    struct block *inside;
    size_t count;
    bool braced; /* it has braces, whether or not anything is inside */
};

/* How a system writes such files. */
struct blocks_style {
    const char *comments; /* each begins a comment where a word could begin */
    const char *quotes;   /* each begins a word that ends at the next one; \ quotes in " only */
    bool heredocs;        /* <<MARK to a line that begins with MARK is one word */
};

struct blocks_error {
    uint64_t line;
    const char *text;
};

/* The file as one block without words; NULL after filling the error. To be freed. */
struct block *blocks_read(const char *text, const struct blocks_style *style,
                          struct blocks_error *error);
void blocks_free(struct block *root);

/* The first block inside whose first word is that; NULL when there is none. */
const struct block *blocks_find(const struct block *block, const char *word);

/* Calls `each` for every block below, outer ones first, until it returns false; parents[0..depth)
 * are those that it is in, the root left out. */
enum { BLOCKS_DEPTH_MAX = 64 };
typedef bool blocks_visit(void *context, const struct block *block,
                          const struct block *const *parents, size_t depth);
bool blocks_each(const struct block *root, blocks_visit *each, void *context);

#endif
