/* SPDX-License-Identifier: MIT */
/* registry.h - the native schemes in the order in which they are shown */
#ifndef BERTH_REGISTRY_H
#define BERTH_REGISTRY_H

#include "scheme/scheme.h"

/* NULL past the end. */
const struct scheme *registry_native_at(size_t i);

#endif
