/* SPDX-License-Identifier: MIT */
/* word_list.h - a list of words kept as one text, blanks between them: "ketama nginx twemproxy"
 * Idea       tables of constants (parameter values, attributes, aliases) hold their words this way.
 *            A list may be NULL and may begin or end with blanks. Words that users write, with
 *            quotes, are another matter: place/words.h. */
#ifndef BERTH_WORD_LIST_H
#define BERTH_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Gives the first word of *rest and moves *rest behind it; false when no word is left. */
static inline bool word_list_next(const char **rest, const char **word, size_t *len)
{
    if (!*rest)
        return false;
    *word = *rest + strspn(*rest, " ");
    *len = strcspn(*word, " ");
    *rest = *word + *len;
    return *len > 0;
}

/* The position of a word in the list, counted from 0; -1 when the list does not hold it. */
static inline int word_list_position(const char *list, const char *word, size_t len)
{
    const char *each;
    size_t each_len;
    for (int i = 0; word_list_next(&list, &each, &each_len); i++)
        if (each_len == len && memcmp(each, word, len) == 0)
            return i;
    return -1;
}

#endif
