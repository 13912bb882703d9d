/* SPDX-License-Identifier: MIT */
/* given_limits.h - what came of the limits that a command was given: the first thing in its output
 *
 *   text   FAIL: 33.40 % of the key space moves, at most 10.00 % is allowed
 *   md     **FAIL**: the same
 *   json   "limits": {"pass": false, "sentence": "..."} */
#ifndef CLI_LIMITS_H
#define CLI_LIMITS_H

#include "show/json_out.h"

struct limits {
    char *sentence; /* of each limit, joined by "; "; NULL = no limit was given */
    bool failed;
};

/* One limit more: whether it failed, and a sentence, which is freed. */
void limits_add(struct limits *limits, bool failed, char *sentence);
void limits_free(struct limits *limits);

/* Nothing when no limit was given. */
void limits_print(const struct limits *limits, struct out *out, bool md);
void limits_json(const struct limits *limits, json_t *into);

/* For outputs that have no place for a sentence: a failed limit goes to standard error. */
void limits_say(const struct limits *limits);

#endif
