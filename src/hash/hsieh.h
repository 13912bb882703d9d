/* SPDX-License-Identifier: MIT */
/* hsieh.h - Paul Hsieh's SuperFastHash as twemproxy computes it
 * Idea       the hash starts from 0 instead of the length, so the hash of the empty key is 0. The
 *            third byte of a three-byte tail is a plain char: signed on x86, not on AArch64. */
#ifndef BERTH_HSIEH_H
#define BERTH_HSIEH_H

#include <stddef.h>
#include <stdint.h>

uint32_t hsieh_signed(const void *data, size_t len);
uint32_t hsieh_unsigned(const void *data, size_t len);

#endif
