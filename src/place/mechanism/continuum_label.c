/* SPDX-License-Identifier: MIT */
/* continuum_label.c - the labels whose hashes are a node's points */
#include "place/mechanism/continuum_row.h"

#include <string.h>

/* The length of the part of a name before its port, which is digits behind the last colon; of an
 * IPv6 address without brackets, all of it. */
static size_t label_host(struct continuum_name name)
{
    size_t at = name.len;
    while (at > 0 && name.text[at - 1] >= '0' && name.text[at - 1] <= '9')
        at--;
    if (at < 2 || at == name.len || name.text[at - 1] != ':')
        return name.len;
    const bool bare = memchr(name.text, ':', at - 1) && name.text[at - 2] != ']';
    return bare ? name.len : at - 1;
}

static void label_write_port(struct continuum_name name, struct writer *w)
{
    const size_t host = label_host(name);
    if (host < name.len)
        writer_put(w, name.text + host + 1, name.len - host - 1);
}

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
        else if (*c == 'h')
            writer_put(w, name.text, label_host(name));
        else if (*c == 'p')
            label_write_port(name, w);
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
