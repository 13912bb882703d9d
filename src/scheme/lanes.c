/* SPDX-License-Identifier: MIT */
/* lanes.c - the choice of the level for this CPU */
#include "scheme/lanes.h"

const struct lanes *lanes_level(unsigned i)
{
    static const struct lanes *const levels[] = {
        [CPU_PLAIN] = &lanes_plain,
#ifdef CPU_X86
        [CPU_AVX2] = &lanes_avx2,
        [CPU_AVX512] = &lanes_avx512,
#endif
    };
    return i <= (unsigned)cpu_width() ? levels[i] : NULL;
}

const struct lanes *lanes_best(void)
{
    return lanes_level(cpu_width());
}
