/* SPDX-License-Identifier: MIT */
/* fixture.c - a scheme by itself: its members, parameters, and an allocator that counts and
 * fails */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "hash/xxh3.h"

const struct berth_hash fixture_xxh3 = {"xxh3", "the native hash", 64, hash_xxh3};

static void *fixture_alloc(void *context, size_t bytes)
{
    struct fixture *f = context;
    if (++f->calls == f->fail_at)
        return NULL;
    f->heap_bytes += bytes;
    if (f->heap_bytes > f->heap_peak)
        f->heap_peak = f->heap_bytes;
    void *memory = malloc(bytes);
    memset(memory, 0xa5, bytes);
    return memory;
}

static void fixture_free(void *context, void *memory, size_t bytes)
{
    struct fixture *f = context;
    assert_true(f->heap_bytes >= bytes);
    f->heap_bytes -= bytes;
    free(memory);
}

static uint64_t fixture_label(const struct build *in, uint32_t member, uint64_t j)
{
    char(*const names)[FIXTURE_NAME] = (char(*)[FIXTURE_NAME])in->nodes;
    char text[FIXTURE_NAME + 24];
    int len = snprintf(text, sizeof text, "%s:%llu", names[member], (unsigned long long)j);
    return in->hash->digest(text, (size_t)len);
}

static void fixture_reserve(struct fixture *f, uint32_t count)
{
    if (count <= f->capacity)
        return;
    f->capacity = count * 2 + 8;
    f->members = realloc(f->members, f->capacity * sizeof *f->members);
    f->names = realloc(f->names, f->capacity * sizeof *f->names);
    f->in.members = f->members;
    f->in.nodes = f->names;
}

static void fixture_preset(struct fixture *f)
{
    const struct berth_scheme_info *info = &f->scheme->info;
    assert_true(info->param_count <= FIXTURE_PARAMS);
    for (size_t i = 0; i < info->param_count; i++) {
        if (info->params[i].shape == BERTH_HASH)
            f->values[i].hash = &fixture_xxh3;
        else if (info->params[i].shape != BERTH_WORD)
            f->values[i].number = strtoull(info->params[i].preset, NULL, 10);
    }
}

void fixture_open(struct fixture *f, const struct scheme *scheme, uint32_t count)
{
    memset(f, 0, sizeof *f);
    f->scheme = scheme;
    f->alloc = (struct berth_alloc){fixture_alloc, fixture_free, f};
    f->in = (struct build){.scheme = scheme,
                           .alloc = &f->alloc,
                           .values = f->values,
                           .hash = &fixture_xxh3,
                           .label = fixture_label,
                           .max_bytes = (size_t)1 << 32,
                           .count = count};
    fixture_reserve(f, count);
    fixture_preset(f);
    for (uint32_t i = 0; i < count; i++) {
        char name[FIXTURE_NAME];
        snprintf(name, sizeof name, "node-%05u", i);
        f->members[i] = (struct member){.weight = 1000000, .number = i};
        fixture_name(f, i, name);
    }
}

void fixture_close(struct fixture *f)
{
    assert_int_equal(f->heap_bytes, 0);
    free(f->members);
    free(f->names);
}

void fixture_name(struct fixture *f, uint32_t i, const char *name)
{
    assert_true(strlen(name) < FIXTURE_NAME);
    strcpy(f->names[i], name);
    f->members[i].hash = f->in.hash->digest(name, strlen(name));
}

void fixture_weight(struct fixture *f, uint32_t i, double weight)
{
    f->members[i].weight = (uint64_t)(weight * 1e6 + 0.5);
}

static struct value *fixture_value(struct fixture *f, const char *param)
{
    const struct berth_scheme_info *info = &f->scheme->info;
    for (size_t i = 0; i < info->param_count; i++)
        if (strcmp(info->params[i].name, param) == 0)
            return &f->values[i];
    fail_msg("%s has no parameter %s", info->name, param);
    return NULL;
}

void fixture_set(struct fixture *f, const char *param, uint64_t number)
{
    fixture_value(f, param)->number = number;
}

void fixture_hash(struct fixture *f, const struct berth_hash *hash)
{
    f->in.hash = hash;
    fixture_value(f, "hash")->hash = hash;
    for (uint32_t i = 0; i < f->in.count; i++)
        f->members[i].hash = hash->digest(f->names[i], strlen(f->names[i]));
}

void fixture_remove(struct fixture *f, uint32_t i)
{
    size_t behind = --f->in.count - i;
    memmove(&f->members[i], &f->members[i + 1], behind * sizeof *f->members);
    memmove(&f->names[i], &f->names[i + 1], behind * sizeof *f->names);
}

void fixture_insert(struct fixture *f, uint32_t i, const struct fixture *from, uint32_t j)
{
    fixture_reserve(f, f->in.count + 1);
    size_t behind = f->in.count++ - i;
    memmove(&f->members[i + 1], &f->members[i], behind * sizeof *f->members);
    memmove(&f->names[i + 1], &f->names[i], behind * sizeof *f->names);
    f->members[i] = from->members[j];
    memcpy(f->names[i], from->names[j], FIXTURE_NAME);
}

void *fixture_build(struct fixture *f)
{
    void *state = NULL;
    berth_error error = {0};
    if (f->scheme->ops->build(&f->in, &state, &error) != 0)
        fail_msg("%s: %s", f->scheme->info.name, error.text);
    assert_non_null(state);
    return state;
}

void fixture_refuse(struct fixture *f, int code, const char *words)
{
    void *state = NULL;
    berth_error error = {0};
    assert_int_equal(f->scheme->ops->build(&f->in, &state, &error), code);
    assert_int_equal(error.code, code);
    if (!strstr(error.text, words))
        fail_msg("\"%s\" does not say \"%s\"", error.text, words);
    assert_int_equal(f->heap_bytes, 0);
}

size_t fixture_starve(struct fixture *f)
{
    for (size_t n = 1;; n++) {
        void *state = NULL;
        berth_error error = {0};
        f->calls = 0;
        f->fail_at = n;
        int code = f->scheme->ops->build(&f->in, &state, &error);
        f->fail_at = 0;
        if (code == 0) {
            assert_true(f->calls < n);
            fixture_drop(f, state);
            return n - 1;
        }
        assert_int_equal(code, BERTH_E_MEMORY);
        assert_int_equal(error.code, BERTH_E_MEMORY);
        assert_int_equal(f->heap_bytes, 0);
    }
}

void fixture_drop(struct fixture *f, void *state)
{
    f->scheme->ops->destroy(state, &f->alloc);
}

uint64_t fixture_key(uint64_t i)
{
    return hash_xxh3_u64(i);
}

size_t fixture_ranking(const struct scheme *scheme, const void *state, uint64_t hash,
                       uint32_t count, uint32_t *out, size_t n)
{
    struct walk walk = {.hash = hash};
    char *seen = calloc(count, 1);
    size_t found = 0;
    for (uint64_t steps = 0; found < n; steps++) {
        uint32_t member = scheme->ops->next_ranked(state, &walk);
        assert_true(steps < UINT64_C(1) << 32);
        if (member == BERTH_NONE)
            break;
        assert_true(member < count);
        if (!seen[member])
            out[found++] = member;
        seen[member] = 1;
    }
    free(seen);
    return found;
}
