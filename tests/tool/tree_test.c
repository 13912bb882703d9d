/* SPDX-License-Identifier: MIT */
/* tree_test.c - YAML and JSON as one tree: values, lines, aliases, merges, limits, refusals */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>

#include "import/tree.h"

static struct tree *read_good(const char *text)
{
    struct tree_error error;
    struct tree *tree = tree_read(text, strlen(text), 1, &error);
    if (!tree)
        fail_msg("%s\nline %u: %s", text, (unsigned)error.line, error.text);
    return tree;
}

static void refused(const char *text, unsigned line, const char *words)
{
    struct tree_error error;
    struct tree *tree = tree_read(text, strlen(text), 1, &error);
    if (tree)
        fail_msg("was read: %s", text);
    if (!strstr(error.text, words) || error.line != line)
        fail_msg("%s\nline %u: %s; expected line %u: %s", text, (unsigned)error.line, error.text,
                 line, words);
}

/* ---- the same tree from both ----------------------------------------------------------------- */

static bool same_text(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* Small trees of the tests only: recursion is shallow. */
static bool same(const struct tree_node *a, const struct tree_node *b)
{
    bool alike = a->kind == b->kind && a->count == b->count && a->size == b->size;
    if (alike && a->kind == TREE_TEXT)
        return same_text(a->text, b->text);
    for (uint32_t i = 0; alike && a->kind == TREE_LIST && i < a->count; i++)
        alike = same(a->items[i], b->items[i]);
    for (uint32_t i = 0; alike && a->kind == TREE_MAP && i < a->count; i++)
        alike = same_text(a->members[i].key, b->members[i].key) &&
                same(a->members[i].value, b->members[i].value);
    return alike;
}

static void reads_alike(const char *json, const char *yaml)
{
    struct tree *a = read_good(json), *b = read_good(yaml);
    assert_int_equal(tree_documents(a), tree_documents(b));
    for (size_t i = 0; i < tree_documents(a); i++)
        if (!same(tree_document(a, i), tree_document(b, i)))
            fail_msg("not alike:\n%s\n%s", json, yaml);
    tree_free(a);
    tree_free(b);
}

static void json_and_yaml_are_alike(void **state)
{
    (void)state;
    reads_alike("{\"a\": 1, \"b\": [true, null, \"x y\"]}", "a: 1\nb:\n- true\n- ~\n- x y\n");
    reads_alike("[]", "# nothing\n--- []\n");
    reads_alike("[[], {}, [[]]]", "- []\n- {}\n- - []\n");
    reads_alike("{\"\": {\"k\": \"\"}}", "? ''\n: {k: ''}");
    reads_alike("\xef\xbb\xbf{\"a\":-1.5e+3}", "\xef\xbb\xbf"
                                               "a: -1.5e+3");
    reads_alike("{\"a\": 1}\n{\"b\": 2} [3]", "a: 1\n---\nb: 2\n--- [3]\n...\n");
    reads_alike("{\"a\":\"\\u00e9\\ud83d\\ude00\\n\\\\\\/\"}", "a: \"\\xe9\\U0001f600\\n\\\\/\"");
    reads_alike("{\"t\": \"one\\ntwo\\n\"}", "t: |\n  one\n  two\n");
}

static void json_is_told_by_its_brackets(void **state)
{
    (void)state;
    static const char *const json[] = {"{\"a\"", " [ {\"a\"", "[]", "{}", "[[[\"", "{", "{ // x"};
    static const char *const yaml[] = {"a: 1",    "{a: 1}", "[a]",      "{{ .Values }}",
                                       "- \"a\"", "",       "\"a\": 1", "--- {\"a\": 1}"};
    for (size_t i = 0; i < sizeof json / sizeof json[0]; i++)
        assert_true(tree_is_json(json[i]));
    for (size_t i = 0; i < sizeof yaml / sizeof yaml[0]; i++)
        assert_false(tree_is_json(yaml[i]));
}

static void json_takes_what_yaml_would_not(void **state)
{
    (void)state;
    char text[4000] = "{\"";
    memset(text + 2, 'k', 2000);
    strcpy(text + 2002, "\"\n\n:\n1,\n\"<<\": \"no merge\"}");
    struct tree *tree = read_good(text);
    const struct tree_node *root = tree_document(tree, 0);
    assert_int_equal(root->count, 2);
    assert_int_equal(root->members[0].value->line, 4);
    assert_string_equal(tree_text(tree_get(root, "<<")), "no merge");
    tree_free(tree);
}

static void every_value_has_its_line(void **state)
{
    (void)state;
    struct tree *tree = read_good("a: 1\n\nb:\n  - x\n  # here\n  - {c: 2,\n     d: 3}\n");
    const struct tree_node *b = tree_get(tree_document(tree, 0), "b");
    assert_int_equal(b->line, 4);
    assert_int_equal(tree_at(b, 0)->line, 4);
    assert_int_equal(tree_at(b, 1)->line, 6);
    assert_int_equal(tree_get(tree_at(b, 1), "d")->line, 7);
    assert_int_equal(tree_at(b, 1)->members[1].line, 7);
    tree_free(tree);
    struct tree_error error;
    tree = tree_read("x: 1", 4, 100, &error);
    assert_int_equal(tree_get(tree_document(tree, 0), "x")->line, 100);
    tree_free(tree);
}

static void what_is_not_there_is_null(void **state)
{
    (void)state;
    struct tree *tree = read_good("a: ~\nb: 'null'\nc:\nd: text\ne: null\nf: \"\"");
    const struct tree_node *root = tree_document(tree, 0);
    assert_null(tree_get(root, "a"));
    assert_null(tree_get(root, "c"));
    assert_null(tree_get(root, "e"));
    assert_null(tree_get(root, "zz"));
    assert_null(tree_get(NULL, "a"));
    assert_null(tree_get(tree_get(root, "d"), "a"));
    assert_null(tree_text(root));
    assert_null(tree_at(root, 0));
    assert_int_equal(tree_count(root), 0);
    assert_string_equal(tree_text(tree_get(root, "b")), "null");
    assert_string_equal(tree_text(tree_get(root, "f")), "");
    assert_true(tree_get(root, "b")->quoted);
    assert_false(tree_get(root, "d")->quoted);
    tree_free(tree);
}

/* ---- aliases and merges ---------------------------------------------------------------------- */

static void aliases_and_merges_are_followed(void **state)
{
    (void)state;
    reads_alike("{\"base\": {\"x\": 1, \"y\": 2}, \"a\": {\"y\": 3, \"x\": 1}, \"b\": {\"x\": 1, "
                "\"y\": 2}}",
                "base: &b {x: 1, y: 2}\na:\n  <<: *b\n  y: 3\nb: *b\n");
    reads_alike("[{\"p\": 1}, {\"p\": 2, \"q\": 5}, {\"r\": 0, \"p\": 1, \"q\": 5}]",
                "- &one {p: 1}\n- &two {p: 2, q: 5}\n- {<<: [*one, *two], r: 0}\n");
    reads_alike("[1, 2, 2, \"k\", {\"k\": 0}]", "[&a 1, &a 2, *a, &k k, {*k : 0}]");
    refused("a: *b\n", 1, "*b names no anchor");
    refused("a: 1\nb: &x\n  c: *x\n", 3, "inside what it names");
    refused("a: &x 1\n---\nb: *x\n", 3, "names no anchor");
    refused("a: &x [1]\nb:\n  <<: *x\n", 3, "<< merges a text");
    refused("a: {<<: 1}", 1, "only mappings can be merged");
}

static void a_key_stands_once(void **state)
{
    (void)state;
    refused("a: 1\nb: 2\na: 3\n", 3, "\"a\" stands twice in a mapping, here and in line 1");
    refused("{\"a\": 1,\n\"a\": 1}", 2, "stands twice");
    refused("x:\n - {b: 1, c: 1,\n    b: 2}\n", 3, "here and in line 2");
    char text[40000] = "";
    for (int i = 0; i < 3000; i++)
        sprintf(text + strlen(text), "k%d: %d\n", i, i);
    tree_free(read_good(text));
    strcat(text, "k1234: again\n");
    refused(text, 3001, "\"k1234\" stands twice in a mapping, here and in line 1235");
}

/* ---- limits ---------------------------------------------------------------------------------- */

static char *nested(const char *open, const char *close, int depth)
{
    size_t width = strlen(open), end = strlen(close);
    char *text = calloc((size_t)depth * (width + end) + 1, 1), *at = text;
    assert_non_null(text);
    for (int i = 0; i < depth; i++, at += width)
        memcpy(at, open, width);
    for (int i = 0; i < depth; i++, at += end)
        memcpy(at, close, end);
    return text;
}

static void depth_is_limited(void **state)
{
    (void)state;
    static const char *const kinds[][2] = {{"[", "]"}, {"[ [a], ", "]"}, {"{a: ", "}"}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char *text = nested(kinds[i][0], kinds[i][1], TREE_DEPTH_MAX - (i == 1));
        tree_free(read_good(text));
        free(text);
        text = nested(kinds[i][0], kinds[i][1], TREE_DEPTH_MAX + 1);
        refused(text, 1, "nested more than 200 deep");
        free(text);
    }
    /* each alias is shallow; what they make together is not */
    char text[8000] = "a0: &a0 [x]\n";
    for (int i = 1; i <= 200; i++)
        sprintf(text + strlen(text), "a%d: &a%d [*a%d]\n", i, i, i - 1);
    refused(text, 200, "nested more than 200 deep");
}

static void aliases_count_where_they_stand(void **state)
{
    (void)state;
    char text[2000] = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i <= 8; i++)
        sprintf(text + strlen(text),
                "a%d: &a%d [*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d]\n", i, i, i - 1,
                i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
    refused(text, 8, "more than 16777216 values, aliases followed");
}

static void a_walk_shows_every_map(void **state)
{
    (void)state;
    struct tree *tree = read_good("a: &x {n: 1}\nb: [{n: 2}, [{n: 3, c: {n: 4}}], *x]\n");
    struct tree_walk walk;
    const char *key;
    char seen[200] = "";
    tree_walk_begin(&walk, tree_document(tree, 0));
    for (const struct tree_node *map; (map = tree_walk_next(&walk, &key)) != NULL;) {
        const char *n = tree_text(tree_get(map, "n"));
        sprintf(seen + strlen(seen), "%s=%s ", key, n ? n : "-");
        walk.skip = n && strcmp(n, "3") == 0;
    }
    assert_string_equal(seen, "=- a=1 b=2 b=3 b=1 ");
    tree_free(tree);
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void json_is_strict(void **state)
{
    (void)state;
    refused("{\"a\": 1,}", 1, "'}' stands where a key in quotes is due");
    refused("[\"a\",\n]", 2, "']' stands where a value is due");
    refused("[\"a\" 2]", 1, "'2' stands where a comma or ] is due");
    refused("{\"a\" 1}", 1, "'1' stands where the colon");
    refused("{\"a\": 1\n\"b\": 2}", 2, "'\"' stands where a comma or } is due");
    refused("{\"a\": 1", 1, "the file ends where a comma or } is due");
    refused("{\"a\":\n", 2, "the file ends where a value is due");
    refused("{\"a", 1, "the file ends where the closing quote");
    refused("{\"a\nb\": 1}", 1, "byte 0x0a stands where the rest of a string");
    refused("{\"a\": 01}", 1, "stands where a value is due");
    refused("{\"a\": 1.}", 1, "stands where a value is due");
    refused("{\"a\": 1e}", 1, "stands where a value is due");
    refused("{\"a\": nul}", 1, "stands where a value is due");
    refused("{\"a\": truex}", 1, "stands where a value is due");
    refused("{\"a\": NaN}", 1, "stands where a value is due");
    refused("{\"a\": 1} // end", 1, "a comment stands where");
    refused("{ // x\n\"a\": 1}", 1, "a comment stands where");
    refused("{\"a\": \"\\x\"}", 1, "one of");
    refused("{\"a\": \"\\u12g4\"}", 1, "hexadecimal digit");
    refused("{\"a\": \"\\ud800\"}", 1, "half a character");
    refused("{\"a\": \"\\ud800\\u0041\"}", 1, "half a character");
    refused("{\"a\": \"\\u0000\"}", 1, "a NUL character");
    refused("{\"a\": \"\xff\"}", 1, "byte 0xff stands where a character in UTF-8");
    refused("{\"a\": \"\xc0\x80\"}", 1, "a character in UTF-8");
    refused("{\"a\": \"\xed\xa0\x80\"}", 1, "a character in UTF-8");
    refused("{\"a\": \"\xe2\x82", 1, "a character in UTF-8");
    refused("{\"a\": 1}}", 1, "'}' stands where a value is due");
}

static void yaml_says_what_is_wrong(void **state)
{
    (void)state;
    refused("a:\n\tb: 1\n", 2, "indented by a tab");
    refused("\xc3\xa9: 1\na:\n\tb: 1\n", 3, "indented by a tab");
    refused("a: [1\nb: 2\n", 2, "no YAML");
    refused("a: \"x\n", 2, "no YAML");
    refused("a: 1\n  b: 2\n", 2, "no YAML");
    refused("[a, b]: 1\n", 1, "a list stands where the key of a mapping is due");
    refused("{a: 1}: 1\n", 1, "a mapping stands where the key of a mapping is due");
    refused("a: !!binary aGk=\n", 1, "!!binary");
    refused("a: \"\\0\"\n", 1, "NUL character");
    refused("a: \xff\n", 0, "no YAML");
    refused("", 0, "there is nothing in it");
    refused("# only\n", 0, "there is nothing in it");
}

static void templates_are_named(void **state)
{
    (void)state;
    refused("a: 1\nb: {{ .Values.b }}\n", 2, "this is a template");
    refused("{{- if .x }}\na: 1\n{{- end }}\n", 1, "this is a template");
    refused("a:\n{% for x in y %}\n  - x\n{% endfor %}\n", 2, "this is a template");
    refused("{\"a\": {{ b }}}", 1, "this is a template");
    tree_free(read_good("a: \"{{ read as a text }}\"\n"));
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void whole(const char *text, bool good, uint64_t expected)
{
    struct tree_node node = {.kind = TREE_TEXT, .text = text};
    uint64_t number;
    bool is = tree_whole(&node, &number);
    if (is != good || (good && number != expected))
        fail_msg("\"%s\": %d, %llu", text, is, (unsigned long long)number);
}

static void whole_numbers_are_exact(void **state)
{
    (void)state;
    static const char *const none[] = {"",
                                       "-1",
                                       "+1",
                                       "x",
                                       "1x",
                                       "0x1f",
                                       "010",
                                       "1_000",
                                       "1.5",
                                       "1e-1",
                                       "1.",
                                       ".5",
                                       "1e",
                                       "1e+",
                                       " 1",
                                       "1 ",
                                       "1e308",
                                       "18446744073709551616",
                                       "1e20",
                                       "0.1",
                                       "--1",
                                       "1e1.0",
                                       "1e99999999999999999999",
                                       "00",
                                       "100e-3",
                                       "1.0000000000000001"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        whole(none[i], false, 0);
    whole("0", true, 0);
    whole("8080", true, 8080);
    whole("8080.0", true, 8080);
    whole("8080.000000000000000000000000000", true, 8080);
    whole("8e3", true, 8000);
    whole("8.08E+3", true, 8080);
    whole("8080000e-3", true, 8080);
    whole("0e99999", true, 0);
    whole("0.0", true, 0);
    whole("1000000.5e1", true, 10000005);
    whole("18446744073709551615", true, UINT64_MAX);
    whole("9007199254740993", true, 9007199254740993u);
    whole("100200.30e2", true, 10020030);
    uint64_t number;
    assert_false(tree_whole(NULL, &number));
}

static void reals_and_truths(void **state)
{
    (void)state;
    struct tree *tree = read_good("[0.5, '1e3', nan, inf, 1e999, 0x10, true, 'False', yes, 1 2]");
    const struct tree_node *list = tree_document(tree, 0);
    double real;
    bool truth;
    assert_true(tree_real(tree_at(list, 0), &real) && real == 0.5);
    assert_true(tree_real(tree_at(list, 1), &real) && real == 1000);
    for (size_t i = 2; i < 10; i++)
        assert_false(tree_real(tree_at(list, i), &real));
    assert_true(tree_truth(tree_at(list, 6), &truth) && truth);
    assert_true(tree_truth(tree_at(list, 7), &truth) && !truth);
    assert_false(tree_truth(tree_at(list, 8), &truth));
    tree_free(tree);
}

static void keys_are_found_in_any_text(void **state)
{
    (void)state;
    assert_true(tree_mentions("a:\n  lb_policy: X", "lb_policy"));
    assert_true(tree_mentions("{\"lb_policy\" : 1", "lb_policy"));
    assert_true(tree_mentions("{lb_policy: {{ x", "lb_policy"));
    assert_true(tree_mentions("x: lb_policy\nlb_policy: 1", "lb_policy"));
    assert_false(tree_mentions("# lb_policy: 1", "lb_policy"));
    assert_false(tree_mentions("my_lb_policy: 1\nlb_policy_x: 1", "lb_policy"));
    assert_false(tree_mentions("x: lb_policy", "lb_policy"));
    assert_false(tree_mentions("\"lb_policy\", 1", "lb_policy"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_and_yaml_are_alike),
        cmocka_unit_test(json_is_told_by_its_brackets),
        cmocka_unit_test(json_takes_what_yaml_would_not),
        cmocka_unit_test(every_value_has_its_line),
        cmocka_unit_test(what_is_not_there_is_null),
        cmocka_unit_test(aliases_and_merges_are_followed),
        cmocka_unit_test(a_key_stands_once),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(aliases_count_where_they_stand),
        cmocka_unit_test(a_walk_shows_every_map),
        cmocka_unit_test(json_is_strict),
        cmocka_unit_test(yaml_says_what_is_wrong),
        cmocka_unit_test(templates_are_named),
        cmocka_unit_test(whole_numbers_are_exact),
        cmocka_unit_test(reals_and_truths),
        cmocka_unit_test(keys_are_found_in_any_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
