/* SPDX-License-Identifier: MIT */
/* spec.c - spec strings: read, checked, written in their one canonical form */
#include "place/spec.h"

#include "base/fail.h"
#include "base/nearest.h"
#include "base/word_list.h"
#include "base/number.h"
#include "base/writer.h"
#include "hash/hash.h"

#include <string.h>

/* ---- finding names ------------------------------------------------------------------------- */

static const char *spec_word_at(const char *words, uint64_t position, size_t *len)
{
    const char *word = words;
    *len = 0;
    do
        word_list_next(&words, &word, len);
    while (position-- > 0);
    return word;
}

/* "; did you mean ..." for a mistyped name; else the schemes of a system or a family. */
static int spec_unknown_scheme(const char *name, size_t len, berth_error *error)
{
    char shown[FAIL_SHOWN_MAX], hint[FAIL_HINT_MAX], list[160];
    struct nearest nearest;
    nearest_begin(&nearest, name, len);
    for (size_t i = 0; scheme_at(i); i++)
        nearest_offer(&nearest, scheme_at(i)->info.name, strlen(scheme_at(i)->info.name));
    fail_meant(&nearest, hint);
    fail_shown(name, len, shown);
    if (nearest.word && nearest_distance(name, len, nearest.word, nearest.word_len) <= 1)
        return fail(error, BERTH_E_NAME, "there is no scheme \"%s\"%s", shown, hint);
    const size_t found = scheme_candidates(name, len, list, sizeof list);
    if (found == 1)
        return fail(error, BERTH_E_NAME, "there is no scheme \"%s\"; did you mean \"%s\"?", shown,
                    list);
    if (found > 1)
        return fail(error, BERTH_E_NAME,
                    "there is no scheme \"%s\"; %s: \"berth schemes %.40s\" says how they differ",
                    shown, list, shown);
    return fail(error, BERTH_E_NAME, "there is no scheme \"%s\"%s", shown,
                *hint ? hint : "; \"berth schemes\" lists them");
}

static const struct scheme *spec_find_scheme(const char *name, size_t len)
{
    const struct scheme *scheme;
    for (size_t i = 0; (scheme = scheme_at(i)); i++)
        if (strlen(scheme->info.name) == len && memcmp(scheme->info.name, name, len) == 0)
            return scheme;
    return NULL;
}

static int spec_find_param(const struct scheme *scheme, const char *name, size_t len)
{
    for (size_t i = 0; i < scheme->info.param_count; i++) {
        const struct berth_param *param = &scheme->info.params[i];
        if (word_list_position(param->name, name, len) == 0 ||
            word_list_position(param->aliases, name, len) >= 0)
            return (int)i;
    }
    return -1;
}

static int spec_unknown_param(const struct scheme *scheme, const char *name, size_t len,
                              berth_error *error)
{
    char shown[FAIL_SHOWN_MAX], hint[FAIL_HINT_MAX], names[256];
    struct writer w = {.out = names, .cap = sizeof names};
    for (size_t i = 0; i < scheme->info.param_count; i++) {
        writer_text(&w, i ? " " : "");
        writer_text(&w, scheme->info.params[i].name);
    }
    writer_end(&w);
    fail_shown(name, len, shown);
    if (!*names)
        return fail(error, BERTH_E_NAME, "%s has no parameters, so no \"%s\"", scheme->info.name,
                    shown);
    if (*fail_hint(name, len, names, hint))
        return fail(error, BERTH_E_NAME, "%s has no parameter \"%s\"%s", scheme->info.name, shown,
                    hint);
    return fail(error, BERTH_E_NAME, "%s has no parameter \"%s\"; it has: %.180s",
                scheme->info.name, shown, names);
}

/* ---- reading values ------------------------------------------------------------------------ */

struct spec_reader {
    const struct berth_options *options;
    const struct scheme *scheme;
    const struct berth_param *param;
    berth_error *error;
};

