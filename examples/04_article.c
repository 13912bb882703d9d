/* SPDX-License-Identifier: MIT */
/* 04_article.c - the experiment of a well-known article: what the number of points per node does to
 *                balance, and what hash % N costs
 *
 * There are ten nodes, node-0 .. node-9, then also node-10. Points have the labels node#i, and keys
 * are key-0 .. key-99999. The standard deviation is that of the population. Every figure comes from
 * a call of berth. */
#include <berth.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 100000, NODES = 10 };

struct figures {
    double max_over_mean, deviation, moved;
};

static berth_map *map_of(const char *spec, int nodes)
{
    berth_error error = {0};
    berth_nodes *set = berth_nodes_new(NULL);
    for (int i = 0; i < nodes; i++) {
        char name[16];
        snprintf(name, sizeof name, "node-%d", i);
        if (!set || berth_nodes_add(set, name, 1, &error))
            exit(1);
    }
    berth_map *map = berth_map_new(spec, set, NULL, &error);
    if (!map) {
        fprintf(stderr, "%s: %s\n", spec, error.text);
        exit(1);
    }
    berth_nodes_free(set);
    return map;
}

/* Counts where the keys are on ten nodes, and which of them move when an eleventh node comes.
 * Owners are compared by name, because a node may have another index in the other map. */
static struct figures measure(const char *spec)
{
    berth_map *ten = map_of(spec, NODES), *eleven = map_of(spec, NODES + 1);
    double count[NODES] = {0}, most = 0, square = 0;
    struct figures figures = {0};
    for (int i = 0; i < KEYS; i++) {
        char key[16];
        size_t len = (size_t)snprintf(key, sizeof key, "key-%d", i);
        const char *before = berth_map_name(ten, berth_map_route(ten, key, len));
        const char *after = berth_map_name(eleven, berth_map_route(eleven, key, len));
        count[atoi(before + 5)]++;
        figures.moved += atoi(before + 5) != atoi(after + 5);
    }
    const double mean = (double)KEYS / NODES;
    for (int i = 0; i < NODES; i++) {
        most = count[i] > most ? count[i] : most;
        square += (count[i] - mean) * (count[i] - mean);
    }
    figures.max_over_mean = most / mean;
    figures.deviation = 100 * sqrt(square / NODES) / mean;
    figures.moved *= 100.0 / KEYS;
    berth_map_free(ten);
    berth_map_free(eleven);
    return figures;
}

int main(void)
{
    static const int points[] = {1, 10, 100, 500};
    printf("%-22s %8s %9s %12s\n", "ring of SHA-256", "max/mean", "stddev %", "moved 10->11");
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        char spec[64], label[32];
        snprintf(spec, sizeof spec, "blog-sha256-ring:vnodes=%d", points[i]);
        snprintf(label, sizeof label, "%d points a node", points[i]);
        struct figures figures = measure(spec);
        printf("%-22s %8.2f %9.1f %10.1f %%\n", label, figures.max_over_mean, figures.deviation,
               figures.moved);
    }
    struct figures weak = measure("blog-sha256-ring:vnodes=10,hash=fnv1a32");
    printf("%-22s %8.2f %9.0f %10s\n", "FNV-1a, 10 points", weak.max_over_mean, weak.deviation, "");
    struct figures modulo = measure("modulo:order=line,hash=sha256-32");
    printf("%-22s %8.2f %9.1f %10.1f %%\n", "hash modulo N", modulo.max_over_mean, modulo.deviation,
           modulo.moved);
    return 0;
}
