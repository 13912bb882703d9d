/* SPDX-License-Identifier: MIT */
/* base_text_test.c - numbers, word lists, the writer and the sentences of errors */
#include "base/fail.h"
#include "base/number.h"
#include "base/word_list.h"
#include "base/writer.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

/* ---- number -------------------------------------------------------------------------------- */

static enum number_result integer(const char *text, uint64_t *out)
{
    return number_integer(text, strlen(text), out);
}

static void test_integers(void **unused)
{
    (void)unused;
    uint64_t value = 7;
    assert_int_equal(integer("0", &value), NUMBER_OK);
    assert_true(value == 0);
    assert_int_equal(integer("18446744073709551615", &value), NUMBER_OK);
    assert_true(value == UINT64_MAX);
    assert_int_equal(integer("00000000000000000000000000012", &value), NUMBER_OK);
    assert_true(value == 12);
    assert_int_equal(integer("18446744073709551616", &value), NUMBER_LARGE);
    assert_int_equal(integer("99999999999999999999999", &value), NUMBER_LARGE);
    static const char *const wrong[] = {"", " 1", "1 ", "+1", "-1", "1.0", "0x1", "1e3", "x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(integer(wrong[i], &value), NUMBER_NOT);
    assert_true(value == 12); /* calls that fail do not change it */
}

static void test_signed_integers(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        enum number_result result;
        uint64_t value;
    } cases[] = {{"-1", NUMBER_OK, UINT64_MAX},
                 {"+5", NUMBER_OK, 5},
                 {"-0", NUMBER_OK, 0},
                 {"-9223372036854775808", NUMBER_OK, UINT64_C(1) << 63},
                 {"-9223372036854775809", NUMBER_LARGE, 0},
                 {"18446744073709551615", NUMBER_OK, UINT64_MAX},
                 {"--1", NUMBER_NOT, 0},
                 {"-", NUMBER_NOT, 0},
                 {"", NUMBER_NOT, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t value = 0;
        assert_int_equal(number_signed(cases[i].text, strlen(cases[i].text), &value),
                         cases[i].result);
        assert_true(value == cases[i].value);
    }
}

static void test_millionths(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        enum number_result result;
        uint64_t value;
    } cases[] = {{"1", NUMBER_OK, 1000000},
                 {"0.000001", NUMBER_OK, 1},
                 {"0.0000001", NUMBER_TOO_FINE, 0},
                 {"1.5000000000000000000000000", NUMBER_OK, 1500000},
                 {".5", NUMBER_OK, 500000},
                 {"5.", NUMBER_OK, 5000000},
                 {"1e-3", NUMBER_OK, 1000},
                 {"2E3", NUMBER_OK, 2000000000},
                 {"10e-7", NUMBER_OK, 1},
                 {"0e99", NUMBER_OK, 0},
                 {"1e99", NUMBER_LARGE, 0},
                 {"1e-99", NUMBER_TOO_FINE, 0},
                 {"18446744073709.551615", NUMBER_OK, UINT64_MAX},
                 {"18446744073709.551616", NUMBER_TOO_FINE, 0},
                 {"99999999999999999999", NUMBER_LARGE, 0},
                 {"1.2.3", NUMBER_NOT, 0},
                 {"1,5", NUMBER_NOT, 0},
                 {".", NUMBER_NOT, 0},
                 {"1e", NUMBER_NOT, 0},
                 {"-1", NUMBER_NOT, 0},
                 {"nan", NUMBER_NOT, 0},
                 {"", NUMBER_NOT, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t value = 0;
        enum number_result result = number_millionths(cases[i].text, strlen(cases[i].text), &value);
        if (result != cases[i].result || value != cases[i].value)
            fail_msg("\"%s\" gave result %d, value %llu", cases[i].text, (int)result,
                     (unsigned long long)value);
    }
}

static void test_doubles(void **unused)
{
    (void)unused;
    uint64_t value;
    assert_int_equal(number_from_double(0, &value), NUMBER_OK);
    assert_true(value == 0);
    assert_int_equal(number_from_double(0.1, &value), NUMBER_OK);
    assert_true(value == 100000);
    assert_int_equal(number_from_double(1e-7, &value), NUMBER_TOO_FINE);
    assert_int_equal(number_from_double(-1, &value), NUMBER_NOT);
    assert_int_equal(number_from_double(NAN, &value), NUMBER_NOT);
    assert_int_equal(number_from_double(INFINITY, &value), NUMBER_LARGE);
}

/* A number that is written must read back as the same number. */
static void test_number_round_trip(void **unused)
{
    (void)unused;
    static const uint64_t values[] = {0, 1, 10, 999999, 1000000, 1000001, 1500000, UINT64_MAX};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char text[NUMBER_TEXT_MAX];
        uint64_t back;
        number_text(values[i], text);
        assert_int_equal(number_millionths(text, strlen(text), &back), NUMBER_OK);
        assert_true(back == values[i]);
    }
    char text[NUMBER_TEXT_MAX];
    assert_string_equal(number_text(2000000, text), "2");
    assert_string_equal(number_text(500000, text), "0.5");
    assert_string_equal(number_text(0, text), "0");
}

