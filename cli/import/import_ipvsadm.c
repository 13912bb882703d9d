/* SPDX-License-Identifier: MIT */
/* import_ipvsadm.c - a virtual service as ipvsadm saves or lists it
 *
 *   -A -t 10.0.0.1:80 -s mh -b mh-port          ipvsadm -S -n
 *   -a -t 10.0.0.1:80 -r 10.0.0.2:80 -m -w 1
 *
 *   TCP  10.0.0.1:80 mh (mh-port)               ipvsadm -L -n
 *     -> 10.0.0.2:80     Masq    1      0          0
 *
 * ipvsadm sorts destinations; the kernel places by the order in which they were added, which such a
 * text tells only when it is what the kernel was filled from. That is said. */
#include <stdlib.h>
#include <string.h>

#include "frame/memory.h"
#include "frame/say.h"
#include "import/ipvs_service.h"

struct ipvsadm {
    struct import *import;
    const char *pool; /* of the service that is read; NULL while pools are collected */
    struct ipvs_service service;
    bool inside; /* the last service of a listing is the one that is read */
};

static bool ipvsadm_recognise(const char *text, size_t len)
{
    (void)len;
    return import_begins(text, "-A") || strstr(text, "RemoteAddress:Port") != NULL;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* "10.0.0.2:http" of a text without -n is no port; the last colon cuts. */
static bool ipvsadm_add(struct import *import, uint64_t line, char *address, const char *weight)
{
    char *colon = strrchr(address, ':');
    if (!colon)
        return import_fail(import, line, "\"%.60s\" is not ADDRESS:PORT", address);
    *colon = '\0';
    return ipvs_add(import, line, address, colon + 1, weight);
}

static void ipvsadm_offer(struct ipvsadm *in, const char *name)
{
    import_offer_pool(in->import, name);
}

/* ---- ipvsadm -S ------------------------------------------------------------------------------ */

/* The word behind an option, by its short or long name; NULL when it is not there. */
static char *ipvsadm_option(const struct import_line *line, const char *brief, const char *full)
{
    for (size_t i = 0; i + 1 < line->words; i++)
        if (strcmp(line->word[i], brief) == 0 || strcmp(line->word[i], full) == 0)
            return line->word[i + 1];
    return NULL;
}

/* The service that a line is about, "10.0.0.1:80" or "fwmark 1", to be freed; NULL = none. */
static char *ipvsadm_service_name(const struct import_line *line)
{
    static const char *const names[][2] = {
        {"-t", "--tcp-service"}, {"-u", "--udp-service"}, {"--sctp-service", "--sctp-service"}};
    const char *mark = ipvsadm_option(line, "-f", "--fwmark-service"), *name = NULL;
    for (size_t i = 0; !name && i < sizeof names / sizeof *names; i++)
        name = ipvsadm_option(line, names[i][0], names[i][1]);
    if (mark)
        return memory_text("fwmark %s", mark);
    return name ? memory_text("%s", name) : NULL;
}

/* "mh-port,mh-fallback" */
static void ipvsadm_flags(struct ipvs_service *service, char *flags)
{
    for (char *flag = strtok(flags, ",()"); flag; flag = strtok(NULL, ",()"))
        ipvs_flag(service, flag);
}

static void ipvsadm_open(struct ipvsadm *in, const struct import_line *line)
{
    char *flags = ipvsadm_option(line, "-b", "--sched-flags");
    const char *scheduler = ipvsadm_option(line, "-s", "--scheduler");
    ipvs_schedule(&in->service, scheduler ? scheduler : "", line->number);
    if (flags)
        ipvsadm_flags(&in->service, flags);
}

static bool ipvsadm_rule(struct ipvsadm *in, const struct import_line *line)
{
    const bool adds =
        strcmp(line->word[0], "-A") == 0 || strcmp(line->word[0], "--add-service") == 0;
    char *name = ipvsadm_service_name(line), *server = ipvsadm_option(line, "-r", "--real-server");
    bool good = true;
    if (name && adds && !in->pool)
        ipvsadm_offer(in, name);
    else if (name && in->pool && strcmp(name, in->pool) == 0 && adds)
        ipvsadm_open(in, line);
    else if (name && in->pool && strcmp(name, in->pool) == 0 && server)
        good =
            ipvsadm_add(in->import, line->number, server, ipvsadm_option(line, "-w", "--weight"));
    free(name);
    return good;
}

/* ---- ipvsadm -L ------------------------------------------------------------------------------ */

static bool ipvsadm_is_protocol(const char *word)
{
    return strcmp(word, "TCP") == 0 || strcmp(word, "UDP") == 0 || strcmp(word, "SCTP") == 0 ||
           strcmp(word, "FWM") == 0;
}

static bool ipvsadm_row(struct ipvsadm *in, const struct import_line *line)
{
    if (ipvsadm_is_protocol(line->word[0]) && line->words > 2) {
        const bool mark = strcmp(line->word[0], "FWM") == 0;
        char *name = memory_text("%s%s", mark ? "fwmark " : "", line->word[1]);
        if (!in->pool)
            ipvsadm_offer(in, name);
        in->inside = in->pool && strcmp(name, in->pool) == 0;
        free(name);
        if (!in->inside)
            return true;
        ipvs_schedule(&in->service, line->word[2], line->number);
        for (size_t i = 3; i < line->words; i++)
            ipvsadm_flags(&in->service, line->word[i]);
        return true;
    }
    if (!in->inside || strcmp(line->word[0], "->") != 0 || line->words < 4)
        return true;
    return ipvsadm_add(in->import, line->number, line->word[1], line->word[3]);
}

/* ---- the file -------------------------------------------------------------------------------- */

static bool ipvsadm_lines(struct ipvsadm *in)
{
    struct import_line line;
    bool good = true;
    import_lines(&line, in->import->text);
    while (good && import_next(&line, '#'))
        good = *line.word[0] == '-' && strcmp(line.word[0], "->") != 0 ? ipvsadm_rule(in, &line)
                                                                       : ipvsadm_row(in, &line);
    import_lines_end(&line);
    return good;
}

static bool ipvsadm_read(struct import *import)
{
    struct ipvsadm in = {.import = import};
    ipvsadm_lines(&in);
    in.pool = import_choose_pool(import, "virtual services");
    if (!in.pool || !ipvsadm_lines(&in))
        return false;
    if (berth_nodes_count(import->nodes) == 0)
        return import_fail(import, in.service.line, "the service %.60s has no destination",
                           in.pool);
    if (!ipvs_spec(import, &in.service))
        return false;
    if (!import->one_line)
        say_warning(
            "%s: ipvsadm sorts destinations, and the kernel places by the order in which they "
            "were added: list them in that order",
            import->where);
    return true;
}

const struct import_format import_ipvsadm = {
    .name = "ipvsadm",
    .mark = "\"-A\" lines, or \"RemoteAddress:Port\"",
    .recognise = ipvsadm_recognise,
    .read = ipvsadm_read,
    .line = "-A -t 10.0.0.1:80 -s mh\n-a -t 10.0.0.1:80 -r %s\n",
    .keyword = "-r",
};
