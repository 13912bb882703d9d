/* SPDX-License-Identifier: MIT */
/* expect.h - an error, word for word */
#ifndef BERTH_TEST_EXPECT_H
#define BERTH_TEST_EXPECT_H

#include "berth.h"

/* Fails the test unless the error is exactly this. got: what the call returned. */
void expect_error(int got, const berth_error *error, int code, unsigned line, const char *text);

/* Fails the test, with the sentence, unless got is BERTH_E_OK. */
void expect_ok(int got, const berth_error *error);

#endif
