/* SPDX-License-Identifier: MIT */
/* balance_scheme.c - what the scheme itself makes uneven: its names' luck, its hash, its weights */
#include <math.h>
#include <stdlib.h>

#include "balance/balance.h"
#include "judge/warn.h"
#include "show/figures.h"

/* What the names' luck, with points scattered as chance does it, and the sample's explain. */
static double scheme_limit(const struct balance *b)
{
    const struct berth_typical *typical = &b->law.typical;
    double rare =
        typical->weak_hash ? fmin(typical->peak_rare, typical->peak_scattered) : typical->peak_rare;
    return rare * (1 + 1e-9) + BALANCE_NOISE * b->error;
}

/* What is to blame when hardly another set of names does as badly. */
static const char *scheme_blame(const struct balance *b)
{
    const struct berth_typical *typical = &b->law.typical;
    if (typical->given)
        return "the points that the nodes were given lie badly";
    if (typical->weak_hash)
        return "the scheme's hash is to blame, and unlucky names";
    return typical->hash_tried ? "these names are unlucky"
                               : "the scheme's hash is to blame, or unlucky names";
}

static void scheme_by_typical(struct balance *b, const char *name)
{
    const struct berth_typical *typical = &b->law.typical;
    const double peak = b->owned.peak;
    struct figure shown = figure_ratio(peak), usual = figure_ratio(typical->peak);
    if (peak > BALANCE_EVEN)
        law_advise(b->map, &b->law);
    const char *better = b->law.better, *also = better[0] != '\0' ? "; " : "";
    if (peak <= BALANCE_EVEN || peak <= scheme_limit(b))
        balance_say(&b->scheme, peak <= BALANCE_EVEN ? VERDICT_EVEN : VERDICT_TYPICAL,
                    memory_text("%s owns %s x its fair share; about %s is typical for %s%s%s", name,
                                shown.text, usual.text, b->law.basis, also, better));
    else if (typical->weak_hash && peak <= typical->peak_rare * (1 + 1e-9))
        balance_say(&b->scheme, VERDICT_UNEVEN,
                    memory_text("%s owns %s x its fair share, and with other names it would be "
                                "about %s: the scheme's hash does not scatter the points of %s as "
                                "chance would%s%s",
                                name, shown.text, usual.text, b->law.basis, also, better));
    else
        balance_say(&b->scheme, VERDICT_UNEVEN,
                    memory_text("%s owns %s x its fair share, more than the %s that is typical for "
                                "%s: %s%s%s",
                                name, shown.text, usual.text, b->law.basis, scheme_blame(b), also,
                                better));
}

/* Rendezvous by a good hash leaves nothing to luck, so what the sample's error does not explain is
 * the hash's doing. */
static void scheme_by_sample(struct balance *b, const char *name)
{
    if (b->owned.peak > BALANCE_EVEN && b->owned.peak > 1 + BALANCE_NOISE * b->error)
        balance_say(&b->scheme, VERDICT_UNEVEN,
                    memory_text("%s owns %s x its fair share, whatever the keys: the scheme's own "
                                "hash is to blame; slots and hrw are even",
                                name, figure_ratio(b->owned.peak).text));
    else
        balance_say(&b->scheme, VERDICT_EVEN,
                    memory_text("every node owns its fair share, as far as a sample can tell that "
                                "is off by %s of a share",
                                figure_percent(b->error, 2).text));
}

/* Weights that a scheme follows only roughly may explain what its luck does not. */
static bool scheme_is_rough(const struct balance *b)
{
    return b->weighing == BERTH_WEIGHTS_ROUGHLY && b->owned.peak > BALANCE_EVEN &&
           warn_weights_differ(b->map);
}

void balance_judge_scheme(struct balance *b)
{
    const char *name = b->nodes[b->owned.at].node.name;
    bool by_points = b->has_law && b->law.points && !b->law.typical.weak_hash;
    if (b->measure == BERTH_BY_LAW)
        balance_say(&b->scheme, VERDICT_EVEN,
                    memory_text("every node owns its fair share, as the scheme's rule has it"));
    else if (scheme_is_rough(b))
        balance_say(&b->scheme, VERDICT_UNEVEN,
                    memory_text("%s owns %s x its fair share: this scheme follows weights only "
                                "roughly",
                                name, figure_ratio(b->owned.peak).text));
    else if (b->has_law)
        scheme_by_typical(b, name);
    else if (b->measure == BERTH_BY_SAMPLE)
        scheme_by_sample(b, name);
    else
        balance_say(
            &b->scheme, b->owned.peak <= BALANCE_EVEN ? VERDICT_EVEN : VERDICT_UNEVEN,
            memory_text("%s owns %s x its fair share", name, figure_ratio(b->owned.peak).text));
    b->scheme.about = by_points && b->scheme.level > VERDICT_EVEN ? "points" : "scheme";
}
