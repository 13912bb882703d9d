/* SPDX-License-Identifier: MIT */
/* typical_trial.c - the same nodes under other names
 * Idea       To names that look alike, and to labels that differ in a digit, a weak hash gives
 *            points that lie alike. So a trial writes all names in another alphabet: each letter
 *            and each digit stands for another one, the same in every name, and what names have in
 *            common they still have. A number keeps its length, and one of three digits or more
 *            its first, so that most addresses and ports stay what they are; letters that
 *            hexadecimal numbers have stay among themselves. Attributes that decide the placement
 *            are written likewise, but for plain numbers, which count or weigh something. */
#include "place/typical.h"

#include "base/alloc.h"

#include <string.h>

enum { TRIAL_NAME = 256, TRIAL_PLACES = 4, TRIAL_HEX = 6, TRIAL_LETTERS = 26, TRIAL_DIGITS = 10 };

/* What each character stands for. Digits differ by their place from the end of their number. */
struct trial {
    char lower[TRIAL_LETTERS], upper[TRIAL_LETTERS];
    char digit[TRIAL_PLACES][TRIAL_DIGITS]; /* not the first of several */
    char first[TRIAL_PLACES][TRIAL_DIGITS]; /* the first of several: never 0 */
};

/* ---- an alphabet ----------------------------------------------------------------------------- */

static void trial_shuffle(struct chance *chance, char *items, size_t from, size_t to)
{
    for (size_t i = to; i > from + 1; i--) {
        size_t j = from + (size_t)(chance_unit(chance) * (double)(i - from));
        char last = items[i - 1];
        items[i - 1] = items[j];
        items[j] = last;
    }
}

static void trial_letters(struct chance *chance, char *letters, char a)
{
    for (size_t i = 0; i < TRIAL_LETTERS; i++)
        letters[i] = (char)(a + (int)i);
    trial_shuffle(chance, letters, 0, TRIAL_HEX);
    trial_shuffle(chance, letters, TRIAL_HEX, TRIAL_LETTERS);
}

static void trial_alphabet(struct chance *chance, struct trial *trial)
{
    trial_letters(chance, trial->lower, 'a');
    trial_letters(chance, trial->upper, 'A');
    for (size_t place = 0; place < TRIAL_PLACES; place++) {
        for (size_t i = 0; i < TRIAL_DIGITS; i++)
            trial->digit[place][i] = trial->first[place][i] = (char)('0' + (int)i);
        trial_shuffle(chance, trial->digit[place], 0, TRIAL_DIGITS);
        trial_shuffle(chance, trial->first[place], 1, TRIAL_DIGITS);
    }
}

static bool trial_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void trial_number(const struct trial *trial, const char *from, size_t digits, char *to)
{
    for (size_t i = 0; i < digits; i++) {
        size_t left = digits - 1 - i, place = left < TRIAL_PLACES ? left : TRIAL_PLACES - 1;
        int digit = from[i] - '0';
        bool first = i == 0 && digits > 1;
        to[i] = !first ? trial->digit[place][digit] : trial->first[place][digit];
        if (i == 0 && digits > 2)
            to[i] = from[i];
    }
}

static char trial_letter(const struct trial *trial, char c)
{
    if (c >= 'a' && c <= 'z')
        return trial->lower[c - 'a'];
    if (c >= 'A' && c <= 'Z')
        return trial->upper[c - 'A'];
    return c;
}

/* Text that is too long for `to` cannot be used. */
static bool trial_text(const struct trial *trial, const char *from, char to[TRIAL_NAME])
{
    size_t len = strlen(from), i = 0;
    if (len >= TRIAL_NAME)
        return false;
    while (i < len) {
        size_t digits = 0;
        while (trial_is_digit(from[i + digits]))
            digits++;
        if (digits > 0)
            trial_number(trial, from + i, digits, to + i);
        else
            to[i] = trial_letter(trial, from[i]);
        i += digits > 0 ? digits : 1;
    }
    to[len] = '\0';
    return true;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static bool trial_attributes(const struct berth_map *map, uint32_t index, const struct trial *trial,
                             berth_nodes *nodes, const char *name)
{
    const char *attribute, *value;
    char text[TRIAL_NAME];
    for (size_t k = 0; berth_map_attribute(map, index, k, &attribute, &value); k++) {
        bool number = value[strspn(value, "0123456789")] == '\0';
        bool drawn =
            !number && strcmp(attribute, "zone") != 0 && map_attribute_decides(map, attribute);
        if (drawn && !trial_text(trial, value, text))
            return false;
        if (berth_nodes_set(nodes, name, attribute, drawn ? text : value, NULL) != BERTH_E_OK)
            return false;
    }
    return true;
}

static bool trial_node(const struct berth_map *map, uint32_t index, const struct trial *trial,
                       berth_nodes *nodes)
{
    char name[TRIAL_NAME];
    struct berth_node node;
    berth_map_node(map, index, &node);
    if (!trial_text(trial, node.name, name) ||
        berth_nodes_add(nodes, name, node.weight, NULL) != BERTH_E_OK ||
        !trial_attributes(map, index, trial, nodes, name))
        return false;
    return berth_nodes_set(nodes, name, "state", berth_state_text(node.state), NULL) == BERTH_E_OK;
}

berth_map *typical_trial(const struct berth_map *map, struct chance *chance)
{
    berth_nodes *nodes = berth_nodes_new(&map->alloc);
    bool done = nodes != NULL;
    struct trial trial;
    trial_alphabet(chance, &trial);
    for (uint32_t i = 0; done && i < map->count; i++)
        done = trial_node(map, i, &trial, nodes);
    berth_map *built = done ? berth_map_next(map, nodes, NULL) : NULL;
    berth_nodes_free(nodes);
    return built;
}
