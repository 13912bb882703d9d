/* SPDX-License-Identifier: MIT */
/* php_memcache.c - PHP's memcache extension (not memcached): its two hash strategies */
#include "place/mechanism/continuum_counts.h"
#include "place/mechanism/continuum_row.h"
#include "place/mechanism/plain_hash.h"
#include "place/mechanism/table_row.h"
#include "place/mechanism/weighing.h"

#include "base/alloc.h"
#include "base/fail.h"
#include "base/sort.h"

enum { PHP_MEMCACHE_CRC32, PHP_MEMCACHE_FNV };
enum { PHP_MEMCACHE_BUCKETS = 1024, PHP_MEMCACHE_POINTS = 160 };

static continuum_hash *php_memcache_hash(const struct value *values)
{
    return values[0].number == PHP_MEMCACHE_FNV ? plain_fnv1a_32 : plain_crc32;
}

static const struct berth_param php_memcache_params[] = {
    {.name = "hash_function",
     .words = "crc32 fnv",
     .shape = BERTH_WORD,
     .preset = "crc32",
     .help = "memcache.hash_function: CRC-32 or FNV-1a"},
};

#define PHP_MEMCACHE_QUIRKS                                                                        \
    "Names are host:port. The key is hashed with memcache.key_prefix, if there is one.\n"          \
    "What the extension tries when a server fails is not known here: there is no ranking.\n"

/* ---- standard ----------------------------------------------------------------------------------- */

/* 15 bits, of which 0 becomes 1. */
static uint64_t php_memcache_position(const struct value *values, const void *key, size_t len)
{
    const uint64_t hash = php_memcache_hash(values)(key, len) >> 16 & 0x7fff;
    return hash ? hash : 1;
}

static const struct continuum_row php_memcache_standard_row = {
    .points = {.counts = continuum_counts_weight},
    .key = {.hash = plain_crc32,
            .position = php_memcache_position,
            .params = 1,
            .bits = 15,
            .uneven = true},
    .order = {.search = CONTINUUM_MODULO},
    .rules = {.whole_weights = true},
};

static const struct key_hash php_memcache_standard_hashes[] = {
    {"php-memcache-crc32", "15 bits of the CRC-32, of which 0 becomes 1", 15},
    {"php-memcache-fnv", "15 bits of the FNV-1a, of which 0 becomes 1", 15},
};

const struct scheme preset_php_memcache_standard = {
    .info = {.name = "php-memcache-standard",
             .summary = "PHP's memcache extension, hash_strategy=standard: modulo the weights",
             .compatible = "pecl memcache 3.0 to 8.x; recorded from 4.0.5.2",
             .quirks = PHP_MEMCACHE_QUIRKS
             "Another sum of weights, or another order of servers, moves most keys.\n",
             .example = "php-memcache-standard",
             .promises = BERTH_WEIGHTS,
             .params = php_memcache_params,
             .param_count = 1},
    .row = &php_memcache_standard_row,
    .key_hash = php_memcache_standard_hashes,
    .key_hash_param = 1,
    .ops = &continuum_row_unranked_ops,
};

/* ---- consistent --------------------------------------------------------------------------------- */

/* What is taken while the table is filled. */
struct php_memcache_work {
    struct sort_pair *pairs; /* and as much room again, to sort them */
    size_t count;
    char *label;
    size_t label_room;
};

static int php_memcache_take(const struct table_fill *fill, struct php_memcache_work *work,
                             berth_error *error)
{
    const uint64_t sum = table_weight_sum(fill);
    if (sum > fill->build->max_bytes / (2 * PHP_MEMCACHE_POINTS * sizeof *work->pairs))
        return fail(error, BERTH_E_LIMIT,
                    "%s would need %llu points; allow more memory or lower the weights",
                    fill->build->scheme->info.name, (unsigned long long)sum * PHP_MEMCACHE_POINTS);
    for (uint32_t place = 0; place < fill->count; place++)
        if (table_node(fill, place)->name_len + 24 > work->label_room)
            work->label_room = table_node(fill, place)->name_len + 24;
    work->count = (size_t)sum * PHP_MEMCACHE_POINTS;
    work->pairs = alloc_array(fill->build->alloc, 2 * work->count, sizeof *work->pairs);
    work->label = alloc_array(fill->build->alloc, work->label_room, 1);
    return work->pairs && work->label ? BERTH_E_OK : fail_memory(error);
}

