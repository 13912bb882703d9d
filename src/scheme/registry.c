/* SPDX-License-Identifier: MIT */
/* registry.c - the list of native schemes: one line each, in the order in which they are shown */
#include "scheme/registry.h"

#define REGISTRY_SCHEMES(X)                                                                        \
    X(slots)                                                                                       \
    X(hrw)                                                                                         \
    X(ring)                                                                                        \
    X(maglev)                                                                                      \
    X(jump)                                                                                        \
    X(jumpback)                                                                                    \
    X(modulo)

#define REGISTRY_DECLARE(name) extern const struct scheme scheme_##name;
REGISTRY_SCHEMES(REGISTRY_DECLARE)
#undef REGISTRY_DECLARE

static const struct scheme *const registry_native[] = {
#define REGISTRY_LINE(name) &scheme_##name,
    REGISTRY_SCHEMES(REGISTRY_LINE)
#undef REGISTRY_LINE
        NULL,
};

const struct scheme *registry_native_at(size_t i)
{
    return i < sizeof registry_native / sizeof *registry_native ? registry_native[i] : NULL;
}
