/* SPDX-License-Identifier: MIT */
/* weighing.h - what systems make of weights, where no parameter and no sum of weights changes it:
 * for the field `weighing` of a scheme */
#ifndef BERTH_WEIGHING_H
#define BERTH_WEIGHING_H

#include "scheme/scheme.h"

/* A node of more weight owns more, but not in proportion. */
enum berth_weighing weighing_rough(const struct value *values, const struct weights *weights);

/* Shares follow weights, though the scheme does not promise BERTH_WEIGHTS. */
enum berth_weighing weighing_exact(const struct value *values, const struct weights *weights);

#endif
