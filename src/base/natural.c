/* SPDX-License-Identifier: MIT */
/* natural.c - the order of names in which numbers count as numbers: n1, n2, n10
 *
 * A name is cut into bytes and runs of decimal digits. Two runs compare by their value, of any
 * length; everything else compares byte by byte. Names that are equal by that, such as n1 and n01,
 * compare as bytes, so that the order is total. */
#include <stddef.h>
#include <string.h>

#include "berth.h"

static size_t natural_digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* Compares two runs of digits by value; sets *a and *b behind them. */
static int natural_numbers(const char **a, const char **b)
{
    const char *x = *a + strspn(*a, "0"), *y = *b + strspn(*b, "0");
    size_t x_len = natural_digits(x), y_len = natural_digits(y);
    *a = x + x_len;
    *b = y + y_len;
    return x_len != y_len ? (x_len > y_len) - (x_len < y_len) : strncmp(x, y, x_len);
}

int berth_name_compare(const char *a, const char *b)
{
    const char *x = a, *y = b;
    while (*x != '\0' && *y != '\0') {
        int order = natural_digits(x) > 0 && natural_digits(y) > 0
                        ? natural_numbers(&x, &y)
                        : (unsigned char)*x++ - (unsigned char)*y++;
        if (order != 0)
            return order;
    }
    return *x != *y ? (unsigned char)*x - (unsigned char)*y : strcmp(a, b);
}
