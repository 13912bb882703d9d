/* SPDX-License-Identifier: MIT */
/* score_row_test.c - deployed rendezvous schemes: what they hash at a seam, what a sample of them costs */
#include "place/preset.h"
#include "property.h"

#include "hash/xxh3.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { CADDY_NODES = 5, LONGEST = 600 };

/* XXH64 over node and key, whether they are hashed in one piece or in two. */
static void test_caddy_joins(void **state)
{
    (void)state;
    struct subject caddy = subject_of("caddy-hrw-v2-8");
    berth_map *map = subject_map_of(&caddy, CADDY_NODES, "10.0.0.%u:8080");
    static char key[LONGEST], joined[LONGEST + 32];
    for (size_t i = 0; i < LONGEST; i++)
        key[i] = (char)('a' + i * 7 % 26);
    for (size_t len = 0; len < LONGEST; len++) {
        uint32_t best = 0;
        uint64_t best_hash = 0;
        for (uint32_t i = 0; i < CADDY_NODES; i++) {
            const char *name = berth_map_name(map, i);
            size_t at = strlen(name);
            memcpy(joined, name, at);
            memcpy(joined + at, key, len);
            uint64_t hash = XXH64(joined, at + len, 0);
            if (hash > best_hash) {
                best_hash = hash;
                best = i;
            }
        }
        assert_int_equal(berth_map_route(map, key, len), best);
    }
    berth_map_free(map);
}

/* However dear a lookup is, a sample asks about as much work; and never so few keys that it says
 * nothing. */
static void test_samples_affordable(void **state)
{
    (void)state;
    static const uint32_t counts[] = {3, 100, 1000};
    static const char *const dear[] = {"vllm-router-rendezvous", "pymemcache-rendezvous",
                                       "caddy-hrw-v2-8", "traefik-hrw", "mcrouter-rendezvous"};
    for (size_t d = 0; d < sizeof dear / sizeof *dear; d++) {
        struct subject subject = subject_of(dear[d]);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            berth_map *map = subject_map_of(&subject, counts[c], "10.0.0.%u:80");
            uint64_t samples = berth_map_samples(map);
            assert_in_range(samples, 1 << 14, 1 << 21);
            if (samples > 1 << 14)
                assert_true(samples * counts[c] <= UINT64_C(1) << 28);
            berth_map_free(map);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_caddy_joins),
        cmocka_unit_test(test_samples_affordable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
