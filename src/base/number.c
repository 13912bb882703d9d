/* SPDX-License-Identifier: MIT */
/* number.c - decimal text to integers and back, the same in every locale */
#include "base/number.h"

#include <stdio.h>

static bool number_push(uint64_t *value, unsigned digit)
{
    if (*value > (UINT64_MAX - digit) / 10)
        return false;
    *value = *value * 10 + digit;
    return true;
}

static bool number_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

enum number_result number_integer(const char *text, size_t len, uint64_t *out)
{
    uint64_t value = 0;
    if (len == 0)
        return NUMBER_NOT;
    for (size_t i = 0; i < len; i++)
        if (!number_is_digit(text[i]))
            return NUMBER_NOT;
    for (size_t i = 0; i < len; i++)
        if (!number_push(&value, (unsigned)(text[i] - '0')))
            return NUMBER_LARGE;
    *out = value;
    return NUMBER_OK;
}

enum number_result number_signed(const char *text, size_t len, uint64_t *out)
{
    bool negative = len && text[0] == '-';
    size_t sign = len && (text[0] == '-' || text[0] == '+');
    uint64_t value;
    enum number_result result = number_integer(text + sign, len - sign, &value);
    if (result != NUMBER_OK)
        return result;
    if (negative && value > UINT64_C(1) << 63)
        return NUMBER_LARGE;
    *out = negative ? 0 - value : value;
    return NUMBER_OK;
}

/* Splits "digits.digitsEexponent" into its digits and the power of ten of the last one. */
static enum number_result number_split(const char *text, size_t len, uint64_t *digits, int *power)
{
    bool seen = false, point = false;
    size_t i = 0;
    *digits = 0;
    *power = 0;
    for (; i < len && (number_is_digit(text[i]) || (text[i] == '.' && !point)); i++) {
        if (text[i] == '.') {
            point = true;
            continue;
        }
        seen = true;
        if (point && text[i] == '0') { /* zeros at the end are skipped: they would overflow */
            size_t j = i;
            while (j < len && text[j] == '0')
                j++;
            if (j == len || !number_is_digit(text[j])) {
                i = j - 1;
                continue;
            }
        }
        if (!number_push(digits, (unsigned)(text[i] - '0')))
            return point ? NUMBER_TOO_FINE : NUMBER_LARGE;
        *power -= point;
    }
    if (!seen)
        return NUMBER_NOT;
    if (i == len)
        return NUMBER_OK;
    if (text[i] != 'e' && text[i] != 'E')
        return NUMBER_NOT;
    uint64_t exponent;
    enum number_result result = number_signed(text + i + 1, len - i - 1, &exponent);
    if (result != NUMBER_OK)
        return result;
    if ((int64_t)exponent > 30 || (int64_t)exponent < -30)
        return *digits == 0 ? NUMBER_OK : ((int64_t)exponent > 0 ? NUMBER_LARGE : NUMBER_TOO_FINE);
    *power += (int)(int64_t)exponent;
    return NUMBER_OK;
}

enum number_result number_millionths(const char *text, size_t len, uint64_t *out)
{
    uint64_t value;
    int power;
    enum number_result result = number_split(text, len, &value, &power);
    if (result != NUMBER_OK)
        return result;
    power += 6;
    for (; power < 0 && value != 0; power++) {
        if (value % 10 != 0)
            return NUMBER_TOO_FINE;
        value /= 10;
    }
    for (; power > 0 && value != 0; power--)
        if (!number_push(&value, 0))
            return NUMBER_LARGE;
    *out = value;
    return NUMBER_OK;
}

enum number_result number_from_double(double value, uint64_t *out)
{
    if (!(value >= 0))
        return NUMBER_NOT;
    if (value > 1e12)
        return NUMBER_LARGE;
    double scaled = value * 1e6;
    *out = (uint64_t)(scaled + 0.5);
    return value > 0 && *out == 0 ? NUMBER_TOO_FINE : NUMBER_OK;
}

const char *number_text(uint64_t millionths, char out[NUMBER_TEXT_MAX])
{
    int len = snprintf(out, NUMBER_TEXT_MAX, "%llu.%06llu",
                       (unsigned long long)(millionths / NUMBER_MILLION),
                       (unsigned long long)(millionths % NUMBER_MILLION));
    while (out[len - 1] == '0')
        len--;
    if (out[len - 1] == '.')
        len--;
    out[len] = 0;
    return out;
}
