/* SPDX-License-Identifier: MIT */
/* balance.h - three levels of evenness, each blamed only for what it adds
 *
 *   owned   share of the key space            uneven: the scheme, or too few points
 *   keys    the keys that were given          uneven though owned is even: the hash and these keys
 *   load    their bytes, or how often each    uneven though keys are even: a few hot keys
 */
#ifndef CLI_BALANCE_H
#define CLI_BALANCE_H

#include "key_reader.h"
#include "laws.h"
#include "sketch.h"

enum { BALANCE_HOT_MAX = 5 };

/* How the ratios to the fair share are spread. */
struct spread {
    double peak, cv;
    uint32_t at; /* node of the peak */
};

struct balance_node {
    struct berth_node node;
    double fair, share; /* of the key space */
    uint64_t keys, load, copies;
};

enum verdict_level {
    VERDICT_NONE, /* nothing to say */
    VERDICT_EVEN,
    VERDICT_TYPICAL, /* uneven, but no more than such a scheme is */
    VERDICT_UNEVEN,
    VERDICT_HOT,
};

struct verdict {
    enum verdict_level level;
    char *sentence;
    const char *about; /* what is praised or blamed: scheme, points, keys, load, zones */
};

struct balance {
    const berth_map *map;
    struct berth_scheme_info info;
    struct balance_node *nodes;
    size_t count;
    enum berth_measure measure;
    bool has_keys, has_sizes, has_law;
    uint64_t keys, load;
    size_t replicas; /* 0 = not asked */
    struct law law;
    struct spread owned, by_keys, by_load;
    struct sketch sketch;
    struct power keys_power, load_power;
    const struct sketch_counter *hot[BALANCE_HOT_MAX];
    size_t hot_count;
    struct verdict scheme, by_key, by_hot, zones;
};

/* Fills in the shares. The map must outlive the balance. */
struct balance *balance_new(const berth_map *map);
void balance_free(struct balance *balance);

/* Counts all keys. False after trouble (which was said). */
bool balance_count(struct balance *balance, struct keys *keys, size_t replicas);

/* Peaks, hot keys and the verdicts; call it last. */
void balance_judge(struct balance *balance);

/* A node's ratio to its fair share at the deepest level known. */
double balance_ratio(const struct balance *balance, size_t i);
/* The peak at that level. */
double balance_peak(const struct balance *balance);

void balance_print(const struct balance *balance, struct run *run);

#endif
