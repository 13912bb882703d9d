/* SPDX-License-Identifier: MIT */
/* proxies_test.c - memcached clients, proxies and caches: what recorded answers do not show
 *
 * These are: names taken apart, attributes, wrong input, budgets that run out, memory that runs
 * out. */
#include "counted_alloc.h"

#include "base/bytes.h"
#include "berth.h"
#include "hash/digest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ---- helpers ------------------------------------------------------------------------------- */

static berth_nodes *nodes_of(const char *text)
{
    berth_error error = {0};
    berth_nodes *nodes = berth_nodes_new(NULL);
    if (berth_nodes_parse(nodes, text, strlen(text), &error) != BERTH_E_OK)
        fail_msg("%s", error.text);
    return nodes;
}

static berth_map *map_of(const char *spec, const char *text)
{
    berth_error error = {0};
    berth_nodes *nodes = nodes_of(text);
    berth_map *map = berth_map_new(spec, nodes, NULL, &error);
    if (!map)
        fail_msg("%s: %s", spec, error.text);
    berth_nodes_free(nodes);
    return map;
}

static void refuse(const char *spec, const char *text, const char *words)
{
    berth_error error = {0};
    berth_nodes *nodes = nodes_of(text);
    assert_null(berth_map_new(spec, nodes, NULL, &error));
    if (!strstr(error.text, words))
        fail_msg("\"%s\" is not in: %s", words, error.text);
    berth_nodes_free(nodes);
}

static size_t marks_of(const berth_map *map)
{
    struct berth_mark mark;
    size_t n = 0;
    while (berth_map_mark(map, n, &mark))
        n++;
    return n;
}

static bool has_point(const berth_map *map, uint64_t value, uint32_t index)
{
    struct berth_mark mark;
    for (size_t i = 0; berth_map_mark(map, i, &mark); i++)
        if (mark.value == value && mark.index == index)
            return true;
    return false;
}

/* The first point of the label's MD5 must be on the ring and belong to node 0. */
static void has_label(const char *spec, const char *nodes, const char *label)
{
    berth_map *map = map_of(spec, nodes);
    if (!has_point(map, md5_le32(label, strlen(label)), 0))
        fail_msg("%s: \"%s\" is no label of %s", spec, label, nodes);
    berth_map_free(map);
}

/* Whether both maps give 500 keys the same owners, by position of the node. */
static bool same(const char *spec, const char *one, const char *other)
{
    berth_map *a = map_of(spec, one), *b = map_of(spec, other);
    bool all = true;
    for (uint32_t i = 0; i < 500 && all; i++)
        all = berth_map_route(a, &i, sizeof i) == berth_map_route(b, &i, sizeof i);
    berth_map_free(a);
    berth_map_free(b);
    return all;
}

static const char *owner_of(const berth_map *map, const char *key)
{
    uint32_t owner = berth_map_route(map, key, strlen(key));
    return owner == BERTH_NONE ? "none" : berth_map_name(map, owner);
}

/* ---- libmemcached -------------------------------------------------------------------------- */

static void test_libmemcached_names(void **unused)
{
    (void)unused;
    has_label("libmemcached:distribution=ketama_weighted", "mc1\nmc2", "mc1-0");
    has_label("libmemcached:distribution=ketama_weighted", "mc1:11211\nmc2", "mc1-39");
    has_label("libmemcached:distribution=ketama_weighted", "mc1:11300\nmc2", "mc1:11300-7");
    has_label("libmemcached:distribution=ketama_weighted", "[::1]:11300\nmc2", "::1:11300-7");
    has_label("libmemcached:distribution=ketama_weighted", "fe80::1\nmc2", "fe80::1-7");
    has_label("libmemcached:distribution=ketama_weighted", "[fe80::1]\nmc2", "fe80::1-7");
    has_label("libmemcached:distribution=ketama_weighted", "/run/a.sock\nmc2", "/run/a.sock:0-7");
    has_label("libmemcached:distribution=ketama_weighted", ":11300\nmc2", "localhost:11300-7");
    has_label("libmemcached:distribution=ketama_weighted", "node mc1 host=10.0.0.1\nmc2",
              "10.0.0.1-7");
    has_label("libmemcached:distribution=ketama_weighted", "node one host=10.0.0.1 port=11300\nmc2",
              "10.0.0.1:11300-7");
    has_label("libmemcached:distribution=ketama_weighted", "node mc1:11300 port=11211\nmc2",
              "mc1-7");
    has_label("libmemcached:distribution=spy,weighted=1", "mc1\nmc2", "/mc1:11211-7");
    has_label("libmemcached:distribution=consistent,hash=md5", "mc1\nmc2", "mc1-99");
}

