/* SPDX-License-Identifier: MIT */
/* jump.h - the paper's rule, for the schemes and presets that are built on it */
#ifndef BERTH_JUMP_H
#define BERTH_JUMP_H

#include "scheme/numbered.h"

/* Returns the number, below n > 0, to which the key belongs. */
uint32_t jump_number(uint64_t key, uint32_t n);

#endif
