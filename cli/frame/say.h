/* SPDX-License-Identifier: MIT */
/* say.h - what the tool tells people on standard error, and the memory it cannot do without
 *
 * Everything that is not data goes through here: one sentence per call, "berth: " before it. */
#ifndef CLI_SAY_H
#define CLI_SAY_H

#include <stdint.h>

#include <berth.h>

/* Exit status of the tool and result of every command. */
enum answer {
    ANSWER_YES = 0,
    ANSWER_NO = 1, /* the question was understood and the answer is no */
    ANSWER_TROUBLE = 2,
};

/* "berth: sentence" */
void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "berth: warning: sentence" */
void say_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "berth: where:line: sentence"; without the line when it is 0. */
void say_at(const char *where, uint64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* An error of the library; where NULL = about no file. */
void say_library(const char *where, const berth_error *error);

/* Memory or the end of the program: a tool can do nothing useful without. memory_check: of what
 * somebody else was asked for. */
void *memory_check(void *memory);
void *memory_new(size_t count, size_t size);
void *memory_more(void *old, size_t count, size_t size);
char *memory_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
