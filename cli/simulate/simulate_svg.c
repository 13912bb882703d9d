/* SPDX-License-Identifier: MIT */
/* simulate_svg.c - what part of the requests each node served, step by step, as a picture
 *
 *   %  |      ____a          a line for each node, named on the right; broken where it was away
 *      |  ___/____b          dashed: what each would get if all got the same
 *      | / :                 dotted, with its words above: a change
 *      +---:------ requests
 *
 * The nodes with the highest points have colours; more than that are grey and together. */
#include <math.h>
#include <stdlib.h>

#include "show/figures.h"
#include "show/out_file.h"
#include "simulate/simulate.h"

enum { SVG_WIDTH = 960, SVG_HEIGHT = 420, SVG_LEFT = 60, SVG_RIGHT = 740, SVG_TOP = 70 };
enum { SVG_BOTTOM = 370, SVG_LEGEND = 756, SVG_LINE = 18, SVG_NAME = 24, SVG_ROWS = 3 };
enum { SVG_MARKS_MOST = 50, SVG_CHANGES_MOST = 60, SVG_TICKS = 5 };

static const char *const svg_colours[] = {
    "#1f6fb4", "#d9541e", "#2a8a3e", "#8a4fb0", "#b8860b",
    "#c2185b", "#00838f", "#6d4c41", "#5c6bc0", "#455a64",
};
enum { SVG_COLOURED = sizeof svg_colours / sizeof svg_colours[0] };

struct svg {
    struct out *out;
    const struct sim_world *world;
    double most;      /* highest part */
    uint32_t *ranked; /* nodes by their highest part */
};

/* Text between tags or quotes: what is no text in XML becomes '?'. */
static void svg_text(struct out *out, const char *text)
{
    bool clean = figure_utf8(text, strlen(text));
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        bool never = clean && strncmp(text, "\xef\xbf", 2) == 0 && (unsigned char)text[2] >= 0xbe;
        if (c == '&' || c == '<' || c == '>' || c == '"') {
            out_format(out, "&#%u;", c);
        } else if (never) { /* U+FFFE, U+FFFF */
            out_char(out, '?');
            text += 2;
        } else {
            out_char(out, c < 0x20 || c == 0x7f || (c >= 0x80 && !clean) ? '?' : *text);
        }
    }
}

static void svg_name(struct out *out, const char *text)
{
    char cut[SVG_NAME * 4 + 8];
    figure_shorten(text, SVG_NAME, cut, sizeof cut);
    svg_text(out, cut);
}

/* ---- where things are ------------------------------------------------------------------------ */

static double svg_x(const struct svg *svg, double request)
{
    double all = (double)svg->world->served;
    return SVG_LEFT + (SVG_RIGHT - SVG_LEFT) * (all > 0 ? request / all : 0);
}

static double svg_middle(const struct svg *svg, size_t step)
{
    const struct sim_step *at = &svg->world->steps[step];
    return svg_x(svg, (double)at->first + (double)at->requests / 2);
}

static double svg_y(const struct svg *svg, double part)
{
    return SVG_BOTTOM - (SVG_BOTTOM - SVG_TOP) * (svg->most > 0 ? part / svg->most : 0);
}

/* Negative: the node was not there. */
static double svg_part(const struct svg *svg, size_t step, size_t node)
{
    const struct sim_step *at = &svg->world->steps[step];
    if (node >= at->cell_count || at->requests == 0 ||
        (at->cells[node].fair <= 0 && at->cells[node].load == 0))
        return -1;
    return (double)at->cells[node].load / (double)at->requests;
}

static double svg_highest(const struct svg *svg, size_t node)
{
    double highest = -1;
    for (size_t s = 0; s < svg->world->step_count; s++)
        highest = fmax(highest, svg_part(svg, s, node));
    return highest;
}

/* Nodes by falling highest part; the first SVG_COLOURED are in order, the rest is as it comes. */
static void svg_rank(struct svg *svg)
{
    size_t n = svg->world->node_count;
    svg->ranked = memory_new(n, sizeof *svg->ranked);
    double *highest = memory_new(n, sizeof *highest);
    for (size_t i = 0; i < n; i++) {
        svg->ranked[i] = (uint32_t)i;
        highest[i] = svg_highest(svg, i);
        svg->most = fmax(svg->most, highest[i]);
    }
    for (size_t k = 0; k < n && k < SVG_COLOURED; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            if (highest[svg->ranked[i]] > highest[svg->ranked[best]])
                best = i;
        uint32_t kept = svg->ranked[k];
        svg->ranked[k] = svg->ranked[best];
        svg->ranked[best] = kept;
    }
    svg->most = fmin(1, svg->most * 1.1);
    free(highest);
}

/* ---- parts of the picture -------------------------------------------------------------------- */

static void svg_axis(struct svg *svg)
{
    double rough = svg->most / SVG_TICKS, tick = pow(10, floor(log10(rough > 0 ? rough : 1)));
    tick *= rough > 5 * tick ? 10 : rough > 2 * tick ? 5 : rough > tick ? 2 : 1;
    for (int i = 0; i * tick <= svg->most; i++) {
        double y = svg_y(svg, i * tick);
        out_format(svg->out, "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>\n",
                   SVG_LEFT, y, SVG_RIGHT, y);
        out_format(svg->out, "<text class=\"end\" x=\"%d\" y=\"%.1f\">%.3g %%</text>\n",
                   SVG_LEFT - 6, y + 4, 100 * i * tick);
    }
    for (int i = 0; i <= 4; i++) {
        uint64_t request = svg->world->served / 4 * (uint64_t)i;
        out_format(svg->out, "<text class=\"middle\" x=\"%.1f\" y=\"%d\">%s</text>\n",
                   svg_x(svg, (double)request), SVG_BOTTOM + SVG_LINE, figure_count(request).text);
    }
    out_format(svg->out, "<text class=\"middle\" x=\"%d\" y=\"%d\">requests</text>\n",
               (SVG_LEFT + SVG_RIGHT) / 2, SVG_BOTTOM + 2 * SVG_LINE);
}

