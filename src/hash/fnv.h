/* SPDX-License-Identifier: MIT */
/* fnv.h - Fowler, Noll, Vo: multiply and xor, byte by byte
 * Idea       FNV-1 multiplies first, FNV-1a xors first. The _signed variants widen each byte as a
 *            signed char, which is what programs do that read plain char on x86 (libmemcached,
 *            twemproxy); on machines with unsigned char they compute the unsigned ones. */
#ifndef BERTH_FNV_H
#define BERTH_FNV_H

#include <stddef.h>
#include <stdint.h>

uint32_t fnv1_32(const void *data, size_t len);
uint32_t fnv1a_32(const void *data, size_t len);
uint64_t fnv1_64(const void *data, size_t len);
uint64_t fnv1a_64(const void *data, size_t len);

/* Continue a hash over more bytes: fnv1a_64_continue(fnv1a_64(a), b) is fnv1a_64(a then b). */
uint32_t fnv1a_32_continue(uint32_t hash, const void *data, size_t len);
uint64_t fnv1a_64_continue(uint64_t hash, const void *data, size_t len);

/* The low 32 bits of the _64_signed ones are libmemcached's and twemproxy's fnv1_64, fnv1a_64. */
uint32_t fnv1_32_signed(const void *data, size_t len);
uint32_t fnv1a_32_signed(const void *data, size_t len);
uint64_t fnv1_64_signed(const void *data, size_t len);
uint64_t fnv1a_64_signed(const void *data, size_t len);

/* spymemcached: over the UTF-16 units of a UTF-8 string, low 32 bits of the result. */
uint32_t fnv1_32_utf16(const char *utf8, size_t len);
uint32_t fnv1a_32_utf16(const char *utf8, size_t len);
uint32_t fnv1_64_utf16(const char *utf8, size_t len);
uint32_t fnv1a_64_utf16(const char *utf8, size_t len);
/* The same over an ASCII character and then the string. */
uint32_t fnv1_32_utf16_after(char first, const char *utf8, size_t len);
uint32_t fnv1a_32_utf16_after(char first, const char *utf8, size_t len);
uint32_t fnv1_64_utf16_after(char first, const char *utf8, size_t len);
uint32_t fnv1a_64_utf16_after(char first, const char *utf8, size_t len);

#endif
