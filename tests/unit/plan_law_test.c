/* SPDX-License-Identifier: MIT */
/* plan_law_test.c - the closed form of weighted rendezvous, compared with draws and with shares */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "counted_alloc.h"
#include "base/bits.h"
#include "plan/law.h"

enum { NODES_MAX = 64 };

/* flow[from][to]; row and column n stand for "no node". */
struct matrix {
    double flow[NODES_MAX + 1][NODES_MAX + 1];
    size_t emitted;
};

static bool matrix_emit(void *context, uint32_t from, uint32_t to, double share)
{
    struct matrix *m = context;
    assert_true(share > 0);
    assert_true(m->flow[from][to] == 0);
    m->flow[from][to] = share;
    m->emitted++;
    return true;
}

static void compute(struct matrix *m, const uint64_t *before, const uint64_t *after, uint32_t n)
{
    const struct berth_alloc alloc = alloc_or_default(NULL);
    *m = (struct matrix){.emitted = 0};
    int code = law_flows(&alloc, before, after, n, (struct law_sink){matrix_emit, m, NULL});
    assert_int_equal(code, BERTH_E_OK);
}

static uint64_t sum_of(const uint64_t *weights, uint32_t n)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += weights[i];
    return sum;
}

static double share_of(const uint64_t *weights, uint32_t n, uint32_t i)
{
    uint64_t sum = sum_of(weights, n);
    return sum == 0 ? 0 : (double)weights[i] / (double)sum;
}

/* For every node, what it gains minus what it loses must be the difference of its shares. */
static void expect_marginals(const struct matrix *m, const uint64_t *before, const uint64_t *after,
                             uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        double net = 0;
        for (uint32_t j = 0; j <= n; j++)
            net += m->flow[j][i] - m->flow[i][j];
        assert_true(fabs(net - (share_of(after, n, i) - share_of(before, n, i))) < 1e-13);
    }
}

static uint32_t owner_by_draws(const double *draws, const uint64_t *weights, uint32_t n)
{
    uint32_t best = n;
    double least = INFINITY;
    for (uint32_t i = 0; i < n; i++)
        if (weights[i] != 0 && draws[i] / (double)weights[i] < least) {
            least = draws[i] / (double)weights[i];
            best = i;
        }
    return best;
}

/* The draws must agree to five standard errors, over at most 49 pairs in each of these fixed
 * draws. */
static void expect_draws(const struct matrix *m, const uint64_t *before, const uint64_t *after,
                         uint32_t n)
{
    enum { DRAWS = 400000, FEW = 8 };
    static uint32_t seen[FEW][FEW];
    for (uint32_t i = 0; i <= n; i++)
        for (uint32_t j = 0; j <= n; j++)
            seen[i][j] = 0;
    for (uint64_t key = 0; key < DRAWS; key++) {
        double draws[FEW];
        for (uint32_t i = 0; i < n; i++)
            draws[i] = -log(((double)(bits_mix((key * FEW + i + 1) * BITS_GOLDEN) >> 11) + 0.5) /
                            9007199254740992.0);
        seen[owner_by_draws(draws, before, n)][owner_by_draws(draws, after, n)]++;
    }
    for (uint32_t i = 0; i <= n; i++)
        for (uint32_t j = 0; j <= n; j++)
            if (i != j) {
                double p = m->flow[i][j], error = sqrt(p * (1 - p) / DRAWS);
                assert_true(fabs((double)seen[i][j] / DRAWS - p) <= 5 * error);
            }
}

