/* SPDX-License-Identifier: MIT */
/* nodes_text_test.c - the text format: what is read, what is refused and where, what is written */
#include "berth.h"
#include "dice.h"
#include "expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void is_text(const berth_nodes *nodes, const char *expected)
{
    char text[4096];
    assert_in_range(berth_nodes_text(nodes, NULL, text, sizeof text), 0, sizeof text - 1);
    assert_string_equal(text, expected);
}

static void reads_len(const char *text, size_t len, const char *expected)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_error error = {0};
    char *exact = malloc(len); /* so that a sanitizer sees a read past the end */
    memcpy(exact, text, len);
    expect_ok(berth_nodes_parse(nodes, exact, len, &error), &error);
    free(exact);
    is_text(nodes, expected);
    berth_nodes_free(nodes);
}

static void reads(const char *text, const char *expected)
{
    reads_len(text, strlen(text), expected);
}

#define BEFORE "spec hrw\nnode old zone=a\n"

/* The text must be refused with an error in line `line`, and must not change the nodes. */
static void refuses_len(const char *text, size_t len, unsigned line, int code, const char *sentence)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_error error = {0};
    expect_ok(berth_nodes_parse(nodes, BEFORE, strlen(BEFORE), &error), &error);
    char *exact = malloc(len);
    memcpy(exact, text, len);
    expect_error(berth_nodes_parse(nodes, exact, len, &error), &error, code, line, sentence);
    assert_int_equal(berth_nodes_parse(nodes, exact, len, NULL), code);
    free(exact);
    is_text(nodes, BEFORE);
    berth_nodes_free(nodes);
}

static void refuses(const char *text, unsigned line, int code, const char *sentence)
{
    refuses_len(text, strlen(text), line, code, sentence);
}

/* ---- read ------------------------------------------------------------------------------------ */

static void test_forms(void **state)
{
    (void)state;
    reads("", "");
    reads("\n\n  \n\t\n", "");
    reads("# only a comment", "");
    reads("a", "node a\n");
    reads("a\nb\nc\n", "node a\nnode b\nnode c\n");
    reads("a 2\nb 0.5\nc 0\n", "node a weight=2\nnode b weight=0.5\nnode c weight=0\n");
    reads("node a\nnode b weight=2 zone=x\n", "node a\nnode b weight=2 zone=x\n");
    reads("a zone=x 10.0.0.1=y", "node a 10.0.0.1=y zone=x\n");
    reads("a 2 zone=x", "node a weight=2 zone=x\n");
    reads("spec slots\na", "spec slots\nnode a\n");
    reads("a\nspec ring:points=40,probes=2\n", "spec ring:points=40,probes=2\nnode a\n");
    reads("node node\nnode spec\n", "node node\nnode spec\n");
    reads("nodes\nspecs\n", "node nodes\nnode specs\n");
    reads("a addr=10.0.0.3:11211 state=down slot=3", "node a slot=3 addr=10.0.0.3:11211 "
                                                     "state=down\n");
    reads("a state=up weight=1", "node a\n");
    reads("a state=drain", "node a state=drain\n");
    reads("a id=b=c", "node a id=b=c\n");
}

static void test_blanks_and_ends(void **state)
{
    (void)state;
    reads("\xef\xbb\xbf"
          "a\r\nb\r\n",
          "node a\nnode b\n");
    reads("\xef\xbb\xbf", "");
    reads("a\r\nb\r", "node a\nnode b\n");
    reads("\ta\t2\t\n  b   zone=x  ", "node a weight=2\nnode b zone=x\n");
}

