/* SPDX-License-Identifier: MIT */
/* lines.c - large reads, memchr for the marks, no copy of a record */
#include "read/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frame/memory.h"
#include "frame/say.h"

enum { LINES_CAP = 1 << 20, LINES_CAP_MAX = 1 << 28 };

static int lines_descriptor(const char *path)
{
    if (strcmp(path, "-") == 0)
        return STDIN_FILENO;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (fd >= 0 && fstat(fd, &about) == 0 && S_ISDIR(about.st_mode)) {
        close(fd);
        errno = EISDIR;
        fd = -1;
    }
    if (fd < 0)
        say_error("cannot read %s: %s", path, strerror(errno));
    return fd;
}

bool lines_open(struct lines *lines, const char *path, char mark)
{
    *lines = (struct lines){.mark = mark, .hungry = true, .fd = lines_descriptor(path)};
    if (lines->fd < 0)
        return false;
    lines->name = lines->fd == STDIN_FILENO ? "standard input" : path;
    lines->cap = LINES_CAP;
    lines->data = memory_new(lines->cap, 1);
    return true;
}

void lines_close(struct lines *lines)
{
    if (lines->fd > STDIN_FILENO)
        close(lines->fd);
    free(lines->data);
    lines->data = NULL;
}

/* Moves what is left to the front, makes room, reads once; false on trouble. */
static bool lines_fill(struct lines *lines)
{
    size_t left = lines->end - lines->begin;
    if (lines->begin > 0)
        memmove(lines->data, lines->data + lines->begin, left);
    lines->scanned -= lines->begin;
    lines->begin = 0;
    lines->end = left;
    if (lines->end == lines->cap) {
        if (lines->cap >= LINES_CAP_MAX) { /* such as /dev/zero */
            say_error("cannot read %s: it holds %d MiB without an end; is this text?", lines->name,
                      LINES_CAP_MAX >> 20);
            return false;
        }
        lines->cap *= 2;
        lines->data = memory_more(lines->data, lines->cap, 1);
    }
    ssize_t n;
    do {
        n = read(lines->fd, lines->data + lines->end, lines->cap - lines->end);
    } while (n < 0 && errno == EINTR);
    if (n < 0) {
        say_error("cannot read %s: %s", lines->name, strerror(errno));
        return false;
    }
    lines->end += (size_t)n;
    lines->at_end = n == 0;
    return true;
}

/* Takes whole records out of the buffer. */
static size_t lines_split(struct lines *lines, struct berth_key *out, size_t max)
{
    size_t n = 0;
    char *at = lines->data + lines->begin, *end = lines->data + lines->end;
    char *from = lines->data + lines->scanned;
    lines->hungry = false;
    while (n < max) {
        char *mark = memchr(from, lines->mark, (size_t)(end - from));
        if (!mark) {
            from = end;
            lines->hungry = true;
            break;
        }
        out[n++] = (struct berth_key){at, (size_t)(mark - at)};
        at = from = mark + 1;
    }
    lines->begin = (size_t)(at - lines->data);
    lines->scanned = (size_t)(from - lines->data);
    return n;
}

size_t lines_next(struct lines *lines, struct berth_key *out, size_t max, bool *trouble)
{
    size_t n = 0;
    *trouble = false;
    while ((n = lines_split(lines, out, max)) == 0 && !lines->at_end) {
        if (!lines_fill(lines)) {
            *trouble = true;
            return 0;
        }
    }
    if (n == 0 && lines->end > lines->begin) { /* the last record has no mark */
        out[n++] = (struct berth_key){lines->data + lines->begin, lines->end - lines->begin};
        lines->begin = lines->scanned = lines->end;
    }
    return n;
}

char *lines_slurp(const char *path, size_t *len)
{
    struct lines lines;
    if (!lines_open(&lines, path, '\0'))
        return NULL;
    while (!lines.at_end) {
        if (!lines_fill(&lines)) {
            lines_close(&lines);
            return NULL;
        }
    }
    *len = lines.end;
    char *text = memory_more(lines.data, lines.end + 1, 1);
    text[lines.end] = '\0';
    lines.data = NULL;
    lines_close(&lines);
    return text;
}
