/* SPDX-License-Identifier: MIT */
/* jenkins.h - Bob Jenkins' one-at-a-time and lookup3 */
#ifndef BERTH_JENKINS_H
#define BERTH_JENKINS_H

#include <stddef.h>
#include <stdint.h>

/* _signed widens each byte as a signed char: so do "default" of libmemcached and "one_at_a_time" of
 * twemproxy. */
uint32_t jenkins_oaat(const void *data, size_t len);
uint32_t jenkins_oaat_signed(const void *data, size_t len);

/* lookup3's hashlittle, the same on every machine. "jenkins" of libmemcached has initval 13. */
uint32_t jenkins_hashlittle(const void *data, size_t len, uint32_t initval);

#endif
