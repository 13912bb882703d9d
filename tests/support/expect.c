/* SPDX-License-Identifier: MIT */
/* expect.c - comparing an error, word for word */
#include "expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

void expect_error(int got, const berth_error *error, int code, unsigned line, const char *text)
{
    if (got != code || error->code != code || error->line != line || strcmp(error->text, text) != 0)
        fail_msg("returned %d, line %u: %s\n         expected %d, line %u: %s", got, error->line,
                 error->text, code, line, text);
}

void expect_ok(int got, const berth_error *error)
{
    if (got != BERTH_E_OK)
        fail_msg("returned %d, line %u: %s", got, error->line, error->text);
}
