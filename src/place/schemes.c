/* SPDX-License-Identifier: MIT */
/* schemes.c - the lists of all schemes and hashes */
#include "place/preset.h"
#include "place/spec.h"

#include "base/fail.h"
#include "hash/hash.h"
#include "hash/variants.h"
#include "scheme/registry.h"

#include <string.h>

const struct scheme *scheme_at(size_t i)
{
    size_t native = 0;
    while (registry_native_at(native))
        native++;
    return i < native ? registry_native_at(i) : preset_at(i - native);
}

bool berth_scheme_at(size_t i, struct berth_scheme_info *out)
{
    const struct scheme *scheme = scheme_at(i);
    if (scheme)
        *out = scheme->info;
    return scheme != NULL;
}

bool berth_scheme_find(const char *text, struct berth_scheme_info *out, berth_error *error)
{
    struct spec spec;
    if (!text) {
        fail(error, BERTH_E_ARGUMENT, "a spec is needed, as \"slots\"");
        return false;
    }
    if (spec_parse(text, NULL, &spec, error) < 0)
        return false;
    *out = spec.scheme->info;
    return true;
}

const struct berth_hash *berth_hash_at(size_t i)
{
    return hash_at(i);
}

const struct berth_hash *berth_hash_find(const char *name)
{
    return name ? hash_find(name, strlen(name)) : NULL;
}

const struct berth_hash_variant *berth_hash_variant_at(size_t i)
{
    return variants_at(i);
}

const struct berth_hash_variant *berth_hash_variant_find(const char *name)
{
    return name ? variants_find(name, strlen(name)) : NULL;
}