static void test_libmemcached_buckets(void **unused)
{
    (void)unused;
    const char *spec = "libmemcached:distribution=virtual_bucket";
    assert_true(same(spec, "node a buckets=0-2,7\nnode b buckets=3-6",
                     "node a buckets=7,0,1,2\nnode b buckets=3,4,5,6"));
    assert_false(same(spec, "node a buckets=0-2,7\nnode b buckets=3-6", "a\nb"));
    refuse(spec, "node a buckets=0-2\nnode b buckets=4-6", "number 3");
    refuse(spec, "node a buckets=0-2\nnode b buckets=2-6", "number 3");
    refuse(spec, "node a buckets=0-x\nb", "is not a list of bucket numbers");
    refuse(spec, "node a buckets=3-1\nb", "is not a list of bucket numbers");
    refuse(spec, "node a buckets=0-9999999999\nb", "is not a list of bucket numbers");
}

/* With its prefix, a key of 250 bytes is hashed; a key of 251 bytes is not. */
static void test_libmemcached_prefix(void **unused)
{
    (void)unused;
    char key[250];
    memset(key, 'k', sizeof key);
    berth_map *map = map_of("libmemcached:hash=md5,prefix=app", "a\nb\nc");
    assert_int_equal(berth_map_hash(map, key, 248), 0);
    assert_int_not_equal(berth_map_hash(map, key, 247), 0);
    assert_int_equal(berth_map_hash(map, "x\0y", 3), md5_le32("appx\0", 6));
    assert_int_equal(berth_map_hash(map, NULL, 0), md5_le32("app", 3));
    berth_map_free(map);
}

static void test_libmemcached_ejects(void **unused)
{
    (void)unused;
    const char *up = "a\nb\nc", *down = "a\nnode b state=down\nc";
    assert_true(same("libmemcached:distribution=ketama", up, down));
    assert_false(same("libmemcached:distribution=ketama,auto_eject=1", up, down));
    assert_true(same("libmemcached:distribution=modula,auto_eject=1", up, down));
}

/* ---- twemproxy ----------------------------------------------------------------------------- */

static void test_twemproxy_names(void **unused)
{
    (void)unused;
    has_label("twemproxy", "10.0.0.1:11211\nb:1", "10.0.0.1-0");
    has_label("twemproxy", "10.0.0.1:11212\nb:1", "10.0.0.1:11212-0");
    has_label("twemproxy", "/tmp/a.sock\nb:1", "/tmp/a.sock:-0");
    has_label("twemproxy", "node 10.0.0.1:11211 alias=x:11211\nb:1", "x:11211-0");
    refuse("twemproxy:hash_tag=x", "a\nb", "hash_tag takes two characters");
    refuse("twemproxy", "a 1.5\nb", "whole weights");
}

/* The table must be in the order of the names' lengths, then of their bytes. */
static void test_twemproxy_order(void **unused)
{
    (void)unused;
    static const uint32_t order[] = {2, 2, 1, 4, 4, 0, 3}; /* a a Bc bc bc /x: abc */
    berth_map *map = map_of("twemproxy:distribution=modula",
                            "/x\nBc\na 2\nabc:11211\nnode long alias=bc weight=2");
    struct berth_mark mark;
    assert_int_equal(marks_of(map), 7);
    for (size_t i = 0; i < 7; i++) {
        assert_true(berth_map_mark(map, i, &mark));
        assert_int_equal(mark.index, order[i]);
    }
    assert_int_equal(berth_map_hash(map, NULL, 0), 0);
    berth_map_free(map);
}

/* ---- nginx --------------------------------------------------------------------------------- */

