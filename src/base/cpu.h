/* SPDX-License-Identifier: MIT */
/* cpu.h - how wide the registers of this CPU are: the one place that asks
 * Idea       what is done in lanes exists once per width, the plain one in C that any CPU runs. All
 *            widths give the same answers, so a test goes through those up to cpu_width(). */
#ifndef BERTH_CPU_H
#define BERTH_CPU_H

#if defined(__x86_64__) && defined(__GNUC__)
#define CPU_X86 1
/* One set of AVX-512 for all: Ice Lake, Zen 4 and later. */
#define CPU_TARGET_AVX2 __attribute__((target("avx2,popcnt")))
#define CPU_TARGET_AVX512                                                                          \
    __attribute__((target("avx512f,avx512dq,avx512vl,avx512vpopcntdq,popcnt")))
#endif

enum cpu_width { CPU_PLAIN, CPU_AVX2, CPU_AVX512 };

/* The benchmark holds copies of the library against each other that know narrower ones only. */
#ifndef CPU_WIDEST
#define CPU_WIDEST CPU_AVX512
#endif

static inline enum cpu_width cpu_width(void)
{
#ifdef CPU_X86
    if (CPU_WIDEST >= CPU_AVX512 && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vpopcntdq"))
        return CPU_AVX512;
    if (CPU_WIDEST >= CPU_AVX2 && __builtin_cpu_supports("avx2"))
        return CPU_AVX2;
#endif
    return CPU_PLAIN;
}

#endif