/* A tab between host:port and a number in every line is libketama's file, and nothing else is. */
static void test_ketama(void **state)
{
    (void)state;
    reads("10.0.0.1:11211\t600\nb:1\t300\n",
          "spec libketama\nnode 10.0.0.1:11211 weight=600\nnode b:1 weight=300\n");
    reads("\xef\xbb\xbf# x\r\n\r\n a:1 \t 60 # y\r\n", "spec libketama\nnode a:1 weight=60\n");
    reads("a:1\t600\nb:1\t305", "spec libketama\nnode a:1 weight=600\nnode b:1 weight=30\n");
    reads("a:1 600\nb:1 300\n", "node a:1 weight=600\nnode b:1 weight=300\n");
    reads("a:1\t600\nb:1 300\n", "node a:1 weight=600\nnode b:1 weight=300\n");
    reads("a\t600\n", "node a weight=600\n");
    reads("a:1\t1.5\n", "node a:1 weight=1.5\n");
    reads("a:1\t2 zone=b\n", "node a:1 weight=2 zone=b\n");
    reads("spec slots\na:1\t600\n", "spec slots\nnode a:1 weight=600\n");
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_error error = {0};
    expect_error(
        berth_nodes_parse(nodes, "a:1\t60\nb:1\t3", 12, &error), &error, BERTH_E_WEIGHT, 2,
        "\"b:1\" has no memory, as libketama reads it: give it some, or take the line out");
    assert_int_equal(berth_nodes_count(nodes), 0);
    berth_nodes_free(nodes);
}

static void test_comments(void **state)
{
    (void)state;
    reads("a # c\nb#c\nc zone=x # e\nd zone=x#y\n#e\n  # f\n",
          "node a\nnode b#c\nnode c zone=x\nnode d zone=x#y\n");
    reads("\"#a\"\n", "node \"#a\"\n");
    reads("spec slots # the default\n", "spec slots\n");
}

static void test_quotes(void **state)
{
    (void)state;
    reads("\"with blanks\" 2", "node \"with blanks\" weight=2\n");
    reads("node \"a \\\"b\\\" \\\\c\" zone=\"d e\"", "node \"a \\\"b\\\" \\\\c\" zone=\"d e\"\n");
    reads("\"a=2\"", "node \"a=2\"\n");
    reads("a\" \"b", "node \"a b\"\n");
    reads("back\\slash", "node \"back\\\\slash\"\n");
    reads("a zone=\"\"\"x\"", "node a zone=x\n");
    reads("spec \"ring:points=40\"", "spec ring:points=40\n");
    refuses("\"tab\there\"", 1, BERTH_E_NAME,
            "a name cannot hold a control character (byte 0x09 at position 4)");
}

/* ---- refused --------------------------------------------------------------------------------- */

static void test_bad_names(void **state)
{
    (void)state;
    refuses("a\n\"\"\n", 2, BERTH_E_NAME, "a node needs a name: the empty name cannot be used");
    refuses("node \"\"", 1, BERTH_E_NAME, "a node needs a name: the empty name cannot be used");
    refuses("a\nb\n\na\n", 4, BERTH_E_EXISTS, "node \"a\" is listed already");
    refuses("old\n", 1, BERTH_E_EXISTS, "node \"old\" is listed already");
    refuses("a\x01", 1, BERTH_E_NAME,
            "a name cannot hold a control character (byte 0x01 at position 2)");
    refuses("a\rb\rc\r", 1, BERTH_E_NAME,
            "a name cannot hold a control character (byte 0x0d at position 2)");
    refuses("node", 1, BERTH_E_SYNTAX, "\"node\" needs a name, as \"node cache-1\"");
    refuses("a\nnode # b\n", 2, BERTH_E_SYNTAX, "\"node\" needs a name, as \"node cache-1\"");
    refuses("a=2", 1, BERTH_E_SYNTAX,
            "\"a=2\" stands where a name should: write NAME WEIGHT or NAME KEY=VALUE, and quote a "
            "name that holds \"=\"");
    refuses("node weight=2", 1, BERTH_E_SYNTAX,
            "\"weight=2\" stands where a name should: write NAME WEIGHT or NAME KEY=VALUE, and "
            "quote a name that holds \"=\"");
    refuses_len("a\nb\0c\n", 6, 2, BERTH_E_SYNTAX, "the line holds a NUL byte; is this text?");
    refuses_len("\0", 1, 1, BERTH_E_SYNTAX, "the line holds a NUL byte; is this text?");
}

