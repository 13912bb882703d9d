/* SPDX-License-Identifier: MIT */
/* memory.h - the heap of the tool
 *
 * The tool can do nothing useful without memory: when there is none, these functions print "out of
 * memory" and end the program, so no caller looks for NULL. free() frees what they return. */
#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H

#include <stddef.h>

/* Returns `memory`, which another function allocated, or ends the program when it is NULL. */
void *memory_check(void *memory);
/* Returns count x size bytes, all 0. */
void *memory_new(size_t count, size_t size);
/* Gives `old`, which may be NULL, a size of count x size bytes; the bytes added hold anything. */
void *memory_more(void *old, size_t count, size_t size);
/* Returns a text made as by printf. */
char *memory_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
