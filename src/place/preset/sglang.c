/* SPDX-License-Identifier: MIT */
/* sglang.c - the ring of SGLang's model gateway */
#include "place/mechanism/continuum_row.h"

#include "base/bytes.h"
#include "base/writer.h"
#include "hash/blake3.h"

static const struct berth_param sglang_params[] = {
    {.name = "enc",
     .words = "le64 dec",
     .shape = BERTH_WORD,
     .preset = "le64",
     .help = "number in the label: 8 bytes little-endian (later), or decimal (earlier)"},
    {.name = "points",
     .shape = BERTH_INTEGER,
     .min = 1,
     .max = 65536,
     .preset = "150",
     .help = "points per node"},
};

static int sglang_counts(const struct continuum_in *in, uint64_t *count, berth_error *error)
{
    (void)error;
    for (uint32_t i = 0; i < in->count; i++)
        count[i] = in->build->members[i].weight > 0 ? in->values[1].number : 0;
    return 0;
}

/* Hashes label j, which is put into room. */
static uint64_t sglang_point(const struct continuum_in *in, uint32_t node, uint64_t j, char *room,
                             size_t size)
{
    const struct node *from = in->nodes->items[node];
    const struct continuum_name name = {from->text, from->name_len};
    struct writer w = {.out = room, .cap = size};
    uint8_t bytes[8];
    if (in->values[0].number == 1) {
        continuum_write_label("$n#$j", name, node, j, &w);
    } else {
        store64le(bytes, j);
        writer_put(&w, name.text, name.len);
        writer_char(&w, '#');
        writer_put(&w, (const char *)bytes, sizeof bytes);
    }
    return blake3_le64(w.out, w.len);
}

static void sglang_emit(const struct continuum_in *in, uint32_t node, uint64_t count,
                        uint64_t *values)
{
    for (uint64_t j = 0; j < count; j++)
        values[j] = sglang_point(in, node, j, in->build->room, SIZE_MAX);
}

/* Names that do not fit are not told. */
static void sglang_tell(const struct continuum_in *in, const struct continuum_point *of,
                        struct writer *w)
{
    char room[2048];
    const struct node *from = in->nodes->items[of->node];
    for (uint64_t j = 0; from->name_len + 24 < sizeof room && j < of->count; j++) {
        if (sglang_point(in, of->node, j, room, sizeof room) != of->value)
            continue;
        writer_put(w, from->text, from->name_len);
        writer_char(w, '#');
        writer_integer(w, j);
        writer_text(w, in->values[0].number == 1 ? "" : " as 8 bytes, the lowest first");
        return;
    }
}

static const struct continuum_row sglang_row = {
    .points = {.counts = sglang_counts, .emit = sglang_emit, .tell = sglang_tell, .bits = 64},
    .key = {.hash = blake3_le64},
};

static const struct key_hash sglang_key_hash = {"blake3-le64",
                                                "BLAKE3, first eight bytes, little-endian", 64};

const struct scheme preset_sglang_ring = {
    .info = {.name = "sglang-ring",
             .summary = "SGLang model gateway's ring: 150 BLAKE3 points per worker",
             .compatible = "SGLang gateway consistent_hashing policy; enc=dec for its earlier form",
             .quirks = "The number in the label changed from decimal to binary between versions, "
                       "which moves nine keys of ten.\n",
             .example = "sglang-ring:enc=le64",
             .promises = BERTH_MINIMAL | BERTH_REPLICAS | BERTH_SET | BERTH_EXACT,
             .params = sglang_params,
             .param_count = 2},
    .row = &sglang_row,
    .key_hash = &sglang_key_hash,
    .ops = &continuum_row_ops,
};