static void test_bad_weights(void **state)
{
    (void)state;
    refuses("a 2x", 1, BERTH_E_WEIGHT, "weight \"2x\" is not a number");
    refuses("a\nb weight=two", 2, BERTH_E_WEIGHT, "weight \"two\" is not a number");
    refuses("a weight=nan", 1, BERTH_E_WEIGHT, "weight \"nan\" is not a number");
    refuses("a inf", 1, BERTH_E_WEIGHT, "weight \"inf\" is not a number");
    refuses("a -inf", 1, BERTH_E_WEIGHT, "weight \"-inf\" is not a number");
    refuses("a 0x10", 1, BERTH_E_WEIGHT, "weight \"0x10\" is not a number");
    refuses("a 1,5", 1, BERTH_E_WEIGHT, "weight \"1,5\" is not a number");
    refuses("a +1", 1, BERTH_E_WEIGHT, "weight \"+1\" is not a number");
    refuses("a .", 1, BERTH_E_WEIGHT, "weight \".\" is not a number");
    refuses("a 1e", 1, BERTH_E_WEIGHT, "weight \"1e\" is not a number");
    refuses("a -1", 1, BERTH_E_WEIGHT,
            "weight -1 is negative; weight 0 lists a node that owns nothing");
    refuses("a -0.5", 1, BERTH_E_WEIGHT,
            "weight -0.5 is negative; weight 0 lists a node that owns nothing");
    refuses("a 1e-9", 1, BERTH_E_WEIGHT, "weight 1e-9 is too fine: steps are 0.000001");
    refuses("a 0.0000001", 1, BERTH_E_WEIGHT, "weight 0.0000001 is too fine: steps are 0.000001");
    refuses("a 1.0000005", 1, BERTH_E_WEIGHT, "weight 1.0000005 is too fine: steps are 0.000001");
    refuses("a 9223372036854775808", 1, BERTH_E_WEIGHT,
            "weight 9223372036854775808 is too large: at most 1000000");
    refuses("a 1000000.000001", 1, BERTH_E_WEIGHT,
            "weight 1000000.000001 is too large: at most 1000000");
    refuses("a 1e30", 1, BERTH_E_WEIGHT, "weight 1e30 is too large: at most 1000000");
    refuses("a 1e99999999999999999999", 1, BERTH_E_WEIGHT,
            "weight 1e99999999999999999999 is too large: at most 1000000");
}

static void test_good_weights(void **state)
{
    (void)state;
    reads("a 1e6", "node a weight=1000000\n");
    reads("a 1E-6", "node a weight=0.000001\n");
    reads("a 2.50000000000000000000000000", "node a weight=2.5\n");
    reads("a 007", "node a weight=7\n");
    reads("a 1.", "node a\n");
    reads("a .5", "node a weight=0.5\n");
    reads("a 0e99", "node a weight=0\n");
    reads("a 15e-1", "node a weight=1.5\n");
    reads("a 0.0000010", "node a weight=0.000001\n");
}

