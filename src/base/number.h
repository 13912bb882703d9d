/* SPDX-License-Identifier: MIT */
/* number.h - decimal text to integers and back, in any locale */
#ifndef BERTH_NUMBER_H
#define BERTH_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NUMBER_MILLION UINT64_C(1000000)

enum number_result {
    NUMBER_OK,
    NUMBER_NOT,   /* not a number */
    NUMBER_LARGE, /* does not fit */
    NUMBER_FINE,  /* more than six digits after the point matter */
};

/* All of these leave *out alone unless they return NUMBER_OK (a double: or NUMBER_FINE). */

/* All of text must be decimal digits. */
enum number_result number_integer(const char *text, size_t len, uint64_t *out);

/* Like number_integer with an optional sign: -2^63 .. 2^64-1, negatives as two's complement. */
enum number_result number_signed(const char *text, size_t len, uint64_t *out);

/* Digits with an optional point, at most six digits after it (further zeros are fine), and an
 * optional exponent ("1e-3"): millionths. */
enum number_result number_millionths(const char *text, size_t len, uint64_t *out);

/* A double to the nearest millionth. NUMBER_NOT for NaN and negatives. */
enum number_result number_from_double(double value, uint64_t *out);

/* The shortest text of millionths: "2", "0.5", "1.000001". */
#define NUMBER_TEXT_MAX 28
const char *number_text(uint64_t millionths, char out[NUMBER_TEXT_MAX]);

#endif
