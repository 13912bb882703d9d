/* SPDX-License-Identifier: MIT */
/* balance.h - three levels of evenness, each blamed only for what it adds
 *
 *   owned   share of the key space            uneven: the scheme, or too few points
 *   keys    the keys that were given          uneven though owned is even: the hash and these keys
 *   load    their bytes, or how often each    uneven though keys are even: a few hot keys */
#ifndef CLI_BALANCE_H
#define CLI_BALANCE_H

#include "judge/hot_keys.h"
#include "read/key_reader.h"
#include "judge/laws.h"
#include "judge/power.h"
#include "show/given_limits.h"

enum { BALANCE_HOT_MAX = 64, BALANCE_KEPT = 1 << 16 };

#define BALANCE_EVEN  1.05 /* no harm is done up to here */
#define BALANCE_NOISE 3.5  /* errors by which the fullest of many nodes may be off */

struct balance_node {
    struct berth_node node;
    double fair, share; /* of the key space */
    uint64_t room;      /* marks it may own at most; 0 = no limit */
    uint64_t keys, load, copies;
};

struct balance_zone {
    const char *name; /* "" = of the nodes that have none */
    size_t nodes;
    double weight, fair, share;
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
    const char *about; /* what the sentence is about: scheme, points, keys, load, copies, zones */
};

/* The first keys, to try other settings with. */
struct kept {
    struct berth_key *keys; /* keys[i].data is owned; unused when the keys are numbers */
    uint64_t *numbers;
    size_t count;
};

struct balance {
    const berth_map *map;
    struct berth_scheme_info info;
    struct balance_node *nodes; /* by index in the map */
    uint32_t *listed;           /* their indices in the order in which they are listed */
    size_t count;
    struct balance_zone *zones;
    size_t zone_count; /* 0 = no node has a zone */
    double owned_part; /* of the key space; fair shares are shares of it. 1 = all has an owner */
    enum berth_measure measure;
    enum berth_weighing weighing;
    bool has_keys, has_sizes, has_law;
    bool has_numbers;              /* the keys are integers */
    uint64_t keys, load, no_owner; /* no_owner: keys that no node answers for */
    size_t replicas;               /* 0 = not asked */
    struct law law;
    struct berth_evenness owned, by_keys, by_load, by_copies;
    double error; /* standard error of a node's ratio when shares are sampled, else 0 */
    struct hot_keys sketch;
    struct power keys_power, load_power;
    struct kept kept;
    struct hot_key hot[BALANCE_HOT_MAX];
    size_t hot_count;
    struct limits limits;
    struct verdict scheme, by_key, by_hot, by_copy, by_zone;
};

/* Fills in the shares. The map must outlive the balance. */
struct balance *balance_new(const berth_map *map);
void balance_free(struct balance *balance);

/* Counts all keys. False after trouble (which was said). */
bool balance_count(struct balance *balance, struct keys *keys, size_t replicas);

/* Peaks, hot keys and the verdicts; call it last. */
void balance_judge(struct balance *balance);
void balance_judge_scheme(struct balance *balance);
void balance_judge_keys(struct balance *balance);
void balance_judge_copies(struct balance *balance);
void balance_say(struct verdict *verdict, enum verdict_level level, char *sentence);

void balance_keep(struct balance *balance, const struct key_batch *batch);
void balance_kept_free(struct balance *balance);

/* Adds the nodes up by zone, in the order of the zones' first nodes; call it after counting. */
void balance_zones(struct balance *balance);
void balance_judge_zones(struct balance *balance);
/* A zone's ratio to its fair share at the deepest level known; of its copies. */
double balance_zone_ratio(const struct balance *balance, const struct balance_zone *zone);
double balance_zone_copies(const struct balance *balance, const struct balance_zone *zone);

/* How many distinct keys would scatter as these do, some of which may repeat. */
double balance_independent(const struct balance *balance);

/* A node's ratio to its fair share at the deepest level known. */
double balance_ratio(const struct balance *balance, size_t i);
/* The peak at that level, or of the copies where they are counted and less even. */
double balance_peak(const struct balance *balance);

/* The verdicts that were given, in the order in which they are printed; NULL after the last. */
const struct verdict *balance_verdict(const struct balance *balance, size_t i);
/* The word for a level: "even", "typical", ... */
const char *balance_level(enum verdict_level level);

void balance_print(const struct balance *balance, struct run *run);
/* The table of the nodes; true = there are too many for one, and only its ends are printed. */
bool balance_print_nodes(const struct balance *balance, struct run *run);
/* The table of the zones, when there are any. */
void balance_print_zones(const struct balance *balance, struct run *run);
void balance_print_csv(const struct balance *balance, struct run *run);
void balance_print_json(const struct balance *balance, struct out *out);

#endif
