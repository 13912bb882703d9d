/* SPDX-License-Identifier: MIT */
/* version.c - the version of the library as text, from the three numbers in berth.h */
#include "berth.h"

#define VERSION_TEXT(x)       #x
#define VERSION_DOTS(a, b, c) VERSION_TEXT(a) "." VERSION_TEXT(b) "." VERSION_TEXT(c)

const char *berth_version(void)
{
    return VERSION_DOTS(BERTH_VERSION_MAJOR, BERTH_VERSION_MINOR, BERTH_VERSION_PATCH);
}
