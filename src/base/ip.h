/* SPDX-License-Identifier: MIT */
/* ip.h - IP addresses by text, without the resolver
 *
 * "10.0.0.1", "10.0.0.1:80", "fd00::1", "[fd00::1]", "[fd00::1]:80"; what inet_pton takes, no
 * more: no shortened or octal IPv4, no zone of an IPv6 address. */
#ifndef BERTH_IP_H
#define BERTH_IP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ip {
    uint8_t bytes[16]; /* in network order, the first `size` of them */
    unsigned size;     /* 4 or 16 */
    uint32_t port;     /* 0 = none was given */
};

/* false = not an address; then *out is not to be used. */
bool ip_read(const char *text, size_t len, struct ip *out);

/* IPv4: the address as a number; IPv6: its four words, each as a number, xored. */
uint32_t ip_fold(const struct ip *ip);

#endif
