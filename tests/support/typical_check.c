/* SPDX-License-Identifier: MIT */
/* typical_check.c - maps of random names against what berth_map_typical says of them */
#include "typical_check.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "dice.h"

enum { CHECK_FORMS = 3, CHECK_NODES = 200, CHECK_SPEC = 160 };

/* ---- maps ------------------------------------------------------------------------------------ */

struct check_fleet {
    const char *spec;
    const struct subject *subject;
    uint32_t nodes, weights;
    unsigned form;
};

static void check_name(const struct check_fleet *fleet, struct dice *dice, uint32_t series,
                       uint32_t i, char name[40])
{
    if (fleet->form == 0)
        snprintf(name, 40, "1%u.1%u.1%u.1%u:7%03u", 10 + dice_below(dice, 90),
                 10 + dice_below(dice, 90), 10 + dice_below(dice, 90), 10 + i % 90, i / 90);
    else if (fleet->form == 1)
        snprintf(name, 40, "%c%c%c-%u", 'a' + (int)dice_below(dice, 26),
                 'a' + (int)dice_below(dice, 26), 'a' + (int)dice_below(dice, 26), i);
    else
        snprintf(name, 40, "cache%05u-%u", series, i);
}

static berth_map *check_map(const struct check_fleet *fleet, struct dice *dice)
{
    berth_nodes *nodes = subject_nodes(fleet->subject, 0, "%u");
    uint32_t series = dice_below(dice, 100000);
    for (uint32_t i = 0; i < fleet->nodes; i++) {
        char name[40];
        check_name(fleet, dice, series, i, name);
        subject_add(fleet->subject, nodes, name, 1 + i % fleet->weights, i);
    }
    berth_map *map = berth_map_new(fleet->spec, nodes, NULL, NULL);
    berth_nodes_free(nodes);
    return map;
}

/* Returns the standard error of a sampled share, or 0. */
static double check_evenness(const berth_map *map, struct berth_evenness *out)
{
    double share[CHECK_NODES], fair[CHECK_NODES], error = 0;
    enum berth_measure measure = berth_map_shares(map, share);
    berth_map_fair(map, fair);
    if (measure == BERTH_BY_SAMPLE)
        berth_evenness_sampled(share, fair, berth_map_count(map), berth_map_samples(map), out,
                               &error);
    else
        berth_evenness(share, fair, berth_map_count(map), out);
    return error;
}

/* ---- counts ---------------------------------------------------------------------------------- */

static void check_set(const berth_map *map, const struct berth_typical *typical,
                      struct typical_seen *seen)
{
    struct berth_evenness evenness;
    double error = check_evenness(map, &evenness), peak = evenness.peak;
    seen->sets++;
    /* Below 1.05 a map is even, whatever is typical. */
    seen->rare += peak > 1.05 && peak > typical->peak_rare * (1 + 1e-9) + 3.5 * error;
    seen->below += peak < typical->peak_low * (1 - 1e-9) - error;
    seen->above += peak > typical->peak_high * (1 + 1e-9) + error;
}

static void check_form(const struct check_fleet *fleet, unsigned sets, struct typical_seen *seen)
{
    struct dice dice = {.state = 1 + fleet->form};
    struct berth_typical typical;
    for (unsigned i = 0; i < sets; i++) {
        berth_map *map = check_map(fleet, &dice);
        bool known = map && (i > 0 || berth_map_typical(map, &typical, NULL) == BERTH_E_OK);
        if (known)
            check_set(map, &typical, seen);
        berth_map_free(map);
        if (!known)
            return;
    }
}

void typical_check(const char *spec, uint32_t n, uint32_t weights, unsigned sets,
                   struct typical_seen *total)
{
    struct subject subject = subject_of(spec);
    struct typical_seen seen = {0};
    assert_true(n <= CHECK_NODES);
    for (unsigned form = 0; form < CHECK_FORMS; form++)
        check_form(&(struct check_fleet){spec, &subject, n, weights, form}, sets / CHECK_FORMS,
                   &seen);
    /* A fiftieth is expected; more than a tenth and two is more than five deviations. */
    bool good = seen.rare <= 2 + seen.sets / 10;
    if (!good)
        print_error(
            "%s, %u nodes, weights up to %u: of %u sets of names %u lie above the limit, %u "
            "above the band, %u below\n",
            spec, n, weights, seen.sets, seen.rare, seen.above, seen.below);
    total->faults += !good;
    total->sets += seen.sets;
    total->rare += seen.rare;
    total->below += seen.below;
    total->above += seen.above;
}

/* ---- settings -------------------------------------------------------------------------------- */

static bool check_has_word(const char *words, const char *word)
{
    size_t len = strlen(word);
    for (const char *at = words; at && (at = strstr(at, word)); at += len)
        if ((at == words || at[-1] == ' ') && (at[len] == '\0' || at[len] == ' '))
            return true;
    return false;
}

void typical_check_settings(const struct berth_scheme_info *scheme,
                            void (*each)(const char *spec, void *context), void *context)
{
    static const char *const settings[][2] = {
        {"points", "1"},   {"points", "10"},  {"points", "160"},
        {"probes", "2"},   {"probes", "21"},  {"bound", "1.05"},
        {"bound", "1.25"}, {"table", "1021"}, {"table", "1024"},
    };
    char spec[CHECK_SPEC];
    each(scheme->name, context);
    for (size_t p = 0; p < scheme->param_count; p++) {
        const struct berth_param *param = &scheme->params[p];
        for (size_t s = 0; s < sizeof settings / sizeof *settings; s++) {
            if (strcmp(param->name, settings[s][0]) != 0 &&
                !check_has_word(param->aliases, settings[s][0]))
                continue;
            snprintf(spec, sizeof spec, "%s:%s=%s", scheme->name, param->name, settings[s][1]);
            if (berth_spec_canonical(spec, NULL, NULL, 0, NULL) >= 0)
                each(spec, context);
        }
    }
}
