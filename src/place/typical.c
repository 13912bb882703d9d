/* SPDX-License-Identifier: MIT */
/* typical.c - how even maps of this setting are when their names are drawn at random
 *
 * Idea       Points drawn at random cut a circle into exponential gaps, divided by their sum, so a
 *            node of m points owns the sum of m of them. With k probes a gap x (mean 1) is worth
 *            k / (k - 1) (1 - e^-(k-1)x): the probe that lands nearest to a point wins. A slot
 *            table is normal around the fair number of slots, in whole slots, up to the room.
 *            A few hundred such maps give the median and the limits of CV and peak. Maps for which
 *            no law is known, and rings whose hash may be weak, are built themselves, under other
 *            names, where that is cheap.
 * Promises   the same figures everywhere: the stream of chance has a fixed seed
 * Cost       2^20 numbers at most up to 10,000 nodes; 2^22 slots or points of maps built */
#include "place/typical.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/order.h"

#include <math.h>

enum { TYPICAL_LEAST = 100, TYPICAL_MOST = 4000, TYPICAL_DRAWS = 1 << 20, TYPICAL_TERMS = 32 };

/* Maps that are built: a fiftieth must be told from chance. */
enum { TYPICAL_FEW = 50, TYPICAL_ENOUGH = 200, TYPICAL_POINTS = 1 << 22, TYPICAL_SLOTS = 1 << 22 };
enum { TYPICAL_FIRST = 16, TYPICAL_CHEAP = 1 << 19 };
static const double TYPICAL_EVEN = 1.01; /* the peak of a map that needs no second look */

/* What the figures are drawn from. */
enum typical_law { TYPICAL_RING, TYPICAL_CLOCKS, TYPICAL_BUILT };

/* The setting, and the maps drawn for it. */
struct typical {
    const struct berth_map *map;
    double *fair, *parts, *share, *room; /* of each node; room is infinite where there is none */
    double *peak, *cv;                   /* of each draw */
    uint64_t *rooms;                     /* as the map gives them */
    uint32_t *order;
    uint32_t count, draws;
    double all;    /* points or slots */
    double most;   /* as in struct berth_typical */
    double probes; /* of a ring */
    enum typical_law law;
    struct chance chance;
};

/* ---- one ring -------------------------------------------------------------------------------- */

/* What one gap is worth; its mean is 1. */
static double typical_gap(struct typical *t)
{
    double u = chance_unit(&t->chance);
    if (t->probes <= 1)
        return -log(u);
    return t->probes / (t->probes - 1) * (1 - pow(u, t->probes - 1));
}

/* The skewness of one gap's worth, from the moments of u^(k-1). */
static double typical_gap_skewness(double probes)
{
    if (probes <= 1)
        return 2;
    double one = 1 / probes, two = 1 / (2 * probes - 1), three = 1 / (3 * probes - 2);
    double variance = two - one * one;
    return -(three - 3 * one * two + 2 * one * one * one) / (variance * sqrt(variance));
}

/* The worth of `points` gaps: one by one or, when they are many, by mean, variance and skewness. */
static double typical_gaps(struct typical *t, double points)
{
    if (t->probes <= 1 && points >= 1)
        return chance_gamma(&t->chance, points);
    if (points <= TYPICAL_TERMS) {
        double sum = 0;
        for (double i = 0; i < points; i++)
            sum += typical_gap(t);
        return sum;
    }
    double z = chance_normal(&t->chance), skewness = typical_gap_skewness(t->probes);
    double bend = skewness / sqrt(points) * (z * z - 1) / 6;
    return points + sqrt(points / (2 * t->probes - 1)) * (z + bend);
}

static void typical_draw_ring(struct typical *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        t->share[i] = typical_gaps(t, t->parts[i]);
}

/* ---- one table ------------------------------------------------------------------------------- */

/* The clocks of slots nearly halve the variance of owners drawn at random: docs/placement.md. */
static double typical_slots_factor(double owners)
{
    return (owners - 1) / (2 * owners - 1);
}

