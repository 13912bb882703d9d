/* SPDX-License-Identifier: MIT */
/* nginx.c - nginx upstreams: "hash KEY consistent" and plain "hash KEY" */
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_state.h"

#include "base/bytes.h"
#include "base/writer.h"
#include "hash/crc.h"

#include <string.h>

/* One request skips that many points or draws that lead to a server it cannot use; then nginx turns
 * to round robin, which does not look at the key. */
enum { NGINX_SKIPS = 20 };

static uint64_t nginx_crc32(const void *data, size_t len)
{
    return crc32_ieee(data, len);
}

/* ---- consistent ---------------------------------------------------------------------------- */

struct nginx_server {
    const char *host, *port;
    size_t host_len, port_len;
};

static bool nginx_is_unix(const char *text)
{
    static const char prefix[] = "unix:";
    for (size_t i = 0; prefix[i]; i++)
        if ((text[i] | 0x20) != (prefix[i] | 0x20)) /* ':' has that bit already */
            return false;
    return true;
}

/* The text after "server" taken apart: a port only where digits end it, nothing is resolved. */
static struct nginx_server nginx_split(const struct node *node)
{
    const char *given = node_attribute(node, "server"), *text = given ? given : node->text;
    struct nginx_server out = {.host = text, .port = "", .host_len = strlen(text)};
    size_t digits = 0, len = out.host_len;
    if (nginx_is_unix(text)) {
        out.host += 5;
        out.host_len -= 5;
        return out;
    }
    while (digits < len && text[len - digits - 1] >= '0' && text[len - digits - 1] <= '9')
        digits++;
    if (digits == len || text[len - digits - 1] != ':')
        return out;
    out.port = text + len - digits;
    out.port_len = digits;
    out.host_len = len - digits - 1;
    return out;
}

/* Each point is the CRC of "host NUL port" and of the point before it, a little-endian word. */
static void nginx_emit(const struct continuum_in *in, uint32_t node, uint64_t count,
                       uint64_t *values)
{
    struct nginx_server server = nginx_split(in->nodes->items[node]);
    uint32_t base = crc32_ieee(server.host, server.host_len), point = 0;
    base = crc32_ieee_continue(base, "", 1);
    base = crc32_ieee_continue(base, server.port, server.port_len);
    for (uint64_t j = 0; j < count; j++) {
        uint8_t before[4];
        store32le(before, point);
        values[j] = point = crc32_ieee_continue(base, before, sizeof before);
    }
}

static void nginx_tell(const struct continuum_in *in, const struct continuum_point *of,
                       struct writer *w)
{
    const struct nginx_server server = nginx_split(in->nodes->items[of->node]);
    uint32_t base = crc32_ieee(server.host, server.host_len), point = 0;
    base = crc32_ieee_continue(base, "", 1);
    base = crc32_ieee_continue(base, server.port, server.port_len);
    for (uint64_t j = 0; j < of->count; j++) {
        uint8_t bytes[4];
        const uint32_t before = point;
        store32le(bytes, before);
        point = crc32_ieee_continue(base, bytes, sizeof bytes);
        if (point != of->value)
            continue;
        writer_put(w, server.host, server.host_len);
        writer_text(w, " NUL ");
        writer_put(w, server.port, server.port_len);
        writer_text(w,
                    server.port_len > 0 ? ", then the point before, " : "then the point before, ");
        continuum_write_hex(w, before);
        return;
    }
}

static const struct continuum_row nginx_row = {
    .points = {.counts = continuum_counts_160, .emit = nginx_emit, .tell = nginx_tell},
    .key = {.hash = nginx_crc32},
    .order = {.distinct = true, .reach = NGINX_SKIPS},
    .rules = {.whole_weights = true},
};

static const struct key_hash nginx_key_hash = {"crc32", NULL, 32};

const struct scheme preset_nginx = {
    .info =
        {.name = "nginx",
         .summary = "nginx upstream \"hash KEY consistent\": a ring of 160 CRC-32 points a server",
         .compatible = "nginx 1.22 http upstreams; the same code in later versions and in stream",
         .quirks =
             "A name is the text after \"server\", as written and not resolved; attribute server= "
             "overrides it. \"a\" and \"a:80\" are different servers.\n"
             "Servers that are down keep their points; a key goes on along the ring, over at most "
             "20 points in a request. Then nginx turns to round robin: no node here.\n"
             "Of equal points the server listed first keeps the only one.\n"
             "An empty key goes round robin there.\n",
         .example = "nginx",
         .attributes = "server",
         .promises = BERTH_MINIMAL | BERTH_WEIGHTS | BERTH_EXACT},
    .row = &nginx_row,
    .key_hash = &nginx_key_hash,
    .ops = &continuum_row_ops,
};

