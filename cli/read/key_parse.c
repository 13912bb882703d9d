/* SPDX-License-Identifier: MIT */
/* key_parse.c - decimal, hexadecimal and sized keys, one pass and no library call per key */
#include "read/key_parse.h"

#include <stdbool.h>
#include <stddef.h>

/* Digits only, no sign; false when there are none, others, or too many. */
static bool key_parse_digits(const char *text, size_t len, uint64_t *out)
{
    uint64_t value = 0;
    for (size_t i = 0; i < len; i++) {
        unsigned digit = (unsigned char)text[i] - (unsigned)'0';
        if (digit > 9 || value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return len > 0;
}

const char *key_parse_size(struct berth_key *record, uint64_t *size)
{
    const char *text = record->data;
    size_t tab = record->len;
    while (tab > 0 && text[tab - 1] != '\t')
        tab--;
    if (tab == 0)
        return "there is no tab: --sizes wants KEY, a tab, and a number";
    if (!key_parse_digits(text + tab, record->len - tab, size))
        return "the size after the tab is not a whole number";
    record->len = tab - 1;
    return NULL;
}

const char *key_parse_u64(struct berth_key record, uint64_t *number)
{
    const char *text = record.data;
    bool minus = record.len > 0 && text[0] == '-';
    size_t sign = minus || (record.len > 0 && text[0] == '+');
    uint64_t value;
    if (!key_parse_digits(text + sign, record.len - sign, &value) ||
        (minus && value > UINT64_C(1) << 63))
        return "the key is not an integer from -2^63 to 2^64-1 (--u64)";
    *number = minus ? 0 - value : value;
    return NULL;
}

static int key_parse_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

const char *key_parse_hex(struct berth_key record, unsigned char *out)
{
    const char *text = record.data;
    for (size_t i = 0; i + 1 < record.len; i += 2) {
        int high = key_parse_digit(text[i]), low = key_parse_digit(text[i + 1]);
        if (high < 0 || low < 0)
            return "the key has a character that is no hexadecimal digit (--hex)";
        out[i / 2] = (unsigned char)(high << 4 | low);
    }
    if (record.len % 2 != 0)
        return "the key has an odd number of hexadecimal digits (--hex)";
    return NULL;
}
