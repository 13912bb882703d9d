/* SPDX-License-Identifier: MIT */
/* tree_yaml.c - YAML into a tree, by libyaml's events */
#include "import/tree_build.h"

#include <string.h>

#include <yaml.h>

/* libyaml counts lines from 0. */
static uint32_t tree_yaml_line(yaml_mark_t mark, uint32_t first)
{
    return (uint32_t)mark.line + first;
}

static bool tree_yaml_ends_in(const yaml_char_t *tag, const char *end)
{
    size_t len = tag ? strlen((const char *)tag) : 0, end_len = strlen(end);
    return len >= end_len && strcmp((const char *)tag + len - end_len, end) == 0;
}

static bool tree_yaml_scalar(struct tree *tree, const yaml_event_t *event, uint32_t line)
{
    const char *anchor = (const char *)event->data.scalar.anchor;
    const yaml_char_t *tag = event->data.scalar.tag;
    bool quoted =
        event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE || tree_yaml_ends_in(tag, "str");
    if (tree_yaml_ends_in(tag, ":binary"))
        return tree_fail(tree, line, "a value is !!binary, which is not read");
    return tree_add_text(tree, (const char *)event->data.scalar.value, event->data.scalar.length,
                         quoted, line, anchor);
}

static bool tree_yaml_event(struct tree *tree, const yaml_event_t *event, uint32_t first)
{
    uint32_t line = tree_yaml_line(event->start_mark, first);
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        tree_forget_anchors(tree);
        return true;
    case YAML_SEQUENCE_START_EVENT:
        return tree_begin(tree, TREE_LIST, line, (const char *)event->data.sequence_start.anchor);
    case YAML_MAPPING_START_EVENT:
        return tree_begin(tree, TREE_MAP, line, (const char *)event->data.mapping_start.anchor);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return tree_end(tree);
    case YAML_ALIAS_EVENT:
        return tree_add_alias(tree, (const char *)event->data.alias.anchor, line);
    case YAML_SCALAR_EVENT:
        return tree_yaml_scalar(tree, event, line);
    default:
        return true;
    }
}

/* Is a tab among the blanks that the line begins with? */
static bool tree_yaml_tab(const char *text, size_t line)
{
    for (; line > 0 && text; line--) {
        text = strchr(text, '\n');
        text += text != NULL;
    }
    return text && text[strspn(text, " ")] == '\t';
}

/* libyaml's own sentence; of a tab it says only that no token begins with it. */
static bool tree_yaml_fail(struct tree *tree, const yaml_parser_t *parser, const char *text,
                           uint32_t first)
{
    uint32_t line = tree_yaml_line(parser->problem_mark, first);
    const char *problem = parser->problem ? parser->problem : "it cannot be read";
    if (parser->error == YAML_READER_ERROR)
        return tree_fail(tree, 0, "this is no YAML: %s at byte %zu", problem,
                         parser->problem_offset);
    if (parser->error == YAML_SCANNER_ERROR && tree_yaml_tab(text, parser->problem_mark.line))
        return tree_fail(tree, line, "this is no YAML: the line is indented by a tab");
    return tree_fail(tree, line, "this is no YAML: %s%s%s", problem, parser->context ? " " : "",
                     parser->context ? parser->context : "");
}

static bool tree_yaml_events(struct tree *tree, yaml_parser_t *parser, const char *text,
                             uint32_t first)
{
    yaml_event_t event;
    for (bool end = false, good = true; !end;) {
        if (!yaml_parser_parse(parser, &event))
            return tree_yaml_fail(tree, parser, text, first);
        end = event.type == YAML_STREAM_END_EVENT;
        good = tree_yaml_event(tree, &event, first);
        yaml_event_delete(&event);
        if (!good)
            return false;
    }
    return true;
}

bool tree_yaml_read(struct tree *tree, const char *text, size_t len, uint32_t first)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return tree_fail(tree, 0, "out of memory");
    tree->merges = true;
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, len);
    bool good = tree_yaml_events(tree, &parser, text, first);
    yaml_parser_delete(&parser);
    return good;
}
