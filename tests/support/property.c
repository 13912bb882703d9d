/* SPDX-License-Identifier: MIT */
/* property.c - tests made as subjects x properties */
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

struct property_case {
    const struct property *property;
    const struct subject *subject;
    char name[SUBJECT_SPEC + 100];
};

static void property_test(void **state)
{
    const struct property_case *one = *state;
    clock_t start = clock();
    one->property->check(one->subject);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (seconds > 0.5) /* printed only; no verdict depends on it */
        printf("             took %.1f s of CPU\n", seconds);
}

static bool property_fits(const struct property *property, const struct subject *subject)
{
    return (subject->promises & property->promises) == property->promises &&
           (!property->fits || property->fits(subject));
}

int properties_run(int argc, char **argv, const struct property *properties, size_t count)
{
    size_t subject_count, n = 0;
    struct subject *subjects = subjects_all(&subject_count);
    struct property_case *cases = calloc(count * subject_count, sizeof *cases);
    struct CMUnitTest *tests = calloc(count * subject_count, sizeof *tests);
    for (size_t i = 0; i < count; i++) {
        size_t before = n;
        for (size_t j = 0; j < subject_count; j++) {
            if (!property_fits(&properties[i], &subjects[j]))
                continue;
            cases[n].property = &properties[i];
            cases[n].subject = &subjects[j];
            snprintf(cases[n].name, sizeof cases[n].name, "%s | %s", properties[i].name,
                     subjects[j].spec);
            tests[n] = (struct CMUnitTest){cases[n].name, property_test, NULL, NULL, &cases[n]};
            n++;
        }
        if (n == before)
            printf("no scheme makes the promise of: %s\n", properties[i].name);
    }
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    int failed = _cmocka_run_group_tests("contract", tests, n, NULL, NULL);
    free(tests);
    free(cases);
    free(subjects);
    return failed;
}
