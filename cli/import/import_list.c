/* SPDX-License-Identifier: MIT */
/* import_list.c - a plain list of nodes in JSON or YAML
 *
 *   ["a", "b"]     [{"name": "a", "weight": 2, "zone": "z"}]     - a
 *                                                                - {name: b, weight: 2}
 *
 * A list whose entries have lists or mappings in them is another system's. */
#include "import/fields.h"

#include <string.h>

/* Every line of YAML that is no comment begins an entry. */
static bool list_of_dashes(const char *text)
{
    bool any = false;
    for (; *text != '\0'; text += *text == '\n') {
        size_t len = strcspn(text, "\r\n");
        bool dash = strncmp(text, "- ", 2) == 0;
        bool other = len > 0 && *text != '#' && *text != '\r' && strncmp(text, "---", 3) != 0;
        if (other && !dash && !(any && *text == ' '))
            return false;
        any = any || dash;
        text += strcspn(text, "\n");
    }
    return any;
}

static bool list_is_flat(const struct tree_node *list)
{
    for (size_t i = 0; i < tree_count(list); i++) {
        const struct tree_node *item = tree_at(list, i);
        if (tree_is(item, TREE_LIST))
            return false;
        for (uint32_t j = 0; tree_is(item, TREE_MAP) && j < item->count; j++)
            if (item->members[j].value->kind > TREE_TEXT)
                return false;
    }
    return tree_is(list, TREE_LIST);
}

static bool list_recognise(const char *text, size_t len)
{
    struct tree_error error;
    const char *start = text + (strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
    start += strspn(start, " \t\r\n");
    if (*start != '[' && !list_of_dashes(start))
        return false;
    if (*start == '[' && !tree_is_json(start))
        return false;
    struct tree *tree = tree_read(text, len, 1, &error);
    bool flat = tree && tree_documents(tree) == 1 && list_is_flat(tree_document(tree, 0));
    bool broken = !tree && *start == '[' && start[1 + strspn(start + 1, " \t\r\n")] == '"';
    tree_free(tree);
    return flat || broken;
}

static bool list_attributes(struct fields *fields, const struct tree_node *item, const char *name)
{
    for (uint32_t i = 0; i < item->count; i++) {
        const struct tree_member *member = &item->members[i];
        bool known = strcmp(member->key, "name") == 0 || strcmp(member->key, "weight") == 0;
        if (known || member->value->kind == TREE_NULL)
            continue;
        if (!import_set(fields->import, member->line, name, member->key,
                        fields_text(fields, item, member->key)))
            return false;
    }
    return !fields->bad;
}

static bool list_entry(struct fields *fields, const struct tree_node *item, size_t i)
{
    double weight = 1;
    const char *name = tree_text(item);
    if (tree_is(item, TREE_MAP)) {
        name = fields_text(fields, item, "name");
        fields_real(fields, item, "weight", 0, 1e18, &weight);
    }
    if (!fields->bad && !name)
        fields_fail(fields, item, "entry %zu is neither a name nor {\"name\": ...}", i + 1);
    return !fields->bad && import_node(fields->import, item->line, name, weight) &&
           (!tree_is(item, TREE_MAP) || list_attributes(fields, item, name));
}

static bool list_read(struct import *import)
{
    struct fields fields = {.import = import};
    struct tree *tree = import_tree(import);
    const struct tree_node *root = tree ? tree_document(tree, 0) : NULL;
    bool good = tree != NULL;
    if (good && !tree_is(root, TREE_LIST))
        good = fields_fail(&fields, root, "this is %s, no list of nodes", tree_kind_name(root));
    for (size_t i = 0; good && i < tree_count(root); i++)
        good = list_entry(&fields, tree_at(root, i), i);
    tree_free(tree);
    return good;
}

const struct import_format import_list = {.name = "list",
                                          .mark = "names as a list in JSON or YAML",
                                          .recognise = list_recognise,
                                          .read = list_read};
