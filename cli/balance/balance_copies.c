/* SPDX-License-Identifier: MIT */
/* balance_copies.c - whether the copies that replicas make are spread by weight
 *
 * The replicas of a key are on distinct nodes: what a heavy node holds already, a light one gets. So
 * copies may be less even than what the nodes own, and are judged for themselves; what the luck of
 * so many keys explains, and what the shares owned explain, is not blamed on them. */
#include <math.h>
#include <stdlib.h>

#include "balance/balance.h"
#include "judge/warn.h"
#include "show/figures.h"

double balance_independent(const struct balance *b)
{
    double power = power_estimate(&b->keys_power), keys = (double)b->keys;
    return power > keys ? keys * keys / power : keys;
}

/* The peak without what chance does to so many copies. */
static double copies_peak(const struct balance *b)
{
    struct berth_evenness evenness;
    double *part = memory_new(b->count, sizeof *part), *fair = memory_new(b->count, sizeof *fair);
    for (size_t i = 0; i < b->count; i++) {
        part[i] = (double)b->nodes[i].copies;
        fair[i] = b->nodes[i].fair;
    }
    double samples = balance_independent(b) * (double)b->replicas, error;
    berth_evenness_sampled(part, fair, b->count, (uint64_t)samples, &evenness, &error);
    free(part);
    free(fair);
    return evenness.peak > 1 + BALANCE_NOISE * error ? evenness.peak : 1;
}

static bool copies_pass_down(const struct balance *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->nodes[i].node.state == BERTH_DOWN && b->nodes[i].fair > 0)
            return true;
    return false;
}

/* What keeps copies from following the weights. The caller frees the text. */
static char *copies_why(const struct balance *b)
{
    const struct balance_node *heaviest = &b->nodes[0];
    for (size_t i = 1; i < b->count; i++)
        if (b->nodes[i].fair > heaviest->fair)
            heaviest = &b->nodes[i];
    if (copies_pass_down(b))
        return memory_text(": nodes are down and the others hold their copies");
    if (b->zone_count > 1)
        return memory_text(": copies are spread over the zones first");
    if (heaviest->fair * (double)b->replicas > 1 + 1e-9)
        return memory_text(
            ": a node can hold a key once only, %s of the copies, though %s has %s of the weight",
            figure_percent(1 / (double)b->replicas, 1).text, heaviest->node.name,
            figure_percent(heaviest->fair, 1).text);
    if (b->weighing != BERTH_WEIGHTS_IGNORED && warn_weights_differ(b->map))
        return memory_text(": the copies of a key are at distinct nodes, so light nodes get what "
                           "heavy ones hold already");
    return memory_text("%s", "");
}

void balance_judge_copies(struct balance *b)
{
    const char *name = b->nodes[b->by_copies.at].node.name;
    struct figure ratio = figure_ratio(b->by_copies.peak);
    double peak = copies_peak(b);
    const char *mostly =
        b->by_copies.peak > BALANCE_EVEN ? "as chance has it with so few keys" : "at most";
    if (peak <= BALANCE_EVEN) {
        balance_say(&b->by_copy, VERDICT_EVEN,
                    memory_text("%s holds %s x its fair share of the copies, %s", name, ratio.text,
                                mostly));
    } else if (peak <= b->owned.peak && b->scheme.level > VERDICT_EVEN) {
        balance_say(&b->by_copy, b->scheme.level,
                    memory_text("%s holds %s x its fair share of the copies, no more uneven than "
                                "what the nodes own",
                                name, ratio.text));
    } else {
        char *why = copies_why(b);
        balance_say(
            &b->by_copy, VERDICT_UNEVEN,
            memory_text("%s holds %s x its fair share of the copies%s", name, ratio.text, why));
        free(why);
    }
    b->by_copy.about = "copies";
}
