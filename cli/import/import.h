/* SPDX-License-Identifier: MIT */
/* import.h - configurations of other systems as nodes and, where they say it, a spec
 *
 * A format is one file import_NAME.c that ends in one `const struct import_format`; one line in
 * import.c makes it known, to --from and its help as well. What would change placement is honoured or
 * refused, never skipped; the rest is skipped, and one warning per file says what. */
#ifndef CLI_IMPORT_H
#define CLI_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <berth.h>

enum { IMPORT_SKIPPED = 8 };

/* One file while it is read. */
struct import {
    const char *where, *text; /* NUL-terminated */
    size_t len;
    const char *pool; /* --pool, or NULL */
    bool one_line;    /* the text was made of a single line, whose number says nothing */
    bool other_spec;  /* the command line names the scheme, whatever the file says */
    berth_nodes *nodes;
    uint64_t spec_line;
    char **pools; /* what --pool may choose from */
    size_t pool_count;
    char *skipped[IMPORT_SKIPPED]; /* directives that say nothing about placement */
    size_t skipped_count, skipped_all;
};

struct import_format {
    const char *name;
    const char *mark; /* what such a file has, in words: by that it is recognised */
    bool (*recognise)(const char *text, size_t len);
    bool (*read)(struct import *import); /* false after saying what is wrong */
    const char *line; /* a whole file with %s where a server's line goes; NULL = it has no lines */
    const char *keyword; /* the first word of such a line, which may be left out; NULL = none */
    bool triple;         /* a line may be host:port:weight and nothing else */
    bool guess;          /* its content could also be a list of nodes */
    const char *certain; /* but not where this stands in it; NULL = nothing makes it certain */
};

/* The format of that name; NULL when there is none. */
const struct import_format *import_named(const char *name);

/* Finds the format by the content: *format is NULL when no format recognises it. Every format is
 * asked, so the order of the list decides nothing: a format that is sure goes before a format
 * that guesses, and of two that are equally sure neither is taken. Returns false after saying so. */
bool import_recognise(const char *where, const char *text, size_t len,
                      const struct import_format **format);

/* Is the content this format's for certain, or could it also be a list of nodes? */
bool import_is_sure(const struct import_format *format, const char *text);

/* "nginx, haproxy, ..." */
void import_names(char *out, size_t cap);

/* Says that no format recognises the text, and what each looks for. what: what it is, if anything is
 * known, such as "JSON". */
void import_say_unknown(const char *where, uint64_t line, const char *what);

/* Has the text lines that no list of nodes has: sections, blocks, assignments? */
bool import_is_structured(const char *text);

/* After `format`, which --from names, could not read the text: says what the text looks like. */
void import_say_other(const char *where, const char *text, size_t len,
                      const struct import_format *format);

/* Reads; false after saying what is wrong. */
bool import_read(struct import *import, const struct import_format *format);

/* Reads one line of such a file, as its own reader does; `where` is for messages. False after saying
 * what is wrong. */
bool import_line_read(const struct import_format *format, const char *where, const char *line,
                      berth_nodes *nodes);

/* ---- for the formats ------------------------------------------------------------------------- */

/* Says "where:line: sentence" and returns false. */
bool import_fail(const struct import *import, uint64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

bool import_node(struct import *import, uint64_t line, const char *name, double weight);
/* value NULL or "" does nothing. */
bool import_set(struct import *import, uint64_t line, const char *name, const char *attribute,
                const char *value);
/* A spec, values quoted where they need it. */
bool import_spec(struct import *import, uint64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The file places keys in a way that is no spec: fails, unless the command line names the scheme. */
bool import_no_spec(struct import *import, uint64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void import_skip(struct import *import, const char *directive);

void import_offer_pool(struct import *import, const char *name);
/* The pool to read; NULL after saying why. plural: "upstreams" */
const char *import_choose_pool(const struct import *import, const char *plural);

/* Text line by line, cut into words at blanks and tabs. */
struct import_line {
    const char *next;
    uint64_t number;
    char *copy; /* of the line, words cut out of it */
    char **word;
    size_t words, room;
};

void import_lines(struct import_line *line, const char *text);
/* The next line with a word on it; what follows `comment` is no part of it. False at the end. */
bool import_next(struct import_line *line, char comment);
/* For formats with words of their own: the next line, whole in `copy` and without words; and one
 * word more, which lies in `copy`. */
bool import_next_whole(struct import_line *line);
void import_word(struct import_line *line, char *at);
void import_lines_end(struct import_line *line);

/* Does any line's first word equal this? */
bool import_begins(const char *text, const char *word);

/* A whole number of digits only; false when it is none. */
bool import_digits(const char *text, size_t len, uint64_t *number);

#endif
