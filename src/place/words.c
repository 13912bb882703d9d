/* SPDX-License-Identifier: MIT */
/* words.c - one line of text cut into words, some of them quoted */
#include "place/words.h"

#include "base/fail.h"

static bool words_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void words_push(struct words *words, char c)
{
    words->out[words->len++] = c;
}

/* Copies a quoted part, at stands on the opening quote. false: it does not close. */
static bool words_quoted(struct words *words)
{
    for (words->at++; words->at < words->end; words->at++) {
        char c = *words->at;
        if (c == '"') {
            words->at++;
            return true;
        }
        if (c == '\\' && words->at + 1 < words->end)
            c = *++words->at;
        words_push(words, c);
    }
    return false;
}

int words_next(struct words *words, berth_error *error)
{
    while (words->at < words->end && words_blank(*words->at))
        words->at++;
    words->len = 0;
    words->equals = SIZE_MAX;
    if (words->at == words->end || *words->at == '#')
        return 0;
    while (words->at < words->end && !words_blank(*words->at)) {
        if (*words->at == '"') {
            if (!words_quoted(words))
                return fail(error, BERTH_E_SYNTAX, "a quote is opened and not closed");
            continue;
        }
        if (*words->at == '=' && words->equals == SIZE_MAX)
            words->equals = words->len;
        words_push(words, *words->at++);
    }
    words->out[words->len] = 0;
    return 1;
}