static int spec_bad_range(const struct spec_reader *reader, const char *shown)
{
    const struct berth_param *param = reader->param;
    char least[NUMBER_TEXT_MAX], most[NUMBER_TEXT_MAX];
    uint64_t unit = param->shape == BERTH_DECIMAL ? 1 : NUMBER_MILLION;
    bool huge = unit != 1 && param->max > UINT64_MAX / unit;
    number_text(param->min * unit, least);
    if (huge)
        return fail(reader->error, BERTH_E_RANGE, "%s: %s=%s is out of range",
                    reader->scheme->info.name, param->name, shown);
    return fail(reader->error, BERTH_E_RANGE, "%s: %s=%s is out of range: %s to %s",
                reader->scheme->info.name, param->name, shown, least,
                number_text(param->max * unit, most));
}

static int spec_bad_shape(const struct spec_reader *reader, const char *shown, const char *wanted)
{
    return fail(reader->error, BERTH_E_RANGE, "%s: %s=%s is not %s", reader->scheme->info.name,
                reader->param->name, shown, wanted);
}

/* The closest primes around n, for the hint. */
static int spec_not_prime(const struct spec_reader *reader, const char *shown, uint64_t n)
{
    uint64_t below = n, above = n;
    while (below > 2 && !bits_is_prime(below))
        below--;
    while (!bits_is_prime(above))
        above++;
    return fail(reader->error, BERTH_E_RANGE,
                "%s: %s=%s is not prime; the nearest are %llu and %llu", reader->scheme->info.name,
                reader->param->name, shown, (unsigned long long)below, (unsigned long long)above);
}

static int spec_read_number(const struct spec_reader *reader, const char *text, size_t len,
                            struct value *out)
{
    const struct berth_param *param = reader->param;
    char shown[FAIL_SHOWN_MAX];
    bool decimal = param->shape == BERTH_DECIMAL;
    fail_shown(text, len, shown);
    enum number_result result = decimal ? number_millionths(text, len, &out->number)
                                        : number_integer(text, len, &out->number);
    if (result == NUMBER_NOT)
        return spec_bad_shape(reader, shown, decimal ? "a number" : "a whole number");
    if (result == NUMBER_TOO_FINE)
        return spec_bad_shape(reader, shown, "a number with at most six digits after the point");
    if (result == NUMBER_LARGE || out->number < param->min || out->number > param->max)
        return spec_bad_range(reader, shown);
    if (param->shape == BERTH_POWER2 && !bits_is_power2(out->number))
        return spec_bad_shape(reader, shown, "a power of two");
    if (param->shape == BERTH_PRIME && !bits_is_prime(out->number))
        return spec_not_prime(reader, shown, out->number);
    return 0;
}

static int spec_read_word(const struct spec_reader *reader, const char *text, size_t len,
                          struct value *out)
{
    char shown[FAIL_SHOWN_MAX], hint[FAIL_HINT_MAX];
    int position = word_list_position(reader->param->words, text, len);
    if (position < 0)
        return fail(reader->error, BERTH_E_RANGE, "%s: %s=%s is not one of: %s%s",
                    reader->scheme->info.name, reader->param->name, fail_shown(text, len, shown),
                    reader->param->words, fail_hint(text, len, reader->param->words, hint));
    out->number = (uint64_t)position;
    return 0;
}

static int spec_unknown_hash(const struct spec_reader *reader, const char *text, size_t len)
{
    char shown[FAIL_SHOWN_MAX], hint[FAIL_HINT_MAX];
    struct nearest nearest;
    nearest_begin(&nearest, text, len);
    for (size_t i = 0; hash_at(i); i++)
        nearest_offer(&nearest, hash_at(i)->name, strlen(hash_at(i)->name));
    fail_meant(&nearest, hint);
    return fail(reader->error, BERTH_E_NAME, "%s: there is no hash \"%s\"%s",
                reader->scheme->info.name, fail_shown(text, len, shown),
                *hint ? hint : "; xxh3, murmur3-64, fnv1a-64, sha256, ... exist");
}

static int spec_read_hash(const struct spec_reader *reader, const char *text, size_t len,
                          struct value *out)
{
    const struct berth_options *options = reader->options;
    out->hash = hash_find(text, len);
    for (size_t i = 0; !out->hash && options && i < options->hash_count; i++) {
        const struct berth_hash *own = &options->hashes[i];
        if (strlen(own->name) == len && memcmp(own->name, text, len) == 0)
            out->hash = own;
    }
    return out->hash ? 0 : spec_unknown_hash(reader, text, len);
}

