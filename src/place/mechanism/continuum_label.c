/* SPDX-License-Identifier: MIT */
/* continuum_label.c - the labels whose hashes are a node's points */
#include "place/mechanism/continuum_row.h"

void continuum_write_label(const char *pattern, struct continuum_name name, uint32_t node,
                           uint64_t j, struct writer *w)
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

void continuum_write_hex(struct writer *w, uint32_t value)
{
    writer_text(w, "0x");
    for (unsigned shift = 32; shift > 0; shift -= 4)
        writer_char(w, "0123456789abcdef"[value >> (shift - 4) & 15]);
}
