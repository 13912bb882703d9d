/* SPDX-License-Identifier: MIT */
/* berth_copies.c - placeholders for copies of the library that this build does not contain
 *                  (cmake/BerthBench.cmake makes the copies) */
#include "ways.h"

#if !defined(BERTH_BENCH_LEVELS) || !defined(BERTH_BENCH_NATIVE)
static void *copies_open(const struct setting *setting)
{
    (void)setting;
    return NULL;
}
#define COPIES_NONE(name_)                                                                         \
    {                                                                                              \
        .name = name_, .open = copies_open                                                         \
    }
#endif

#ifndef BERTH_BENCH_LEVELS
const struct way berth_route_plain = COPIES_NONE("berth without wide registers");
const struct way berth_replicas_plain = COPIES_NONE("berth without wide registers");
const struct way berth_build_plain = COPIES_NONE("berth without wide registers");
const struct way berth_route_avx2 = COPIES_NONE("berth up to AVX2");
#endif

#ifndef BERTH_BENCH_NATIVE
const struct way berth_route_native =
    COPIES_NONE("berth compiled for this CPU (cmake -DBERTH_BENCH_NATIVE=ON)");
#endif
