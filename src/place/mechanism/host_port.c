/* SPDX-License-Identifier: MIT */
/* host_port.c - a node's address taken apart */
#include "place/mechanism/host_port.h"

#include "base/number.h"

#include <string.h>

/* The port behind the last colon, when the rest is a port; else 0 and nothing is cut. */
static uint64_t host_port_cut(const char *text, size_t *len)
{
    const char *colon = text + *len;
    uint64_t port;
    while (colon > text && *colon != ':')
        colon--;
    size_t digits = (size_t)(text + *len - colon) - 1;
    if (*colon != ':' || digits == 0 || number_integer(colon + 1, digits, &port) != NUMBER_OK ||
        port > 65535)
        return 0;
    *len = (size_t)(colon - text);
    return port;
}

static struct host_port host_port_read(const char *text, size_t len)
{
    struct host_port out = {.host = text, .host_len = len};
    const char *colon = memchr(text, ':', len);
    bool bracket = len > 0 && *text == '[';
    bool several = colon && memchr(colon + 1, ':', len - (size_t)(colon + 1 - text));
    if (len > 0 && *text == '/')
        return out;
    if (!several || bracket)
        out.port = host_port_cut(text, &out.host_len);
    if (bracket && out.host_len > 1 && text[out.host_len - 1] == ']') {
        out.host++;
        out.host_len -= 2;
    }
    return out;
}

struct host_port host_port_of(const struct node *node)
{
    const char *host = node_attribute(node, "host"), *port = node_attribute(node, "port");
    struct host_port out = host_port_read(node->text, node->name_len);
    if (host) {
        out.host = host;
        out.host_len = strlen(host);
    }
    if (port && number_integer(port, strlen(port), &out.port) != NUMBER_OK)
        out.port = 0;
    return out;
}

int host_port_compare(const struct host_port *a, const struct host_port *b)
{
    size_t shorter = a->host_len < b->host_len ? a->host_len : b->host_len;
    int by_host = memcmp(a->host, b->host, shorter);
    if (by_host != 0)
        return by_host;
    if (a->host_len != b->host_len)
        return a->host_len < b->host_len ? -1 : 1;
    return (a->port > b->port) - (a->port < b->port);
}
