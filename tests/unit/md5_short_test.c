/* SPDX-License-Identifier: MIT */
/* md5_short_test.c - MD5 in every width, compared with libmd: every length, every alignment,
 *                    batches of any size */
#include "dice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <md5.h>

#include "base/bytes.h"
#include "hash/digest.h"
#include "hash/hash.h"
#include "hash/md5_short.h"

enum { LEN_MAX = 200, ALIGNMENTS = 16, BATCH_MAX = 101 };

static void real(const void *data, size_t len, uint32_t out[4])
{
    uint8_t digest[16];
    MD5_CTX state;
    MD5Init(&state);
    MD5Update(&state, data, len);
    MD5Final(digest, &state);
    for (unsigned w = 0; w < 4; w++)
        out[w] = read32le(digest + 4 * w);
}

/* Writes a random key of exactly len bytes at an odd address, for the sanitizer; returns its block,
 * which the caller frees. */
static uint8_t *random_key(struct dice *dice, size_t len, size_t skew, const void **key)
{
    uint8_t *block = malloc(skew + len + 1);
    assert_non_null(block);
    for (size_t i = 0; i < skew + len; i++)
        block[i] = (uint8_t)dice_u64(dice);
    uint8_t *exact = realloc(block, skew + len + (skew + len == 0));
    assert_non_null(exact);
    *key = exact + skew;
    return exact;
}

static void test_alone(void **unused)
{
    struct dice dice = {.state = 1};
    (void)unused;
    for (size_t len = 0; len <= LEN_MAX; len++)
        for (size_t skew = 0; skew < ALIGNMENTS; skew++) {
            const void *key;
            uint8_t *block = random_key(&dice, len, skew, &key), digest[16];
            uint32_t expected[4], words[4];
            real(key, len, expected);
            md5_16(key, len, digest);
            for (unsigned w = 0; w < 4; w++)
                assert_int_equal(read32le(digest + 4 * w), expected[w]);
            if (len <= MD5_SHORT_MAX) {
                md5_short(key, len, words);
                assert_memory_equal(words, expected, sizeof words);
            }
            free(block);
        }
}

/* Checks a batch of n keys, of lengths below `below`, in one width. */
static void check_batch(struct dice *dice, enum cpu_width width, size_t n, uint32_t below,
                        unsigned words)
{
    struct berth_key keys[BATCH_MAX] = {{0}};
    uint8_t *blocks[BATCH_MAX];
    uint32_t out[4 * BATCH_MAX + 1];
    for (size_t i = 0; i < n; i++) {
        keys[i].len = dice_below(dice, below);
        blocks[i] = random_key(dice, keys[i].len, dice_below(dice, ALIGNMENTS), &keys[i].data);
    }
    out[words * n] = 0x5eed;
    md5_many_by(width, keys, n, words, out);
    assert_int_equal(out[words * n], 0x5eed);
    for (size_t i = 0; i < n; i++) {
        uint32_t expected[4];
        real(keys[i].data, keys[i].len, expected);
        for (unsigned w = 0; w < words; w++)
            assert_int_equal(out[w * n + i], expected[w]);
        free(blocks[i]);
    }
}

static void test_batches(void **unused)
{
    struct dice dice = {.state = 2};
    (void)unused;
    for (enum cpu_width width = CPU_PLAIN; width <= cpu_width(); width++)
        for (size_t n = 0; n <= BATCH_MAX; n++) {
            check_batch(&dice, width, n, MD5_SHORT_MAX + 1, 1 + n % 4);
            check_batch(&dice, width, n, LEN_MAX, 4);
        }
}

/* Puts a key of every length in every lane, among other keys. */
static void test_lanes(void **unused)
{
    static uint8_t text[LEN_MAX];
    (void)unused;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(0xff - i);
    for (enum cpu_width width = CPU_PLAIN; width <= cpu_width(); width++)
        for (size_t len = 0; len <= LEN_MAX; len++) {
            struct berth_key keys[MD5_MANY];
            uint32_t out[4 * MD5_MANY], expected[4];
            for (size_t i = 0; i < MD5_MANY; i++)
                keys[i] = (struct berth_key){text, (len + i) % (LEN_MAX + 1)};
            md5_many_by(width, keys, MD5_MANY, 4, out);
            for (size_t i = 0; i < MD5_MANY; i++) {
                real(text, keys[i].len, expected);
                for (unsigned w = 0; w < 4; w++)
                    assert_int_equal(out[w * MD5_MANY + i], expected[w]);
            }
        }
}

/* Hashes that have a function for many keys must give the same as one by one. */
static void test_hashes(void **unused)
{
    struct dice dice = {.state = 3};
    uint64_t (*digests[])(const void *, size_t) = {md5_le32, md5_le64, md5_be64};
    (void)unused;
    for (size_t d = 0; d < sizeof digests / sizeof *digests; d++)
        for (size_t n = 0; n <= 300; n += 1 + n / 7) {
            struct berth_key keys[300] = {{0}};
            char text[300][64];
            uint64_t out[300];
            for (size_t i = 0; i < n; i++) {
                keys[i] = (struct berth_key){text[i], dice_below(&dice, 64)};
                for (size_t c = 0; c < sizeof text[i]; c++)
                    text[i][c] = (char)dice_u64(&dice);
            }
            hash_many_of(digests[d])(keys, n, out);
            for (size_t i = 0; i < n; i++)
                assert_true(out[i] == digests[d](keys[i].data, keys[i].len));
        }
    assert_null(hash_many_of(sha256_be64));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_alone), cmocka_unit_test(test_batches),
                                       cmocka_unit_test(test_lanes), cmocka_unit_test(test_hashes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
