/* SPDX-License-Identifier: MIT */
/* plan_hints.h - why more moves than the least, and what would move less */
#ifndef CLI_PLAN_HINTS_H
#define CLI_PLAN_HINTS_H

#include "plan/plan_view.h"

/* A line for each hint, "Hint: ...\n"; "" when nothing moves needlessly, or no more than the error
 * of a sampled plan explains. What a hint promises was tried on these nodes. To be freed. */
char *plan_hints(const struct plan_view *view);

#endif
