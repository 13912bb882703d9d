/* SPDX-License-Identifier: MIT */
/* expect.h - comparing an error, word for word */
#ifndef BERTH_TEST_EXPECT_H
#define BERTH_TEST_EXPECT_H

#include "berth.h"

/* Fails the test unless the call returned `code` and the error has this code, line and text. `got`
 * is what the call returned. */
void expect_error(int got, const berth_error *error, int code, unsigned line, const char *text);

/* Fails the test, and prints the error's sentence, unless `got` is BERTH_E_OK. */
void expect_ok(int got, const berth_error *error);

#endif