static void php_memcache_points(const struct table_fill *fill, struct php_memcache_work *work)
{
    continuum_hash *hash = php_memcache_hash(fill->build->values);
    struct sort_pair *pair = work->pairs;
    for (uint32_t place = 0; place < fill->count; place++) {
        const struct node *node = table_node(fill, place);
        const struct continuum_name name = {node->text, node->name_len};
        for (uint64_t j = 0; j < PHP_MEMCACHE_POINTS * fill->weight[place]; j++) {
            struct writer w = {.out = work->label, .cap = work->label_room};
            continuum_write_label("$n-$j", name, place, j, &w);
            *pair++ = (struct sort_pair){hash(w.out, w.len), place};
        }
    }
    sort_pairs(work->pairs, work->pairs + work->count, work->count);
}

/* Bucket i belongs to the first point not below i steps; equal points lie as they were made. */
static void php_memcache_buckets(struct table_fill *fill, const struct php_memcache_work *work)
{
    const uint64_t step = UINT32_MAX / PHP_MEMCACHE_BUCKETS;
    size_t at = 0;
    for (uint64_t i = 0; i < PHP_MEMCACHE_BUCKETS; i++) {
        while (at < work->count && work->pairs[at].value < i * step)
            at++;
        fill->table[i] = work->pairs[at < work->count ? at : 0].tag;
    }
}

static int php_memcache_fill(struct table_fill *fill, double *scratch, berth_error *error)
{
    struct php_memcache_work work = {0};
    int code = php_memcache_take(fill, &work, error);
    (void)scratch;
    if (code == BERTH_E_OK) {
        php_memcache_points(fill, &work);
        php_memcache_buckets(fill, &work);
    }
    alloc_free(fill->build->alloc, work.pairs, 2 * work.count, sizeof *work.pairs);
    alloc_free(fill->build->alloc, work.label, work.label_room, 1);
    return code;
}

static uint64_t php_memcache_key(const struct value *values, const void *key, size_t len)
{
    return php_memcache_hash(values)(key, len);
}

static const struct table_row php_memcache_row = {.fill = php_memcache_fill,
                                                  .position = php_memcache_key,
                                                  .fixed_size = PHP_MEMCACHE_BUCKETS,
                                                  .crowded = true};

static const struct key_hash php_memcache_hashes[] = {{"crc32", NULL, 32}, {"fnv1a-32", NULL, 32}};

/* All but space: the two hash functions are not told apart there, so plans are sampled. */
static const struct scheme_ops php_memcache_ops = {
    .build = table_row_build,
    .destroy = table_row_destroy,
    .route = table_row_route,
    .hash_key = table_row_hash_key,
    .mark = table_row_mark,
    .explain = table_row_explain,
    .bytes = table_row_bytes,
};

const struct scheme preset_php_memcache_consistent = {
    .info = {.name = "php-memcache-consistent",
             .summary = "PHP's memcache extension, hash_strategy=consistent: 1,024 buckets over a "
                        "ring",
             .compatible = "pecl memcache 3.0 to 8.x, its default; recorded from 4.0.5.2",
             .quirks = PHP_MEMCACHE_QUIRKS
             "A key belongs to one of 1,024 buckets, so with many servers some have no "
             "key, and shares follow weights only roughly.\n"
             "Of equal points the server listed first wins (glibc's qsort).\n",
             .example = "php-memcache-consistent:hash_function=fnv",
             .promises = BERTH_MINIMAL,
             .params = php_memcache_params,
             .param_count = 1},
    .row = &php_memcache_row,
    .key_hash = php_memcache_hashes,
    .key_hash_param = 1,
    .ops = &php_memcache_ops,
    .weighing = weighing_rough,
};
