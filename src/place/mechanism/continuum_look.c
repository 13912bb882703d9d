/* SPDX-License-Identifier: MIT */
/* continuum_look.c - what a deployed ring shows: the point that a key finds, its label, its ties */
#include "place/mechanism/continuum_work.h"

#include <string.h>

enum { LOOK_LABEL_MAX = 2048 }; /* bytes of a label that is looked for; longer ones are not told */

static bool look_same(const struct continuum_state *ring, size_t a, size_t b)
{
    return ring->points.at[a] == ring->points.at[b] && (!ring->low || ring->low[a] == ring->low[b]);
}

/* Another node that has a point where point `at` stands, whether or not the ring kept it. */
static uint32_t look_tied(const struct continuum_state *ring, size_t at)
{
    const struct points *points = &ring->points;
    const uint64_t value = points->at[at];
    const uint32_t owner = points->member[at];
    for (size_t i = at; i > 0 && look_same(ring, i - 1, at); i--)
        if (points->member[i - 1] != owner)
            return points->member[i - 1];
    for (size_t i = at + 1; i < points->count && look_same(ring, i, at); i++)
        if (points->member[i] != owner)
            return points->member[i];
    for (size_t i = 0; i < ring->dropped_count && ring->dropped[i].value <= value; i++)
        if (ring->dropped[i].value == value && ring->dropped[i].tag != owner)
            return ring->dropped[i].tag;
    return BERTH_NONE;
}

void continuum_row_lost(const void *state, size_t *lost)
{
    const struct continuum_state *ring = state;
    for (size_t i = 0; i < ring->dropped_count; i++) {
        const struct sort_pair *pair = &ring->dropped[i];
        lost[pair->tag] +=
            ring->points.member[points_search(&ring->points, pair->value)] != pair->tag;
    }
}

void continuum_row_explain(const void *state, const struct walk *walk, struct where *out)
{
    const struct continuum_state *ring = state;
    const bool table = continuum_is_table(ring);
    out->kind = table ? BERTH_KIND_SLOT : BERTH_KIND_POINT;
    out->bits = 64 - ring->shift;
    out->flip = ring->flip;
    out->positions = table ? ring->points.count : 0;
    if (ring->points.count == 0)
        return;
    const size_t at = continuum_find(ring, walk->hash);
    out->position = table ? at : continuum_value(ring, at) ^ ring->flip;
    out->met = ring->points.member[at];
    if (ring->low) {
        out->bits = 128;
        out->low = ring->low[at];
    }
    if (!table)
        out->tied = look_tied(ring, at);
}

/* ---- the label ----------------------------------------------------------------------------- */

/* The number of the word of a label's digest that is this value; 4 = none. */
static unsigned look_word(const struct continuum_row *row, const struct berth_key *label,
                          uint64_t value, uint64_t low)
{
    uint32_t words[4];
    md5_many(label, 1, 4, words);
    if (row->points.wide)
        return continuum_half(row->points.wide, words[0], words[1]) == value &&
                       continuum_half(row->points.wide, words[2], words[3]) == low
                   ? 0
                   : 4;
    for (unsigned i = 0; i < row->points.md5_words; i++)
        if (words[i] == value)
            return i;
    return 4;
}

/* The same for a label of any ring. */
static unsigned look_part(const struct continuum_state *ring, continuum_hash *hash,
                          const struct berth_key *label, size_t at)
{
    const struct continuum_row *row = &ring->row;
    const uint64_t value = continuum_value(ring, at) ^ ring->flip;
    if (row->points.wide || row->points.md5_words)
        return look_word(row, label, value, ring->low ? ring->low[at] : 0);
    const uint64_t last = ring->shift ? UINT64_MAX >> ring->shift : UINT64_MAX;
    return (hash(label->data, label->len) & last) == value ? 0 : 4;
}

/* What stands for $n. */
static struct continuum_name look_name(const struct continuum_in *in,
                                       const struct continuum_row *row, uint32_t node,
                                       struct writer *w)
{
    if (!row->label.identity)
        return (struct continuum_name){in->nodes->items[node]->text,
                                       in->nodes->items[node]->name_len};
    row->label.identity(in, node, w);
    return (struct continuum_name){w->out, w->len};
}

/* Writes the label of point `at`, which is one of those that its node has. */
static void look_label(const struct continuum_state *ring, const struct continuum_in *in, size_t at,
                       struct writer *w)
{
    const struct continuum_row *row = &ring->row;
    const char *pattern = continuum_pattern(ring);
    if (!pattern)
        return;
    char names[LOOK_LABEL_MAX], text[LOOK_LABEL_MAX];
    struct writer spelt = {.out = names, .cap = sizeof names};
    const uint32_t node = ring->points.member[at];
    const struct continuum_name name = look_name(in, row, node, &spelt);
    continuum_hash *digest = continuum_work_hash(in, row);
    for (uint64_t j = 0; name.len < LOOK_LABEL_MAX - 64 && j < ring->labels[node]; j++) {
        struct writer label = {.out = text, .cap = sizeof text};
        continuum_write_label(pattern, name, node, row->label.first + j, &label);
        const unsigned word =
            look_part(ring, digest, &(struct berth_key){label.out, label.len}, at);
        if (word == 4)
            continue;
        writer_put(w, label.out, label.len);
        if (row->points.md5_words > 1) {
            writer_text(w, ", word ");
            writer_integer(w, word + 1);
            writer_text(w, " of ");
            writer_integer(w, row->points.md5_words);
        }
        return;
    }
}

/* The same where emit makes the points. */
static void look_tell(const struct continuum_state *ring, const struct continuum_in *in, size_t at,
                      struct writer *w)
{
    const uint32_t node = ring->points.member[at];
    const struct continuum_point point = {.node = node,
                                          .number = ring->numbers ? ring->numbers[node] : node,
                                          .value = continuum_value(ring, at) ^ ring->flip,
                                          .count = ring->labels[node]};
    if (ring->row.points.tell)
        ring->row.points.tell(in, &point, w);
}

void continuum_row_label(const void *state, const void *nodes, uint64_t hash, struct writer *w)
{
    const struct continuum_state *ring = state;
    if (continuum_is_table(ring) || ring->points.count == 0)
        return;
    const struct continuum_in in = {.nodes = nodes, .values = ring->values, .count = ring->nodes};
    const size_t at = continuum_find(ring, hash);
    if (ring->row.points.emit)
        look_tell(ring, &in, at, w);
    else
        look_label(ring, &in, at, w);
}
