/* SPDX-License-Identifier: MIT */
/* nodes_test.c - the membership: a set of named nodes; a change is made whole or not at all */
#include "berth.h"
#include "counted_alloc.h"
#include "dice.h"
#include "expect.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static berth_nodes *abc(void)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    assert_non_null(nodes);
    assert_int_equal(berth_nodes_add(nodes, "amber", 1, NULL), 0);
    assert_int_equal(berth_nodes_add(nodes, "birch", 2.5, NULL), 0);
    assert_int_equal(berth_nodes_add(nodes, "cedar", 0, NULL), 0);
    return nodes;
}

/* The text contains all that the nodes hold, so a single comparison shows that nothing changed. */
static void is_text(const berth_nodes *nodes, const char *expected)
{
    char text[4096];
    assert_in_range(berth_nodes_text(nodes, NULL, text, sizeof text), 0, sizeof text - 1);
    assert_string_equal(text, expected);
}

#define ABC "node amber\nnode birch weight=2.5\nnode cedar weight=0\n"

/* ---- adding and removing --------------------------------------------------------------------- */

static void test_add_and_look(void **state)
{
    (void)state;
    berth_nodes *nodes = abc();
    struct berth_node node;
    assert_int_equal(berth_nodes_count(nodes), 3);
    assert_true(berth_nodes_at(nodes, 1, &node));
    assert_string_equal(node.name, "birch");
    assert_true(node.weight == 2.5);
    assert_true(node.slot == BERTH_NO_SLOT);
    assert_int_equal(node.state, BERTH_UP);
    assert_null(node.zone);
    assert_null(node.addr);
    assert_null(node.data);
    assert_true(berth_nodes_find(nodes, "cedar", &node));
    assert_true(node.weight == 0);
    assert_false(berth_nodes_find(nodes, "ceda", &node));
    assert_false(berth_nodes_find(nodes, "cedars", &node));
    assert_false(berth_nodes_find(nodes, "", &node));
    assert_false(berth_nodes_at(nodes, 3, &node));
    assert_false(berth_nodes_at(nodes, SIZE_MAX, &node));
    assert_null(berth_nodes_spec(nodes));
    is_text(nodes, ABC);
    berth_nodes_free(nodes);
}

static void test_twice_is_refused(void **state)
{
    (void)state;
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, 0);
    berth_nodes *nodes = berth_nodes_new(&alloc);
    berth_error error = {0};
    expect_ok(berth_nodes_add(nodes, "amber", 1, &error), &error);
    expect_ok(berth_nodes_add(nodes, "birch", 1, &error), &error);
    size_t bytes = heap.bytes, calls = heap.calls;
    expect_error(berth_nodes_add(nodes, "birch", 3, &error), &error, BERTH_E_EXISTS, 0,
                 "node \"birch\" is listed already");
    assert_int_equal(heap.bytes, bytes);
    assert_int_equal(heap.calls, calls);
    is_text(nodes, "node amber\nnode birch\n");
    berth_nodes_free(nodes);
    assert_int_equal(heap.bytes, 0);
    assert_int_equal(heap.blocks, 0);
}

static void test_remove(void **state)
{
    (void)state;
    berth_nodes *nodes = abc();
    berth_error error = {0};
    expect_ok(berth_nodes_remove(nodes, "amber", &error), &error);
    is_text(nodes, "node birch weight=2.5\nnode cedar weight=0\n");
    expect_error(berth_nodes_remove(nodes, "amber", &error), &error, BERTH_E_MISSING, 0,
                 "there is no node \"amber\"");
    is_text(nodes, "node birch weight=2.5\nnode cedar weight=0\n");
    expect_ok(berth_nodes_remove(nodes, "cedar", &error), &error);
    expect_ok(berth_nodes_remove(nodes, "birch", &error), &error);
    assert_int_equal(berth_nodes_count(nodes), 0);
    expect_error(berth_nodes_remove(nodes, "birch", &error), &error, BERTH_E_MISSING, 0,
                 "there is no node \"birch\"");
    expect_ok(berth_nodes_add(nodes, "birch", 1, &error), &error);
    is_text(nodes, "node birch\n");
    berth_nodes_free(nodes);
}

