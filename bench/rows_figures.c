/* SPDX-License-Identifier: MIT */
/* rows_figures.c - figures without a goal: ns a lookup, ms a build and bytes a node, with 10 to
 *                  10000 nodes; the rows, one for each cell of a table, are made from lists */
#include <stdio.h>
#include <string.h>

#include "measures.h"
#include "rows.h"
#include "ways.h"

struct figures_scheme {
    const char *label, *spec;
    const struct way *subject, *truth; /* for lookups */
    bool strings;                      /* takes only strings as keys */
    bool build;                        /* has lines for builds and changes */
};

static const struct figures_scheme figures_schemes[] = {
    {"slots", "slots", &berth_route, &oracle_slots, false, true},
    {"ring", "ring", &berth_route, &oracle_ring, false, true},
    {"hrw", "hrw", &berth_route, &oracle_hrw, false, true},
    {"maglev", "maglev", &berth_route, NULL, false, true},
    {"jump", "jump:order=line", &berth_route, NULL, false, false},
    {"jumpback", "jumpback:order=line", &berth_route, &oracle_jumpback, false, false},
    {"libmemcached's, by berth", "libmemcached:distribution=ketama_weighted", &berth_route,
     &peer_libmemcached, true, true},
    {"libmemcached itself", NULL, &peer_libmemcached, NULL, true, false},
    {"halving under a rwlock", NULL, &way_rwlock_ring, NULL, false, false},
};
enum { FIGURES_SCHEMES = sizeof figures_schemes / sizeof *figures_schemes };

static const struct figures_kind {
    const char *label;
    enum key_kind keys;
    enum mode mode;
} figures_kinds[] = {{"strings thr", KEY_STRINGS, MODE_THR},
                     {"strings lat", KEY_STRINGS, MODE_LAT},
                     {"strings batch", KEY_STRINGS, MODE_BATCH},
                     {"integers thr", KEY_INTEGERS, MODE_THR},
                     {"integers batch", KEY_INTEGERS, MODE_BATCH}};
enum { FIGURES_KINDS = sizeof figures_kinds / sizeof *figures_kinds };

static const uint32_t figures_nodes[] = {10, 100, 1000, 10000};
enum {
    FIGURES_NODES = 4,
    FIGURES_MOST = FIGURES_SCHEMES * (FIGURES_KINDS + 3) * FIGURES_NODES + 1
};

static struct row figures[FIGURES_MOST];
static char figures_names[FIGURES_MOST][ROW_LABEL], figures_tables[FIGURES_MOST][ROW_LABEL];
static size_t figures_count;

/* Adds a line of a table: a row for each number of nodes up to `most`. */
static void figures_line(const char *label, const char *what, struct row row, uint32_t most)
{
    for (unsigned i = 0; i < FIGURES_NODES && figures_nodes[i] <= most; i++) {
        char *name = figures_names[figures_count], *table = figures_tables[figures_count];
        snprintf(table, ROW_LABEL, "%s, %s", label, what);
        snprintf(name, ROW_LABEL, "%s, %u nodes", table, (unsigned)figures_nodes[i]);
        row.name = name;
        row.table = table;
        row.set.nodes = figures_nodes[i];
        figures[figures_count++] = row;
    }
}

static void figures_lookups(const struct figures_scheme *scheme)
{
    const bool peer = scheme->spec == NULL;
    for (unsigned i = 0; i < FIGURES_KINDS; i++) {
        const struct figures_kind *kind = &figures_kinds[i];
        if ((peer && kind->mode == MODE_BATCH) || (scheme->strings && kind->keys == KEY_INTEGERS))
            continue;
        const struct row row = {.unit = " ns",
                                .subject = scheme->subject,
                                .truth = scheme->truth,
                                .set = {.spec = peer ? "" : scheme->spec,
                                        .keys = kind->keys,
                                        .mode = kind->mode,
                                        .sample = 200}};
        figures_line(scheme->label, kind->label, row, 10000);
    }
}

static void figures_builds(const struct figures_scheme *scheme)
{
    struct row row = {.unit = " ms", .scale = 1e-6, .set = {.spec = scheme->spec}};
    row.subject = &berth_build;
    figures_line(scheme->label, "build", row, 1000);
    row.subject = &berth_add;
    figures_line(scheme->label, "one node more", row, 1000);
}

static void figures_bytes(const char *label, const char *spec, unsigned flags)
{
    const struct row row = {
        .unit = " bytes", .set = {.spec = spec, .flags = flags}, .measure = memory_per_node};
    figures_line(label, "bytes a node", row, 10000);
}

const struct row *rows_figures(void)
{
    if (figures_count > 0)
        return figures;
    for (unsigned i = 0; i < FIGURES_SCHEMES; i++)
        figures_lookups(&figures_schemes[i]);
    for (unsigned i = 0; i < FIGURES_SCHEMES; i++)
        if (figures_schemes[i].build)
            figures_builds(&figures_schemes[i]);
    for (unsigned i = 0; i < FIGURES_SCHEMES; i++)
        if (figures_schemes[i].spec)
            figures_bytes(figures_schemes[i].label, figures_schemes[i].spec, 0);
    figures_bytes("slots that keep their ranking", "slots", BERTH_KEEP_RANKING);
    return figures;
}