/* A count of slots with this mean and variance: rounding adds a twelfth to the variance. */
static double typical_count(struct typical *t, double mean, double variance)
{
    double sd = sqrt(fmax(variance - 1.0 / 12, 0.8 * variance)), z = chance_normal(&t->chance);
    double bend = mean > 0 ? sd * sd / mean * (z * z - 1) / 6 : 0;
    return fmax(0, rint(mean + sd * z + bend));
}

/* Nodes keep to their rooms; returns the slots without an owner, and what part of all nodes, by
 * weight, has room for more. */
static double typical_keep_to_room(struct typical *t, double *open)
{
    double owned = 0;
    *open = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        t->share[i] = fmin(t->share[i], t->room[i]);
        owned += t->share[i];
        *open += t->share[i] < t->room[i] ? t->fair[i] : 0;
    }
    return t->all - owned;
}

/* Slots that full nodes passed by go to the others, at random by weight. */
static void typical_pass_on(struct typical *t)
{
    for (int round = 0; round < 32; round++) {
        double open, left = typical_keep_to_room(t, &open);
        if (left < 0.5 || open <= 0)
            return;
        for (uint32_t i = 0; i < t->count; i++) {
            double more = left * t->fair[i] / open;
            if (t->share[i] < t->room[i])
                t->share[i] += typical_count(t, more, more);
        }
    }
}

static void typical_draw_slots(struct typical *t)
{
    double owners = 0, over = -t->all;
    for (uint32_t i = 0; i < t->count; i++)
        owners += t->fair[i] > 0;
    double factor = typical_slots_factor(owners);
    for (uint32_t i = 0; i < t->count; i++) {
        double mean = t->all * t->fair[i];
        t->share[i] = typical_count(t, mean, factor * mean);
        over += t->share[i];
    }
    for (uint32_t i = 0; i < t->count; i++)
        t->share[i] = fmax(0, rint(t->share[i] - over * t->fair[i]));
    if (t->room[0] < HUGE_VAL)
        typical_pass_on(t);
}

/* ---- all draws ------------------------------------------------------------------------------- */

static bool typical_less(const void *context, uint32_t a, uint32_t b)
{
    const double *figures = context;
    return figures[a] < figures[b];
}

/* The figure below which this part of the draws lies. */
static double typical_quantile(const struct typical *t, const double *figures, double part)
{
    uint32_t at = (uint32_t)(part * t->draws);
    return figures[t->order[at < t->draws ? at : t->draws - 1]];
}

static void typical_sort(struct typical *t, const double *figures)
{
    for (uint32_t i = 0; i < t->draws; i++)
        t->order[i] = i;
    order_sort(t->order, t->draws, typical_less, figures);
}

static void typical_bands(struct typical *t, struct berth_typical *out)
{
    typical_sort(t, t->peak);
    out->peak_low = typical_quantile(t, t->peak, 0.1);
    out->peak = typical_quantile(t, t->peak, 0.5);
    out->peak_high = typical_quantile(t, t->peak, 0.9);
    out->peak_rare = typical_quantile(t, t->peak, 0.98);
    typical_sort(t, t->cv);
    out->cv_low = typical_quantile(t, t->cv, 0.1);
    out->cv = typical_quantile(t, t->cv, 0.5);
    out->cv_high = typical_quantile(t, t->cv, 0.9);
}

/* What a normal figure is, by a few draws: where part `z`, in standard deviations, of further draws
 * lies. Few draws do not tell mean and deviation well: Student's factor, and that of a prediction,
 * widen the band. */
struct typical_fit {
    double mean, deviation, draws;
};

static double typical_further(const struct typical_fit *fit, double z)
{
    double student = z * (1 + (z * z + 1) / (4 * (fit->draws - 1)));
    return fit->mean + student * fit->deviation * sqrt(1 + 1 / fit->draws);
}