/* A thousand names come and leave; the nodes are compared with a plain list. */
static void test_against_a_list(void **state)
{
    (void)state;
    enum { NAMES = 1000 };
    static bool listed[NAMES];
    berth_nodes *nodes = berth_nodes_new(NULL);
    struct dice dice = {.state = 5};
    size_t count = 0;
    for (unsigned i = 0; i < 20000; i++) {
        uint32_t which = dice_below(&dice, NAMES);
        char name[16];
        struct berth_node node;
        snprintf(name, sizeof name, "n%u", which);
        bool add = dice_below(&dice, 2);
        int code =
            add ? berth_nodes_add(nodes, name, which, NULL) : berth_nodes_remove(nodes, name, NULL);
        assert_int_equal(code, add == listed[which] ? (add ? BERTH_E_EXISTS : BERTH_E_MISSING)
                                                    : BERTH_E_OK);
        count += code == BERTH_E_OK ? (add ? 1 : (size_t)-1) : 0;
        listed[which] = add;
        assert_int_equal(berth_nodes_count(nodes), count);
        which = dice_below(&dice, NAMES);
        snprintf(name, sizeof name, "n%u", which);
        assert_int_equal(berth_nodes_find(nodes, name, &node), listed[which]);
    }
    berth_nodes_free(nodes);
}

/* ---- names ----------------------------------------------------------------------------------- */

static void name_works(const char *name)
{
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_error error = {0};
    struct berth_node node;
    expect_ok(berth_nodes_add(nodes, name, 1, &error), &error);
    assert_true(berth_nodes_find(nodes, name, &node));
    assert_string_equal(node.name, name);
    berth_map *map = berth_map_new("hrw", nodes, NULL, &error);
    assert_non_null(map);
    assert_int_equal(berth_map_find(map, name), 0);
    assert_string_equal(berth_map_name(map, 0), name);
    berth_map_free(map);
    berth_nodes_free(nodes);
}

static void test_names_of_all_kinds(void **state)
{
    (void)state;
    static const char *const names[] = {"a",
                                        " ",
                                        "with blanks",
                                        "#hash",
                                        "a=b",
                                        "\"quoted\"",
                                        "back\\slash",
                                        "[2001:db8::5]:80",
                                        "na\xc3\xafve",
                                        "\xff\xfe",
                                        "node",
                                        "spec",
                                        "\xf0\x9f\x97\x9d",
                                        ",",
                                        "0"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        name_works(names[i]);
    static const size_t lengths[] = {255, 4096, 65535};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        char *name = malloc(lengths[i] + 1);
        memset(name, 'x', lengths[i]);
        name[lengths[i]] = 0;
        name_works(name);
        free(name);
    }
}

static void name_is_refused(const char *name, const char *text)
{
    berth_nodes *nodes = abc();
    berth_error error = {0};
    expect_error(berth_nodes_add(nodes, name, 1, &error), &error, BERTH_E_NAME, 0, text);
    is_text(nodes, ABC);
    berth_nodes_free(nodes);
}

static void test_names_refused(void **state)
{
    (void)state;
    char *name = malloc(65537);
    memset(name, 'x', 65536);
    name[65536] = 0;
    name_is_refused(name, "a name of 65536 bytes is too long: at most 65535");
    free(name);
    name_is_refused("", "a node needs a name: the empty name cannot be used");
    name_is_refused("a\nb", "a name cannot hold a control character (byte 0x0a at position 2)");
    name_is_refused("\tb", "a name cannot hold a control character (byte 0x09 at position 1)");
    name_is_refused("a\xc2\x9b"
                    "2J",
                    "a name cannot hold a control character (byte 0xc2 at position 2)");
    name_is_refused("ab\x7f", "a name cannot hold a control character (byte 0x7f at position 3)");
}

/* Errors show long or damaged names in part, on one line. */
static void test_names_in_sentences(void **state)
{
    (void)state;
    berth_nodes *nodes = berth_nodes_new(NULL);
    berth_error error = {0};
    char name[200];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = 0;
    assert_int_equal(berth_nodes_remove(nodes, name, &error), BERTH_E_MISSING);
    assert_int_equal(strlen(error.text), strlen("there is no node \"\"") + 63);
    assert_int_equal(berth_nodes_remove(nodes, "a\x1b[2J\n", &error), BERTH_E_MISSING);
    assert_string_equal(error.text, "there is no node \"a?[2J?\"");
    berth_nodes_free(nodes);
}

