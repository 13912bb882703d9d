/* SPDX-License-Identifier: MIT */
/* number.h - decimal text to integers and back, the same in every locale */
#ifndef BERTH_NUMBER_H
#define BERTH_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NUMBER_MILLION UINT64_C(1000000)

enum number_result {
    NUMBER_OK,
    NUMBER_NOT,      /* the text is not a number */
    NUMBER_LARGE,    /* the number does not fit */
    NUMBER_TOO_FINE, /* the number is not a whole number of millionths */
};

/* The functions that read a text change *out only when they return NUMBER_OK. */

/* Every byte of the text must be a decimal digit. */
enum number_result number_integer(const char *text, size_t len, uint64_t *out);

/* Like number_integer, with an optional sign: -2^63 to 2^64 - 1, negative numbers as two's
 * complement. */
enum number_result number_signed(const char *text, size_t len, uint64_t *out);

/* Reads a decimal number as millionths: digits with an optional point and an optional exponent
 * ("1e-3"). Zeros that follow the sixth digit after the point are accepted. */
enum number_result number_millionths(const char *text, size_t len, uint64_t *out);

/* Rounds a double to the nearest millionth. NaN and negative numbers are NUMBER_NOT; a positive
 * number that rounds to 0 is NUMBER_TOO_FINE, and *out is 0 then. */
enum number_result number_from_double(double value, uint64_t *out);

/* Writes the shortest text of a number of millionths, such as "2", "0.5" or "1.000001", to `out`
 * and returns it. */
#define NUMBER_TEXT_MAX 28
const char *number_text(uint64_t millionths, char out[NUMBER_TEXT_MAX]);

#endif