/* ---- plain --------------------------------------------------------------------------------- */

static uint64_t nginx_crc15(const void *data, size_t len)
{
    return crc32_ieee_15(data, len);
}

/* The server of the next draw: the CRC of the key, from the second draw on behind the draw's
 * number, is added to what came before. */
static uint32_t nginx_draw(const struct continuum_state *ring, struct walk_draws *draw,
                           const void *key, size_t len)
{
    char digits[24];
    struct writer w = {.out = digits, .cap = sizeof digits};
    if (draw->number > 0)
        writer_integer(&w, draw->number);
    uint32_t crc = crc32_ieee_continue(crc32_ieee(digits, w.len), key, len);
    draw->sum = (uint32_t)draw->sum + (crc >> 16 & 0x7fff);
    draw->number++;
    return ring->points.member[draw->sum % ring->points.count];
}

/* Whether an earlier draw of this request led to the same server. */
static bool nginx_drawn_before(const struct continuum_state *ring, uint64_t draws, uint32_t node,
                               const void *key, size_t len)
{
    struct walk_draws again = {0};
    while (again.number < draws)
        if (nginx_draw(ring, &again, key, len) == node)
            return true;
    return false;
}

/* The next server that is up and was not tried; BERTH_NONE when round robin takes over. */
static uint32_t nginx_plain_next(const struct continuum_state *ring, struct walk_draws *draw,
                                 const void *key, size_t len)
{
    for (; ring->points.count > 0 && draw->skips <= NGINX_SKIPS; draw->skips++) {
        uint64_t before = draw->number;
        uint32_t node = nginx_draw(ring, draw, key, len);
        if (!continuum_is_down(ring, node) && !nginx_drawn_before(ring, before, node, key, len))
            return node;
    }
    return BERTH_NONE;
}

static uint32_t nginx_plain_draws(const void *state, const void *key, size_t len)
{
    struct walk_draws draw = {0};
    return nginx_plain_next(state, &draw, key, len);
}

/* Where no server is down, the first draw is the answer: no draws are counted. */
static uint32_t nginx_plain_route_key(const void *state, const void *key, size_t len)
{
    const struct continuum_state *ring = state;
    if (ring->down || ring->points.count == 0)
        return nginx_plain_draws(state, key, len);
    return ring->points.member[crc32_ieee_15(key, len) % ring->points.count];
}

static uint32_t nginx_plain_next_ranked(const void *state, struct walk *walk)
{
    return nginx_plain_next(state, &walk->at.draws, walk->key, walk->len);
}

/* With a server down the first draw is not the answer: no whole comparison. */
static void nginx_plain_space(const void *state, struct space *space)
{
    if (!((const struct continuum_state *)state)->down)
        continuum_row_space(state, space);
}

static const struct continuum_row nginx_plain_row = {
    .points = {.counts = continuum_counts_weight},
    .key = {.hash = nginx_crc15, .bits = 15},
    .order = {.search = CONTINUUM_MODULO},
    .rules = {.whole_weights = true, .knows_down = true},
};

static const struct scheme_ops nginx_plain_ops = {
    .route_key = nginx_plain_route_key,
    .build = continuum_row_build,
    .destroy = continuum_row_destroy,
    .route = continuum_row_route,
    .hash_key = continuum_row_hash_key,
    .next_ranked = nginx_plain_next_ranked,
    .space = nginx_plain_space,
    .span = continuum_row_span,
    .explain = continuum_row_explain,
    .mark = continuum_row_mark,
    .bytes = continuum_row_bytes,
};

static const struct key_hash nginx_plain_key_hash = {"crc32-15", NULL, 15};

const struct scheme preset_nginx_plain = {
    .info =
        {.name = "nginx-plain",
         .summary = "nginx upstream \"hash KEY\" without consistent: a table by weight",
         .compatible = "nginx 1.22 http upstreams; the same code in later versions and in stream",
         .quirks =
             "Adding or removing a server moves most keys.\n"
             "15 bits of CRC-32 choose the server.\n"
             "A server that is down or was tried is passed by drawing again, at most 20 times in "
             "a request. Then nginx turns to round robin: no node here.\n"
             "An empty key goes round robin there.\n",
         .example = "nginx-plain",
         .promises = BERTH_WEIGHTS | BERTH_EXACT},
    .row = &nginx_plain_row,
    .key_hash = &nginx_plain_key_hash,
    .ops = &nginx_plain_ops,
    .reads_state = true,
};
