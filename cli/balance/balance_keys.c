/* SPDX-License-Identifier: MIT */
/* balance_keys.c - whether the keys are spread over what the nodes own as chance would have it
 *
 * Chi-square against the owned shares, with the variance that the keys' own repetitions bring, and
 * that of shares which are themselves counted from a sample. What would spread the keys better is
 * tried on those that were kept, before it is advised. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "balance/balance.h"
#include "judge/variant.h"
#include "judge/warn.h"
#include "show/figures.h"

static const double CERTAIN = 6;       /* standard deviations that are no chance */
static const double LIKELY = 3;        /* and those that may well be */
static const double NOTICEABLE = 1.03; /* a peak that matters in practice */

/* ---- keys kept ------------------------------------------------------------------------------- */

void balance_keep(struct balance *b, const struct key_batch *batch)
{
    struct kept *kept = &b->kept;
    b->has_numbers = batch->numbers != NULL;
    for (size_t i = 0; i < batch->n && kept->count < BALANCE_KEPT; i++) {
        if (!kept->numbers) {
            kept->numbers = memory_new(BALANCE_KEPT, sizeof *kept->numbers);
            kept->keys = memory_new(BALANCE_KEPT, sizeof *kept->keys);
        }
        if (batch->numbers) {
            kept->numbers[kept->count++] = batch->numbers[i];
            continue;
        }
        struct berth_key key = batch->keys[i];
        char *data = memory_new(key.len + 1, 1);
        memcpy(data, key.data, key.len);
        kept->keys[kept->count++] = (struct berth_key){.data = data, .len = key.len};
    }
}

void balance_kept_free(struct balance *b)
{
    for (size_t i = 0; i < b->kept.count && !b->has_numbers; i++)
        free((void *)(uintptr_t)b->kept.keys[i].data);
    free(b->kept.keys);
    free(b->kept.numbers);
}

/* ---- chance ---------------------------------------------------------------------------------- */

/* How many keys each node got, and what it owns. */
struct spread {
    const double *share, *got; /* of each node */
    size_t nodes;
    double keys, power;
    double samples; /* behind the shares; 0 = they are exact */
};

/* Standard deviations by which the keys are spread worse than chance over the owned shares. */
static double spread_chance(const struct spread *spread)
{
    double chi_square = 0, freedom = -1, power = spread->power > 0 ? spread->power : 1;
    if (spread->samples > 0)
        power += spread->keys * spread->keys / spread->samples;
    for (size_t i = 0; i < spread->nodes; i++) {
        if (spread->share[i] > 0) {
            double off = spread->got[i] - spread->keys * spread->share[i];
            chi_square += off * off / (spread->share[i] * power);
            freedom++;
        } else if (spread->got[i] > 0 && spread->samples <= 0) {
            return HUGE_VAL;
        }
    }
    return law_chi_square(chi_square, freedom);
}

static double keys_chance(const struct balance *b, double power)
{
    double *share = memory_new(b->count, sizeof *share), *got = memory_new(b->count, sizeof *got);
    for (size_t i = 0; i < b->count; i++) {
        share[i] = b->nodes[i].share;
        got[i] = (double)b->nodes[i].keys;
    }
    double chance = spread_chance(&(struct spread){
        .share = share,
        .got = got,
        .nodes = b->count,
        .keys = (double)b->keys,
        .power = power,
        .samples = b->measure == BERTH_BY_SAMPLE ? (double)berth_map_samples(b->map) : 0,
    });
    free(share);
    free(got);
    return chance;
}

/* The node that gets most in relation to what it owns. */
static double keys_over_owned(const struct balance *b, uint32_t *at)
{
    double most = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        double share = b->nodes[i].share, part = (double)b->nodes[i].keys / (double)b->keys;
        double ratio = share > 0 ? part / share : 0;
        if (ratio > most) {
            most = ratio;
            *at = i;
        }
    }
    return most;
}

/* ---- advice ---------------------------------------------------------------------------------- */

