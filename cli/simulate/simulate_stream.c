/* SPDX-License-Identifier: MIT */
/* simulate_stream.c - requests: keys of a file in its order, or made up and drawn by Zipf's law */
#include <stdio.h>
#include <stdlib.h>

#include "simulate/simulate.h"

struct sim_stream {
    const struct sim_options *options;
    uint64_t left; /* requests still wanted */
    struct zipf *zipf;
    struct keys *keys;
    struct key_batch batch;
    size_t at; /* in the batch */
    uint64_t (*digest)(const void *, size_t);
    char text[SIM_KEY_MAX];
};

/* A number is hashed as its bytes, lowest first. */
static void stream_name(struct sim_request *request, uint64_t (*digest)(const void *, size_t))
{
    unsigned char bytes[8];
    if (!request->integer) {
        request->hash = digest(request->key.data, request->key.len);
        return;
    }
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(request->number >> 8 * i);
    request->hash = digest(bytes, sizeof bytes);
}

void stream_key(const struct sim_options *options, uint64_t i, char text[SIM_KEY_MAX],
                struct sim_request *out)
{
    int len =
        snprintf(text, SIM_KEY_MAX, options->integers ? "%llu" : "key-%llu", (unsigned long long)i);
    *out =
        (struct sim_request){.key = {text, (size_t)len}, .number = i, .integer = options->integers};
}

struct sim_stream *stream_open(const struct run *run, const struct sim_options *options)
{
    struct keys *keys = options->made ? NULL : keys_open(run, true);
    if (!keys && !options->made)
        return NULL;
    struct sim_stream *stream = memory_new(1, sizeof *stream);
    stream->options = options;
    stream->left = options->requests;
    stream->keys = keys;
    stream->digest = berth_hash_find("xxh3")->digest;
    if (options->made)
        stream->zipf = zipf_new(options->keys, options->zipf, options->seed);
    return stream;
}

void stream_close(struct sim_stream *stream)
{
    if (stream) {
        if (stream->keys)
            keys_close(stream->keys);
        zipf_free(stream->zipf);
        free(stream);
    }
}

bool stream_failed(const struct sim_stream *stream)
{
    return stream->keys && keys_failed(stream->keys);
}

static bool stream_read(struct sim_stream *stream, struct sim_request *out)
{
    if (stream->at == stream->batch.n) {
        stream->at = 0;
        if (!keys_next(stream->keys, &stream->batch))
            return false;
    }
    const struct key_batch *batch = &stream->batch;
    size_t i = stream->at++;
    *out = (struct sim_request){.key = batch->keys[i]};
    if (batch->numbers)
        *out = (struct sim_request){
            .key = batch->shown[i], .number = batch->numbers[i], .integer = true};
    return true;
}

bool stream_next(struct sim_stream *stream, struct sim_request *out)
{
    if (stream->left == 0)
        return false;
    if (stream->zipf)
        stream_key(stream->options, zipf_draw(stream->zipf) - 1, stream->text, out);
    else if (!stream_read(stream, out))
        return false;
    stream->left--;
    stream_name(out, stream->digest);
    return true;
}
