/* SPDX-License-Identifier: MIT */
/* options.h - every option of every command, in one table
 *
 * The table drives getopt_long and --help. A command only lists which options it takes. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_group {
    GROUP_NODES,
    GROUP_CHANGE,
    GROUP_KEYS,
    GROUP_OWN,
    GROUP_OUTPUT,
    GROUP_COUNT,
};

enum option_kind {
    KIND_FLAG,
    KIND_TEXT,
    KIND_COUNT,   /* a whole number, 0 to 2^53 */
    KIND_RATIO,   /* a decimal >= 0 */
    KIND_PERCENT, /* percent, with or without the sign; kept as a share */
    KIND_FORMAT,  /* text, json, csv, md */
};

/*   id            letter  name             argument   kind     group  often  help */
#define OPTIONS(X)                                                                                 \
    X(NODES, 'n', "nodes", "NODES", TEXT, NODES, false,                                            \
      "the nodes: a file, - for standard input, or written out: cache-[1-8] or a,b,c=2 "           \
      "(=2 is a weight)")                                                                          \
    X(COUNT, 0, "count", "N", COUNT, NODES, false,                                                 \
      "N numbered nodes 0, 1, 2, ... in place of --nodes")                                         \
    X(SPEC, 'a', "spec", "SPEC", TEXT, NODES, false,                                               \
      "scheme and parameters, such as ring:points=160; default: the spec line of the nodes file, " \
      "else slots")                                                                                \
    X(FROM, 0, "from", "FORMAT", TEXT, NODES, false,                                               \
      "the files' format: berth, %s; default: found from the content")                             \
    X(POOL, 0, "pool", "NAME", TEXT, NODES, false,                                                 \
      "which upstream, backend or pool of the file to use; FILE#NAME says it for one file")        \
    X(TO, 'N', "to", "NODES", TEXT, CHANGE, false, "the nodes after the change")                   \
    X(TO_COUNT, 0, "to-count", "N", COUNT, CHANGE, false, "N numbered nodes after the change")     \
    X(TO_SPEC, 0, "to-spec", "SPEC", TEXT, CHANGE, false,                                          \
      "the scheme after the change; default: as before")                                           \
    X(ADD, 0, "add", "NODES", TEXT, CHANGE, true, "add these nodes: d, e-[1-3], f=2")              \
    X(REMOVE, 0, "remove", "NAMES", TEXT, CHANGE, true, "remove these nodes")                      \
    X(WEIGHT, 0, "weight", "NAME=W", TEXT, CHANGE, true, "give a node the weight W")               \
    X(KEYS, 'k', "keys", "FILE", TEXT, KEYS, false,                                                \
      "read keys from FILE, one per line; - for standard input")                                   \
    X(NUL, '0', "null", NULL, FLAG, KEYS, false,                                                   \
      "keys (and the lines of route) end in NUL, not in a newline")                                \
    X(CRLF, 0, "crlf", NULL, FLAG, KEYS, false,                                                    \
      "lines of keys end in CR LF; the CR is not part of the key")                                 \
    X(HEX, 0, "hex", NULL, FLAG, KEYS, false, "keys are written in hexadecimal")                   \
    X(U64, 0, "u64", NULL, FLAG, KEYS, false,                                                      \
      "keys are integers, from -2^63 to 2^64-1, in decimal")                                       \
    X(SIZES, 0, "sizes", NULL, FLAG, KEYS, false,                                                  \
      "each line is KEY, a tab, and the key's bytes or load")                                      \
    X(SYNTHETIC, 0, "synthetic", "N", COUNT, KEYS, false,                                          \
      "N made-up keys: key-0, key-1, ... (with --u64: 0, 1, ...)")                                 \
    X(REPLICAS, 'r', "replicas", "N", COUNT, OWN, false,                                           \
      "the first N nodes of each key, the owner first")                                            \
    X(MAX_PEAK, 0, "max-peak", "X", RATIO, OWN, false,                                             \
      "exit 1 when the peak is above X (1.1 = 10 % over the fair share)")                          \
    X(MAX_MOVE, 0, "max-move", "P", PERCENT, OWN, false,                                           \
      "exit 1 when more than P percent move (of the keys, when keys are given)")                   \
    X(MAX_NEEDLESS, 0, "max-needless", "P", PERCENT, OWN, false,                                   \
      "exit 1 when more than P percent move needlessly, which is beyond the least")                \
    X(MAX_UNTOUCHED, 0, "max-untouched", "P", PERCENT, OWN, false,                                 \
      "exit 1 when more than P percent move needlessly between untouched nodes")                   \
    X(MAX_TOUCHED, 0, "max-touched", "P", PERCENT, OWN, false,                                     \
      "exit 1 when more than P percent move needlessly from or to touched nodes")                  \
    X(OPS, 0, "ops", NULL, FLAG, OWN, false,                                                       \
      "each line is an operation on the nodes: take KEY, give KEY, down NODE, ...")                \
    X(SUMMARY, 0, "summary", NULL, FLAG, OWN, false,                                               \
      "print what the nodes carry in place of the keys")                                           \
    X(LIST, 0, "list", NULL, FLAG, OWN, false,                                                     \
      "print every key that moves (or differs): KEY, FROM and TO with tabs between")               \
    X(MOVED, 0, "moved", "FILE", TEXT, OWN, false, "write that list to FILE beside the report")    \
    X(RANGES, 0, "ranges", NULL, FLAG, OWN, false, "list the ranges of the hash that move")        \
    X(ZIPF, 0, "zipf", "S", RATIO, KEYS, false,                                                    \
      "key number k is drawn in proportion to 1/k^S; default: 1 (0: all keys alike)")              \
    X(REQUESTS, 0, "requests", "N", COUNT, KEYS, false,                                            \
      "stop after N requests; default: 1000000, or all keys that are given")                       \
    X(SEED, 0, "seed", "N", COUNT, KEYS, false, "seed of the random numbers; default: 1")          \
    X(SCHEDULE, 0, "schedule", "FILE", TEXT, CHANGE, false,                                        \
      "changes of the nodes, one a line: at 100000 down cache-3")                                  \
    X(STEP, 0, "step", "N", COUNT, OWN, false,                                                     \
      "report every N requests; default: an eighth of all, or 10000")                              \
    X(HOLD, 0, "hold", "N", COUNT, OWN, false,                                                     \
      "a request is in flight until N more have come; default: 100 a node")                        \
    X(BOUND, 0, "bound", "X", RATIO, OWN, false,                                                   \
      "no node carries more than X times its fair share (1.25)")                                   \
    X(SPREAD, 0, "spread", "N", COUNT, OWN, false, "hot keys are served by their first N nodes")   \
    X(CACHE, 0, "cache", "N", COUNT, OWN, false,                                                   \
      "each node caches N keys and evicts the least recently used")                                \
    X(SVG, 0, "svg", "FILE", TEXT, OUTPUT, false, "draw the load of every node over time")         \
    X(ALL, 0, "all", NULL, FLAG, OUTPUT, false, "print every row of long tables")                  \
    X(OUTPUT, 'o', "output", "FORMAT", FORMAT, OUTPUT, false, "")                                  \
    X(HELP, 'h', "help", NULL, FLAG, OUTPUT, false, "print this help")

