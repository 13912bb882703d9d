/* SPDX-License-Identifier: MIT */
/* jenkins.h - Bob Jenkins' one-at-a-time and lookup3 */
#ifndef BERTH_JENKINS_H
#define BERTH_JENKINS_H

#include <stddef.h>
#include <stdint.h>

/* The signed one widens bytes as signed char: libmemcached "default", twemproxy "one_at_a_time". */
uint32_t jenkins_oaat(const void *data, size_t len);
uint32_t jenkins_oaat_signed(const void *data, size_t len);

/* lookup3 hashlittle, the same on every machine. libmemcached "jenkins": initval 13. */
uint32_t jenkins_hashlittle(const void *data, size_t len, uint32_t initval);

#endif
