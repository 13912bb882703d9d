/* SPDX-License-Identifier: MIT */
/* property.h - tests made as subjects x properties
 *
 *   static const struct property properties[] = {
 *       {"a removal moves only its own keys", BERTH_MINIMAL, check_removal},
 *   };
 *   int main(int argc, char **argv) { return properties_run(argc, argv, properties, 1); }
 *
 * A property is tested on every subject that makes its promises. Each pair is a test of its own,
 * "PROPERTY | SPEC"; an argument such as '*removal* | ring*' runs only the tests that match it. */
#ifndef BERTH_TEST_PROPERTY_H
#define BERTH_TEST_PROPERTY_H

#include "subject.h"

struct property {
    const char *name;
    unsigned promises; /* the subject must make all of them */
    void (*check)(const struct subject *subject);
    bool (*fits)(const struct subject *subject); /* NULL = it is tested on all such subjects */
};

int properties_run(int argc, char **argv, const struct property *properties, size_t count);

#define PROPERTIES_MAIN(properties)                                                                \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        return properties_run(argc, argv, properties, sizeof properties / sizeof *properties);     \
    }

#endif
