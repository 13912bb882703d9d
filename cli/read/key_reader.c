/* SPDX-License-Identifier: MIT */
/* key_reader.c - where keys come from, and their way into batches */
#include "read/key_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "read/key_parse.h"
#include "read/lines.h"

enum { KEYS_MADE_MAX = 24 }; /* "key-" and a number */

struct keys {
    struct lines lines;
    bool from_lines, from_args, hex, u64, sizes, strip, failed, warned;
    char **args;
    uint64_t left;  /* of arguments or made-up keys */
    uint64_t count; /* handed out */
    uint64_t made;  /* --synthetic N */
    uint64_t total; /* of the sizes */
    char *made_text;
    unsigned char *bytes; /* decoded hex */
    size_t bytes_cap;
    struct berth_key given[KEYS_BATCH], decoded[KEYS_BATCH];
    uint64_t numbers[KEYS_BATCH], size[KEYS_BATCH];
};

bool keys_given(const struct run *run)
{
    return run->args.operand_count > 0 || args_has(&run->args, OPT_KEYS) ||
           args_has(&run->args, OPT_SYNTHETIC);
}

bool keys_failed(const struct keys *keys)
{
    return keys->failed;
}

uint64_t keys_count(const struct keys *keys)
{
    return keys->count;
}

/* Do nodes come from standard input? */
static bool keys_input_taken(const struct args *args)
{
    const char *nodes = args_text(args, OPT_NODES), *to = args_text(args, OPT_TO);
    return (nodes && strcmp(nodes, "-") == 0) || (to && strcmp(to, "-") == 0);
}

static const char *keys_conflict(const struct run *run)
{
    const struct args *args = &run->args;
    bool made = args_has(args, OPT_SYNTHETIC);
    if ((args->operand_count > 0) + args_has(args, OPT_KEYS) + made > 1)
        return "give keys as arguments, by -k or by --synthetic, not by two of them";
    if (args_has(args, OPT_HEX) && args_has(args, OPT_U64))
        return "--hex and --u64 do not go together: a key is written one way or the other";
    if (made && (args_has(args, OPT_HEX) || args_has(args, OPT_SIZES)))
        return "--synthetic makes plain keys: it goes with neither --hex nor --sizes";
    const char *file = args_text(args, OPT_KEYS);
    if (file && strcmp(file, "-") == 0 && keys_input_taken(args))
        return "nodes and keys cannot both come from standard input";
    return NULL;
}

/* Standard input, when it is meant. */
static const char *keys_default(const struct run *run)
{
    if (isatty(STDIN_FILENO) || keys_input_taken(&run->args)) {
        say_error("there are no keys: give them as arguments, by -k FILE, or --synthetic N");
        return NULL;
    }
    return "-";
}

static bool keys_source(struct keys *keys, const struct run *run)
{
    const struct args *args = &run->args;
    const char *path = args_text(args, OPT_KEYS);
    if (args->operand_count > 0) {
        keys->from_args = true;
        keys->args = args->operands;
        keys->left = args->operand_count;
        return true;
    }
    if (args_has(args, OPT_SYNTHETIC)) {
        keys->left = keys->made = args_count(args, OPT_SYNTHETIC, 0);
        keys->made_text = memory_new(KEYS_BATCH, KEYS_MADE_MAX);
        return true;
    }
    if (!path && !(path = keys_default(run)))
        return false;
    keys->from_lines = lines_open(&keys->lines, path, args_has(args, OPT_NUL) ? '\0' : '\n');
    return keys->from_lines;
}

struct keys *keys_open(const struct run *run, bool need)
{
    const char *conflict = keys_conflict(run);
    if (conflict) {
        say_error("%s", conflict);
        return NULL;
    }
    struct keys *keys = memory_new(1, sizeof *keys);
    bool hex = args_has(&run->args, OPT_HEX), u64 = args_has(&run->args, OPT_U64);
    bool ops = args_has(&run->args, OPT_OPS); /* the key is somewhere in the record */
    keys->hex = hex && !ops;
    keys->u64 = u64 && !ops;
    keys->sizes = args_has(&run->args, OPT_SIZES);
    keys->strip = hex || u64 || keys->sizes || args_has(&run->args, OPT_CRLF);
    if ((need || keys_given(run)) && !keys_source(keys, run)) {
        keys_close(keys);
        return NULL;
    }
    return keys;
}

void keys_close(struct keys *keys)
{
    if (keys->from_lines)
        lines_close(&keys->lines);
    free(keys->made_text);
    free(keys->bytes);
    free(keys);
}

/* ---- records --------------------------------------------------------------------------------- */

static size_t keys_take_args(struct keys *keys)
{
    size_t n = 0;
    for (; n < KEYS_BATCH && keys->left > 0; n++, keys->left--) {
        keys->given[n] = (struct berth_key){*keys->args, strlen(*keys->args)};
        keys->args++;
    }
    return n;
}

