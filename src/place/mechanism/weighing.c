/* SPDX-License-Identifier: MIT */
/* weighing.c - what systems make of weights, whatever the parameters and the weights are */
#include "place/mechanism/weighing.h"

enum berth_weighing weighing_rough(const struct value *values, const struct weights *weights)
{
    (void)values;
    (void)weights;
    return BERTH_WEIGHTS_ROUGHLY;
}

enum berth_weighing weighing_exact(const struct value *values, const struct weights *weights)
{
    (void)values;
    (void)weights;
    return BERTH_WEIGHTS_EXACTLY;
}
