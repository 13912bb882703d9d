/* SPDX-License-Identifier: MIT */
/* balance_judge.c - from figures to sentences: is it the scheme, the points, the keys, or hot keys
 *
 * Each level is compared with what the level above makes likely: the scheme in balance_scheme.c, the
 * keys in balance_keys.c. Hot: a key that alone adds a twentieth or more to its node's fair load,
 * and ten times what a key has on average. */
#include <math.h>
#include <stdlib.h>

#include "balance/balance.h"
#include "show/figures.h"
#include "judge/warn.h"

static const double EVEN_PEAK = BALANCE_EVEN;
static const double HOT_PART = 0.05; /* of the node's fair load */
static const double HOT_TIMES = 10;  /* of the average key */

enum { JUDGE_KEY_COLUMNS = 40, JUDGE_KEY_MAX = 200 };

/* ---- peaks ----------------------------------------------------------------------------------- */

enum judge_level { JUDGE_OWNED, JUDGE_KEYS, JUDGE_LOAD, JUDGE_COPIES };

static double judge_part(const struct balance *b, size_t i, enum judge_level level)
{
    const struct balance_node *node = &b->nodes[i];
    switch (level) {
    case JUDGE_KEYS:
        return b->keys > 0 ? (double)node->keys / (double)b->keys : 0;
    case JUDGE_LOAD:
        return b->load > 0 ? (double)node->load / (double)b->load : 0;
    case JUDGE_COPIES: /* berth_evenness relates parts to their sum */
        return (double)node->copies;
    case JUDGE_OWNED:
        break;
    }
    return node->share;
}

static struct berth_evenness judge_spread(struct balance *b, enum judge_level level)
{
    struct berth_evenness evenness;
    double *part = memory_new(b->count, sizeof *part), *fair = memory_new(b->count, sizeof *fair);
    for (size_t i = 0; i < b->count; i++) {
        part[i] = judge_part(b, i, level);
        fair[i] = b->nodes[i].fair;
    }
    if (level == JUDGE_OWNED && b->measure == BERTH_BY_SAMPLE)
        berth_evenness_sampled(part, fair, b->count, berth_map_samples(b->map), &evenness,
                               &b->error);
    else
        berth_evenness(part, fair, b->count, &evenness);
    free(part);
    free(fair);
    return evenness;
}

void balance_say(struct verdict *verdict, enum verdict_level level, char *sentence)
{
    verdict->level = level;
    verdict->sentence = sentence;
}

/* ---- hot keys -------------------------------------------------------------------------------- */

static uint64_t judge_certain(const struct hot_key *hot)
{
    return hot->count - hot->error;
}

/* What a key has on average among those that are not as heavy as half of this one. */
static double judge_lighter(struct balance *b, uint64_t certain)
{
    struct hot_key other;
    double load = (double)b->load, keys = (double)b->keys;
    for (size_t i = 0; hot_keys_at(&b->sketch, i, &other); i++) {
        if (judge_certain(&other) < certain / 2)
            break;
        load -= (double)judge_certain(&other);
        keys -= b->has_sizes ? 1 : (double)judge_certain(&other);
    }
    return keys >= 1 && load > 0 ? load / keys : 0;
}

static void judge_find_hot(struct balance *b)
{
    struct hot_key hot;
    for (size_t i = 0; i < BALANCE_HOT_MAX && hot_keys_at(&b->sketch, i, &hot); i++) {
        double weight = (double)judge_certain(&hot), load = (double)b->load;
        double fair = b->nodes[hot.tag].fair, lighter = judge_lighter(b, judge_certain(&hot));
        if (weight >= HOT_PART * load * fair && lighter > 0 && weight >= HOT_TIMES * lighter)
            b->hot[b->hot_count++] = hot;
    }
}

/* The peak of the load that is left without the hot keys. */
static double judge_peak_without(const struct balance *b)
{
    double left = (double)b->load, most = 0;
    for (size_t h = 0; h < b->hot_count; h++)
        left -= (double)judge_certain(&b->hot[h]);
    for (uint32_t i = 0; i < b->count; i++) {
        double load = (double)b->nodes[i].load;
        for (size_t h = 0; h < b->hot_count; h++)
            load -= b->hot[h].tag == i ? (double)judge_certain(&b->hot[h]) : 0;
        double fair = b->nodes[i].fair;
        double ratio = fair > 0 && left > 0 ? load / left / fair : 0;
        most = ratio > most ? ratio : most;
    }
    return most;
}

static double judge_hot_ratio(const struct balance *b, const struct hot_key *hot)
{
    return judge_part(b, hot->tag, JUDGE_LOAD) / b->nodes[hot->tag].fair;
}