static void test_nginx_names(void **unused)
{
    (void)unused;
    assert_false(same("nginx", "a\nb", "a:80\nb"));
    assert_false(same("nginx", "A\nb", "a\nb"));
    assert_true(same("nginx", "unix:/run/a:80\nb", "UNIX:/run/a:80\nb"));
    assert_true(same("nginx", "node one server=a:80\nb", "a:80\nb"));
    assert_false(same("nginx", "unix:/run/a\nb", "/run/a\nb:1"));
}

static uint32_t unanswered(const berth_map *map, uint32_t keys)
{
    uint32_t none = 0;
    for (uint32_t i = 0; i < keys; i++)
        none += berth_map_route(map, &i, sizeof i) == BERTH_NONE;
    return none;
}

/* Of 1001 points, 1000 belong to a down server: for all but one key in 50, all 20 tries are used
 * up. */
static void test_nginx_budget(void **unused)
{
    (void)unused;
    berth_map *ring = map_of("nginx", "a 1\nnode b weight=1000 state=down");
    berth_map *plain = map_of("nginx-plain", "a 1\nnode b weight=1000 state=down");
    assert_in_range(unanswered(ring, 5000), 4800, 4950);
    assert_in_range(unanswered(plain, 5000), 4800, 4950);
    berth_map_free(ring);
    berth_map_free(plain);
    ring = map_of("nginx", "a\nb\nnode c state=down");
    plain = map_of("nginx-plain", "a\nb\nnode c state=down");
    assert_int_equal(unanswered(ring, 5000), 0);
    assert_int_equal(unanswered(plain, 5000), 0);
    berth_map_free(ring);
    berth_map_free(plain);
}

/* The ranking must begin with the owner and contain no node twice. */
static void test_nginx_plain_ranking(void **unused)
{
    (void)unused;
    berth_map *map = map_of("nginx-plain", "a\nb 2\nnode c state=down\nd 5");
    for (uint32_t key = 0; key < 500; key++) {
        uint32_t list[4];
        size_t n = berth_map_replicas(map, &key, sizeof key, list, 4);
        assert_in_range(n, 1, 3);
        assert_int_equal(list[0], berth_map_route(map, &key, sizeof key));
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < i; j++)
                assert_int_not_equal(list[i], list[j]);
    }
    berth_map_free(map);
}

/* ---- Varnish ------------------------------------------------------------------------------- */

static void test_varnish_keys(void **unused)
{
    (void)unused;
    berth_map *map = map_of("varnish-shard:by=BLOB", "a\nb");
    assert_int_equal(berth_map_hash(map, "\1\2\3\4\5", 5), 0x01020304);
    assert_int_equal(berth_map_hash(map, "\1\2", 2), 0x0102);
    assert_int_equal(berth_map_hash(map, NULL, 0), 0);
    berth_map_free(map);
    berth_map *host = map_of("varnish-shard:host=vhost", "a\nb");
    berth_map *bare = map_of("varnish-shard", "a\nb");
    assert_int_equal(berth_map_hash(host, "/x", 2), berth_map_hash(bare, "/x\0vhost\0", 9));
    assert_int_not_equal(berth_map_hash(host, "/x", 2), berth_map_hash(bare, "/x", 2));
    berth_map_free(host);
    berth_map_free(bare);
}

static void test_varnish_two_points(void **unused)
{
    (void)unused;
    berth_map *map = map_of("varnish-shard:by=KEY,replicas=1", "a\nb");
    struct berth_mark second;
    double share[2];
    assert_int_equal(marks_of(map), 2);
    assert_true(berth_map_mark(map, 1, &second));
    for (uint32_t key = 0; key < 300; key++)
        assert_int_equal(berth_map_route(map, &key, sizeof key), second.index);
    assert_int_equal(berth_map_shares(map, share), BERTH_BY_TABLE);
    assert_true(share[second.index] > 0.999999999 && share[1 - second.index] < 1e-9);
    berth_map_free(map);
}

/* All backends except one are sick: `alt` finds no other backend, neither after it nor before
 * it. */
static void test_varnish_no_other_backend(void **unused)
{
    (void)unused;
    const char *one = "a\nnode b state=down";
    berth_map *map = map_of("varnish-shard:by=KEY", one);
    for (uint32_t key = 0; key < 300; key++)
        assert_int_equal(berth_map_route(map, &key, sizeof key), 0);
    berth_map_free(map);
    map = map_of("varnish-shard:by=KEY,alt=1", one);
    assert_in_range(unanswered(map, 1000), 300, 700);
    berth_map_free(map);
    map = map_of("varnish-shard:by=KEY", "node a state=down\nnode b state=down");
    assert_int_equal(unanswered(map, 100), 100);
    berth_map_free(map);
    assert_true(same("varnish-shard:by=KEY,healthy=IGNORE", "a\nb", one));
}