/* ---- weights --------------------------------------------------------------------------------- */

static void weight_is(double weight, double expected)
{
    berth_nodes *nodes = abc();
    berth_error error = {0};
    struct berth_node node;
    expect_ok(berth_nodes_set_weight(nodes, "birch", weight, &error), &error);
    berth_nodes_find(nodes, "birch", &node);
    assert_true(node.weight == expected);
    expect_ok(berth_nodes_add(nodes, "new", weight, &error), &error);
    berth_nodes_find(nodes, "new", &node);
    assert_true(node.weight == expected);
    berth_nodes_free(nodes);
}

static void weight_is_refused(double weight, const char *text)
{
    berth_nodes *nodes = abc();
    berth_error error = {0};
    expect_error(berth_nodes_set_weight(nodes, "birch", weight, &error), &error, BERTH_E_WEIGHT, 0,
                 text);
    expect_error(berth_nodes_add(nodes, "new", weight, &error), &error, BERTH_E_WEIGHT, 0, text);
    is_text(nodes, ABC);
    berth_nodes_free(nodes);
}

static void test_weights(void **state)
{
    (void)state;
    weight_is(0, 0);
    weight_is(-0.0, 0);
    weight_is(0.000001, 0.000001);
    weight_is(0.1, 0.1);
    weight_is(1 / 3.0, 0.333333);
    weight_is(2 / 3.0, 0.666667);
    weight_is(1e-6 / 2, 0.000001);
    weight_is(1000000, 1000000);
    weight_is_refused(1e-9, "weight 1e-09 is too small: the smallest is 0.000001");
    weight_is_refused(4.9e-324, "weight 4.94066e-324 is too small: the smallest is 0.000001");
    weight_is_refused(1000000.1, "weight 1e+06 is too large: at most 1000000");
    weight_is_refused(9223372036854775808.0, "weight 9.22337e+18 is too large: at most 1000000");
    weight_is_refused(INFINITY, "weight inf is too large: at most 1000000");
    weight_is_refused(-1, "weight -1 is negative; weight 0 lists a node that owns nothing");
    weight_is_refused(-INFINITY,
                      "weight -inf is negative; weight 0 lists a node that owns nothing");
    weight_is_refused(NAN, "the weight is not a number");
}

/* ---- attributes ------------------------------------------------------------------------------ */

static void set(berth_nodes *nodes, const char *key, const char *value)
{
    berth_error error = {0};
    expect_ok(berth_nodes_set(nodes, "birch", key, value, &error), &error);
}

static void test_attributes(void **state)
{
    (void)state;
    berth_nodes *nodes = abc();
    struct berth_node node;
    set(nodes, "zone", "north");
    set(nodes, "addr", "10.0.0.3:11211");
    set(nodes, "state", "down");
    set(nodes, "slot", "7");
    set(nodes, "weight", "3");
    set(nodes, "id", "42");
    set(nodes, "guid", "a b=c");
    assert_true(berth_nodes_find(nodes, "birch", &node));
    assert_string_equal(node.zone, "north");
    assert_string_equal(node.addr, "10.0.0.3:11211");
    assert_int_equal(node.state, BERTH_DOWN);
    assert_true(node.slot == 7 && node.weight == 3);
    assert_string_equal(berth_nodes_attribute(nodes, "birch", "id"), "42");
    assert_string_equal(berth_nodes_attribute(nodes, "birch", "guid"), "a b=c");
    assert_null(berth_nodes_attribute(nodes, "birch", "ident"));
    assert_null(berth_nodes_attribute(nodes, "amber", "id"));
    assert_null(berth_nodes_attribute(nodes, "oak", "id"));
    is_text(nodes, "node amber\nnode birch weight=3 slot=7 addr=10.0.0.3:11211 guid=\"a b=c\" "
                   "id=42 zone=north state=down\nnode cedar weight=0\n");
    set(nodes, "zone", NULL);
    set(nodes, "guid", "");
    set(nodes, "addr", "x");
    set(nodes, "state", NULL);
    set(nodes, "slot", "");
    set(nodes, "weight", NULL);
    set(nodes, "id", NULL);
    set(nodes, "nothing", NULL);
    is_text(nodes, "node amber\nnode birch addr=x\nnode cedar weight=0\n");
    berth_nodes_free(nodes);
}

