/* SPDX-License-Identifier: MIT */
/* ip.h - reading IP addresses, without the resolver
 * Idea       the forms are "10.0.0.1", "10.0.0.1:80", "fd00::1", "[fd00::1]" and "[fd00::1]:80". An
 *            address is what inet_pton accepts: no shortened or octal IPv4 address, no zone of an
 *            IPv6 address. */
#ifndef BERTH_IP_H
#define BERTH_IP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ip {
    uint8_t bytes[16]; /* in network order, the first `size` of them */
    unsigned size;     /* 4 or 16 */
    uint32_t port;     /* 0 = the text gives none */
};

/* Returns false when the text is no address; *out is undefined then. */
bool ip_read(const char *text, size_t len, struct ip *out);

/* An IPv4 address as a number; of an IPv6 address, the xor of its four big-endian words. */
uint32_t ip_fold(const struct ip *ip);

#endif