/* The hot key whose node carries most; NULL when no hot key overloads its node. */
static const struct hot_key *judge_worst_hot(const struct balance *b)
{
    const struct hot_key *worst = NULL;
    for (size_t h = 0; h < b->hot_count; h++)
        if (!worst || judge_hot_ratio(b, &b->hot[h]) > judge_hot_ratio(b, worst))
            worst = &b->hot[h];
    return worst && judge_hot_ratio(b, worst) > EVEN_PEAK ? worst : NULL;
}

/* How many of the hot keys are at the node of this one, itself left out. */
static size_t judge_hot_beside(const struct balance *b, const struct hot_key *hot)
{
    size_t beside = 0;
    for (size_t h = 0; h < b->hot_count; h++)
        beside += &b->hot[h] != hot && b->hot[h].tag == hot->tag;
    return beside;
}

/* All hot keys on its node make it carry so much, not the first alone. The caller frees the text. */
static char *judge_hot_together(const struct balance *b, const struct hot_key *first)
{
    size_t beside = judge_hot_beside(b, first);
    return beside == 0
               ? memory_text("%s", "and makes")
               : memory_text("and with %zu other hot key%s makes", beside, beside == 1 ? "" : "s");
}

/* Which keys the last part of the sentence leaves out. The caller frees the text. */
static char *judge_hot_all(const struct balance *b)
{
    if (b->hot_count == 1)
        return memory_text("%s", "it");
    return memory_text("the %zu %s keys", b->hot_count,
                       b->hot_count == BALANCE_HOT_MAX ? "hottest" : "hot");
}

static void judge_say_hot(struct balance *b, const struct hot_key *first)
{
    char key[JUDGE_KEY_MAX];
    char *together = judge_hot_together(b, first), *all = judge_hot_all(b);
    figure_key(first->key.data, first->key.len, JUDGE_KEY_COLUMNS, key, sizeof key);
    balance_say(
        &b->by_hot, VERDICT_HOT,
        memory_text("%s alone is %s of the %s %s %s carry %s x its fair share; without %s "
                    "the peak is %s",
                    key, figure_percent((double)judge_certain(first) / (double)b->load, 1).text,
                    b->has_sizes ? "load" : "keys", together, b->nodes[first->tag].node.name,
                    figure_ratio(judge_hot_ratio(b, first)).text, all,
                    figure_ratio(judge_peak_without(b)).text));
    free(together);
    free(all);
}

static void judge_hot(struct balance *b)
{
    judge_find_hot(b);
    const struct hot_key *first = judge_worst_hot(b);
    if (first) {
        judge_say_hot(b, first);
    } else if (b->has_sizes && b->by_load.peak > EVEN_PEAK &&
               b->by_load.peak > 1 + 1.5 * (b->by_keys.peak - 1)) {
        balance_say(&b->by_hot, VERDICT_UNEVEN,
                    memory_text("%s carries %s x its fair share: the keys differ in size, "
                                "though no single one stands out",
                                b->nodes[b->by_load.at].node.name,
                                figure_ratio(b->by_load.peak).text));
    } else if (b->has_sizes) {
        balance_say(&b->by_hot, VERDICT_EVEN,
                    memory_text("no key stands out (peak %s)", figure_ratio(b->by_load.peak).text));
    }
}

void balance_judge(struct balance *b)
{
    balance_zones(b);
    b->owned = judge_spread(b, JUDGE_OWNED);
    balance_judge_scheme(b);
    if (b->has_keys && b->keys > 0) {
        b->by_keys = judge_spread(b, JUDGE_KEYS);
        b->by_load = judge_spread(b, JUDGE_LOAD);
        balance_judge_keys(b);
        if (b->load > 0)
            judge_hot(b);
        if (b->replicas > 1) {
            b->by_copies = judge_spread(b, JUDGE_COPIES);
            balance_judge_copies(b);
            balance_judge_zones(b);
        }
        b->by_hot.about = "load";
        b->by_zone.about = "zones";
    }
}

/* ---- the verdicts in order ------------------------------------------------------------------- */

const struct verdict *balance_verdict(const struct balance *b, size_t i)
{
    const struct verdict *all[] = {&b->scheme, &b->by_key, &b->by_hot, &b->by_copy, &b->by_zone};
    for (size_t v = 0; v < sizeof all / sizeof all[0]; v++)
        if (all[v]->level != VERDICT_NONE && i-- == 0)
            return all[v];
    return NULL;
}

const char *balance_level(enum verdict_level level)
{
    static const char *const words[] = {
        [VERDICT_NONE] = "-",        [VERDICT_EVEN] = "even", [VERDICT_TYPICAL] = "typical",
        [VERDICT_UNEVEN] = "uneven", [VERDICT_HOT] = "hot",
    };
    return words[level];
}