static struct typical_fit typical_fit_of(const double *figures, uint32_t draws)
{
    struct typical_fit fit = {.draws = draws};
    double squares = 0;
    for (uint32_t d = 0; d < draws; d++)
        fit.mean += figures[d] / draws;
    for (uint32_t d = 0; d < draws; d++)
        squares += (figures[d] - fit.mean) * (figures[d] - fit.mean);
    fit.deviation = sqrt(squares / (draws - 1));
    return fit;
}

/* The bands of a few draws: what the peak has beyond 1 is log-normal, nearly, and the CV normal. */
static void typical_few_bands(struct typical *t, struct berth_typical *out)
{
    static const double tenth = 1.2816, fiftieth = 2.0537;
    const struct typical_fit cv = typical_fit_of(t->cv, t->draws);
    for (uint32_t d = 0; d < t->draws; d++)
        t->peak[d] = log(fmax(t->peak[d] - 1, 1e-9));
    const struct typical_fit peak = typical_fit_of(t->peak, t->draws);
    out->peak_low = 1 + exp(typical_further(&peak, -tenth));
    out->peak = 1 + exp(peak.mean);
    out->peak_high = 1 + exp(typical_further(&peak, tenth));
    out->peak_rare = 1 + exp(typical_further(&peak, fiftieth));
    out->cv_low = fmax(0, typical_further(&cv, -tenth));
    out->cv = cv.mean;
    out->cv_high = typical_further(&cv, tenth);
}

/* Slots drawn may be a few more or fewer than there are; a room is a part of those there are. */
static void typical_note(struct typical *t, uint32_t draw)
{
    struct berth_evenness evenness;
    double whole = 0;
    berth_evenness(t->share, t->fair, t->count, &evenness);
    bool bounded = t->law == TYPICAL_CLOCKS && t->most > 0;
    for (uint32_t i = 0; i < t->count && bounded; i++)
        whole += t->share[i];
    t->peak[draw] = bounded ? fmin(evenness.peak * whole / t->all, t->most) : evenness.peak;
    t->cv[draw] = evenness.cv;
}

static void typical_draw(struct typical *t)
{
    for (uint32_t d = 0; d < t->draws; d++) {
        if (t->law == TYPICAL_RING)
            typical_draw_ring(t);
        else
            typical_draw_slots(t);
        typical_note(t, d);
    }
}

static bool typical_build(struct typical *t, uint32_t draw)
{
    berth_map *trial = typical_trial(t->map, &t->chance);
    bool exact = trial && berth_map_shares(trial, t->share) == BERTH_BY_TABLE;
    if (exact) {
        berth_map_fair(trial, t->fair);
        typical_note(t, draw);
    }
    berth_map_free(trial);
    return exact;
}

/* Builds maps of the map's own scheme until there are `draws`. Returns false when it refuses too many
 * of the names. */
static bool typical_try(struct typical *t, uint32_t done)
{
    for (uint32_t refused = 0; done < t->draws && refused < TYPICAL_FEW;)
        if (typical_build(t, done))
            done++;
        else
            refused++;
    return done == t->draws;
}

/* Of the first maps. */
struct typical_first {
    double most, peak, cv; /* the largest peak; the means */
};

static struct typical_first typical_first(const struct typical *t)
{
    struct typical_first first = {0};
    for (uint32_t d = 0; d < TYPICAL_FIRST; d++) {
        first.most = fmax(first.most, t->peak[d]);
        first.peak += t->peak[d] / TYPICAL_FIRST;
        first.cv += t->cv[d] / TYPICAL_FIRST;
    }
    return first;
}

/* ---- the setting ----------------------------------------------------------------------------- */

/* The points of each node, as the map has them. */
static bool typical_take_points(struct typical *t)
{
    struct berth_mark mark;
    for (size_t i = 0; berth_map_mark(t->map, i, &mark); i++)
        t->parts[mark.index]++;
    for (uint32_t i = 0; i < t->count; i++)
        t->all += t->parts[i];
    t->probes = berth_map_number(t->map, "probes", 1);
    t->law = TYPICAL_RING;
    return t->all > 0;
}

