/* SPDX-License-Identifier: MIT */
/* preset.h - the deployed systems' schemes, in the order in which they are shown */
#ifndef BERTH_PRESET_H
#define BERTH_PRESET_H

#include "scheme/scheme.h"

/* NULL past the end. */
const struct scheme *preset_at(size_t i);

#endif
