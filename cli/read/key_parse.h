/* SPDX-License-Identifier: MIT */
/* key_parse.h - what --hex, --u64 and --sizes make of a record
 *
 * Each returns NULL, or what is wrong with the record, without its place. */
#ifndef CLI_KEY_PARSE_H
#define CLI_KEY_PARSE_H

#include <stdint.h>

#include <berth.h>

/* Cuts "KEY<TAB>SIZE" at its last tab. */
const char *key_parse_size(struct berth_key *record, uint64_t *size);

/* -2^63 .. 2^64-1 in decimal; negative numbers as two's complement. */
const char *key_parse_u64(struct berth_key record, uint64_t *number);

/* Writes record.len / 2 bytes to out. */
const char *key_parse_hex(struct berth_key record, unsigned char *out);

#endif
