/* SPDX-License-Identifier: MIT */
/* no_owner.h - keys that no node answers for: the answer "no" of every command */
#ifndef CLI_NO_OWNER_H
#define CLI_NO_OWNER_H

#include "show/given_limits.h"

/* How much of the key space has no node that answers, and in how many words: "17.83 % of the key
 * space has no owner: no node has slots 8001 to 10922 (exact)". `when` follows "has no owner", such
 * as " after the change". NULL when each key has a node. To be freed. */
char *no_owner_sentence(const berth_map *map, const char *when);

/* The same as a limit that fails; nothing when each key has a node. */
void no_owner_space(struct limits *limits, const berth_map *map, const char *when);

/* "20 of 100 keys have no owner" as a limit that fails; nothing when none = 0. */
void no_owner_keys(struct limits *limits, uint64_t none, uint64_t keys, const char *when);

/* The part of the key space without a node: the member "no_owner" of `into`. */
void no_owner_json(const berth_map *map, json_t *into);

#endif
