/* SPDX-License-Identifier: MIT */
/* spec_test.c - specs: read in any spelling, written in one; errors are compared word for word */
#include "berth.h"
#include "expect.h"
#include "place/spec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void reads(const char *text, const char *expected)
{
    char out[1100];
    berth_error error = {0};
    int len = berth_spec_canonical(text, NULL, out, sizeof out, &error);
    if (len < 0)
        fail_msg("\"%s\": %s", text, error.text);
    assert_string_equal(out, expected);
    assert_int_equal(len, strlen(expected));
}

static void refuses(const char *text, int code, const char *sentence)
{
    char out[64] = "untouched";
    berth_error error = {0};
    struct berth_scheme_info info;
    expect_error(berth_spec_canonical(text, NULL, out, sizeof out, &error), &error, code, 0,
                 sentence);
    assert_string_equal(out, "untouched");
    assert_int_equal(berth_spec_canonical(text, NULL, NULL, 0, NULL), code);
    memset(&error, 0, sizeof error);
    assert_false(berth_scheme_find(text, &info, &error));
    assert_string_equal(error.text, sentence);
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert_null(berth_map_new(text, nodes, NULL, &error));
    assert_string_equal(error.text, sentence);
    berth_nodes_free(nodes);
}

static void test_spellings(void **state)
{
    (void)state;
    reads("slots", "slots");
    reads("ring:points=200,probes=2", "ring:points=200,probes=2");
    reads("ring:probes=2:points=200", "ring:points=200,probes=2");
    reads("ring:probes=2,points=160", "ring:probes=2");
    reads("ring:points=\"200\"", "ring:points=200");
    reads("ring:points=0200", "ring:points=200");
    reads("ring:hash=xxh3", "ring");
    reads("ring:hash=XXH3", "ring");
    reads("ring:hash=Murmur3_x86_32", "ring:hash=murmur3-32");
    reads("slots:bound=1.050", "slots:bound=1.05");
    reads("slots:bound=105e-2", "slots:bound=1.05");
    reads("slots:bound=0", "slots");
    reads("slots:table=262144", "slots");
    reads("jump:order=line", "jump:order=line");
    reads("jump:order=slot", "jump");
}

static void test_schemes_refused(void **state)
{
    (void)state;
    refuses("", BERTH_E_SYNTAX, "the spec names no scheme; write one as \"slots\"");
    refuses(":points=1", BERTH_E_SYNTAX, "the spec names no scheme; write one as \"slots\"");
    refuses("slot", BERTH_E_NAME, "there is no scheme \"slot\"; did you mean \"slots\"?");
    refuses("rnig", BERTH_E_NAME, "there is no scheme \"rnig\"; did you mean \"ring\"?");
    refuses("meglev:table=7", BERTH_E_NAME,
            "there is no scheme \"meglev\"; did you mean \"maglev\"?");
    refuses("xyzzyxyzzy", BERTH_E_NAME,
            "there is no scheme \"xyzzyxyzzy\"; \"berth schemes\" lists them");
    refuses("ring ", BERTH_E_NAME, "there is no scheme \"ring \"; did you mean \"ring\"?");
    refuses("r\x1bing", BERTH_E_NAME, "there is no scheme \"r?ing\"; did you mean \"ring\"?");
}

static void test_parameters_refused(void **state)
{
    (void)state;
    refuses("ring:", BERTH_E_SYNTAX, "\"\" in the spec is not NAME=VALUE");
    refuses("ring:points", BERTH_E_SYNTAX, "\"points\" in the spec is not NAME=VALUE");
    refuses("ring:points=1,", BERTH_E_SYNTAX, "\"\" in the spec is not NAME=VALUE");
    refuses("ring:=1", BERTH_E_NAME, "ring has no parameter \"\"; it has: points probes hash");
    refuses("ring:point=1", BERTH_E_NAME,
            "ring has no parameter \"point\"; did you mean \"points\"?");
    refuses("ring:weight=1", BERTH_E_NAME,
            "ring has no parameter \"weight\"; it has: points probes hash");
    refuses("ring:points=1,points=1", BERTH_E_SYNTAX, "points is given twice in the spec");
    refuses("ring:points=\"1", BERTH_E_SYNTAX, "a quote is opened and not closed in the spec");
    refuses("ring:points=\"1\"0", BERTH_E_SYNTAX,
            "a comma is missing after a quoted value in the spec");
}

static void test_values_refused(void **state)
{
    (void)state;
    refuses("ring:points=0", BERTH_E_RANGE, "ring: points=0 is out of range: 1 to 65536");
    refuses("ring:points=65537", BERTH_E_RANGE, "ring: points=65537 is out of range: 1 to 65536");
    refuses("ring:points=99999999999999999999", BERTH_E_RANGE,
            "ring: points=99999999999999999999 is out of range: 1 to 65536");
    refuses("ring:points=", BERTH_E_RANGE, "ring: points= is not a whole number");
    refuses("ring:points=1.5", BERTH_E_RANGE, "ring: points=1.5 is not a whole number");
    refuses("ring:points=-1", BERTH_E_RANGE, "ring: points=-1 is not a whole number");
    refuses("ring:points=many", BERTH_E_RANGE, "ring: points=many is not a whole number");
    refuses("ring:hash=md55", BERTH_E_NAME,
            "ring: there is no hash \"md55\"; did you mean \"md5\"?");
    refuses("slots:table=1000", BERTH_E_RANGE, "slots: table=1000 is not a power of two");
    refuses("slots:table=0", BERTH_E_RANGE, "slots: table=0 is out of range: 1 to 67108864");
    refuses("slots:bound=1.0000001", BERTH_E_RANGE,
            "slots: bound=1.0000001 is not a number with at most six digits after the point");
    refuses("slots:bound=x", BERTH_E_RANGE, "slots: bound=x is not a number");
    refuses("maglev:table=65536", BERTH_E_RANGE,
            "maglev: table=65536 is not prime; the nearest are 65521 and 65537");
    refuses("maglev:table=4", BERTH_E_RANGE,
            "maglev: table=4 is not prime; the nearest are 3 and 5");
    refuses("jump:order=lines", BERTH_E_RANGE,
            "jump: order=lines is not one of: slot line; did you mean \"line\"?");
    refuses("jump:order=", BERTH_E_RANGE, "jump: order= is not one of: slot line");
}

