/* SPDX-License-Identifier: MIT */
/* hash_bytes_test.c - the helpers under the hashes: byte order, tails, signs, code points */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/utf8.h"

static const uint8_t pattern[16] = {0x81, 0x02, 0xf3, 0x04, 0xa5, 0x06, 0x97, 0x08,
                                    0xb9, 0x1a, 0x2b, 0xcc, 0x3d, 0xee, 0x4f, 0x50};

/* Computes what the helpers' names say, in plain arithmetic. */
static uint64_t little(const uint8_t *p, size_t n)
{
    uint64_t x = 0;
    for (size_t i = n; i-- > 0;)
        x = x << 8 | p[i];
    return x;
}

static uint64_t big(const uint8_t *p, size_t n)
{
    uint64_t x = 0;
    for (size_t i = 0; i < n; i++)
        x = x << 8 | p[i];
    return x;
}

static void reads(void **state)
{
    (void)state;
    for (size_t at = 0; at < 8; at++) {
        const uint8_t *p = pattern + at;
        assert_int_equal(read32le(p), little(p, 4));
        assert_int_equal(read32be(p), big(p, 4));
        assert_true(read64le(p) == little(p, 8));
        assert_true(read64be(p) == big(p, 8));
    }
}

static void stores_are_inverse(void **state)
{
    (void)state;
    for (size_t at = 0; at < 8; at++) {
        uint8_t out[16] = {0};
        store32le(out + at, (uint32_t)little(pattern, 4));
        assert_memory_equal(out + at, pattern, 4);
        store64le(out + at, little(pattern, 8));
        assert_memory_equal(out + at, pattern, 8);
    }
}

static void tails(void **state)
{
    (void)state;
    for (size_t n = 0; n <= 8; n++) {
        uint8_t *p = malloc(n + (n == 0)); /* exactly n bytes, for the sanitizer */
        assert_non_null(p);
        memcpy(p, pattern, n);
        assert_true(read_tail_le(p, n) == little(pattern, n));
        free(p);
    }
}

static void signs_and_rotations(void **state)
{
    (void)state;
    assert_int_equal(widen_signed32(0x7f), 0x7f);
    assert_int_equal(widen_signed32(0x80), 0xffffff80u);
    assert_int_equal(widen_signed32(0xff), 0xffffffffu);
    assert_true(widen_signed64(0x7f) == 0x7f);
    assert_true(widen_signed64(0x80) == UINT64_C(0xffffffffffffff80));
    assert_int_equal(rotl32(0x80000001u, 1), 3);
    assert_int_equal(rotl32(0x80000001u, 0), 0x80000001u);
    assert_int_equal(rotl32(0x80000001u, 31), 0xc0000000u);
    assert_true(rotl64(1, 63) == (uint64_t)1 << 63);
    assert_true(rotl64(5, 0) == 5);
    assert_int_equal(swap32(0x01020304u), 0x04030201u);
    assert_true(swap64(UINT64_C(0x0102030405060708)) == UINT64_C(0x0807060504030201));
}

static void check_utf8(const char *text, size_t bytes, uint32_t code)
{
    uint32_t got = 1;
    assert_int_equal(utf8_next((const uint8_t *)text, strlen(text), &got), bytes);
    assert_int_equal(got, code);
}

static void code_points(void **state)
{
    (void)state;
    check_utf8("A", 1, 'A');
    check_utf8("\x7f", 1, 0x7f);
    check_utf8("\xc2\x80", 2, 0x80);
    check_utf8("\xdf\xbf", 2, 0x7ff);
    check_utf8("\xe0\xa0\x80", 3, 0x800);
    check_utf8("\xef\xbf\xbf", 3, 0xffff);
    check_utf8("\xf0\x90\x80\x80", 4, 0x10000);
    check_utf8("\xf4\x8f\xbf\xbf", 4, 0x10ffff);
    check_utf8("\xf0\x9f\x94\x91!", 4, 0x1f511);
}

static void no_code_points(void **state)
{
    (void)state;
    const char *const bad[] = {"\x80",
                               "\xbf",
                               "\xc0\x80",
                               "\xc1\xbf",
                               "\xc3",
                               "\xc3(",
                               "\xe0\x9f\xbf",
                               "\xe2\x82",
                               "\xed\xa0\x80",
                               "\xed\xbf\xbf",
                               "\xf0\x8f\xbf\xbf",
                               "\xf0\x9f\x94",
                               "\xf4\x90\x80\x80",
                               "\xf5\x80\x80\x80",
                               "\xff"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_utf8(bad[i], 1, UTF8_REPLACEMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads),       cmocka_unit_test(stores_are_inverse),
        cmocka_unit_test(tails),       cmocka_unit_test(signs_and_rotations),
        cmocka_unit_test(code_points), cmocka_unit_test(no_code_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