static void test_bad_lines(void **state)
{
    (void)state;
    refuses("a 2 3", 1, BERTH_E_SYNTAX, "\"3\" is not KEY=VALUE");
    refuses("node a 2", 1, BERTH_E_SYNTAX, "\"2\" is not KEY=VALUE, as in weight=2");
    refuses("a zone=x 2", 1, BERTH_E_SYNTAX, "\"2\" is not KEY=VALUE");
    refuses("a weight=2 zone", 1, BERTH_E_SYNTAX, "\"zone\" is not KEY=VALUE");
    refuses("a zone=x b\x1b[2J", 1, BERTH_E_SYNTAX, "\"b?[2J\" is not KEY=VALUE");
    refuses("a =x", 1, BERTH_E_WEIGHT, "weight \"=x\" is not a number");
    refuses("a zone=", 1, BERTH_E_SYNTAX, "zone has no value: write it as KEY=VALUE");
    refuses("a zone=\"\"", 1, BERTH_E_SYNTAX, "zone has no value: write it as KEY=VALUE");
    refuses("a zone=x zone=y", 1, BERTH_E_SYNTAX, "zone is given twice for one node");
    refuses("a 2 weight=2", 1, BERTH_E_SYNTAX, "weight is given twice for one node");
    refuses("a weight=2 weight=2", 1, BERTH_E_SYNTAX, "weight is given twice for one node");
    refuses("a state=up state=up", 1, BERTH_E_SYNTAX, "state is given twice for one node");
    refuses("a slot=1 slot=1", 1, BERTH_E_SYNTAX, "slot is given twice for one node");
    refuses("a\nb state=dwn", 2, BERTH_E_RANGE,
            "state \"dwn\" is not up, drain or down; did you mean \"down\"?");
    refuses("a slot=x", 1, BERTH_E_SLOT, "slot \"x\" is not a number from 0 to 4294967294");
    refuses("a Zone=x", 1, BERTH_E_NAME,
            "\"Zone\" is no attribute name: lower case letters, digits, _ - and . only");
    refuses("a wight=2", 1, BERTH_E_NAME,
            "attribute \"wight\" is not known; did you mean \"weight\"?");
    refuses("a\nb \"c", 2, BERTH_E_SYNTAX, "a quote is opened and not closed");
    refuses("\"a", 1, BERTH_E_SYNTAX, "a quote is opened and not closed");
    refuses("\"a\\", 1, BERTH_E_SYNTAX, "a quote is opened and not closed");
    refuses("\"a\nb\"\n", 1, BERTH_E_SYNTAX, "a quote is opened and not closed");
}

