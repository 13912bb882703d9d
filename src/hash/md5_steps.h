/* SPDX-License-Identifier: MIT */
/* md5_steps.h - the 64 steps of MD5. md5_short.c includes this once for each width and defines:
 *
 *   MD5_WORD      a word of several keys: a vector of uint32_t, or uint32_t itself
 *   MD5_GROUPS    how many such words go side by side: while one waits, the CPU works on another
 *   MD5_NAME(x)   the name x for this width
 *   MD5_TARGET    the attribute that allows the instructions of this width
 *   MD5_UNROLL    a pragma that unrolls the loop over a round, or nothing */
#define MD5_STEP_INLINE MD5_TARGET __attribute__((always_inline)) static inline
#define MD5_KEYS        (MD5_GROUPS * sizeof(MD5_WORD) / sizeof(uint32_t))

struct MD5_NAME(state) {
    MD5_WORD a[MD5_GROUPS], b[MD5_GROUPS], c[MD5_GROUPS], d[MD5_GROUPS];
};

/* b is the word that the step before computed, so each expression uses b as late as possible. */
MD5_STEP_INLINE MD5_WORD MD5_NAME(mix)(unsigned round, MD5_WORD b, MD5_WORD c, MD5_WORD d)
{
    switch (round) {
    case 0:
        return d ^ (b & (c ^ d));
    case 1:
        return (~d & c) + (d & b);
    case 2:
        return b ^ (c ^ d);
    default:
        return c ^ (b | ~d);
    }
}

/* Step i of a round: a = b + ((a + mix + x + k) <<< shift) */
MD5_STEP_INLINE void MD5_NAME(step)(unsigned round, unsigned i, MD5_WORD *a, const MD5_WORD *b,
                                    const MD5_WORD *c, const MD5_WORD *d, const uint32_t *x)
{
    const unsigned shift = md5_shift[round][i % 4];
    const uint32_t k = md5_sine[16 * round + i];
    x += MD5_KEYS * ((md5_stride[round] * i + md5_start[round]) % 16);
#pragma GCC unroll 4
    for (unsigned g = 0; g < MD5_GROUPS; g++) {
        MD5_WORD word;
        memcpy(&word, x + g * (MD5_KEYS / MD5_GROUPS), sizeof word);
        a[g] += word + k;
        a[g] += MD5_NAME(mix)(round, b[g], c[g], d[g]);
        a[g] = (a[g] << shift | a[g] >> (32 - shift)) + b[g];
    }
}

MD5_STEP_INLINE void MD5_NAME(round)(unsigned round, struct MD5_NAME(state) * s, const uint32_t *x)
{
    MD5_UNROLL
    for (unsigned i = 0; i < 16; i += 4) {
        MD5_NAME(step)(round, i, s->a, s->b, s->c, s->d, x);
        MD5_NAME(step)(round, i + 1, s->d, s->a, s->b, s->c, x);
        MD5_NAME(step)(round, i + 2, s->c, s->d, s->a, s->b, x);
        MD5_NAME(step)(round, i + 3, s->b, s->c, s->d, s->a, x);
    }
}

/* x[w * MD5_KEYS + key] is word w of the key's block; word w of its digest goes to
 * out[w * MD5_KEYS + key]. */
MD5_TARGET static void MD5_NAME(block)(const uint32_t *x, uint32_t *out)
{
    const MD5_WORD none = {0};
    struct MD5_NAME(state) s;
    for (unsigned g = 0; g < MD5_GROUPS; g++) {
        s.a[g] = none + md5_begin[0];
        s.b[g] = none + md5_begin[1];
        s.c[g] = none + md5_begin[2];
        s.d[g] = none + md5_begin[3];
    }
    MD5_NAME(round)(0, &s, x);
    MD5_NAME(round)(1, &s, x);
    MD5_NAME(round)(2, &s, x);
    MD5_NAME(round)(3, &s, x);
    for (unsigned g = 0; g < MD5_GROUPS; g++) {
        s.a[g] += md5_begin[0];
        s.b[g] += md5_begin[1];
        s.c[g] += md5_begin[2];
        s.d[g] += md5_begin[3];
    }
    memcpy(out, &s, sizeof s);
}

#undef MD5_STEP_INLINE
#undef MD5_KEYS
#undef MD5_WORD
#undef MD5_GROUPS
#undef MD5_NAME
#undef MD5_TARGET
#undef MD5_UNROLL
