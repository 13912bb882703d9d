/* SPDX-License-Identifier: MIT */
/* cmd_hash.c - berth hash NAME[:seed=N] [KEY...]: what a hash function makes of each key
 *
 * The functions with seeds and quirks come first, then those that a spec may name; where a name
 * stands in both lists it is the same function. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "show/json_out.h"
#include "read/key_reader.h"
#include "show/table.h"

struct hasher {
    struct out *out;
    const struct berth_hash_variant *variant;
    const struct berth_hash *plain; /* when there is no variant */
    const char *name;
    unsigned bits;
    uint64_t seeds[2];
    bool json, hex, first;
    char end;
};

/* ---- which function -------------------------------------------------------------------------- */

/* One "seed=N" of the text at *at, which moves past it and a comma. */
static bool hash_read_seed(struct hasher *hasher, const char **at)
{
    static const char *const names[] = {"seed=", "seed2="};
    const size_t which = strncmp(*at, names[1], strlen(names[1])) == 0 ? 1 : 0;
    const char *digits = *at + strlen(names[which]);
    char *end;
    if (strncmp(*at, names[which], strlen(names[which])) != 0)
        return false;
    errno = 0;
    hasher->seeds[which] = strtoull(digits, &end, strncmp(digits, "0x", 2) == 0 ? 16 : 10);
    bool number = digits[0] >= '0' && digits[0] <= '9' && errno == 0;
    bool ended = *end == '\0' || *end == ',';
    bool taken = hasher->variant && which < hasher->variant->seeds;
    if (!number || !ended || !taken)
        return false;
    *at = *end == ',' ? end + 1 : end;
    return true;
}

/* A function of 32 bits has seeds of 32 bits, and would cut off the rest without a word. */
static bool hash_seeds_fit(const struct hasher *hasher)
{
    const uint64_t most = hasher->bits > 32 ? UINT64_MAX : UINT32_MAX;
    for (size_t i = 0; i < 2; i++)
        if (hasher->seeds[i] > most) {
            say_error("the seed %" PRIu64 " is too large: %s takes seeds up to %" PRIu64,
                      hasher->seeds[i], hasher->name, most);
            return false;
        }
    return true;
}

static bool hash_read_seeds(struct hasher *hasher, const char *text)
{
    while (*text != '\0') {
        if (!hash_read_seed(hasher, &text)) {
            unsigned seeds = hasher->variant ? hasher->variant->seeds : 0;
            say_error("\"%s\": %s %s", text, hasher->name,
                      seeds == 0   ? "takes no seed"
                      : seeds == 1 ? "takes seed=N, decimal or 0x"
                                   : "takes seed=N and seed2=N, decimal or 0x");
            return false;
        }
    }
    return hash_seeds_fit(hasher);
}

static void hash_unknown(const char *name)
{
    const char **names = NULL;
    size_t count = 0;
    for (size_t i = 0; berth_hash_variant_at(i); i++) {
        names = memory_more(names, count + 1, sizeof *names);
        names[count++] = berth_hash_variant_at(i)->name;
    }
    for (size_t i = 0; berth_hash_at(i); i++) {
        names = memory_more(names, count + 1, sizeof *names);
        names[count++] = berth_hash_at(i)->name;
    }
    const char *meant = berth_nearest(name, names, count);
    free(names);
    if (meant)
        say_error("there is no hash \"%s\": did you mean \"%s\"?", name, meant);
    else
        say_error("there is no hash \"%s\": \"berth hash\" lists them", name);
}

static bool hash_choose(struct hasher *hasher, const char *text)
{
    const char *colon = strchr(text, ':');
    char *name = memory_text("%.*s", (int)(colon ? colon - text : (ptrdiff_t)strlen(text)), text);
    hasher->variant = berth_hash_variant_find(name);
    hasher->plain = hasher->variant ? NULL : berth_hash_find(name);
    bool found = hasher->variant || hasher->plain;
    if (!found)
        hash_unknown(name);
    free(name);
    if (!found)
        return false;
    hasher->name = hasher->variant ? hasher->variant->name : hasher->plain->name;
    hasher->bits = hasher->variant ? hasher->variant->bits : hasher->plain->bits;
    return !colon || hash_read_seeds(hasher, colon + 1);
}

/* ---- each key -------------------------------------------------------------------------------- */

static void hash_value(const struct hasher *hasher, struct berth_key key, char text[40])
{
    uint64_t value[2] = {0, 0};
    if (hasher->variant)
        hasher->variant->digest(key.data, key.len, hasher->seeds, value);
    else
        value[1] = hasher->plain->digest(key.data, key.len);
    if (hasher->bits > 64)
        snprintf(text, 40, "%016" PRIx64 "%016" PRIx64, value[0], value[1]);
    else
        snprintf(text, 40, "%0*" PRIx64, (int)(hasher->bits / 4), value[1]);
}