static void set_is_refused(const char *key, const char *value, int code, const char *text)
{
    berth_nodes *nodes = abc();
    berth_error error = {0};
    expect_error(berth_nodes_set(nodes, "birch", key, value, &error), &error, code, 0, text);
    is_text(nodes, ABC);
    berth_nodes_free(nodes);
}

/* The last one that fits, one too many, another value of one that is there, and room again. */
static void test_attributes_full(void **state)
{
    (void)state;
    berth_nodes *nodes = abc();
    berth_error error = {0};
    char key[16];
    for (int i = 0; i < 1024; i++) {
        snprintf(key, sizeof key, "k%d", i);
        expect_ok(berth_nodes_set(nodes, "birch", key, "v", &error), &error);
    }
    expect_error(berth_nodes_set(nodes, "birch", "more", "v", &error), &error, BERTH_E_LIMIT, 0,
                 "a node has at most 1024 attributes");
    expect_ok(berth_nodes_set(nodes, "birch", "k7", "w", &error), &error);
    expect_ok(berth_nodes_set(nodes, "birch", "k8", NULL, &error), &error);
    expect_ok(berth_nodes_set(nodes, "birch", "more", "v", &error), &error);
    berth_nodes_free(nodes);
}

static void test_attributes_refused(void **state)
{
    (void)state;
    set_is_refused("state", "dwon", BERTH_E_RANGE,
                   "state \"dwon\" is not up, drain or down; did you mean \"down\"?");
    set_is_refused("state", "off", BERTH_E_RANGE, "state \"off\" is not up, drain or down");
    set_is_refused("slot", "x", BERTH_E_SLOT, "slot \"x\" is not a number from 0 to 4294967294");
    set_is_refused("slot", "-1", BERTH_E_SLOT, "slot \"-1\" is not a number from 0 to 4294967294");
    set_is_refused("slot", "4294967295", BERTH_E_SLOT,
                   "slot \"4294967295\" is not a number from 0 to 4294967294");
    set_is_refused("slot", "99999999999999999999999", BERTH_E_SLOT,
                   "slot \"99999999999999999999999\" is not a number from 0 to 4294967294");
    set_is_refused("weight", "2x", BERTH_E_WEIGHT, "weight \"2x\" is not a number");
    set_is_refused("wieght", "2", BERTH_E_NAME,
                   "attribute \"wieght\" is not known; did you mean \"weight\"?");
    set_is_refused("status", "down", BERTH_E_NAME,
                   "attribute \"status\" is not known; did you mean \"state\"?");
    set_is_refused("zones", "a", BERTH_E_NAME,
                   "attribute \"zones\" is not known; did you mean \"zone\"?");
    set_is_refused("Zone", "a", BERTH_E_NAME,
                   "\"Zone\" is no attribute name: lower case letters, digits, _ - and . only");
    set_is_refused("", "a", BERTH_E_NAME,
                   "\"\" is no attribute name: lower case letters, digits, _ - and . only");
    set_is_refused("id", "a\nb", BERTH_E_RANGE, "the value of id holds a control character");
    char *value = malloc(65537);
    memset(value, 'v', 65536);
    value[65536] = 0;
    set_is_refused("id", value, BERTH_E_RANGE, "the value of id is too long: at most 65534 bytes");
    value[65534] = 0;
    berth_nodes *nodes = abc();
    set(nodes, "zone", value);
    assert_string_equal(berth_nodes_attribute(nodes, "birch", "zone"), value);
    berth_map *map = berth_map_new("hrw", nodes, NULL, NULL);
    assert_non_null(map);
    berth_map_free(map);
    berth_nodes_free(nodes);
    free(value);
}

