/* SPDX-License-Identifier: MIT */
/* say.h - what the tool tells people on standard error
 *
 * Every line that is not data goes through here: a call prints "berth: " and one sentence. */
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

/* Prints an error of the library. `where` is the file that it is about, or NULL. */
void say_library(const char *where, const berth_error *error);

#endif