/* ---- word lists ---------------------------------------------------------------------------- */

static void test_a_word_list_gives_its_words_in_order(void **unused)
{
    (void)unused;
    const char *rest = " ring slots  maglev ", *word;
    size_t len;
    static const char *const words[] = {"ring", "slots", "maglev"};
    for (size_t i = 0; i < 3; i++) {
        assert_true(word_list_next(&rest, &word, &len));
        assert_int_equal(len, strlen(words[i]));
        assert_memory_equal(word, words[i], len);
    }
    assert_false(word_list_next(&rest, &word, &len));
    assert_false(word_list_next(&rest, &word, &len));
    rest = NULL;
    assert_false(word_list_next(&rest, &word, &len));
}

static void test_only_a_whole_word_has_a_position(void **unused)
{
    (void)unused;
    assert_int_equal(word_list_position("ring slots  maglev", "ring", 4), 0);
    assert_int_equal(word_list_position("ring slots  maglev", "maglev", 6), 2);
    assert_int_equal(word_list_position("ring slots  maglev", "maglevs", 6), 2);
    assert_int_equal(word_list_position("ring slots  maglev", "slot", 4), -1);
    assert_int_equal(word_list_position("ring slots  maglev", "", 0), -1);
    assert_int_equal(word_list_position(NULL, "ring", 4), -1);
}

/* ---- writer -------------------------------------------------------------------------------- */

static size_t write_sample(char *out, size_t cap)
{
    struct writer w = {.out = out, .cap = cap};
    writer_text(&w, "node ");
    writer_word(&w, "two words", "");
    writer_char(&w, ' ');
    writer_integer(&w, UINT64_MAX);
    writer_char(&w, ' ');
    writer_integer(&w, 0);
    return writer_end(&w);
}

static void test_writer_counts_on(void **unused)
{
    (void)unused;
    static const char whole[] = "node \"two words\" 18446744073709551615 0";
    char out[sizeof whole + 1];
    assert_int_equal(write_sample(NULL, 0), sizeof whole - 1);
    for (size_t cap = 1; cap <= sizeof out; cap++) {
        memset(out, '#', sizeof out);
        size_t kept = cap < sizeof whole ? cap - 1 : sizeof whole - 1;
        assert_int_equal(write_sample(out, cap), sizeof whole - 1);
        assert_memory_equal(out, whole, kept);
        assert_int_equal(out[kept], 0);
        for (size_t i = cap; i < sizeof out; i++)
            assert_int_equal(out[i], '#');
    }
}

static void test_writer_quotes(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"plain", "plain"}, {"", "\"\""},           {"#x", "\"#x\""},
        {"a#", "a#"},       {"a\"b", "\"a\\\"b\""}, {"a\\b", "\"a\\\\b\""},
        {"a=b", "\"a=b\""}, {"tab\t", "\"tab\t\""}, {"\xc3\xa9", "\xc3\xa9"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[40];
        struct writer w = {.out = out, .cap = sizeof out};
        writer_word(&w, cases[i][0], "=");
        writer_end(&w);
        assert_string_equal(out, cases[i][1]);
    }
}

/* ---- errors -------------------------------------------------------------------------------- */

