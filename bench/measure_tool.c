/* SPDX-License-Identifier: MIT */
/* measure_tool.c - `berth route` with a file of ten million keys
 *
 * The tool is the program `berth` in the benchmark's folder. Its time is the CPU time of its
 * process, user and system, so other load on the machine counts little. Its memory is the peak that
 * the kernel reports while it runs. */
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "measures.h"

extern char **environ;

enum { TOOL_KEYS = 10000000, TOOL_KEYS_SMOKE = 20000, TOOL_LENGTH = 18, TOOL_CHUNK = 4096 };

struct tool_run {
    double cpu_ns;
    long peak_kb;
};

/* ---- the file -------------------------------------------------------------------------------- */

static void tool_digits(char *end, uint32_t number)
{
    for (unsigned i = 0; i < 10; i++) {
        *--end = (char)('0' + number % 10);
        number /= 10;
    }
}

static bool tool_write_keys(const char *path, uint32_t count)
{
    static char chunk[TOOL_CHUNK * TOOL_LENGTH];
    FILE *file = fopen(path, "w");
    bool good = file != NULL;
    for (uint32_t i = 0; good && i < count;) {
        size_t n = 0;
        for (; n < TOOL_CHUNK && i < count; n++, i++) {
            char *line = chunk + n * TOOL_LENGTH;
            memcpy(line, "player:0000000000\n", TOOL_LENGTH);
            tool_digits(line + TOOL_LENGTH - 1, i);
        }
        good = fwrite(chunk, TOOL_LENGTH, n, file) == n;
    }
    if (file && fclose(file) != 0)
        good = false;
    return good;
}

static bool tool_path(char *out, size_t cap)
{
    char self[512];
    const ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    if (len <= 0)
        return false;
    self[len] = '\0';
    *strrchr(self, '/') = '\0';
    return snprintf(out, cap, "%s/berth", self) < (int)cap && access(out, X_OK) == 0;
}

/* ---- a run ----------------------------------------------------------------------------------- */

/* The peak memory of the process so far, in KiB; 0 when the process has ended. */
static long tool_peak(pid_t child)
{
    char path[64], line[128];
    long peak = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)child);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %ld", &peak) == 1)
            break;
    if (file)
        fclose(file);
    return peak;
}

static double tool_ns(const struct timeval *time)
{
    return (double)time->tv_sec * 1e9 + (double)time->tv_usec * 1e3;
}

static bool tool_wait(pid_t child, struct tool_run *run)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    struct rusage usage;
    int status;
    pid_t ended;
    *run = (struct tool_run){0};
    while ((ended = wait4(child, &status, WNOHANG, &usage)) == 0) {
        const long peak = tool_peak(child);
        run->peak_kb = peak > run->peak_kb ? peak : run->peak_kb;
        nanosleep(&pause, NULL);
    }
    run->cpu_ns = tool_ns(&usage.ru_utime) + tool_ns(&usage.ru_stime);
    return ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool tool_route(const struct setting *set, const char *keys, struct tool_run *run)
{
    char tool[600], nodes[64];
    snprintf(nodes, sizeof nodes, "node-[00000-%05u]", (unsigned)set->nodes - 1);
    if (!tool_path(tool, sizeof tool))
        return false;
    char *const arguments[] = {tool, "route",      "-a", (char *)set->spec, "-n", nodes,
                               "-k", (char *)keys, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child;
    const int failed = posix_spawn(&child, tool, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return !failed && tool_wait(child, run);
}

/* Runs the tool `runs` times with a file of `keys` keys; *best holds the least time and the highest
 * peak. Returns false, and says why in the figure, when that fails. */
static bool tool_best(const struct setting *set, uint32_t keys, unsigned runs,
                      struct tool_run *best, struct figure *figure)
{
    const char *folder = getenv("TMPDIR");
    char path[512];
    snprintf(path, sizeof path, "%s/berth-bench-%ld.keys", folder ? folder : "/tmp",
             (long)getpid());
    bool good = tool_write_keys(path, keys);
    *best = (struct tool_run){.cpu_ns = 1e300};
    for (unsigned i = 0; good && i < runs; i++) {
        struct tool_run run = {0};
        good = tool_route(set, path, &run);
        best->cpu_ns = run.cpu_ns < best->cpu_ns ? run.cpu_ns : best->cpu_ns;
        best->peak_kb = run.peak_kb > best->peak_kb ? run.peak_kb : best->peak_kb;
        figure->rounds++;
    }
    unlink(path);
    if (!good) {
        figure->rounds = 0;
        snprintf(figure->why, sizeof figure->why,
                 "build/berth is not there, or %.60s has no room for a file of keys", path);
    }
    return good;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static uint32_t tool_keys(const struct budget *budget)
{
    return budget->smoke ? TOOL_KEYS_SMOKE : TOOL_KEYS;
}

void tool_rate(const struct row *row, const struct budget *budget, struct figure *figure)
{
    const uint32_t keys = tool_keys(budget);
    struct tool_run run;
    if (!tool_best(&row->set, keys, budget->smoke ? 1 : 3, &run, figure))
        return;
    figure->value = keys / run.cpu_ns * 1e3;
    figure->subject = run.cpu_ns / keys;
    figure->low = figure->median = figure->high = figure->value;
    figure->absolute = true;
}

void tool_memory(const struct row *row, const struct budget *budget, struct figure *figure)
{
    const uint32_t keys = tool_keys(budget);
    struct tool_run few, many;
    if (!tool_best(&row->set, keys / 10, 1, &few, figure) ||
        !tool_best(&row->set, keys, 1, &many, figure))
        return;
    if (few.peak_kb == 0 || many.peak_kb == 0) {
        figure->rounds = 0;
        snprintf(figure->why, sizeof figure->why, "the tool was done before it could be looked at");
        return;
    }
    figure->value = (double)many.peak_kb / (double)few.peak_kb;
    figure->low = figure->median = figure->high = figure->value;
    snprintf(figure->why, sizeof figure->why, "%ld KiB, %ld KiB", many.peak_kb, few.peak_kb);
}
