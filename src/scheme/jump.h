/* SPDX-License-Identifier: MIT */
/* jump.h - the paper's rule, for the schemes and presets that are built on it */
#ifndef BERTH_JUMP_H
#define BERTH_JUMP_H

#include "scheme/numbered.h"

/* A number below n; n > 0. */
uint32_t jump_number(uint64_t key, uint32_t n);

#endif