static void svg_changes(struct svg *svg, const struct sim_schedule *schedule)
{
    size_t row = 0, came = 0;
    for (size_t i = 0; i < schedule->count; i++) {
        const struct sim_change *change = &schedule->changes[i];
        if (!change->came || ++came > SVG_CHANGES_MOST)
            continue;
        double x = svg_x(svg, (double)change->at);
        bool left = x > (SVG_LEFT + SVG_RIGHT) * 0.6;
        out_format(svg->out,
                   "<line class=\"change\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>\n"
                   "<text class=\"%s\" x=\"%.1f\" y=\"%zu\">",
                   x, SVG_TOP, x, SVG_BOTTOM, left ? "end" : "start", x,
                   SVG_TOP - 4 - (SVG_ROWS - 1 - row) * 12);
        svg_name(svg->out, change->text);
        out_text(svg->out, "</text>\n");
        row = (row + 1) % SVG_ROWS;
    }
}

/* One line for each stretch of steps in which the node was there. */
static void svg_node(struct svg *svg, size_t node, const char *colour)
{
    size_t steps = svg->world->step_count;
    for (size_t s = 0; s < steps; s++) {
        if (svg_part(svg, s, node) < 0)
            continue;
        out_format(svg->out, "<polyline stroke=\"%s\" points=\"", colour);
        size_t from = s;
        for (; s < steps && svg_part(svg, s, node) >= 0; s++)
            out_format(svg->out, "%s%.1f,%.1f", s > from ? " " : "", svg_middle(svg, s),
                       svg_y(svg, svg_part(svg, s, node)));
        out_text(svg->out, "\"/>\n");
        for (size_t m = from; m < s && steps <= SVG_MARKS_MOST; m++)
            out_format(svg->out, "<circle fill=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>\n",
                       colour, svg_middle(svg, m), svg_y(svg, svg_part(svg, m, node)));
    }
}

static void svg_even(struct svg *svg)
{
    out_text(svg->out, "<polyline class=\"even\" points=\"");
    for (size_t s = 0; s < svg->world->step_count; s++) {
        const struct sim_step *step = &svg->world->steps[s];
        double y = svg_y(svg, step->up > 0 ? 1.0 / step->up : 0);
        out_format(svg->out, "%.1f,%.1f %.1f,%.1f ", svg_x(svg, (double)step->first), y,
                   svg_x(svg, (double)(step->first + step->requests)), y);
    }
    out_text(svg->out, "\"/>\n");
}

static void svg_legend(struct svg *svg, size_t row, const char *colour, const char *name)
{
    int y = SVG_TOP + 6 + (int)row * SVG_LINE;
    out_format(svg->out,
               "<rect fill=\"%s\" x=\"%d\" y=\"%d\" width=\"12\" height=\"4\"/>\n"
               "<text class=\"start\" x=\"%d\" y=\"%d\">",
               colour, SVG_LEGEND, y - 6, SVG_LEGEND + 18, y);
    svg_name(svg->out, name);
    out_text(svg->out, "</text>\n");
}

static void svg_head(struct svg *svg)
{
    struct out *out = svg->out;
    const char *spec = berth_map_spec(fleet_map(svg->world->fleet));
    out_format(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 "
               "%d %d\" role=\"img\">\n<title>Requests by node: ",
               SVG_WIDTH, SVG_HEIGHT, SVG_WIDTH, SVG_HEIGHT);
    svg_text(out, spec);
    out_text(out, "</title>\n<style>\n"
                  "text { font: 11px sans-serif; fill: #333 }\n"
                  ".title { font-size: 14px }\n"
                  ".end { text-anchor: end }\n"
                  ".middle { text-anchor: middle }\n"
                  "polyline { fill: none; stroke-width: 1.8; stroke-linejoin: round }\n"
                  ".grid { stroke: #ddd }\n"
                  ".even { stroke: #777; stroke-width: 1; stroke-dasharray: 5 4 }\n"
                  ".change { stroke: #777; stroke-dasharray: 1 3 }\n"
                  "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    out_format(out, "<text class=\"title\" x=\"%d\" y=\"20\">Requests by node: ", SVG_LEFT);
    svg_text(out, spec);
    out_text(out, "</text>\n");
}

static void svg_nodes(struct svg *svg)
{
    size_t n = svg->world->node_count, coloured = n < SVG_COLOURED ? n : SVG_COLOURED;
    for (size_t k = coloured; k < n; k++)
        svg_node(svg, svg->ranked[k], "#ccc");
    for (size_t k = coloured; k-- > 0;)
        svg_node(svg, svg->ranked[k], svg_colours[k]);
    for (size_t k = 0; k < coloured; k++)
        svg_legend(svg, k, svg_colours[k], svg->world->nodes[svg->ranked[k]].name);
    if (n > coloured) {
        char *more = memory_text("%zu more", n - coloured);
        svg_legend(svg, coloured, "#ccc", more);
        free(more);
    }
}

bool sim_draw(const struct sim *sim, const struct args *args)
{
    struct out_file file;
    if (!out_file_open(&file, args, OPT_SVG))
        return false;
    struct svg svg = {.world = sim->world, .out = &file.out};
    svg_rank(&svg);
    svg_head(&svg);
    svg_axis(&svg);
    svg_changes(&svg, &sim->schedule);
    svg_even(&svg);
    svg_nodes(&svg);
    out_text(svg.out, "</svg>\n");
    free(svg.ranked);
    return out_file_close(&file, true);
}
