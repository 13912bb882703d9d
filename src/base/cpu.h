/* SPDX-License-Identifier: MIT */
/* cpu.h - how wide the vector registers of this CPU are; no other file asks
 * Idea       code that works on several keys at once exists once for each width, and once in plain
 *            C that any CPU runs. All widths give the same answers: a test compares every width up
 *            to cpu_width(). */
#ifndef BERTH_CPU_H
#define BERTH_CPU_H

#if defined(__x86_64__) && defined(__GNUC__)
#define CPU_X86 1
/* All code for AVX-512 asks for the same extensions: Ice Lake, Zen 4 and later CPUs have them. */
#define CPU_TARGET_AVX2 __attribute__((target("avx2,popcnt")))
#define CPU_TARGET_AVX512                                                                          \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,popcnt")))
#endif

enum cpu_width { CPU_PLAIN, CPU_AVX2, CPU_AVX512 };

/* The benchmark compares the library with copies of itself that are compiled with a narrower
 * CPU_WIDEST. */
#ifndef CPU_WIDEST
#define CPU_WIDEST CPU_AVX512
#endif

static inline enum cpu_width cpu_width(void)
{
#ifdef CPU_X86
    if (CPU_WIDEST >= CPU_AVX512 && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq"))
        return CPU_AVX512;
    if (CPU_WIDEST >= CPU_AVX2 && __builtin_cpu_supports("avx2"))
        return CPU_AVX2;
#endif
    return CPU_PLAIN;
}

#endif