static void hash_key(struct hasher *hasher, struct berth_key key, struct berth_key shown)
{
    char text[40];
    hash_value(hasher, key, text);
    if (hasher->json) {
        json_out_begin_key(hasher->out, &hasher->first, shown, hasher->hex);
        out_format(hasher->out, ", \"hash\": \"0x%s\"}", text);
    } else {
        out_bytes(hasher->out, shown.data, shown.len);
        out_format(hasher->out, "\t%s%c", text, hasher->end);
    }
}

static void hash_batch(struct hasher *hasher, const struct key_batch *batch)
{
    for (size_t i = 0; i < batch->n; i++) {
        unsigned char bytes[8];
        struct berth_key key = {bytes, sizeof bytes};
        for (unsigned b = 0; batch->numbers && b < sizeof bytes; b++)
            bytes[b] = (unsigned char)(batch->numbers[i] >> 8 * b);
        hash_key(hasher, batch->numbers ? key : batch->keys[i], batch->shown[i]);
    }
    if (batch->waits)
        out_flush(hasher->out);
}

static enum answer hash_keys(struct hasher *hasher, struct keys *keys)
{
    struct key_batch batch;
    if (hasher->json)
        out_format(hasher->out, "{\"format\": \"berth.hash/1\", \"hash\": \"%s\", \"keys\": [",
                   hasher->name);
    while (!hasher->out->failed && keys_next(keys, &batch))
        hash_batch(hasher, &batch);
    if (hasher->json)
        out_text(hasher->out, hasher->first ? "]}\n" : "\n]}\n");
    return keys_failed(keys) ? ANSWER_TROUBLE : ANSWER_YES;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* One function of the list, for a table or for JSON; the other one is NULL. */
static void hash_list_row(struct table *table, json_t *list, const char *name, unsigned bits,
                          unsigned seeds, const char *summary)
{
    static const char *const takes[] = {"", "seed", "seed, seed2"};
    if (list) {
        json_array_append_new(list, json_pack("{s:s, s:i, s:i, s:s}", "hash", name, "bits",
                                              (int)bits, "seeds", (int)seeds, "summary", summary));
        return;
    }
    table_text(table, "hash", name);
    table_count(table, "bits", bits);
    table_text(table, "takes", takes[seeds]);
    table_text(table, "what", summary);
    table_row(table);
}

static void hash_list(struct table *table, json_t *list)
{
    const struct berth_hash *plain;
    for (size_t i = 0; (plain = berth_hash_at(i)); i++)
        if (!berth_hash_variant_find(plain->name))
            hash_list_row(table, list, plain->name, plain->bits, 0, plain->summary);
    const struct berth_hash_variant *row;
    for (size_t i = 0; (row = berth_hash_variant_at(i)); i++)
        hash_list_row(table, list, row->name, row->bits, row->seeds, row->summary);
}

static void hash_print_list(struct run *run)
{
    if (run->args.format == FORMAT_JSON) {
        json_t *list = json_array();
        hash_list(NULL, list);
        json_out_document(&run->out,
                          json_pack("{s:s, s:o}", "format", "berth.hashes/1", "hashes", list));
        return;
    }
    struct table table;
    table_open(&table, run);
    hash_list(&table, NULL);
    table_close(&table);
}

static enum answer hash_run(struct run *run)
{
    struct hasher hasher = {.out = &run->out,
                            .json = run->args.format == FORMAT_JSON,
                            .hex = args_has(&run->args, OPT_HEX),
                            .first = true,
                            .end = args_has(&run->args, OPT_NUL) ? '\0' : '\n'};
    if (run->args.operand_count == 0) {
        hash_print_list(run);
        return ANSWER_YES;
    }
    if (!hash_choose(&hasher, run->args.operands[0]))
        return ANSWER_TROUBLE;
    run->args.operands++; /* the rest are keys */
    run->args.operand_count--;
    struct keys *keys = keys_open(run, true);
    if (!keys)
        return ANSWER_TROUBLE;
    enum answer answer = hash_keys(&hasher, keys);
    keys_close(keys);
    return answer;
}

const struct command cmd_hash = {
    .name = "hash",
    .summary = "the hash of each key, by a function of your choice",
    .usage = "[NAME[:seed=N[,seed2=N]] [KEY...]]",
    .about =
        "Prints the key, a tab and its hash in hexadecimal, for comparing with other programs. "
        "An integer key is its eight bytes, the lowest first. Without a name: the list of "
        "hashes.",
    .examples = "  berth hash xxh64 player:17\n"
                "  berth hash murmur2:seed=0x9747b28c -k keys.txt\n",
    .options = OPTIONS_KEYS,
    .formats = FORMAT_TEXT | FORMAT_JSON,
    .run = hash_run,
};