static int spec_read_value(const struct spec_reader *reader, const char *text, size_t len,
                           struct value *out)
{
    switch (reader->param->shape) {
    case BERTH_WORD:
        return spec_read_word(reader, text, len, out);
    case BERTH_HASH:
        return spec_read_hash(reader, text, len, out);
    case BERTH_TEXT:
        if (len >= sizeof out->text)
            return fail(reader->error, BERTH_E_RANGE, "%s: %s is longer than %zu bytes",
                        reader->scheme->info.name, reader->param->name, sizeof out->text - 1);
        memcpy(out->text, text, len);
        out->text[len] = 0;
        return 0;
    default:
        return spec_read_number(reader, text, len, out);
    }
}

/* ---- reading the whole --------------------------------------------------------------------- */

/* One "name=value" at *at; the value, unquoted, goes to value[0..*len). */
static int spec_cut(const char **at, char *value, size_t *len, berth_error *error)
{
    const char *c = *at;
    *len = 0;
    if (*c == '"') {
        for (c++; *c && *c != '"'; c++) {
            c += *c == '\\' && c[1] ? 1 : 0;
            if (*len < SPEC_TEXT_MAX)
                value[(*len)++] = *c;
        }
        if (*c++ != '"')
            return fail(error, BERTH_E_SYNTAX, "a quote is opened and not closed in the spec");
        if (*c && *c != ',' && *c != ':')
            return fail(error, BERTH_E_SYNTAX,
                        "a comma is missing after a quoted value in the spec");
    } else {
        for (; *c && *c != ',' && *c != ':'; c++)
            if (*len < SPEC_TEXT_MAX)
                value[(*len)++] = *c;
    }
    *at = c;
    return 0;
}

static int spec_read_param(struct spec_reader *reader, const char **at, uint32_t *given,
                           struct spec *out)
{
    char value[SPEC_TEXT_MAX], shown[FAIL_SHOWN_MAX];
    const char *name = *at;
    size_t value_len, len = strcspn(name, "=,:");
    if (name[len] != '=')
        return fail(reader->error, BERTH_E_SYNTAX, "\"%s\" in the spec is not NAME=VALUE",
                    fail_shown(name, len, shown));
    int position = spec_find_param(reader->scheme, name, len);
    if (position < 0)
        return spec_unknown_param(reader->scheme, name, len, reader->error);
    reader->param = &reader->scheme->info.params[position];
    if (*given >> position & 1)
        return fail(reader->error, BERTH_E_SYNTAX, "%s is given twice in the spec",
                    reader->param->name);
    *given |= 1u << position;
    *at = name + len + 1;
    int code = spec_cut(at, value, &value_len, reader->error);
    return code ? code : spec_read_value(reader, value, value_len, &out->values[position]);
}

static int spec_read_params(struct spec_reader *reader, const char *at, struct spec *out)
{
    uint32_t given = 0; /* bit i: parameter i is in the spec */
    if (reader->scheme->info.param_count > SPEC_PARAMS_MAX)
        return fail(reader->error, BERTH_E_LIMIT, "%s has %zu parameters; a spec has room for %d",
                    reader->scheme->info.name, reader->scheme->info.param_count, SPEC_PARAMS_MAX);
    for (size_t i = 0; i < reader->scheme->info.param_count; i++) {
        reader->param = &reader->scheme->info.params[i];
        const char *preset = reader->param->preset;
        int code = spec_read_value(reader, preset, strlen(preset), &out->values[i]);
        if (code)
            return code;
    }
    while (*at) {
        at++; /* over the ':' or ',' */
        int code = spec_read_param(reader, &at, &given, out);
        if (code)
            return code;
    }
    return 0;
}

/* ---- writing ------------------------------------------------------------------------------- */

static bool spec_same(const struct berth_param *param, const struct value *a, const struct value *b)
{
    if (param->shape == BERTH_HASH)
        return a->hash == b->hash;
    if (param->shape == BERTH_TEXT)
        return strcmp(a->text, b->text) == 0;
    return a->number == b->number;
}

