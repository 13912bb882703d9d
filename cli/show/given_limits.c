/* SPDX-License-Identifier: MIT */
/* given_limits.c - what came of the limits that a command was given */
#include "show/given_limits.h"

#include <stdlib.h>

#include "frame/memory.h"
#include "frame/say.h"

void limits_add(struct limits *limits, bool failed, char *sentence)
{
    char *joined = limits->sentence ? memory_text("%s; %s", limits->sentence, sentence)
                                    : memory_text("%s", sentence);
    free(limits->sentence);
    free(sentence);
    limits->sentence = joined;
    limits->failed |= failed;
}

void limits_free(struct limits *limits)
{
    free(limits->sentence);
    *limits = (struct limits){0};
}

void limits_print(const struct limits *limits, struct out *out, bool md)
{
    const char *word = limits->failed ? "FAIL" : "PASS";
    if (!limits->sentence)
        return;
    if (md) {
        out_format(out, "**%s**: %s\n\n", word, limits->sentence);
        return;
    }
    out_format(out, "%s: ", word);
    out_wrap(out, limits->sentence, 6, 6);
    out_char(out, '\n');
}

void limits_json(const struct limits *limits, json_t *into)
{
    if (limits->sentence)
        json_object_set_new(into, "limits",
                            json_pack("{s:b, s:o}", "pass", !limits->failed, "sentence",
                                      json_out_string(limits->sentence)));
}

void limits_say(const struct limits *limits)
{
    if (limits->failed)
        say_error("FAIL: %s", limits->sentence);
}
