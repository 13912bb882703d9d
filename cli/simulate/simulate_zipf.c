/* SPDX-License-Identifier: MIT */
/* simulate_zipf.c - numbers drawn by Zipf's law, in memory that does not grow with them
 *
 *   1 | 2 3 | 4 5 6 7 | 8 ... 15 | ...      octaves: k from 2^j to 2^(j+1) - 1
 *
 * An octave is drawn by its weight, the sum of k^-s over it; then a k of it, each alike, which is
 * kept with probability (k / 2^j)^-s: at least 2^-s, and nearly always 1 where s is large. */
#include <math.h>
#include <stdlib.h>

#include "simulate/simulate.h"

enum { ZIPF_OCTAVES = 64 };

struct zipf {
    uint64_t n, state;
    double s, total;
    double weight[ZIPF_OCTAVES];
};

static uint64_t zipf_bits(struct zipf *zipf)
{
    uint64_t x = zipf->state += UINT64_C(0x9e3779b97f4a7c15); /* SplitMix64 */
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* 0 <= u < 1 */
static double zipf_unit(struct zipf *zipf)
{
    return (double)(zipf_bits(zipf) >> 11) * 0x1p-53;
}

static unsigned zipf_octave(uint64_t k)
{
    unsigned j = 0;
    while (k >>= 1)
        j++;
    return j;
}

struct zipf *zipf_new(uint64_t n, double s, uint64_t seed)
{
    struct zipf *zipf = memory_new(1, sizeof *zipf);
    *zipf = (struct zipf){.n = n, .s = s, .state = seed};
    for (uint64_t k = 1; k <= n; k++)
        zipf->weight[zipf_octave(k)] += pow((double)k, -s);
    for (unsigned j = 0; j < ZIPF_OCTAVES; j++)
        zipf->total += zipf->weight[j];
    return zipf;
}

void zipf_free(struct zipf *zipf)
{
    free(zipf);
}

uint64_t zipf_draw(struct zipf *zipf)
{
    unsigned j = 0, last = zipf_octave(zipf->n);
    double left = zipf_unit(zipf) * zipf->total;
    for (; j < last && left >= zipf->weight[j]; j++)
        left -= zipf->weight[j];
    uint64_t first = UINT64_C(1) << j, size = j < last ? first : zipf->n - first + 1;
    for (;;) {
        uint64_t k = first + (uint64_t)(zipf_unit(zipf) * (double)size);
        if (zipf_unit(zipf) < pow((double)k / (double)first, -zipf->s))
            return k;
    }
}