static void typical_take_rooms(struct typical *t)
{
    bool bounded = berth_map_rooms(t->map, t->rooms);
    for (uint32_t i = 0; i < t->count; i++)
        t->room[i] = bounded ? (double)t->rooms[i] : HUGE_VAL;
}

static bool typical_take_slots(struct typical *t)
{
    t->all = berth_map_number(t->map, "table", 0);
    for (uint32_t i = 0; i < t->count; i++)
        t->parts[i] = t->all * t->fair[i];
    t->law = TYPICAL_CLOCKS;
    return t->all > 0;
}

static bool typical_take_table(struct typical *t)
{
    struct space space;
    if (!map_space(t->map, &space) || space.kind != SPACE_CYCLE)
        return false;
    t->all = (double)space.size;
    t->law = TYPICAL_BUILT;
    return t->all > 0;
}

static bool typical_is_assigned(const struct typical *t)
{
    return t->map->scheme->info.promises & BERTH_ASSIGNED;
}

static bool typical_take(struct typical *t)
{
    double whole = 0;
    berth_map_fair(t->map, t->fair);
    for (uint32_t i = 0; i < t->count; i++)
        whole += t->fair[i];
    if (t->map->bare || whole <= 0)
        return false;
    if (berth_map_kind(t->map) == BERTH_KIND_POINT)
        return typical_take_points(t);
    if (t->map->scheme->clocks)
        return typical_take_slots(t);
    return berth_map_kind(t->map) == BERTH_KIND_SLOT && !typical_is_assigned(t) &&
           typical_take_table(t);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t typical_doubles(const struct typical *t)
{
    return 4 * (size_t)t->count + 2 * (size_t)t->draws;
}

static bool typical_alloc(struct typical *t, const struct berth_alloc *alloc)
{
    t->order = alloc_array(alloc, t->draws, sizeof *t->order);
    t->fair = alloc_zeroed(alloc, typical_doubles(t), sizeof *t->fair);
    t->rooms = alloc_array(alloc, t->count, sizeof *t->rooms);
    if (!t->order || !t->fair || !t->rooms)
        return false;
    t->parts = t->fair + t->count;
    t->share = t->parts + t->count;
    t->room = t->share + t->count;
    t->peak = t->room + t->count;
    t->cv = t->peak + t->draws;
    return true;
}

static void typical_release(struct typical *t, const struct berth_alloc *alloc)
{
    alloc_free(alloc, t->order, t->draws, sizeof *t->order);
    alloc_free(alloc, t->rooms, t->count, sizeof *t->rooms);
    alloc_free(alloc, t->fair, typical_doubles(t), sizeof *t->fair);
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Fewer maps of many nodes: their figures scatter less. */
static uint32_t typical_draws(const struct berth_map *map)
{
    uint32_t draws = map->count > 0 ? TYPICAL_DRAWS / map->count : TYPICAL_LEAST;
    return draws < TYPICAL_LEAST ? TYPICAL_LEAST : draws > TYPICAL_MOST ? TYPICAL_MOST : draws;
}

static double typical_most(const struct typical *t)
{
    double most = 0;
    for (uint32_t i = 0; i < t->count && t->law != TYPICAL_RING; i++)
        if (t->fair[i] > 0 && t->room[i] < HUGE_VAL)
            most = fmax(most, t->room[i] / (t->all * t->fair[i]));
    return most;
}

/* How many maps to build; 0 = too few would be cheap. The first ones may be enough. */
static uint32_t typical_trials(const struct typical *t, double size)
{
    double trials = size / t->all;
    struct space space;
    if (trials < TYPICAL_FIRST || !map_space(t->map, &space))
        return 0;
    return (uint32_t)fmin(t->draws, fmin(trials, TYPICAL_ENOUGH));
}

static bool typical_is_dear(const struct typical *t)
{
    return t->all * TYPICAL_ENOUGH > TYPICAL_CHEAP;
}

/* When the first tables are all even, more would tell nothing new. */
static bool typical_tables(struct typical *t)
{
    uint32_t trials = typical_trials(t, TYPICAL_SLOTS);
    t->draws = TYPICAL_FIRST;
    if (trials == 0 || !typical_try(t, 0))
        return false;
    if (typical_first(t).most < TYPICAL_EVEN && typical_is_dear(t))
        return true;
    t->draws = trials;
    return trials >= TYPICAL_FEW && typical_try(t, TYPICAL_FIRST);
}

static bool typical_by_xxh3(const struct berth_map *map)
{
    return map->scheme->info.promises & BERTH_NATIVE && map->native_keys;
}

static double typical_deviation(const struct berth_typical *by_chance)
{
    return (by_chance->cv_high - by_chance->cv_low) / 2.56;
}

/* Whether the middle of the rings built lies beyond what so few of chance's would give. */
static bool typical_is_weak(const struct typical *t, const struct berth_typical *by_chance,
                            double cv)
{
    double noise = 1.25 * typical_deviation(by_chance) / sqrt(t->draws);
    return cv > 1.05 * by_chance->cv + 3.5 * noise;
}

/* The first rings are as even as chance's: its law holds for the hash, but for what their peaks are
 * higher on average. */
static bool typical_agrees(const struct typical *t, struct berth_typical *out)
{
    struct typical_first first = typical_first(t);
    double times = (first.peak - 1) / (out->peak - 1);
    if (!typical_is_dear(t) || fabs(first.cv - out->cv) > typical_deviation(out) / 2)
        return false;
    if (times > 1) {
        out->peak = 1 + (out->peak - 1) * times;
        out->peak_high = 1 + (out->peak_high - 1) * times;
        out->peak_rare = 1 + (out->peak_rare - 1) * times;
    }
    return true;
}

/* A preset's labels, or another hash than XXH3, may scatter points worse than chance does: then the
 * scheme's own rings count, as long as enough of them are cheap. */
static void typical_own_rings(struct typical *t, struct berth_typical *out)
{
    const struct berth_typical by_chance = *out;
    uint32_t trials = typical_trials(t, TYPICAL_POINTS);
    t->draws = TYPICAL_FIRST;
    if (trials == 0 || !typical_try(t, 0))
        return;
    out->hash_tried = typical_agrees(t, out);
    t->draws = trials;
    if (out->hash_tried || !typical_try(t, TYPICAL_FIRST))
        return;
    if (trials < TYPICAL_FEW)
        typical_few_bands(t, out);
    else
        typical_bands(t, out);
    out->hash_tried = true;
    out->weak_hash = typical_is_weak(t, &by_chance, out->cv);
}

static void typical_judge_hash(struct typical *t, struct berth_typical *out)
{
    out->given = typical_is_assigned(t);
    out->hash_tried = t->law != TYPICAL_RING || typical_by_xxh3(t->map);
    if (!out->given && !out->hash_tried)
        typical_own_rings(t, out);
}

static bool typical_drawn(struct typical *t)
{
    if (t->law == TYPICAL_BUILT)
        return typical_tables(t);
    typical_draw(t);
    return true;
}

static int typical_answer(struct typical *t, struct berth_typical *out, berth_error *error)
{
    bool known = typical_take(t);
    if (known) {
        typical_take_rooms(t);
        t->most = typical_most(t);
        known = typical_drawn(t);
    }
    if (!known)
        return fail(error, BERTH_E_UNSUPPORTED, "no law of this scheme's shares is known");
    typical_bands(t, out);
    out->peak_scattered = out->peak_rare;
    out->most = t->most;
    out->parts = t->all;
    typical_judge_hash(t, out);
    return BERTH_E_OK;
}

int berth_map_typical(const berth_map *map, struct berth_typical *out, berth_error *error)
{
    const uint32_t draws = typical_draws(map);
    struct typical t = {.map = map, .count = map->count, .draws = draws};
    *out = (struct berth_typical){0};
    int code = typical_alloc(&t, &map->alloc) ? typical_answer(&t, out, error) : fail_memory(error);
    t.draws = draws;
    typical_release(&t, &map->alloc);
    return code;
}