enum option_id {
#define OPTION_ENUM(id, ...) OPT_##id,
    OPTIONS(OPTION_ENUM)
#undef OPTION_ENUM
        OPT_LAST
};

/* A set of options. */
#define OPTION(id) (UINT64_C(1) << OPT_##id)
_Static_assert(OPT_LAST <= 64, "a set of options is 64 bits: a 65th option needs a wider set");

#define OPTIONS_NODES (OPTION(NODES) | OPTION(COUNT) | OPTION(SPEC) | OPTION(FROM) | OPTION(POOL))
#define OPTIONS_KEYS                                                                               \
    (OPTION(KEYS) | OPTION(NUL) | OPTION(CRLF) | OPTION(HEX) | OPTION(U64) | OPTION(SYNTHETIC))
#define OPTIONS_ALWAYS (OPTION(OUTPUT) | OPTION(HELP))

struct option_row {
    const char *name;
    const char *argument; /* NULL for a flag */
    const char *help;
    char letter; /* 0 = none */
    bool often;  /* may be given more than once */
    enum option_kind kind;
    enum option_group group;
};

extern const struct option_row option_rows[OPT_LAST];

enum format {
    FORMAT_TEXT = 1,
    FORMAT_JSON = 2,
    FORMAT_CSV = 4,
    FORMAT_MD = 8,
};

/* The options and operands of one run. */
struct args {
    struct given {
        enum option_id id;
        const char *text;
        double number;  /* RATIO, PERCENT */
        uint64_t count; /* COUNT */
    } * given;
    size_t given_count;
    enum format format;
    char **operands;
    size_t operand_count;
};

struct command;

/* Reads the words after the command's name; false after saying what is wrong. */
bool args_parse(struct args *args, const struct command *command, int argc, char **argv);
void args_free(struct args *args);

/* The last one given; NULL when there is none. */
const struct given *args_find(const struct args *args, enum option_id id);
bool args_has(const struct args *args, enum option_id id);
/* NULL when not given. */
const char *args_text(const struct args *args, enum option_id id);
uint64_t args_count(const struct args *args, enum option_id id, uint64_t otherwise);

#endif
