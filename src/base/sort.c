/* SPDX-License-Identifier: MIT */
/* sort.c - stable radix sort of (value, tag) pairs */
#include "base/sort.h"

#include <stdbool.h>
#include <string.h>

#include "base/bits.h"

enum {
    SORT_DIGIT_BITS = 11,
    SORT_RADIX = 1 << SORT_DIGIT_BITS,
    SORT_FEW = 64,     /* pairs; fewer are sorted by insertion alone */
    SORT_PATIENCE = 4, /* moves for each pair that insertion may take after the radix passes */
};

static unsigned sort_digit(uint64_t value, unsigned shift)
{
    return (unsigned)(value >> shift) & (SORT_RADIX - 1);
}

/* Sorts by insertion. Returns false when that would take more than `moves` moves; pairs of equal
 * value have kept their order then, too. */
static bool sort_insert(struct sort_pair *pairs, size_t n, size_t moves)
{
    for (size_t i = 1; i < n; i++) {
        const struct sort_pair pair = pairs[i];
        size_t j = i;
        for (; j > 0 && pairs[j - 1].value > pair.value; j--)
            pairs[j] = pairs[j - 1];
        pairs[j] = pair;
        if (i - j > moves)
            return false;
        moves -= i - j;
    }
    return true;
}

/* Scatters the pairs by one digit. Returns false, and moves nothing, when all pairs have the same
 * digit. */
static bool sort_pass(const struct sort_pair *from, struct sort_pair *to, size_t n, unsigned shift)
{
    size_t start[SORT_RADIX] = {0};
    for (size_t i = 0; i < n; i++)
        start[sort_digit(from[i].value, shift)]++;
    if (start[sort_digit(from[0].value, shift)] == n)
        return false;
    size_t sum = 0;
    for (size_t d = 0; d < SORT_RADIX; d++) {
        size_t count = start[d];
        start[d] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        to[start[sort_digit(from[i].value, shift)]++] = from[i];
    return true;
}

/* Sorts by the bits from `low` up to, but not including, `high`: least significant digit first. */
static void sort_bits(struct sort_pair *pairs, struct sort_pair *spare, size_t n, unsigned low,
                      unsigned high)
{
    struct sort_pair *from = pairs, *to = spare;
    for (unsigned shift = low; shift < high; shift += SORT_DIGIT_BITS) {
        if (sort_pass(from, to, n, shift)) {
            struct sort_pair *swap = from;
            from = to;
            to = swap;
        }
    }
    if (from != pairs)
        memcpy(pairs, from, n * sizeof *pairs);
}

/* The position above the highest bit in which any two values differ; 0 when all are equal. */
static unsigned sort_width(const struct sort_pair *pairs, size_t n)
{
    uint64_t differ = 0;
    for (size_t i = 1; i < n; i++)
        differ |= pairs[i].value ^ pairs[0].value;
    return differ == 0 ? 0 : bits_log2(differ) + 1;
}

void sort_pairs(struct sort_pair *pairs, struct sort_pair *spare, size_t n)
{
    if (n < SORT_FEW) {
        sort_insert(pairs, n, SIZE_MAX);
        return;
    }
    const unsigned width = sort_width(pairs, n);
    const unsigned enough =
        n < (size_t)1 << 2 * SORT_DIGIT_BITS ? 2 * SORT_DIGIT_BITS : 3 * SORT_DIGIT_BITS;
    if (width > enough) {
        sort_bits(pairs, spare, n, width - enough, width);
        if (sort_insert(pairs, n, SORT_PATIENCE * n))
            return;
    }
    sort_bits(pairs, spare, n, 0, width);
}