/* A spec of any length is refused in one short sentence. */
static void test_long_specs(void **state)
{
    (void)state;
    enum { LONG = 100000 };
    char *text = malloc(LONG + 1), out[64];
    berth_error error = {0};
    memset(text, 'r', LONG);
    text[LONG] = 0;
    assert_int_equal(berth_spec_canonical(text, NULL, out, sizeof out, &error), BERTH_E_NAME);
    assert_true(strlen(error.text) < 200);
    memcpy(text, "ring:", 5);
    assert_int_equal(berth_spec_canonical(text, NULL, out, sizeof out, &error), BERTH_E_SYNTAX);
    assert_true(strlen(error.text) < 200);
    memcpy(text, "ring:points=", 12);
    assert_int_equal(berth_spec_canonical(text, NULL, out, sizeof out, &error), BERTH_E_RANGE);
    assert_true(strlen(error.text) < 200);
    memset(text + 12, '0', LONG - 12); /* one digit after many zeros */
    text[LONG - 1] = '9';
    int code = berth_spec_canonical(text, NULL, out, sizeof out, &error);
    assert_true(code < 0 || strcmp(out, "ring:points=9") == 0);
    free(text);
}

static uint64_t constant(const void *data, size_t len)
{
    (void)data;
    (void)len;
    return 42;
}

static void test_hashes_of_the_caller(void **state)
{
    (void)state;
    const struct berth_hash own[] = {{"mine", "a toy", 64, constant},
                                     {"or, mine", "a toy", 32, constant}};
    struct berth_options options = {.hashes = own, .hash_count = 2};
    char out[64];
    berth_error error = {0};
    assert_int_equal(
        berth_spec_canonical("ring:hash=mine,points=9", &options, out, sizeof out, &error), 23);
    assert_string_equal(out, "ring:points=9,hash=mine");
    berth_spec_canonical("hrw:hash=\"or, mine\"", &options, out, sizeof out, &error);
    assert_string_equal(out, "hrw:hash=\"or, mine\"");
    refuses("hrw:hash=mine", BERTH_E_NAME,
            "hrw: there is no hash \"mine\"; xxh3, murmur3-64, fnv1a-64, sha256, ... exist");
}

static void test_values(void **state)
{
    (void)state;
    struct spec spec;
    assert_int_equal(spec_parse("ring:points=40,hash=md5", NULL, &spec, NULL), 0);
    assert_int_equal(spec_value(&spec, "points")->number, 40);
    assert_int_equal(spec_value(&spec, "probes")->number, 1);
    assert_string_equal(spec_hash(&spec)->name, "md5");
    assert_null(spec_value(&spec, "table"));
    assert_int_equal(spec_parse("slots:bound=1.25", NULL, &spec, NULL), 0);
    assert_int_equal(spec_value(&spec, "bound")->number, 1250000);
    assert_string_equal(spec_hash(&spec)->name, "xxh3");
}

/* A spec and the states of the mechanisms have room for SPEC_PARAMS_MAX values. */
static void test_every_scheme_fits_a_spec(void **state)
{
    (void)state;
    const struct scheme *scheme;
    for (size_t i = 0; (scheme = scheme_at(i)) != NULL; i++)
        if (scheme->info.param_count > SPEC_PARAMS_MAX)
            fail_msg("%s has %zu parameters, a spec has room for %d", scheme->info.name,
                     scheme->info.param_count, SPEC_PARAMS_MAX);
}

static void test_null_arguments(void **state)
{
    (void)state;
    char out[8];
    assert_int_equal(berth_spec_canonical(NULL, NULL, out, sizeof out, NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_spec_canonical("slots", NULL, NULL, 8, NULL), BERTH_E_ARGUMENT);
    assert_false(berth_scheme_find(NULL, &(struct berth_scheme_info){0}, NULL));
    assert_null(berth_hash_find(NULL));
    assert_null(berth_hash_at(SIZE_MAX));
    assert_false(berth_scheme_at(SIZE_MAX, &(struct berth_scheme_info){0}));
}

static void test_error_texts(void **state)
{
    (void)state;
    assert_string_equal(berth_error_text(BERTH_E_OK), "no error");
    assert_string_equal(berth_error_text(BERTH_E_MISSING), "no such node");
    assert_string_equal(berth_error_text(1), "unknown error");
    assert_string_equal(berth_error_text(-1000), "unknown error");
    assert_string_equal(berth_version(), "0.1.0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_schemes_refused),
        cmocka_unit_test(test_parameters_refused),
        cmocka_unit_test(test_values_refused),
        cmocka_unit_test(test_long_specs),
        cmocka_unit_test(test_hashes_of_the_caller),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_every_scheme_fits_a_spec),
        cmocka_unit_test(test_null_arguments),
        cmocka_unit_test(test_error_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
