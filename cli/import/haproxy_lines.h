/* SPDX-License-Identifier: MIT */
/* haproxy_lines.h - the lines of HAProxy's configuration: words, quotes, conditions
 *
 *   server "c 1" 10.0.0.1:80 weight 2#comment  -->  [server] [c 1] [10.0.0.1:80] [weight] [2]
 *
 * Lines of a branch that is not taken are left out. */
#ifndef CLI_HAPROXY_LINES_H
#define CLI_HAPROXY_LINES_H

#include "import/import.h"

enum { HAPROXY_NESTED = 16 };

struct haproxy_lines {
    struct import_line line;
    char variable[40];  /* the environment variable that the line names; "" = none */
    bool template;      /* the line is one of a template language: {{ }} or {% %} */
    bool open;          /* a quote is not closed */
    char condition[60]; /* the .if that decides about the line and cannot be decided; "" = none */
    uint64_t condition_line;
    struct haproxy_branch {
        bool active, taken, unsure;
        uint64_t line;
        char condition[60];
    } branch[HAPROXY_NESTED];
    size_t depth;
    uint64_t deep; /* the line of an .if that is nested too deep; 0 = none is */
};

void haproxy_lines(struct haproxy_lines *lines, const char *text);
/* The next line with a word on it. False at the end. */
bool haproxy_lines_next(struct haproxy_lines *lines);
void haproxy_lines_end(struct haproxy_lines *lines);

/* Whether the line can be read as it stands; false after saying why not. */
bool haproxy_lines_certain(const struct import *import, const struct haproxy_lines *lines);

#endif
