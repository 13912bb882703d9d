/* SPDX-License-Identifier: MIT */
/* import_php.c - where PHP keeps its sessions: php.ini, a file of conf.d, a pool of php-fpm
 *
 *   session.save_handler = memcached
 *   session.save_path = "10.0.0.1:11211,10.0.0.2:11211:2"
 *   memcached.sess_consistent_hash_type = "ketama"
 *   php_admin_value[session.save_path] = ...                 php-fpm
 *
 * The extension memcached hands the servers to libmemcached and the settings after them, which is
 * why "ketama" has no weights. The other handlers, memcache and redis, place sessions by rules of
 * their own. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "frame/memory.h"
#include "frame/say.h"
#include "import/import.h"

enum { PHP_HANDLER, PHP_PATH, PHP_CONSISTENT, PHP_TYPE, PHP_SETTINGS };

static const char *const php_names[PHP_SETTINGS] = {
    [PHP_HANDLER] = "session.save_handler",
    [PHP_PATH] = "session.save_path",
    [PHP_CONSISTENT] = "memcached.sess_consistent_hash",
    [PHP_TYPE] = "memcached.sess_consistent_hash_type",
};

/* The last value of each setting, as in PHP. */
struct php {
    char *value[PHP_SETTINGS]; /* NULL = not set */
    uint64_t line[PHP_SETTINGS];
};

/* The setting of a line, and its value with the quotes around it; PHP_SETTINGS = another line. */
static size_t php_setting(const char *line, const char **value)
{
    line += strspn(line, " \t");
    if (strncmp(line, "php_", 4) == 0)
        line += strcspn(line, "[") + (line[strcspn(line, "[")] == '[');
    const size_t len = strspn(line, "abcdefghijklmnopqrstuvwxyz_.");
    size_t i = 0;
    while (i < PHP_SETTINGS &&
           (strlen(php_names[i]) != len || strncmp(line, php_names[i], len) != 0))
        i++;
    line += len + (line[len] == ']');
    line += strspn(line, " \t");
    if (*line != '=')
        return PHP_SETTINGS;
    *value = line + 1 + strspn(line + 1, " \t");
    return i;
}

/* The value without quotes, and without a comment behind it; to be freed. */
static char *php_value(const char *text)
{
    size_t len = strcspn(text, ";");
    if (*text == '"' || *text == '\'') {
        const char *end = strchr(text + 1, *text);
        len = end ? (size_t)(end - text - 1) : strlen(text + 1);
        text++;
    }
    while (len > 0 && isspace((unsigned char)text[len - 1]))
        len--;
    return memory_text("%.*s", (int)len, text);
}

static void php_settings(struct php *php, const char *text)
{
    struct import_line line;
    import_lines(&line, text);
    while (import_next_whole(&line)) {
        const char *value;
        const size_t i = php_setting(line.copy, &value);
        if (i == PHP_SETTINGS)
            continue;
        free(php->value[i]);
        php->value[i] = php_value(value);
        php->line[i] = line.number;
    }
    import_lines_end(&line);
}

static void php_free(struct php *php)
{
    for (size_t i = 0; i < PHP_SETTINGS; i++)
        free(php->value[i]);
}

static bool php_recognise(const char *text, size_t len)
{
    struct php php = {0};
    (void)len;
    if (!strstr(text, "session.save_"))
        return false;
    php_settings(&php, text);
    bool found = php.value[PHP_PATH] || php.value[PHP_HANDLER];
    php_free(&php);
    return found;
}

/* "host", "host:port", "host:port:weight" or "/path". */
static bool php_server(struct import *import, uint64_t line, char *server)
{
    uint64_t weight = 1;
    char *colon = strrchr(server, ':');
    if (*server != '/' && colon && memchr(server, ':', (size_t)(colon - server))) {
        if (!import_digits(colon + 1, strlen(colon + 1), &weight))
            return import_fail(import, line, "\"%s\" is not host:port:weight", server);
        *colon = '\0';
    }
    return import_node(import, line, server, weight > 0 ? (double)weight : 1);
}

static bool php_servers(struct import *import, const struct php *php)
{
    bool good = true;
    for (char *rest = php->value[PHP_PATH], *each; good && (each = strsep(&rest, ","));) {
        each += strspn(each, " ");
        each[strcspn(each, " ")] = '\0';
        good = *each == '\0' || php_server(import, php->line[PHP_PATH], each);
    }
    return good;
}

static bool php_is_off(const char *value)
{
    return value && (strcmp(value, "0") == 0 || strcasecmp(value, "off") == 0 ||
                     strcasecmp(value, "no") == 0 || strcasecmp(value, "false") == 0);
}

static bool php_spec(struct import *import, const struct php *php)
{
    const char *type = php->value[PHP_TYPE];
    const uint64_t line = php->line[PHP_PATH];
    if (php_is_off(php->value[PHP_CONSISTENT]))
        return import_spec(import, line, "libmemcached:distribution=modula");
    if (!type && !php->value[PHP_CONSISTENT])
        say_warning("%s: memcached.sess_consistent_hash is not set: it is on, as in version 3 of "
                    "the extension",
                    import->where);
    if (!type || strcmp(type, "ketama") == 0)
        return import_spec(import, line, "libmemcached:distribution=consistent,weighted=0");
    if (strcmp(type, "ketama_weighted") == 0)
        return import_spec(import, line, "libmemcached:distribution=ketama_weighted");
    return import_fail(import, php->line[PHP_TYPE],
                       "sess_consistent_hash_type \"%s\" is neither ketama nor ketama_weighted",
                       type);
}

static bool php_read_settings(struct import *import, const struct php *php)
{
    const char *handler = php->value[PHP_HANDLER];
    if (!php->value[PHP_PATH])
        return import_fail(import, 0, "there is no session.save_path in it");
    if (!handler || strcmp(handler, "memcached") != 0)
        return import_fail(import, php->line[handler ? PHP_HANDLER : PHP_PATH],
                           "session.save_handler is %s: only memcached is read here, which places "
                           "sessions by libmemcached",
                           handler ? handler : "not set (files)");
    return php_servers(import, php) && php_spec(import, php);
}

static bool php_read(struct import *import)
{
    struct php php = {0};
    php_settings(&php, import->text);
    bool good = php_read_settings(import, &php);
    php_free(&php);
    return good;
}

const struct import_format import_php = {
    .name = "php", .mark = "\"session.save_path\"", .recognise = php_recognise, .read = php_read};
