/* SPDX-License-Identifier: MIT */
/* live_fence.c - the writer's half of the asymmetric fence: membarrier, where there is one
 *
 * ThreadSanitizer does not see what membarrier orders and would report each reader; under it, and
 * wherever the call is missing or refused, readers use an exchange instead: see live.h. */
#define _DEFAULT_SOURCE /* syscall */

#include "live/live.h"

#if defined(__SANITIZE_THREAD__)
#define FENCE_NONE 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FENCE_NONE 1
#endif
#endif

#if defined(__linux__) && !defined(FENCE_NONE)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#if defined(SYS_membarrier) && !defined(FENCE_NONE)

/* Part of Linux's ABI since 4.14; defined here because <linux/membarrier.h> may be older. */
enum { FENCE_EXPEDITED = 1 << 3, FENCE_REGISTER_EXPEDITED = 1 << 4 };

bool live_fence_register(void)
{
    return syscall(SYS_membarrier, FENCE_REGISTER_EXPEDITED, 0) == 0;
}

/* A process forked from a registered one may have to register again. */
bool live_fence_heavy(void)
{
    return syscall(SYS_membarrier, FENCE_EXPEDITED, 0) == 0 ||
           (live_fence_register() && syscall(SYS_membarrier, FENCE_EXPEDITED, 0) == 0);
}

#else

bool live_fence_register(void)
{
    return false;
}

bool live_fence_heavy(void)
{
    return false;
}

#endif