/* The keys that were kept, through another map: are they spread as chance would have it? */
static bool advice_spreads(const struct balance *b, const berth_map *map)
{
    const struct kept *kept = &b->kept;
    const struct berth_hash *hash = berth_hash_find("xxh3");
    struct power *power = memory_new(1, sizeof *power);
    double *share = memory_new(b->count, sizeof *share), *got = memory_new(b->count, sizeof *got);
    bool sampled = berth_map_shares(map, share) == BERTH_BY_SAMPLE;
    for (size_t i = 0; i < kept->count; i++) {
        const struct berth_key *key = &kept->keys[i];
        uint32_t owner = b->has_numbers ? berth_map_route_u64(map, kept->numbers[i])
                                        : berth_map_route(map, key->data, key->len);
        got[owner != BERTH_NONE ? owner : 0]++;
        power_add(power,
                  b->has_numbers ? hash->digest(&kept->numbers[i], sizeof kept->numbers[i])
                                 : hash->digest(key->data, key->len),
                  1);
    }
    double chance = spread_chance(&(struct spread){
        .share = share,
        .got = got,
        .nodes = berth_map_count(map),
        .keys = (double)kept->count,
        .power = power_estimate(power),
        .samples = sampled ? (double)berth_map_samples(map) : 0,
    });
    free(power);
    free(share);
    free(got);
    return chance < LIKELY;
}

static bool advice_helps(const struct balance *b, berth_map *variant)
{
    bool helps = variant && advice_spreads(b, variant);
    berth_map_free(variant);
    return helps;
}

/* Another hash of the same scheme. */
static bool advice_hash(const struct balance *b, char *value, size_t cap)
{
    struct berth_setting hash;
    if (!berth_map_param(b->map, "hash", &hash))
        return false;
    const char *words = hash.param->shape == BERTH_WORD ? hash.param->words : "xxh3";
    for (size_t len; *words; words += len, words += strspn(words, " ")) {
        len = strcspn(words, " ");
        snprintf(value, cap, "%.*s", (int)len, words);
        if (strcmp(value, hash.text) != 0 &&
            advice_helps(b, variant_with(b->map, hash.param->name, value)))
            return true;
    }
    return false;
}

static bool advice_slots(const struct balance *b)
{
    return advice_helps(b, variant_of(b->map, "slots"));
}

/* What a node that is down owns goes to others, unless the scheme places without it. */
static bool keys_pass_down(const struct balance *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->nodes[i].node.state == BERTH_DOWN && b->nodes[i].share > 0)
            return true;
    return false;
}

static bool keys_by_xxh3(const struct balance *b)
{
    struct berth_setting hash;
    return (b->info.promises & BERTH_NATIVE) != 0 && berth_map_param(b->map, "hash", &hash) &&
           strcmp(hash.text, "xxh3") == 0;
}

/* The caller frees the sentence. */
static char *keys_why(const struct balance *b)
{
    char value[64];
    if (keys_pass_down(b))
        return memory_text("nodes are down and the others take their keys");
    if (keys_by_xxh3(b))
        return memory_text("xxh3 spreads all keys but those that were picked by where they go");
    bool raw = b->has_numbers && (b->info.promises & BERTH_RAW_KEYS) != 0;
    const char *cause = raw ? "this scheme does not hash integer keys, so ids that lie close "
                              "together stay together"
                            : "the scheme's hash does not spread these keys";
    if (!raw && advice_hash(b, value, sizeof value))
        return memory_text("the hash does not spread these keys; hash=%s would", value);
    return memory_text("%s%s", cause, advice_slots(b) ? "; slots would spread them" : "");
}

/* ---- the verdict ----------------------------------------------------------------------------- */

void balance_judge_keys(struct balance *b)
{
    uint32_t at = 0;
    double power = power_estimate(&b->keys_power);
    double chance = keys_chance(b, power), ratio = keys_over_owned(b, &at);
    if (chance > CERTAIN && ratio > NOTICEABLE) {
        char *why = keys_why(b);
        balance_say(&b->by_key, VERDICT_UNEVEN,
                    memory_text("%s gets %s x what it owns, which is no chance: %s",
                                b->nodes[at].node.name, figure_ratio(ratio).text, why));
        free(why);
    } else {
        balance_say(&b->by_key, VERDICT_EVEN,
                    memory_text("%s %s spread over the nodes as chance would have it%s (peak %s)",
                                figure_keys(b->keys).text, b->keys == 1 ? "is" : "are",
                                power > 2 * (double)b->keys ? ", given how often some repeat" : "",
                                figure_ratio(b->by_keys.peak).text));
    }
    b->by_key.about = "keys";
}
