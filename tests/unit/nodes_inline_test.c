/* SPDX-License-Identifier: MIT */
/* nodes_inline_test.c - a membership that is written in one word, such as "cache-[1-8]" */
#include "berth.h"
#include "expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Writes the nodes as "NAME" or "NAME*WEIGHT", with blanks between them. */
static void listed(const berth_nodes *nodes, char *out, size_t cap)
{
    struct berth_node node;
    size_t len = 0;
    out[0] = 0;
    for (size_t i = 0; berth_nodes_at(nodes, i, &node); i++) {
        len += (size_t)snprintf(out + len, cap - len, "%s%s", i ? " " : "", node.name);
        if (node.weight != 1)
            len += (size_t)snprintf(out + len, cap - len, "*%g", node.weight);
        assert_true(len < cap);
    }
}

static void reads(const char *text, const char *expected)
{
    char got[4096];
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    char *exact = strdup(text);
    expect_ok(berth_nodes_parse_inline(nodes, exact, &error), &error);
    free(exact);
    listed(nodes, got, sizeof got);
    assert_string_equal(got, expected);
    berth_nodes_free(nodes);
}

static void refuses(const char *text, int code, const char *sentence)
{
    char got[64];
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert_int_equal(berth_nodes_add(nodes, "old", 1, NULL), 0);
    expect_error(berth_nodes_parse_inline(nodes, text, &error), &error, code, 0, sentence);
    listed(nodes, got, sizeof got);
    assert_string_equal(got, "old");
    berth_nodes_free(nodes);
}

static void test_lists(void **state)
{
    (void)state;
    reads("a", "a");
    reads("a,b,c=2", "a b c*2");
    reads("a=0,b=0.5,c=1000000", "a*0 b*0.5 c*1e+06");
    reads("10.0.0.1:11211,10.0.0.2:11211=3", "10.0.0.1:11211 10.0.0.2:11211*3");
    reads("a b,c d", "a b c d");
    reads("k=v=2", "k=v*2");
    reads("node,spec,#x", "node spec #x");
}

static void test_ranges(void **state)
{
    (void)state;
    reads("cache-[1-8]", "cache-1 cache-2 cache-3 cache-4 cache-5 cache-6 cache-7 cache-8");
    reads("[1-3]", "1 2 3");
    reads("n[08-11]", "n08 n09 n10 n11");
    reads("n[0-2]x=2", "n0x*2 n1x*2 n2x*2");
    reads("n[1,3,7-9]", "n1 n3 n7 n8 n9");
    reads("n[5]", "n5");
    reads("r[1-2]-n[01-03]", "r1-n01 r1-n02 r1-n03 r2-n01 r2-n02 r2-n03");
    reads(
        "a[1-2][1-2][1-2][1-2],z",
        "a1111 a1112 a1121 a1122 a1211 a1212 a1221 a1222 a2111 a2112 a2121 a2122 a2211 a2212 a2221 "
        "a2222 z");
    reads("n[7-7]", "n7");
    reads("n[9999999999999999998-9999999999999999999]",
          "n9999999999999999998 n9999999999999999999");
}

static void test_brackets_that_are_not_ranges(void **state)
{
    (void)state;
    reads("[2001:db8::5]:11211", "[2001:db8::5]:11211");
    reads("[::1]:80,[::2]:80=2", "[::1]:80 [::2]:80*2");
    reads("a[],b", "a[] b");
    reads("a[x-y]", "a[x-y]");
    reads("a[1-]", "a[1-]");
    reads("a[-1]", "a[-1]");
    reads("a[1-2", "a[1-2");
    reads("a]1-2[", "a]1-2[");
    reads("a[1,]", "a[1,]");
    reads("[fe80::1]-[1-2]", "[fe80::1]-1 [fe80::1]-2");
}

static void test_refused(void **state)
{
    (void)state;
    refuses("", BERTH_E_SYNTAX, "no nodes are written there, not even one name");
    refuses("a,", BERTH_E_SYNTAX, "a name is missing beside a comma");
    refuses(",a", BERTH_E_SYNTAX, "a name is missing beside a comma");
    refuses("a,,b", BERTH_E_SYNTAX, "a name is missing beside a comma");
    refuses("a,a", BERTH_E_EXISTS, "node \"a\" is listed already");
    refuses("a,old", BERTH_E_EXISTS, "node \"old\" is listed already");
    refuses("n[1-3],n2", BERTH_E_EXISTS, "node \"n2\" is listed already");
    refuses("a=", BERTH_E_WEIGHT, "weight \"\" is not a number");
    refuses("a=x", BERTH_E_WEIGHT, "weight \"x\" is not a number");
    refuses("a=-1", BERTH_E_WEIGHT,
            "weight -1 is negative; weight 0 lists a node that owns nothing");
    refuses("=2", BERTH_E_NAME, "a node needs a name: the empty name cannot be used");
    refuses("a\nb", BERTH_E_NAME,
            "a name cannot hold a control character (byte 0x0a at position 2)");
    refuses("n[3-1]", BERTH_E_RANGE, "[3-1] counts backwards");
    refuses("n[1-1000001]", BERTH_E_LIMIT,
            "one word stands for 1000001 nodes; at most 1000000 are allowed");
    refuses("n[1-1000]-[1-1001]", BERTH_E_LIMIT,
            "one word stands for 1001000 nodes; at most 1000000 are allowed");
    refuses("n[0-18446744073709551615]", BERTH_E_LIMIT,
            "one word stands for more than 18446744073709551615 nodes; at most 1000000 are "
            "allowed");
    refuses("n[1-2][1-2][1-2][1-2][1-2]", BERTH_E_LIMIT,
            "a name may hold at most 4 ranges in brackets");
}

static void test_long_names(void **state)
{
    (void)state;
    char *text = malloc(70001);
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_error error = {0};
    memset(text, 'x', 70000);
    text[70000] = 0;
    expect_error(berth_nodes_parse_inline(nodes, text, &error), &error, BERTH_E_NAME, 0,
                 "a name of 70000 bytes is too long: at most 65535");
    memcpy(text, "n[1-2]", 6);
    expect_error(berth_nodes_parse_inline(nodes, text, &error), &error, BERTH_E_NAME, 0,
                 "a name with [..] is too long: at most 1004 bytes");
    memset(text, '[', 70000);
    expect_error(berth_nodes_parse_inline(nodes, text, &error), &error, BERTH_E_NAME, 0,
                 "a name of 70000 bytes is too long: at most 65535");
    text[1004] = 0;
    memcpy(text, "n[1-2]", 6);
    expect_ok(berth_nodes_parse_inline(nodes, text, &error), &error);
    assert_int_equal(berth_nodes_count(nodes), 2);
    berth_nodes_free(nodes);
    free(text);
}

static void test_many(void **state)
{
    (void)state;
    berth_nodes *nodes = berth_nodes_new(NULL);
    struct berth_node node;
    assert_int_equal(berth_nodes_parse_inline(nodes, "n[1-100000]=2", NULL), 0);
    assert_int_equal(berth_nodes_count(nodes), 100000);
    assert_true(berth_nodes_at(nodes, 99999, &node));
    assert_string_equal(node.name, "n100000");
    assert_true(node.weight == 2);
    berth_nodes_free(nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_brackets_that_are_not_ranges),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_long_names),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
