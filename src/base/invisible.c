/* SPDX-License-Identifier: MIT */
/* invisible.c - code points in a text that a reader does not see, or takes for a blank */
#include <berth.h>

#include "base/utf8.h"

/* Ranges, ascending: controls, blanks that are no ASCII blank, characters without width, marks of
 * direction, tags. */
static const struct {
    uint32_t first, last;
} invisible_ranges[] = {
    {0x80, 0xa0},     {0xad, 0xad},     {0x34f, 0x34f},     {0x61c, 0x61c},   {0x115f, 0x1160},
    {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x180b, 0x180f},   {0x2000, 0x200f}, {0x2028, 0x202f},
    {0x205f, 0x206f}, {0x3000, 0x3000}, {0x3164, 0x3164},   {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},
    {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff},
};

static bool invisible_is(uint32_t code)
{
    bool found = false;
    for (size_t i = 0; !found && i < sizeof invisible_ranges / sizeof *invisible_ranges; i++)
        found = code >= invisible_ranges[i].first && code <= invisible_ranges[i].last;
    return found;
}

size_t berth_find_invisible(const char *text, size_t len, uint32_t *code)
{
    size_t at = 0;
    while (at < len) {
        const size_t bytes = utf8_next((const uint8_t *)text + at, len - at, code);
        if (invisible_is(*code))
            return at;
        at += bytes;
    }
    *code = 0;
    return len;
}
