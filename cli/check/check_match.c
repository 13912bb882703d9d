/* SPDX-License-Identifier: MIT */
/* check_match.c - which node of one configuration is which of the other
 *
 * The library pairs them (berth_plan_pair). */
#include <ctype.h>
#include <string.h>

#include "check/check.h"
#include "frame/memory.h"

static const char match_port[] = ":11211";

static void match_drop_port(char *text)
{
    size_t len = strlen(text), port = strlen(match_port);
    if (len > port && strcmp(text + len - port, match_port) == 0)
        text[len - port] = '\0';
}

const char *check_plain_name(const char *name, char *out, size_t cap)
{
    size_t used = 0;
    if (strlen(name) >= cap)
        return NULL;
    for (; *name != '\0'; name++)
        if (*name != '[' && *name != ']')
            out[used++] = (char)tolower((unsigned char)*name);
    out[used] = '\0';
    match_drop_port(out);
    return out;
}

uint32_t *check_match(const berth_map *a, const berth_map *b)
{
    uint32_t *same = memory_new(berth_map_count(a) + 1, sizeof *same);
    memory_check(berth_plan_pair(a, b, same, NULL) == BERTH_E_OK ? same : NULL);
    return same;
}
