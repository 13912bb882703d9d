/* SPDX-License-Identifier: MIT */
/* ip_test.c - texts of IP addresses, compared with the system's own reader */
#include "base/ip.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static const char *const texts[] = {
    "",
    "0.0.0.0",
    "10.0.0.1",
    "255.255.255.255",
    "256.0.0.1",
    "1.2.3",
    "1.2.3.4.5",
    "01.2.3.4",
    "1..3.4",
    "1.2.3.",
    ".1.2.3",
    "1.2.3.x",
    "1.2.3.4 ",
    "::",
    "::1",
    "1::",
    "1::2",
    ":",
    ":::",
    "1:",
    ":1",
    "1:::2",
    "::1::",
    "1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7::",
    "::2:3:4:5:6:7:8",
    "1:2:3:4::5:6:7:8",
    "fd00::ABcd",
    "fd00::12345",
    "fd00::g",
    "::1.2.3.4",
    "::ffff:10.0.0.1",
    "1:2:3:4:5:6:1.2.3.4",
    "1:2:3:4:5:6:7:1.2.3.4",
    "::1.2.3.4:5",
    "::1.2.3",
    "fe80::1%eth0",
    "2001:db8::7",
    "name",
    "1:2:3:4:5:6:7:",
};

static void same_as_the_system(const char *text)
{
    uint8_t theirs[16];
    struct ip ip;
    int family = strchr(text, ':') ? AF_INET6 : AF_INET;
    bool good = inet_pton(family, text, theirs) == 1;
    if (ip_read(text, strlen(text), &ip) != good)
        fail_msg("\"%s\" is %san address", text, good ? "" : "not ");
    if (!good)
        return;
    assert_int_equal(ip.size, family == AF_INET ? 4 : 16);
    assert_memory_equal(ip.bytes, theirs, ip.size);
    assert_int_equal(ip.port, 0);
}

static void addresses(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        same_as_the_system(texts[i]);
}

/* Tries every text of up to five of these characters. */
static void short_texts(void **state)
{
    (void)state;
    static const char letters[] = ":.1f0";
    char text[8];
    for (unsigned n = 0; n < 5 * 5 * 5 * 5 * 5 * 5; n++) {
        unsigned rest = n;
        size_t len = 0;
        for (; len < 6; rest /= 5)
            text[len++] = letters[rest % 5];
        for (; len > 0; len--) {
            text[len] = 0;
            bool port = strchr(text, ':') && strchr(text, ':') == strrchr(text, ':');
            if (!port) /* "1.2.3.4:5" is more than an address */
                same_as_the_system(text);
        }
    }
}

static void port_is(const char *text, bool good, unsigned size, unsigned port)
{
    struct ip ip;
    if (ip_read(text, strlen(text), &ip) != good)
        fail_msg("\"%s\" is %san address", text, good ? "" : "not ");
    if (!good)
        return;
    assert_int_equal(ip.size, size);
    assert_int_equal(ip.port, port);
}

static void ports(void **state)
{
    (void)state;
    port_is("10.0.0.1:80", true, 4, 80);
    port_is("10.0.0.1:65535", true, 4, 65535);
    port_is("10.0.0.1:65536", false, 0, 0);
    port_is("10.0.0.1:", false, 0, 0);
    port_is("10.0.0.1:http", false, 0, 0);
    port_is("[fd00::1]:443", true, 16, 443);
    port_is("[fd00::1]", true, 16, 0);
    port_is("[fd00::1", false, 0, 0);
    port_is("[fd00::1]443", false, 0, 0);
    port_is("[10.0.0.1]:80", false, 0, 0);
    port_is("[]:80", false, 0, 0);
    port_is("1:80", false, 0, 0);
}

static void folds(void **state)
{
    (void)state;
    struct ip ip;
    assert_true(ip_read("10.1.2.3", 8, &ip));
    assert_int_equal(ip_fold(&ip), 0x0a010203);
    assert_true(ip_read("1:2:30:40:500:600:7000:8000", 27, &ip));
    assert_int_equal(ip_fold(&ip), 0x00010002 ^ 0x00300040 ^ 0x05000600 ^ 0x70008000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses),
        cmocka_unit_test(short_texts),
        cmocka_unit_test(ports),
        cmocka_unit_test(folds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
