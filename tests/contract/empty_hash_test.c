/* SPDX-License-Identifier: MIT */
/* empty_hash_test.c - a key's hash belongs to the spec: a map without nodes gives the same one */
#include "subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const char *const keys[] = {
    "", "k", "user:42", "12345678", "{tag}rest", "a longer key, of 40 bytes", "\x00\xff"};

static void same_hashes(const berth_map *empty, const berth_map *full)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        size_t len = i + 1 < sizeof keys / sizeof keys[0] ? strlen(keys[i]) : 2;
        assert_int_equal(berth_map_hash(empty, keys[i], len), berth_map_hash(full, keys[i], len));
    }
    for (uint64_t key = 0; key < 100; key++) {
        uint64_t spread = key * UINT64_C(0x9e3779b97f4a7c15);
        assert_int_equal(berth_map_hash_u64(empty, spread), berth_map_hash_u64(full, spread));
    }
}

/* The batch of keys goes by hashes of its own in some schemes. */
static void owns_nothing(const berth_map *empty)
{
    struct berth_key batch[] = {{"k", 1}, {"user:42", 7}, {"", 0}};
    uint32_t owners[3];
    berth_map_route_many(empty, batch, 3, owners);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(owners[i], BERTH_NONE);
        assert_int_equal(berth_map_route(empty, batch[i].data, batch[i].len), BERTH_NONE);
    }
    struct berth_explanation why;
    berth_map_explain(empty, "k", 1, &why);
    assert_int_equal(why.owner, BERTH_NONE);
    assert_int_equal(why.hash, berth_map_hash(empty, "k", 1));
}

static void test_every_scheme(void **unused)
{
    (void)unused;
    size_t count;
    struct subject *subjects = subjects_all(&count);
    berth_nodes *none = berth_nodes_new(NULL);
    for (size_t i = 0; i < count; i++) {
        berth_map *full = subject_map_of(&subjects[i], 3, "10.0.0.%u:11211");
        berth_map *empty = subject_map(&subjects[i], none);
        same_hashes(empty, full);
        owns_nothing(empty);
        berth_map *next = berth_map_next(full, none, NULL), *back;
        assert_non_null(next);
        same_hashes(next, full);
        back = subject_next(next, none);
        same_hashes(back, full);
        berth_map_free(back);
        berth_map_free(next);
        berth_map_free(empty);
        berth_map_free(full);
    }
    berth_nodes_free(none);
    free(subjects);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_scheme)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
