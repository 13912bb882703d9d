/* SPDX-License-Identifier: MIT */
/* ring_label.c - the labels whose hashes are a node's points */
#include "place/mechanism/ring_row.h"

void ring_label(const char *pattern, struct ring_name name, uint32_t node, uint64_t j,
                struct writer *w)
{
    for (const char *c = pattern; *c; c++) {
        if (*c != '$') {
            writer_char(w, *c);
            continue;
        }
        c++;
        if (*c == 'n')
            writer_put(w, name.text, name.len);
        else
            writer_integer(w, *c == 'j' ? j : node);
    }
}
