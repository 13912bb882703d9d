/* SPDX-License-Identifier: MIT */
/* addresses.c - the library says which nodes are at one machine; here it becomes a sentence */
#include "judge/addresses.h"

#include <stdio.h>
#include <stdlib.h>

#include "frame/memory.h"
#include "show/names.h"
#include "show/text.h"

enum { ADDRESSES_NAMED = 3, ADDRESSES_TEXT = 1024 };

/* A node without an address is found by its name. */
static const char *addresses_address(const struct berth_node *node)
{
    return node->addr ? node->addr : node->name;
}

static void addresses_add(struct addresses *addresses, char *text, const struct berth_node *a,
                          const struct berth_node *b, const char *in_a, const char *in_b)
{
    if (addresses->count++ < ADDRESSES_NAMED)
        text_add(text, ADDRESSES_TEXT, "%s%.80s is %.80s%s, %.80s%s", *text != '\0' ? "; " : "",
                 a->name, addresses_address(a), in_a, addresses_address(b), in_b);
}

static void addresses_list(struct addresses *addresses, const berth_map *a, const berth_map *b,
                           const uint32_t *pair, const uint32_t *numbers, const char *in_a,
                           const char *in_b)
{
    const size_t count = berth_map_count(a);
    char text[ADDRESSES_TEXT] = "";
    double *share = NULL; /* of interest only when there is something to say */
    uint32_t *listed = names_order(a);
    struct berth_node x, y;
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = listed[k];
        if (pair[i] == BERTH_NONE || numbers[i] == numbers[count + pair[i]] ||
            !berth_map_node(a, i, &x) || !berth_map_node(b, pair[i], &y))
            continue;
        addresses_add(addresses, text, &x, &y, in_a, in_b);
        if (!share) {
            share = memory_new(count, sizeof *share);
            berth_map_shares(a, share);
        }
        addresses->share += share[i];
    }
    if (addresses->count > ADDRESSES_NAMED)
        text_add(text, sizeof text, "; and %zu more", addresses->count - ADDRESSES_NAMED);
    if (addresses->count > 0)
        addresses->text = memory_text("%s", text);
    free(listed);
    free(share);
}

struct addresses addresses_compare(const berth_map *a, const berth_map *b, const uint32_t *pair,
                                   const char *in_a, const char *in_b)
{
    const size_t count = berth_map_count(a);
    uint32_t *numbers = memory_new(count + berth_map_count(b) + 1, sizeof *numbers);
    struct addresses addresses = {0};
    if (berth_plan_number_machines(a, b, pair, numbers, numbers + count, NULL) == BERTH_E_OK)
        addresses_list(&addresses, a, b, pair, numbers, in_a, in_b);
    free(numbers);
    return addresses;
}

void addresses_free(struct addresses *addresses)
{
    free(addresses->text);
    *addresses = (struct addresses){0};
}
