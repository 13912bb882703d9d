/* SPDX-License-Identifier: MIT */
/* spec.h - "ring:points=200,probes=2" read into a scheme and its values
 *
 *   spec   = NAME [ ":" param { ("," | ":") param } ]
 *   param  = NAME "=" value      value may be "quoted"
 * The canonical form names parameters by their first name, in the scheme's order, and leaves out
 * those at their preset value. It parses back to itself. */
#ifndef BERTH_SPEC_H
#define BERTH_SPEC_H

#include "scheme/scheme.h"

enum { SPEC_PARAMS_MAX = 12, SPEC_TEXT_MAX = 1024 };

struct spec {
    const struct scheme *scheme;
    struct value values[SPEC_PARAMS_MAX];
    char text[SPEC_TEXT_MAX]; /* canonical */
};

/* options, which may be NULL, hold the caller's own hashes. */
int spec_parse(const char *text, const struct berth_options *options, struct spec *out,
               berth_error *error);

/* A parameter by its name or an alias; false = the scheme has none of that name. */
bool spec_setting(const struct spec *spec, const char *name, struct berth_setting *out);

/* The value of a parameter by its first name; NULL when the scheme has none of that name. */
const struct value *spec_value(const struct spec *spec, const char *name);

/* The hash a native scheme works with: parameter "hash", else xxh3. */
const struct berth_hash *spec_hash(const struct spec *spec);

/* Whether the scheme's name, summary, system or a parameter's words hold that text, whatever the
 * case of its letters; false for fewer than three bytes. */
bool scheme_concerns(const struct scheme *scheme, const char *word, size_t len);

/* Writes the names of the schemes that a text concerns, "a, b, c and 2 more"; returns how many. */
size_t scheme_candidates(const char *word, size_t len, char *out, size_t cap);

/* All schemes, native ones first, then presets; NULL past the end. */
const struct scheme *scheme_at(size_t i);

#endif