static void test_bad_specs(void **state)
{
    (void)state;
    refuses("spec slots", 1, BERTH_E_SYNTAX, "there is a second spec line; one is enough");
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_error error = {0};
    static const struct {
        const char *text;
        unsigned line;
        const char *sentence;
    } bad[] = {
        {"spec", 1, "\"spec\" needs a scheme, as \"spec slots\""},
        {"a\nspec slots\nspec slots", 3, "there is a second spec line; one is enough"},
        {"spec slots\nspec ring", 2, "there is a second spec line; one is enough"},
        {"spec slots ring", 1, "there is more after the spec: \"ring\""},
        {"spec slots \x1b[31m", 1, "there is more after the spec: \"?[31m\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int code = berth_nodes_parse(nodes, bad[i].text, strlen(bad[i].text), &error);
        expect_error(code, &error, BERTH_E_SYNTAX, bad[i].line, bad[i].sentence);
        assert_null(berth_nodes_spec(nodes));
        assert_int_equal(berth_nodes_count(nodes), 0);
    }
    berth_nodes_free(nodes);
}

/* A line of a megabyte is read, or refused with the right reason. */
static void test_long_lines(void **state)
{
    (void)state;
    enum { LONG = 1 << 20 };
    char *text = malloc(LONG + 1);
    memset(text, 'x', LONG);
    refuses_len(text, LONG, 1, BERTH_E_NAME, "a name of 1048576 bytes is too long: at most 65535");
    memcpy(text, "a zone=", 7);
    refuses_len(text, LONG, 1, BERTH_E_RANGE, "the value of zone is too long: at most 65534 bytes");
    memcpy(text, "a\nb\n\"xxx", 8);
    refuses_len(text, LONG, 3, BERTH_E_SYNTAX, "a quote is opened and not closed");
    memcpy(text, "a #xxxxxx", 8);
    reads_len(text, LONG, "node a\n");
    memset(text, ' ', LONG);
    text[LONG - 1] = 'b';
    reads_len(text, LONG, "node b\n");
    memset(text, '\n', LONG);
    text[LONG - 2] = '"';
    refuses_len(text, LONG, LONG - 1, BERTH_E_SYNTAX, "a quote is opened and not closed");
    free(text);
}

/* ---- written --------------------------------------------------------------------------------- */

static void random_word(struct dice *dice, char *out, uint32_t most)
{
    static const char letters[] = "abcXYZ019-_.:/#=,\"\\ []{}'\xc3\xa9\xff";
    uint32_t len = 1 + dice_below(dice, most);
    for (uint32_t i = 0; i < len; i++)
        out[i] = letters[dice_below(dice, sizeof letters - 1)];
    out[len] = 0;
}

static void random_nodes(struct dice *dice, berth_nodes *nodes)
{
    static const char *const keys[] = {"zone", "addr", "id", "alias", "guid", "a.b-c_d"};
    static const char *const states[] = {"up", "drain", "down"};
    char name[64], value[64];
    for (uint32_t n = dice_below(dice, 12); n > 0; n--) {
        random_word(dice, name, 20);
        if (berth_nodes_add(nodes, name, dice_below(dice, 4000001) / 4000000.0, NULL))
            continue;
        for (uint32_t i = dice_below(dice, 6); i > 0; i--) {
            random_word(dice, value, 30);
            assert_int_equal(berth_nodes_set(nodes, name, keys[dice_below(dice, 6)], value, NULL),
                             0);
        }
        berth_nodes_set(nodes, name, "state", states[dice_below(dice, 3)], NULL);
        snprintf(value, sizeof value, "%u", dice_below(dice, 100000));
        if (dice_below(dice, 2))
            assert_int_equal(berth_nodes_set(nodes, name, "slot", value, NULL), 0);
    }
}

static void test_there_and_back(void **state)
{
    (void)state;
    struct dice dice = {.state = 2024};
    static char text[65536], again[65536];
    for (unsigned i = 0; i < 3000; i++) {
        berth_nodes *nodes = berth_nodes_new(NULL), *back = berth_nodes_new(NULL);
        berth_error error = {0};
        random_nodes(&dice, nodes);
        const char *spec = dice_below(&dice, 2) ? "ring:points=40" : NULL;
        size_t len = berth_nodes_text(nodes, spec, text, sizeof text);
        assert_in_range(len, 0, sizeof text - 1);
        if (berth_nodes_parse(back, text, len, &error))
            fail_msg("line %u: %s in\n%s", error.line, error.text, text);
        assert_int_equal(berth_nodes_count(back), berth_nodes_count(nodes));
        assert_int_equal(berth_nodes_text(back, NULL, again, sizeof again), len);
        assert_string_equal(text, again);
        berth_nodes_free(nodes);
        berth_nodes_free(back);
    }
}

/* With a buffer of any size, as much as fits is written and ends with NUL, and the whole length is
 * returned. */
static void test_room(void **state)
{
    (void)state;
    berth_nodes *nodes = berth_nodes_new(NULL);
    const char *full = "spec \"a b\"\nnode \"x y\" weight=0.25 zone=b\nnode c\n";
    assert_int_equal(berth_nodes_parse(nodes, full, strlen(full), NULL), 0);
    char out[100];
    size_t len = strlen(full);
    assert_int_equal(berth_nodes_text(nodes, NULL, NULL, 0), len);
    for (size_t cap = 1; cap < sizeof out; cap++) {
        memset(out, '#', sizeof out);
        assert_int_equal(berth_nodes_text(nodes, NULL, out, cap), len);
        size_t kept = cap - 1 < len ? cap - 1 : len;
        assert_int_equal(strlen(out), kept);
        assert_memory_equal(out, full, kept);
        assert_int_equal(out[cap], '#');
    }
    berth_nodes_free(nodes);
}

/* Reading a text adds its nodes to those that are there already. */
static void test_reading_adds(void **state)
{
    (void)state;
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert_int_equal(berth_nodes_parse(nodes, "b\na 2\n", 6, NULL), 0);
    assert_int_equal(berth_nodes_parse(nodes, "spec jump\nc", 11, NULL), 0);
    is_text(nodes, "spec jump\nnode b\nnode a weight=2\nnode c\n");
    berth_nodes_free(nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),       cmocka_unit_test(test_blanks_and_ends),
        cmocka_unit_test(test_ketama),      cmocka_unit_test(test_comments),
        cmocka_unit_test(test_quotes),      cmocka_unit_test(test_bad_names),
        cmocka_unit_test(test_bad_weights), cmocka_unit_test(test_good_weights),
        cmocka_unit_test(test_bad_lines),   cmocka_unit_test(test_bad_specs),
        cmocka_unit_test(test_long_lines),  cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_room),        cmocka_unit_test(test_reading_adds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
