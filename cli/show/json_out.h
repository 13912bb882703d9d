/* SPDX-License-Identifier: MIT */
/* json_out.h - JSON documents by jansson, whole or, where they hold every key, piece by piece */
#ifndef CLI_JSON_OUT_H
#define CLI_JSON_OUT_H

#include <jansson.h>

#include <berth.h>

#include "show/output.h"

/* Prints the document and a newline; takes it away. */
void json_out_document(struct out *out, json_t *document);

/* Prints the members of an object as text that may follow others: "a": 1, "b": 2 (no braces). */
void json_out_members(struct out *out, json_t *object);

/* A string; bytes that are no UTF-8 become U+FFFD. */
json_t *json_out_string(const char *text);

/* Begins an object in a list that is printed piece by piece, and prints its first member: "key":
 * "..." or, for bytes that are no UTF-8, "key_hex": "...". hex: the key is hexadecimal text already.
 * *first: no object stands before it; false afterwards. The caller prints the rest and the brace. */
void json_out_begin_key(struct out *out, bool *first, struct berth_key key, bool hex);

/* Sets the key, of bytes, as such a member of an object. */
void json_out_set_key(json_t *object, struct berth_key key);

/* "0x" and a digit for each four bits, 16 where bits is 0: 64 bits do not fit a JSON number. */
json_t *json_out_hash(uint64_t hash, unsigned bits);

json_t *json_out_fingerprint(const berth_map *map);

#endif
