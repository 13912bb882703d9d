/* SPDX-License-Identifier: MIT */
/* replay.c - a fuzz target as an ordinary test: its corpus, and small variations of each file
 *
 *   replay FOLDER      every file as it is, cut at each byte, and with other bytes at each place
 *
 * The inputs are the same in every run. This program finds what crashes, leaks or aborts; the
 * target itself asserts what the result for an input must be. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static const char replay_bytes[] = "\0\n \"\\=,:[]-#0\x7f\xff";

/* Copies each input to a block of its own size, so that a sanitizer sees reads past its end. */
static void replay_one(const uint8_t *data, size_t len)
{
    uint8_t *copy = malloc(len ? len : 1);
    if (!copy)
        exit(2);
    memcpy(copy, data, len);
    LLVMFuzzerTestOneInput(copy, len);
    free(copy);
}

static size_t replay_variations(uint8_t *data, size_t len)
{
    size_t count = 0;
    for (size_t i = 0; i < len; i++, count++)
        replay_one(data, i);
    for (size_t i = 0; i < len && len <= 512; i++) {
        uint8_t kept = data[i];
        for (size_t j = 0; j < sizeof replay_bytes - 1; j++, count++) {
            data[i] = (uint8_t)replay_bytes[j];
            replay_one(data, len);
        }
        data[i] = kept;
    }
    return count;
}

static size_t replay_file(const char *path)
{
    static uint8_t data[1 << 16];
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    size_t len = fread(data, 1, sizeof data, file);
    fclose(file);
    replay_one(data, len);
    return 1 + replay_variations(data, len);
}

int main(int argc, char **argv)
{
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    if (!folder) {
        fprintf(stderr, "replay: no such folder: %s\n", argc == 2 ? argv[1] : "(none given)");
        return 2;
    }
    size_t inputs = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        inputs += replay_file(path);
    }
    closedir(folder);
    printf("%zu inputs\n", inputs);
    return inputs == 0;
}
