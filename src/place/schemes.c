/* SPDX-License-Identifier: MIT */
/* schemes.c - the lists of all schemes and hashes */
#include "place/preset.h"
#include "place/spec.h"

#include "base/fail.h"
#include "base/writer.h"
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

/* ---- searching ----------------------------------------------------------------------------- */

enum { CONCERNS_LEAST = 3 }; /* bytes: shorter words are found everywhere */

static bool concerns_text(const char *text, const char *word, size_t len)
{
    for (size_t left = text ? strlen(text) : 0; left >= len; text++, left--)
        if (hash_names_equal(text, len, word, len))
            return true;
    return false;
}

bool scheme_concerns(const struct scheme *scheme, const char *word, size_t len)
{
    const struct berth_scheme_info *info = &scheme->info;
    if (len < CONCERNS_LEAST)
        return false;
    bool found = concerns_text(info->name, word, len) || concerns_text(info->summary, word, len) ||
                 concerns_text(info->compatible, word, len);
    for (size_t i = 0; !found && i < info->param_count; i++)
        found = concerns_text(info->params[i].words, word, len);
    return found;
}

size_t scheme_candidates(const char *word, size_t len, char *out, size_t cap)
{
    struct writer w = {.out = out, .cap = cap};
    size_t count = 0, left = 0;
    for (size_t i = 0; scheme_at(i); i++) {
        if (!scheme_concerns(scheme_at(i), word, len))
            continue;
        count++;
        const char *name = scheme_at(i)->info.name;
        left += left > 0 || w.len + strlen(name) + sizeof ", and 99 more" > cap;
        if (left > 0)
            continue;
        writer_text(&w, w.len > 0 ? ", " : "");
        writer_text(&w, name);
    }
    if (left > 0) {
        writer_text(&w, " and ");
        writer_integer(&w, left);
        writer_text(&w, " more");
    }
    writer_end(&w);
    return count;
}

bool berth_scheme_concerns(size_t i, const char *word)
{
    return word && scheme_at(i) && scheme_concerns(scheme_at(i), word, strlen(word));
}

/* ---- the list ------------------------------------------------------------------------------ */

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
