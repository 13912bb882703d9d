/* SPDX-License-Identifier: MIT */
/* json_out.c - jansson writes, this says what */
#include "show/json_out.h"

#include <stdio.h>
#include <stdlib.h>

#include "show/figures.h"
#include "frame/memory.h"

enum { JSON_DIGITS = 12 };

static int json_out_piece(const char *piece, size_t n, void *out)
{
    out_bytes(out, piece, n);
    return 0;
}

static void json_out_dump(struct out *out, json_t *value, size_t flags)
{
    json_dump_callback(value, json_out_piece, out,
                       flags | JSON_ENCODE_ANY | JSON_REAL_PRECISION(JSON_DIGITS));
    json_decref(value);
}

void json_out_document(struct out *out, json_t *document)
{
    json_out_dump(out, document, JSON_INDENT(2));
    out_char(out, '\n');
}

void json_out_members(struct out *out, json_t *object)
{
    const char *name;
    json_t *value;
    bool first = true;
    json_object_foreach(object, name, value)
    {
        out_format(out, "%s\"%s\": ", first ? "" : ", ", name);
        json_out_dump(out, json_incref(value), JSON_COMPACT);
        first = false;
    }
    json_decref(object);
}

json_t *json_out_string(const char *text)
{
    size_t len = strlen(text);
    if (figure_utf8(text, len))
        return json_stringn(text, len);
    char *clean = memory_new(3 * len + 1, 1);
    size_t used = 0;
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)text[i] < 0x80) {
            clean[used++] = text[i];
        } else {
            memcpy(clean + used, "\xef\xbf\xbd", 3);
            used += 3;
        }
    }
    json_t *string = json_stringn(clean, used);
    free(clean);
    return string;
}

void json_out_begin_key(struct out *out, bool *first, struct berth_key key, bool hex)
{
    json_t *string = hex ? NULL : json_stringn(key.len > 0 ? key.data : "", key.len);
    out_text(out, *first ? "\n  {" : ",\n  {");
    *first = false;
    if (string) {
        out_text(out, "\"key\": ");
        json_out_dump(out, string, 0);
        return;
    }
    out_text(out, "\"key_hex\": \"");
    if (hex)
        out_bytes(out, key.data, key.len);
    else
        out_hex(out, key.data, key.len);
    out_char(out, '"');
}

void json_out_set_key(json_t *object, struct berth_key key)
{
    json_t *string = json_stringn(key.len > 0 ? key.data : "", key.len);
    if (string) {
        json_object_set_new(object, "key", string);
        return;
    }
    char *hex = memory_new(2 * key.len + 1, 1);
    for (size_t i = 0; i < key.len; i++)
        snprintf(hex + 2 * i, 3, "%02x", ((const unsigned char *)key.data)[i]);
    json_object_set_new(object, "key_hex", json_string(hex));
    free(hex);
}

json_t *json_out_hash(uint64_t hash, unsigned bits)
{
    char text[24];
    int digits = bits > 0 ? (int)(bits + 3) / 4 : 16;
    snprintf(text, sizeof text, "0x%0*llx", digits, (unsigned long long)hash);
    return json_string(text);
}

json_t *json_out_fingerprint(const berth_map *map)
{
    struct berth_fingerprint print = berth_map_fingerprint(map);
    char text[40];
    snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)print.hi,
             (unsigned long long)print.lo);
    return json_string(text);
}
