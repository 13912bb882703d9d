/* SPDX-License-Identifier: MIT */
/* plan_spans_test.c - two divisions of the same positions, on hand-made streams */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "plan/spans.h"

/* Spans that are given by their last positions; the last span ends at `end`. */
struct division {
    const struct span *spans;
    size_t count;
};

static bool division_span(const void *state, uint64_t *cursor, struct span *out)
{
    const struct division *d = state;
    if (*cursor >= d->count)
        return false;
    *out = d->spans[(*cursor)++];
    return true;
}

static struct spans_stream stream_of(const struct division *d)
{
    return (struct spans_stream){.span = division_span, .state = d};
}

static void expect_pieces(struct spans_stream before, struct spans_stream after,
                          const struct spans_piece *pieces, size_t n)
{
    struct spans spans;
    struct spans_piece piece;
    spans_start(&spans, before, after);
    for (size_t i = 0; i < n; i++) {
        assert_true(spans_next(&spans, &piece));
        assert_int_equal(piece.first, pieces[i].first);
        assert_int_equal(piece.last, pieces[i].last);
        assert_int_equal(piece.before, pieces[i].before);
        assert_int_equal(piece.after, pieces[i].after);
    }
    assert_false(spans_next(&spans, &piece));
}

static void pieces_end_where_either_side_ends(void **unused)
{
    (void)unused;
    const struct span a[] = {{0, 9, 0}, {10, 29, 1}, {30, 39, 0}};
    const struct span b[] = {{0, 9, 2}, {10, 14, 0}, {15, 34, 1}, {35, 39, BERTH_NONE}};
    const struct division before = {a, 3}, after = {b, 4};
    const struct spans_piece pieces[] = {
        {0, 9, 0, 2}, {10, 14, 1, 0}, {15, 29, 1, 1}, {30, 34, 0, 1}, {35, 39, 0, BERTH_NONE}};
    expect_pieces(stream_of(&before), stream_of(&after), pieces, 5);
}

static void the_whole_line_is_one_piece(void **unused)
{
    (void)unused;
    const struct span a[] = {{0, UINT64_MAX, 3}};
    const struct division d = {a, 1};
    const struct spans_piece pieces[] = {{0, UINT64_MAX, 3, 3}};
    expect_pieces(stream_of(&d), stream_of(&d), pieces, 1);
}

static void the_last_positions_of_the_line_are_seen(void **unused)
{
    (void)unused;
    const struct span a[] = {{0, UINT64_MAX - 1, 0}, {UINT64_MAX, UINT64_MAX, 1}};
    const struct span b[] = {{0, 0, 1}, {1, UINT64_MAX, 0}};
    const struct division before = {a, 2}, after = {b, 2};
    const struct spans_piece pieces[] = {
        {0, 0, 0, 1}, {1, UINT64_MAX - 1, 0, 0}, {UINT64_MAX, UINT64_MAX, 1, 0}};
    expect_pieces(stream_of(&before), stream_of(&after), pieces, 3);
}

static void positions_without_an_owner_are_one_span(void **unused)
{
    (void)unused;
    const uint64_t last = 99;
    const struct span a[] = {{0, 49, 0}, {50, 99, 1}};
    const struct division d = {a, 2};
    const struct spans_piece gone[] = {{0, 49, 0, BERTH_NONE}, {50, 99, 1, BERTH_NONE}};
    const struct spans_piece still[] = {{0, 99, BERTH_NONE, BERTH_NONE}};
    expect_pieces(stream_of(&d), spans_unowned(&last), gone, 2);
    expect_pieces(spans_unowned(&last), spans_unowned(&last), still, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_end_where_either_side_ends),
        cmocka_unit_test(the_whole_line_is_one_piece),
        cmocka_unit_test(the_last_positions_of_the_line_are_seen),
        cmocka_unit_test(positions_without_an_owner_are_one_span),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