/* The caller's pointer stays with its node in copies and maps. */
static void test_data(void **state)
{
    (void)state;
    berth_nodes *nodes = abc();
    struct berth_node node;
    int one = 1, two = 2;
    assert_int_equal(berth_nodes_set_data(nodes, "amber", &one, NULL), 0);
    assert_int_equal(berth_nodes_set_data(nodes, "birch", &two, NULL), 0);
    set(nodes, "zone", "north");
    berth_nodes *copy = berth_nodes_copy(nodes, NULL);
    berth_nodes_remove(nodes, "amber", NULL);
    assert_true(berth_nodes_find(nodes, "birch", &node) && node.data == &two);
    berth_map *map = berth_map_new("slots:table=64", copy, NULL, NULL);
    berth_nodes_free(copy);
    assert_ptr_equal(berth_map_data(map, berth_map_find(map, "amber")), &one);
    assert_ptr_equal(berth_map_data(map, berth_map_find(map, "birch")), &two);
    assert_null(berth_map_data(map, berth_map_find(map, "cedar")));
    assert_null(berth_map_data(map, 3));
    assert_true(berth_map_node(map, 1, &node) && node.data == &two);
    berth_map_free(map);
    assert_int_equal(berth_nodes_set_data(nodes, "oak", &one, NULL), BERTH_E_MISSING);
    berth_nodes_free(nodes);
}

/* ---- copies and null pointers ---------------------------------------------------------------- */

static void test_copy_is_its_own(void **state)
{
    (void)state;
    berth_nodes *nodes = abc();
    assert_int_equal(berth_nodes_parse(nodes, "spec jump\n", 10, NULL), 0);
    berth_nodes *copy = berth_nodes_copy(nodes, NULL);
    is_text(copy, "spec jump\n" ABC);
    set(copy, "zone", "z");
    berth_nodes_remove(copy, "amber", NULL);
    is_text(nodes, "spec jump\n" ABC);
    berth_nodes_free(nodes);
    is_text(copy, "spec jump\nnode birch weight=2.5 zone=z\nnode cedar weight=0\n");
    berth_nodes_free(copy);
    nodes = berth_nodes_new(NULL);
    copy = berth_nodes_copy(nodes, NULL);
    assert_int_equal(berth_nodes_count(copy), 0);
    assert_int_equal(berth_nodes_add(copy, "a", 1, NULL), 0);
    berth_nodes_free(copy);
    berth_nodes_free(nodes);
}

static void test_null_arguments(void **state)
{
    (void)state;
    berth_nodes *nodes = abc();
    struct berth_node node;
    char text[8];
    berth_nodes_free(NULL);
    assert_null(berth_nodes_copy(NULL, NULL));
    assert_int_equal(berth_nodes_add(NULL, "a", 1, NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_nodes_add(nodes, NULL, 1, NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_nodes_remove(NULL, "a", NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_nodes_remove(nodes, NULL, NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_nodes_set_weight(NULL, "a", 1, NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_nodes_set_weight(nodes, NULL, 1, NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_nodes_set(NULL, "a", "id", "1", NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_nodes_set(nodes, NULL, "id", "1", NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_nodes_set(nodes, "amber", NULL, "1", NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_nodes_set_data(NULL, "a", text, NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_nodes_parse(NULL, "a", 1, NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_nodes_parse(nodes, NULL, 1, NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_nodes_parse(nodes, NULL, 0, NULL), BERTH_E_OK);
    assert_int_equal(berth_nodes_parse_inline(NULL, "a", NULL), BERTH_E_ARGUMENT);
    assert_int_equal(berth_nodes_parse_inline(nodes, NULL, NULL), BERTH_E_ARGUMENT);
    assert_null(berth_nodes_attribute(NULL, "amber", "id"));
    assert_null(berth_nodes_attribute(nodes, NULL, "id"));
    assert_null(berth_nodes_attribute(nodes, "amber", NULL));
    assert_false(berth_nodes_at(NULL, 0, &node));
    assert_false(berth_nodes_find(NULL, "amber", &node));
    assert_false(berth_nodes_find(nodes, NULL, &node));
    assert_null(berth_nodes_spec(NULL));
    assert_int_equal(berth_nodes_count(NULL), 0);
    assert_int_equal(berth_nodes_text(NULL, NULL, text, sizeof text), 0);
    is_text(nodes, ABC);
    berth_nodes_free(nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_add_and_look),
        cmocka_unit_test(test_twice_is_refused),
        cmocka_unit_test(test_remove),
        cmocka_unit_test(test_against_a_list),
        cmocka_unit_test(test_names_of_all_kinds),
        cmocka_unit_test(test_names_refused),
        cmocka_unit_test(test_names_in_sentences),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_attributes_full),
        cmocka_unit_test(test_attributes_refused),
        cmocka_unit_test(test_data),
        cmocka_unit_test(test_copy_is_its_own),
        cmocka_unit_test(test_null_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
