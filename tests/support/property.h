/* SPDX-License-Identifier: MIT */
/* property.h - tests made as subjects x properties
 *
 *   static const struct property properties[] = {
 *       {"a removal moves only its own keys", BERTH_MINIMAL, check_removal},
 *   };
 *   int main(int argc, char **argv) { return properties_run(argc, argv, properties, 1); }
 *
 * A property is tried on every subject whose promises hold its bits. Each pair is a test of its
 * own, "PROPERTY | SPEC"; an argument runs only those that match it, as in '*removal* | ring*'. */
#ifndef BERTH_TEST_PROPERTY_H
#define BERTH_TEST_PROPERTY_H

#include "subject.h"

struct property {
    const char *name;
    unsigned promises; /* must all be made */
    void (*check)(const struct subject *subject);
    bool (*fits)(const struct subject *subject); /* NULL = all */
};

int properties_run(int argc, char **argv, const struct property *properties, size_t count);

#define PROPERTIES_MAIN(properties)                                                                \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        return properties_run(argc, argv, properties, sizeof properties / sizeof *properties);     \
    }

#endif