static void test_varnish_weights(void **unused)
{
    (void)unused;
    berth_map *map = map_of("varnish-shard:by=KEY", "a 1.5\nb 0.3\nc 0\nd 1.999999");
    assert_int_equal(marks_of(map), 100 + 67 + 133);
    berth_map_free(map);
    assert_true(same("varnish-shard:by=KEY", "node x ident=a\ny", "a\ny"));
}

/* ---- wide points --------------------------------------------------------------------------- */

static void test_wide_points(void **unused)
{
    (void)unused;
    uint8_t digest[16];
    struct berth_mark mark, before = {0};
    berth_map *map = map_of("uhashring-meta:vnodes=1", "node1");
    md5_16("node1-0", 7, digest);
    assert_true(berth_map_mark(map, 0, &mark));
    assert_int_equal(mark.high, read64be(digest));
    assert_int_equal(mark.value, read64be(digest + 8));
    berth_map_free(map);
    map = map_of("serialx-hashring-2020", "node1 40\nnode2 60");
    assert_int_equal(marks_of(map), 100);
    for (size_t i = 0; berth_map_mark(map, i, &mark); i++) {
        assert_true(i == 0 || (int64_t)before.high < (int64_t)mark.high);
        before = mark;
    }
    berth_map_free(map);
}

static void test_uhashring_vnodes(void **unused)
{
    (void)unused;
    berth_map *map = map_of("uhashring", "node a vnodes=10\nnode b vnodes=7 weight=3\nc");
    assert_int_equal(marks_of(map), 10 + 21 + 160);
    berth_map_free(map);
    refuse("uhashring", "node a vnodes=x\nb", "is not a whole number");
    refuse("uhashring:hash_fn=ketama", "node a vnodes=-1\nb", "is not a whole number");
}

/* A key whose hash equals a point belongs to the next point. */
static void test_uhashring_on_a_point(void **unused)
{
    (void)unused;
    berth_map *map = map_of("uhashring:vnodes=1", "a\nb\nc\nd");
    struct berth_mark mark, next;
    for (size_t i = 0; i < 4; i++) {
        assert_true(berth_map_mark(map, i, &mark) && berth_map_mark(map, (i + 1) % 4, &next));
        char label[] = {(char)('a' + mark.index), '-', '0', 0};
        assert_string_equal(owner_of(map, label), berth_map_name(map, next.index));
    }
    berth_map_free(map);
}

/* ---- the next map -------------------------------------------------------------------------- */

/* When attributes that a preset hashes in place of the name change, the next map must equal a new
 * one. */
static void next_is_new(const char *spec, const char *one, const char *other)
{
    berth_nodes *nodes = nodes_of(other);
    berth_map *before = map_of(spec, one), *map = map_of(spec, other);
    berth_map *next = berth_map_next(before, nodes, NULL);
    struct berth_mark a, b;
    assert_non_null(next);
    assert_int_equal(marks_of(map), marks_of(next));
    for (size_t i = 0; berth_map_mark(map, i, &a) && berth_map_mark(next, i, &b); i++)
        assert_true(a.value == b.value && a.high == b.high && a.index == b.index);
    berth_map_free(before);
    berth_map_free(map);
    berth_map_free(next);
    berth_nodes_free(nodes);
}