static void draws_agree(void **unused)
{
    (void)unused;
    static const struct {
        uint64_t before[6], after[6];
        size_t flows;
    } cases[] = {
        {{1, 2, 3, 4, 0, 0}, {1, 3, 3, 4, 0, 0}, 3},  /* a weight grows */
        {{1, 2, 3, 4, 0, 0}, {1, 2, 3, 0, 0, 0}, 3},  /* a node leaves */
        {{1, 2, 3, 4, 0, 0}, {1, 2, 3, 4, 0, 5}, 4},  /* a node comes */
        {{1, 2, 3, 4, 0, 0}, {0, 2, 3, 4, 1, 0}, 7},  /* a node for another: 3 to, 3 from, 1 both */
        {{5, 1, 3, 4, 2, 7}, {1, 6, 2, 9, 2, 1}, 15}, /* all weights differ */
        {{5, 5, 5, 5, 0, 0}, {9, 9, 1, 1, 9, 0}, 8},
        {{3, 3, 3, 3, 3, 3}, {6, 6, 6, 6, 6, 6}, 0}, /* only the ratios count */
        {{0, 0, 0, 0, 0, 0}, {0, 1, 0, 2, 0, 0}, 2},
        {{0, 1, 0, 2, 0, 0}, {0, 0, 0, 0, 0, 0}, 2},
    };
    static struct matrix m;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        compute(&m, cases[c].before, cases[c].after, 6);
        assert_int_equal(m.emitted, cases[c].flows);
        expect_marginals(&m, cases[c].before, cases[c].after, 6);
        expect_draws(&m, cases[c].before, cases[c].after, 6);
    }
}

/* When the weights 1 : 2 : 3 : 4 become 1 : 3 : 3 : 4, then 3/11 - 2/10 moves, all of it to b. */
static void one_weight_moves_the_difference(void **unused)
{
    (void)unused;
    const uint64_t before[] = {1000000, 2000000, 3000000, 4000000};
    const uint64_t after[] = {1000000, 3000000, 3000000, 4000000};
    static struct matrix m;
    compute(&m, before, after, 4);
    double moved = m.flow[0][1] + m.flow[2][1] + m.flow[3][1];
    assert_int_equal(m.emitted, 3);
    assert_true(fabs(moved - (3 / 11.0 - 2 / 10.0)) < 1e-15);
    assert_true(fabs(m.flow[3][1] / m.flow[0][1] - 4) < 1e-12);
}

static void random_changes_keep_the_marginals(void **unused)
{
    (void)unused;
    static struct matrix m;
    for (uint64_t round = 0; round < 300; round++) {
        uint64_t before[NODES_MAX], after[NODES_MAX];
        uint32_t n = 2 + (uint32_t)(bits_mix(round * BITS_GOLDEN + 1) % (NODES_MAX - 1));
        for (uint32_t i = 0; i < n; i++) {
            uint64_t r = bits_mix((round << 8 | i) * BITS_GOLDEN);
            before[i] = r % 10 * (r & 1024 ? 1 : 100000000000);
            after[i] = (r >> 16) % 3 == 0 ? (r >> 32) % 10 : before[i];
        }
        compute(&m, before, after, n);
        expect_marginals(&m, before, after, n);
    }
}

static bool count_emit(void *context, uint32_t from, uint32_t to, double share)
{
    (void)from;
    (void)to;
    (void)share;
    size_t *left = context;
    return (*left)-- != 0;
}

static void no_memory_is_reported(void **unused)
{
    (void)unused;
    const uint64_t before[] = {1, 2, 3}, after[] = {1, 2, 4};
    for (size_t n = 1; n <= 3; n++) {
        struct counted_alloc heap;
        struct berth_alloc alloc = counted_alloc_start(&heap, n);
        size_t left = 2;
        int code = law_flows(&alloc, before, after, 3, (struct law_sink){count_emit, &left, NULL});
        assert_int_equal(code, n <= 2 ? BERTH_E_MEMORY : BERTH_E_OK);
        assert_int_equal(heap.blocks, 0);
    }
    const struct berth_alloc alloc = alloc_or_default(NULL);
    size_t left = 1;
    int code = law_flows(&alloc, before, after, 3, (struct law_sink){count_emit, &left, NULL});
    assert_int_equal(code, BERTH_E_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_agree),
        cmocka_unit_test(one_weight_moves_the_difference),
        cmocka_unit_test(random_changes_keep_the_marginals),
        cmocka_unit_test(no_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
