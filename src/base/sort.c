/* SPDX-License-Identifier: MIT */
/* sort.c - stable radix sort of (value, tag) pairs */
#include "sort.h"

#include <string.h>

enum { SORT_DIGIT_BITS = 11, SORT_DIGITS = 6, SORT_RADIX = 1 << SORT_DIGIT_BITS };

static unsigned sort_digit(uint64_t value, unsigned digit)
{
    return (unsigned)(value >> (digit * SORT_DIGIT_BITS)) & (SORT_RADIX - 1);
}

static void sort_small(struct sort_pair *pairs, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct sort_pair pair = pairs[i];
        size_t j = i;
        for (; j > 0 && pairs[j - 1].value > pair.value; j--)
            pairs[j] = pairs[j - 1];
        pairs[j] = pair;
    }
}

/* Scatters by one digit; false when all pairs agree in it and nothing had to be done. */
static int sort_pass(const struct sort_pair *from, struct sort_pair *to, size_t n, unsigned digit)
{
    size_t start[SORT_RADIX] = {0};
    for (size_t i = 0; i < n; i++)
        start[sort_digit(from[i].value, digit)]++;
    if (start[sort_digit(from[0].value, digit)] == n)
        return 0;
    size_t sum = 0;
    for (size_t d = 0; d < SORT_RADIX; d++) {
        size_t count = start[d];
        start[d] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        to[start[sort_digit(from[i].value, digit)]++] = from[i];
    return 1;
}

void sort_pairs(struct sort_pair *pairs, struct sort_pair *spare, size_t n)
{
    if (n < 64) {
        sort_small(pairs, n);
        return;
    }
    struct sort_pair *from = pairs, *to = spare;
    for (unsigned digit = 0; digit < SORT_DIGITS; digit++) {
        if (sort_pass(from, to, n, digit)) {
            struct sort_pair *swap = from;
            from = to;
            to = swap;
        }
    }
    if (from != pairs)
        memcpy(pairs, from, n * sizeof *pairs);
}
