/* SPDX-License-Identifier: MIT */
/* addresses.h - nodes of one name at two addresses: no key moves, and each reaches another machine */
#ifndef CLI_ADDRESSES_H
#define CLI_ADDRESSES_H

#include <berth.h>

/* The nodes of a pair (index in `a` -> index in `b`) whose addresses contradict. */
struct addresses {
    size_t count;
    double share; /* of the key space: what they own in `a` */
    char *text;   /* "c1 is 10.0.0.1 in A, 10.0.0.2 in B; c2 ..."; NULL when there are none */
};

/* in_a, in_b: such as " in A", " in B". */
struct addresses addresses_compare(const berth_map *a, const berth_map *b, const uint32_t *pair,
                                   const char *in_a, const char *in_b);
void addresses_free(struct addresses *addresses);

#endif
