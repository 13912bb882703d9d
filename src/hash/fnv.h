/* SPDX-License-Identifier: MIT */
/* fnv.h - the hashes of Fowler, Noll and Vo: a multiplication and an xor for each byte
 * Idea       FNV-1 multiplies first, FNV-1a xors first. The _signed variants widen each byte as a
 *            signed char: so do libmemcached and twemproxy on x86, because they read plain char. On
 *            machines where char is unsigned they compute the variants without _signed. */
#ifndef BERTH_FNV_H
#define BERTH_FNV_H

#include <stddef.h>
#include <stdint.h>

uint32_t fnv1_32(const void *data, size_t len);
uint32_t fnv1a_32(const void *data, size_t len);
uint64_t fnv1_64(const void *data, size_t len);
uint64_t fnv1a_64(const void *data, size_t len);

/* Continue a hash over more bytes: fnv1a_64_continue(fnv1a_64(a), b) is the hash of a followed by
 * b. */
uint32_t fnv1a_32_continue(uint32_t hash, const void *data, size_t len);
uint64_t fnv1a_64_continue(uint64_t hash, const void *data, size_t len);

/* The low 32 bits of the two _64_signed hashes are fnv1_64 and fnv1a_64 of libmemcached and
 * twemproxy. */
uint32_t fnv1_32_signed(const void *data, size_t len);
uint32_t fnv1a_32_signed(const void *data, size_t len);
uint64_t fnv1_64_signed(const void *data, size_t len);
uint64_t fnv1a_64_signed(const void *data, size_t len);

/* As spymemcached computes them: over the UTF-16 units of a UTF-8 string; the low 32 bits of the
 * result. */
uint32_t fnv1_32_utf16(const char *utf8, size_t len);
uint32_t fnv1a_32_utf16(const char *utf8, size_t len);
uint32_t fnv1_64_utf16(const char *utf8, size_t len);
uint32_t fnv1a_64_utf16(const char *utf8, size_t len);

/* The same over an ASCII character followed by the string. */
uint32_t fnv1_32_utf16_after(char first, const char *utf8, size_t len);
uint32_t fnv1a_32_utf16_after(char first, const char *utf8, size_t len);
uint32_t fnv1_64_utf16_after(char first, const char *utf8, size_t len);
uint32_t fnv1a_64_utf16_after(char first, const char *utf8, size_t len);

#endif