static size_t keys_make(struct keys *keys)
{
    size_t n = 0;
    for (; n < KEYS_BATCH && keys->left > 0; n++, keys->left--) {
        char *text = keys->made_text + n * KEYS_MADE_MAX;
        int len = snprintf(text, KEYS_MADE_MAX, keys->u64 ? "%llu" : "key-%llu",
                           (unsigned long long)(keys->made - keys->left));
        keys->given[n] = (struct berth_key){text, (size_t)len};
    }
    return n;
}

/* ---- what a record means --------------------------------------------------------------------- */

static void keys_bad(struct keys *keys, size_t i, const char *what)
{
    uint64_t line = keys->count + i + 1;
    if (keys->from_lines)
        say_at(keys->lines.name, line, "%s", what);
    else
        say_error("key \"%.60s\": %s", (const char *)keys->given[i].data, what);
    keys->failed = true;
}

/* Lines that end in CR LF: the CR goes under --crlf and where it cannot belong to the key; else it
 * stays, since a key is any bytes, and that is said once. */
static void keys_strip_cr(struct keys *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct berth_key *key = &keys->given[i];
        if (key->len == 0 || ((const char *)key->data)[key->len - 1] != '\r')
            continue;
        if (keys->strip) {
            key->len--;
        } else if (!keys->warned) {
            keys->warned = true;
            say_warning("%s:%llu: the line ends in CR LF and the CR counts as part of the key: "
                        "--crlf takes it away",
                        keys->lines.name, (unsigned long long)(keys->count + i + 1));
        }
    }
}

/* Each of these returns how many records it could read: n, or those before a bad one. */

static size_t keys_read_sizes(struct keys *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *wrong = key_parse_size(&keys->given[i], &keys->size[i]);
        if (!wrong && keys->size[i] > UINT64_MAX - keys->total)
            wrong = "the sizes add up to more than 2^64-1";
        if (wrong) {
            keys_bad(keys, i, wrong);
            return i;
        }
        keys->total += keys->size[i];
    }
    return n;
}

static size_t keys_read_numbers(struct keys *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *wrong = key_parse_u64(keys->given[i], &keys->numbers[i]);
        if (wrong) {
            keys_bad(keys, i, wrong);
            return i;
        }
    }
    return n;
}

static size_t keys_read_hex(struct keys *keys, size_t n)
{
    size_t need = 0, used = 0;
    for (size_t i = 0; i < n; i++)
        need += keys->given[i].len / 2;
    if (need > keys->bytes_cap) {
        keys->bytes_cap = need * 2;
        free(keys->bytes);
        keys->bytes = memory_new(keys->bytes_cap, 1);
    }
    for (size_t i = 0; i < n; i++) {
        const char *wrong = key_parse_hex(keys->given[i], keys->bytes + used);
        if (wrong) {
            keys_bad(keys, i, wrong);
            return i;
        }
        size_t len = keys->given[i].len / 2;
        keys->decoded[i] = (struct berth_key){len > 0 ? keys->bytes + used : NULL, len};
        used += len;
    }
    return n;
}

/* A mark that some editors put before the first line. */
static void keys_see_bom(struct keys *keys)
{
    if (keys->given[0].len >= 3 && memcmp(keys->given[0].data, "\xef\xbb\xbf", 3) == 0) {
        say_warning("%s:1: the file begins with a byte order mark, which counts as part of the "
                    "first key",
                    keys->lines.name);
    }
}

static size_t keys_read(struct keys *keys, size_t n)
{
    if (keys->from_lines && keys->count == 0)
        keys_see_bom(keys);
    if (keys->from_lines && keys->lines.mark == '\n')
        keys_strip_cr(keys, n);
    if (keys->sizes)
        n = keys_read_sizes(keys, n);
    if (keys->u64)
        n = keys_read_numbers(keys, n);
    return keys->hex ? keys_read_hex(keys, n) : n;
}

bool keys_next(struct keys *keys, struct key_batch *batch)
{
    bool trouble = false;
    if (keys->failed) /* the records before the bad one were handed out */
        return false;
    size_t n = keys->from_lines  ? lines_next(&keys->lines, keys->given, KEYS_BATCH, &trouble)
               : keys->from_args ? keys_take_args(keys)
                                 : keys_make(keys);
    keys->failed = trouble;
    n = n > 0 ? keys_read(keys, n) : 0;
    if (n == 0)
        return false;
    *batch = (struct key_batch){
        .n = n,
        .keys = keys->hex ? keys->decoded : keys->given,
        .numbers = keys->u64 ? keys->numbers : NULL,
        .sizes = keys->sizes ? keys->size : NULL,
        .shown = keys->given,
        .waits = keys->from_lines && keys->lines.hungry,
    };
    keys->count += n;
    return true;
}