static void spec_write_value(struct writer *w, const struct berth_param *param,
                             const struct value *value)
{
    char text[NUMBER_TEXT_MAX];
    size_t len;
    switch (param->shape) {
    case BERTH_HASH:
        writer_word(w, value->hash->name, ",:");
        break;
    case BERTH_TEXT:
        writer_word(w, value->text, ",:");
        break;
    case BERTH_WORD: {
        const char *word = spec_word_at(param->words, value->number, &len);
        writer_put(w, word, len);
        break;
    }
    case BERTH_DECIMAL:
        writer_text(w, number_text(value->number, text));
        break;
    default:
        writer_integer(w, value->number);
    }
}

static bool spec_is_default(const struct spec_reader *reader, const struct value *value)
{
    struct value preset = {0};
    const char *text = reader->param->preset;
    spec_read_value(reader, text, strlen(text), &preset);
    return spec_same(reader->param, &preset, value);
}

static int spec_write(struct spec *spec, struct spec_reader *reader)
{
    const struct berth_scheme_info *info = &spec->scheme->info;
    struct writer w = {.out = spec->text, .cap = sizeof spec->text};
    char between = ':';
    writer_text(&w, info->name);
    for (size_t i = 0; i < info->param_count; i++) {
        reader->param = &info->params[i];
        if (spec_is_default(reader, &spec->values[i]))
            continue;
        writer_char(&w, between);
        writer_text(&w, info->params[i].name);
        writer_char(&w, '=');
        spec_write_value(&w, &info->params[i], &spec->values[i]);
        between = ',';
    }
    return writer_end(&w) < sizeof spec->text
               ? 0
               : fail(reader->error, BERTH_E_RANGE, "the spec is too long");
}

int spec_parse(const char *text, const struct berth_options *options, struct spec *out,
               berth_error *error)
{
    struct spec_reader reader = {.options = options, .error = error};
    size_t len = strcspn(text, ":");
    memset(out, 0, sizeof *out);
    if (len == 0)
        return fail(error, BERTH_E_SYNTAX, "the spec names no scheme; write one as \"slots\"");
    out->scheme = reader.scheme = spec_find_scheme(text, len);
    if (!out->scheme)
        return spec_unknown_scheme(text, len, error);
    int code = spec_read_params(&reader, text + len, out);
    if (!code && out->scheme->check)
        code = out->scheme->check(out->values, error);
    return code ? code : spec_write(out, &reader);
}

static double spec_number(const struct berth_param *param, const struct value *value)
{
    if (param->shape == BERTH_HASH)
        return value->hash->bits;
    if (param->shape == BERTH_DECIMAL)
        return (double)value->number / (double)NUMBER_MILLION;
    return param->shape == BERTH_TEXT ? 0 : (double)value->number;
}

bool spec_setting(const struct spec *spec, const char *name, struct berth_setting *out)
{
    int i = name ? spec_find_param(spec->scheme, name, strlen(name)) : -1;
    if (i < 0)
        return false;
    const struct berth_param *param = &spec->scheme->info.params[i];
    const struct value *value = &spec->values[i];
    const struct spec_reader reader = {.scheme = spec->scheme, .param = param};
    struct writer w = {.out = out->text, .cap = sizeof out->text};
    if (param->shape == BERTH_TEXT)
        writer_text(&w, value->text);
    else
        spec_write_value(&w, param, value);
    writer_end(&w);
    out->param = param;
    out->number = spec_number(param, value);
    out->given = !spec_is_default(&reader, value);
    return true;
}

const struct value *spec_value(const struct spec *spec, const char *name)
{
    const struct berth_scheme_info *info = &spec->scheme->info;
    for (size_t i = 0; i < info->param_count; i++)
        if (strcmp(info->params[i].name, name) == 0)
            return &spec->values[i];
    return NULL;
}

const struct berth_hash *spec_hash(const struct spec *spec)
{
    const struct value *value = spec_value(spec, "hash");
    return value && value->hash ? value->hash : hash_find("xxh3", 4);
}

int berth_spec_canonical(const char *text, const struct berth_options *options, char *out,
                         size_t cap, berth_error *error)
{
    struct spec spec;
    if (!text || (!out && cap))
        return fail(error, BERTH_E_ARGUMENT, "berth_spec_canonical needs a spec and room");
    int code = spec_parse(text, options, &spec, error);
    if (code)
        return code;
    struct writer w = {.out = out, .cap = cap};
    writer_text(&w, spec.text);
    return (int)writer_end(&w);
}
