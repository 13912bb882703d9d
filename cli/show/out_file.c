/* SPDX-License-Identifier: MIT */
/* out_file.c - written beside, then renamed */
#include "show/out_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frame/memory.h"
#include "frame/say.h"

static bool out_file_fails(const char *path)
{
    say_error("cannot write %s: %s", path, strerror(errno));
    return false;
}

static bool out_file_same(const struct stat *about, const char *text)
{
    struct stat other;
    return stat(text, &other) == 0 && other.st_dev == about->st_dev &&
           other.st_ino == about->st_ino;
}

/* Whether another word of the command line names the same file. */
static bool out_file_taken(const struct args *args, enum option_id id, const struct stat *about)
{
    const char *path = args_text(args, id);
    for (size_t i = 0; i < args->given_count; i++) {
        const struct given *given = &args->given[i];
        if (given->id == id || !given->text || !out_file_same(about, given->text))
            continue;
        say_error("cannot write %s: it is also the file of --%s", path,
                  option_rows[given->id].name);
        return true;
    }
    for (size_t i = 0; i < args->operand_count; i++) {
        if (!out_file_same(about, args->operands[i]))
            continue;
        say_error("cannot write %s: the command reads it, too", path);
        return true;
    }
    struct stat input;
    bool reads = fstat(STDIN_FILENO, &input) == 0 && input.st_dev == about->st_dev &&
                 input.st_ino == about->st_ino;
    if (reads)
        say_error("cannot write %s: it is also standard input", path);
    return reads;
}

/* A new descriptor for a name of its own in the folder of the path, with the rights of the earlier
 * file, or those that the user's mask leaves; -1 on trouble. A symbolic link stays: the file that it
 * points at is replaced. */
static int out_file_beside(struct out_file *file)
{
    struct stat about;
    char *target = realpath(file->path, NULL);
    const char *path = target ? target : file->path, *slash = strrchr(path, '/');
    file->beside = memory_text("%.*s.berth-XXXXXX", slash ? (int)(slash - path) + 1 : 0, path);
    free(target);
    int fd = mkstemp(file->beside);
    if (fd < 0)
        return -1;
    mode_t mask = umask(0);
    umask(mask);
    bool there = stat(file->path, &about) == 0;
    fchmod(fd, there ? about.st_mode & 07777 : 0666 & ~mask);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}

/* Whether a file of that path is made, which is the case in a folder that can be written. */
static bool out_file_made(const char *path)
{
    struct out_file file = {.path = path};
    int fd = out_file_beside(&file);
    if (fd >= 0) {
        close(fd);
        unlink(file.beside);
    }
    free(file.beside);
    return fd >= 0 || out_file_fails(path);
}

/* Whether nothing is there yet, which a link that points at nothing is not. */
static bool out_file_absent(const char *path, struct stat *about)
{
    return stat(path, about) != 0 && errno == ENOENT && lstat(path, about) != 0;
}

bool out_file_may(const struct args *args, enum option_id id)
{
    struct stat about;
    const char *path = args_text(args, id);
    if (strcmp(path, "-") == 0) {
        say_error("--%s takes a file: standard output has the figures", option_rows[id].name);
        return false;
    }
    if (out_file_absent(path, &about))
        return out_file_made(path);
    if (stat(path, &about) != 0)
        return out_file_fails(path);
    if (S_ISDIR(about.st_mode)) {
        errno = EISDIR;
        return out_file_fails(path);
    }
    if (!S_ISREG(about.st_mode))
        return true; /* a pipe that is opened and closed has ended for its reader */
    if (out_file_taken(args, id, &about))
        return false;
    return access(path, W_OK) == 0 ? out_file_made(path) : out_file_fails(path);
}

bool out_file_open(struct out_file *file, const struct args *args, enum option_id id)
{
    struct stat about;
    *file = (struct out_file){.path = args_text(args, id)};
    if (!out_file_may(args, id))
        return false;
    bool regular = stat(file->path, &about) != 0 || S_ISREG(about.st_mode);
    int fd = regular ? out_file_beside(file) : open(file->path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        free(file->beside);
        return out_file_fails(file->path);
    }
    out_open(&file->out, fd, file->path);
    return true;
}

/* The complete file takes the place of the path, or of what a symbolic link there points at. */
static bool out_file_place(const struct out_file *file)
{
    char *target = realpath(file->path, NULL);
    bool placed = rename(file->beside, target ? target : file->path) == 0;
    free(target);
    return placed || out_file_fails(file->path);
}

bool out_file_close(struct out_file *file, bool keep)
{
    bool written = out_close(&file->out) && keep;
    if (file->beside && written)
        written = out_file_place(file);
    if (file->beside && !written)
        unlink(file->beside);
    free(file->beside);
    file->beside = NULL;
    return written;
}
