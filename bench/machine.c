/* SPDX-License-Identifier: MIT */
/* machine.c - the CPU, its caches, the kernel, the compiler and its flags */
#include "machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "clock.h"

#ifndef BERTH_BENCH_FLAGS
#define BERTH_BENCH_FLAGS ""
#endif
#if defined(__clang__)
#define MACHINE_COMPILER __VERSION__
#else
#define MACHINE_COMPILER "gcc " __VERSION__
#endif

/* Reads the text after "key" and a colon from a file of such lines; the first line when `key` is
 * NULL. */
static void machine_line(const char *path, const char *key, char *out, size_t cap)
{
    char line[256];
    FILE *file = fopen(path, "r");
    snprintf(out, cap, "unknown");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        const char *colon = strchr(line, ':');
        if (key && (strncmp(line, key, strlen(key)) != 0 || !colon))
            continue;
        snprintf(out, cap, "%.*s", (int)cap - 1, key ? colon + 1 + strspn(colon + 1, " ") : line);
        break;
    }
    if (file)
        fclose(file);
}

void machine_read(struct machine *machine)
{
    static const int levels[3] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
                                  _SC_LEVEL3_CACHE_SIZE};
    struct utsname name;
    *machine = (struct machine){.compiler = MACHINE_COMPILER, .flags = BERTH_BENCH_FLAGS};
    machine_line("/proc/cpuinfo", "model name", machine->cpu, sizeof machine->cpu);
    machine_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", NULL, machine->governor,
                 sizeof machine->governor);
    if (uname(&name) == 0)
        snprintf(machine->kernel, sizeof machine->kernel, "%.60s %.60s %.30s", name.sysname,
                 name.release, name.machine);
    machine->cpus = clock_cpus();
    for (unsigned i = 0; i < 3; i++) {
        const long bytes = sysconf(levels[i]);
        machine->cache[i] = bytes > 0 ? bytes : 0;
    }
}
