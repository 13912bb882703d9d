/* SPDX-License-Identifier: MIT */
/* ring_label.c - the labels whose hashes are a node's points */
#include "ring_row.h"

static void ring_label_identity(const struct ring_in *in, const struct ring_row *row, uint32_t node,
                                struct writer *w)
{
    if (row->identity)
        row->identity(in, node, w);
    else
        writer_put(w, in->nodes->items[node]->text, in->nodes->items[node]->name_len);
}

void ring_label(const struct ring_in *in, const struct ring_row *row, uint32_t node, uint64_t j,
                struct writer *w)
{
    const char *pattern =
        row->label_param ? row->labels[in->values[row->label_param - 1].number] : row->label;
    for (const char *c = pattern; *c; c++) {
        if (*c != '$') {
            writer_char(w, *c);
            continue;
        }
        c++;
        if (*c == 'n')
            ring_label_identity(in, row, node, w);
        else
            writer_integer(w, *c == 'j' ? j : node);
    }
}