static void test_fail_fills(void **unused)
{
    (void)unused;
    berth_error error = {.line = 9};
    assert_int_equal((fail)(&error, BERTH_E_RANGE, "%d is %s", 7, "odd"), BERTH_E_RANGE);
    assert_int_equal(error.code, BERTH_E_RANGE);
    assert_int_equal(error.line, 0);
    assert_string_equal(error.text, "7 is odd");
    assert_int_equal((fail)(NULL, BERTH_E_NAME, "unseen"), BERTH_E_NAME);
    char text[2 * sizeof error.text];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    (fail)(&error, BERTH_E_NAME, "%s", text);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static void test_every_code_has_a_text(void **unused)
{
    (void)unused;
    for (int code = 0; code >= -12; code--)
        assert_string_not_equal(berth_error_text(code), "unknown error");
    assert_string_equal(berth_error_text(1), "unknown error");
}

static void test_hints(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {{"rign", "; did you mean \"ring\"?"},
                                           {"RING", "; did you mean \"ring\"?"},
                                           {"slot", "; did you mean \"slots\"?"},
                                           {"xyzzy", ""},
                                           {"", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[FAIL_HINT_MAX];
        assert_string_equal(fail_hint(cases[i][0], strlen(cases[i][0]), "ring slots  maglev", out),
                            cases[i][1]);
    }
    char longer[64], out[FAIL_HINT_MAX];
    memset(longer, 'r', sizeof longer);
    assert_string_equal(fail_hint(longer, sizeof longer, "ring", out), "");
}

static void test_the_nearest_word(void **unused)
{
    (void)unused;
    static const char *const words[] = {"keys", "max-move", "max-needless", "moved"};
    static const char *const cases[][2] = {
        {"key", "keys"},  {"KESY", "keys"}, {"max", "max-move"}, {"MAX-N", "max-needless"},
        {"mov", "moved"}, {"spread", NULL}, {"ma", NULL},        {"", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *meant = berth_nearest(cases[i][0], words, 4);
        if (cases[i][1])
            assert_string_equal(meant, cases[i][1]);
        else
            assert_null(meant);
    }
    assert_null(berth_nearest("keys", words, 0));
    assert_string_equal(berth_nearest("keys", words, 1), "keys");
    const char *const twice[] = {"a", "a"};
    assert_ptr_equal(berth_nearest("a", twice, 2), twice[0]);
}

/* Each pair of the list is in order, both ways round: the order is total. */
static void test_names_in_natural_order(void **unused)
{
    (void)unused;
    static const char *const names[] = {"",
                                        "-1",
                                        "0",
                                        "00",
                                        "1",
                                        "1a",
                                        "01b",
                                        "2",
                                        "10",
                                        "10.2",
                                        "10.10",
                                        "18446744073709551616",
                                        "18446744073709551617",
                                        "A10",
                                        "a",
                                        "a-",
                                        "a1",
                                        "a01b2",
                                        "a1b10",
                                        "a2",
                                        "a2b",
                                        "a10",
                                        "a:1",
                                        "cache-9.b2",
                                        "cache-10.b1",
                                        "\xc3\xa9"
                                        "2",
                                        "\xc3\xa9"
                                        "10"};
    const size_t n = sizeof names / sizeof names[0];
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            int order = berth_name_compare(names[i], names[j]);
            assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
        }
    }
    assert_true(berth_name_compare("n01", "n1") < 0);
    assert_true(berth_name_compare("n1x", "n01y") < 0);
}

static void test_shown_is_fit_to_print(void **unused)
{
    (void)unused;
    char out[FAIL_SHOWN_MAX], text[80];
    assert_string_equal(fail_shown("a\nb\x7f", 4, out), "a?b?");
    memset(text, 'n', sizeof text);
    fail_shown(text, 60, out);
    assert_int_equal(strlen(out), 60);
    fail_shown(text, 61, out);
    assert_int_equal(strlen(out), 63);
    assert_string_equal(out + 60, "...");
    memcpy(text + 59, "\xc3\xa9", 2); /* a character of two bytes across the limit of 60 */
    fail_shown(text, sizeof text, out);
    assert_string_equal(out + 59, "...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_integers),
                                       cmocka_unit_test(test_signed_integers),
                                       cmocka_unit_test(test_millionths),
                                       cmocka_unit_test(test_doubles),
                                       cmocka_unit_test(test_number_round_trip),
                                       cmocka_unit_test(test_a_word_list_gives_its_words_in_order),
                                       cmocka_unit_test(test_only_a_whole_word_has_a_position),
                                       cmocka_unit_test(test_writer_counts_on),
                                       cmocka_unit_test(test_writer_quotes),
                                       cmocka_unit_test(test_fail_fills),
                                       cmocka_unit_test(test_every_code_has_a_text),
                                       cmocka_unit_test(test_hints),
                                       cmocka_unit_test(test_the_nearest_word),
                                       cmocka_unit_test(test_names_in_natural_order),
                                       cmocka_unit_test(test_shown_is_fit_to_print)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