static void test_next(void **unused)
{
    (void)unused;
    const char *ketama = "libmemcached:distribution=ketama_weighted";
    next_is_new("twemproxy", "node a alias=x\nb\nc", "node a alias=y\nb\nc");
    next_is_new("twemproxy", "node a alias=x\nb\nc", "a\nb\nc\nd");
    next_is_new("twemproxy", "b\nc\na", "a\nc\nb\nd");
    next_is_new(ketama, "node a host=x\nb", "node a host=y\nb");
    next_is_new(ketama, "a\nb\nc", "a 7\nb\nc");
    next_is_new("libmemcached:distribution=consistent", "a\nb\nc", "a 7\nb\nc");
    next_is_new("libmemcached:distribution=consistent", "a\nb\nc", "b\nc\na");
    next_is_new("libmemcached:distribution=consistent", "a\nb\nc", "b\nc");
    next_is_new("nginx", "node a server=x\nb", "node a server=y\nb");
    next_is_new("varnish-shard", "node be1\nbe11", "be11\nbe1");
    next_is_new("uhashring", "node a vnodes=9\nb", "a\nb");
    /* t307 and t570 have a point in common; the node listed first owns it. */
    next_is_new(ketama, "t307", "t570\nt307");
    next_is_new(ketama, "t307", "t307\nt570");
    next_is_new(ketama, "t570\nx", "t307\nt570\nx");
}

/* ---- memory -------------------------------------------------------------------------------- */

/* Builds a map and the next map; returns false when an allocation failed. */
static bool built(const char *spec, const berth_nodes *nodes, const berth_nodes *later,
                  size_t fail_at)
{
    struct counted_alloc heap;
    struct berth_alloc alloc = counted_alloc_start(&heap, fail_at);
    struct berth_options options = {.alloc = &alloc};
    berth_error error = {0};
    berth_map *map = berth_map_new(spec, nodes, &options, &error);
    berth_map *next = map ? berth_map_next(map, later, &error) : NULL;
    bool done = next != NULL;
    if (!done)
        assert_int_equal(error.code, BERTH_E_MEMORY);
    berth_map_free(next);
    if (map)
        assert_in_range(berth_map_bytes(map), heap.bytes / 2, heap.bytes * 2);
    berth_map_free(map);
    assert_int_equal(heap.bytes, 0);
    return done;
}

static void test_heap_that_fails(void **unused)
{
    (void)unused;
    static const char *const specs[] = {
        "libmemcached:distribution=ketama_weighted,sort_hosts=1,auto_eject=1",
        "libmemcached:distribution=virtual_bucket",
        "twemproxy:distribution=modula",
        "twemproxy",
        "libketama",
        "nginx",
        "nginx-plain",
        "varnish-shard:alt=1",
        "uhashring",
        "uhashring:hash_fn=ketama",
        "uhashring-meta",
        "serialx-hashring-2020"};
    berth_nodes *nodes = nodes_of("node a buckets=0-3\nnode b weight=3 state=down\nc");
    berth_nodes *later = nodes_of("node a buckets=0-3\nd\nc\ne 2");
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        size_t fail_at = 1;
        while (!built(specs[i], nodes, later, fail_at))
            fail_at++;
        assert_true(fail_at > 20);
    }
    berth_nodes_free(nodes);
    berth_nodes_free(later);
}

static void test_limits(void **unused)
{
    (void)unused;
    struct berth_options options = {.max_bytes = 1 << 20};
    berth_error error = {0};
    berth_nodes *nodes = nodes_of("a 1000000\nb 1000000");
    assert_null(berth_map_new("nginx", nodes, &options, &error));
    assert_int_equal(error.code, BERTH_E_LIMIT);
    assert_null(berth_map_new("uhashring:vnodes=1000000", nodes, NULL, &error));
    assert_int_equal(error.code, BERTH_E_LIMIT);
    berth_nodes_free(nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_libmemcached_names),
        cmocka_unit_test(test_libmemcached_buckets),
        cmocka_unit_test(test_libmemcached_prefix),
        cmocka_unit_test(test_libmemcached_ejects),
        cmocka_unit_test(test_twemproxy_names),
        cmocka_unit_test(test_twemproxy_order),
        cmocka_unit_test(test_nginx_names),
        cmocka_unit_test(test_nginx_budget),
        cmocka_unit_test(test_nginx_plain_ranking),
        cmocka_unit_test(test_varnish_keys),
        cmocka_unit_test(test_varnish_two_points),
        cmocka_unit_test(test_varnish_no_other_backend),
        cmocka_unit_test(test_varnish_weights),
        cmocka_unit_test(test_wide_points),
        cmocka_unit_test(test_uhashring_vnodes),
        cmocka_unit_test(test_uhashring_on_a_point),
        cmocka_unit_test(test_next),
        cmocka_unit_test(test_heap_that_fails),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
