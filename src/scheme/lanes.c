/* SPDX-License-Identifier: MIT */
/* lanes.c - which level this CPU is for */
#include "lanes.h"

#ifdef LANES_X86

static bool lanes_has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq");
}

const struct lanes *lanes_level(unsigned i)
{
    if (i == 0)
        return &lanes_plain;
    if (i == 1 && __builtin_cpu_supports("avx2"))
        return &lanes_avx2;
    return i == 2 && lanes_has_avx512() ? &lanes_avx512 : NULL;
}

#else

const struct lanes *lanes_level(unsigned i)
{
    return i == 0 ? &lanes_plain : NULL;
}

#endif

const struct lanes *lanes_best(void)
{
    const struct lanes *best = &lanes_plain;
    for (unsigned i = 1; lanes_level(i); i++)
        best = lanes_level(i);
    return best;
}
