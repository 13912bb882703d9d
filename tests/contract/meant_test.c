/* SPDX-License-Identifier: MIT */
/* meant_test.c - words that users try as the name of a scheme: a system, a client, a family, a
 *                hash. The error names the schemes that the word may mean, and no name of the C
 *                library */
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const char *const words[] = {"ketama",  "pylibmc",   "php",   "cassandra",
                                    "redis",   "kafka",     "envoy", "rendezvous",
                                    "murmur3", "memcached", "istio", "scylla"};

static void a_word_leads_to_its_schemes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct berth_scheme_info info;
        berth_error error;
        size_t named = 0, concerned = 0;
        assert_false(berth_scheme_find(words[i], &info, &error));
        assert_null(strstr(error.text, "berth_"));
        for (size_t s = 0; berth_scheme_at(s, &info); s++) {
            concerned += berth_scheme_concerns(s, words[i]);
            named += berth_scheme_concerns(s, words[i]) && strstr(error.text, info.name);
        }
        if (named == 0 || (named < concerned && !strstr(error.text, "more")))
            fail_msg("%s: %zu of %zu named: %s", words[i], named, concerned, error.text);
    }
}

/* A name cut short, and a name with an additional letter, must lead to the scheme. */
static void a_name_mistyped_leads_back(void **state)
{
    (void)state;
    struct berth_scheme_info info;
    for (size_t s = 0; berth_scheme_at(s, &info); s++) {
        struct berth_scheme_info other;
        berth_error error;
        char name[64];
        snprintf(name, sizeof name, "%sx", info.name);
        assert_false(berth_scheme_find(name, &other, &error));
        if (!strstr(error.text, info.name))
            fail_msg("%s: %s", name, error.text);
        assert_true(berth_scheme_concerns(s, info.name) == (strlen(info.name) >= 3));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_leads_to_its_schemes),
        cmocka_unit_test(a_name_mistyped_leads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
