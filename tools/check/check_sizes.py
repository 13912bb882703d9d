# SPDX-License-Identifier: MIT
"""A file has at most 600 lines of code, a function at most 60 lines.

Blank lines and comments of a file do not count, so that there is no reason to save them. A function
is counted from its signature to its closing brace, with all lines between."""

from tree import SPDX, Finding, Plant, code_lines, functions

SUMMARY = "files within 600 lines of code, functions within 60 lines"
FILE_LINES, FUNCTION_LINES = 600, 60


def find(tree):
    findings = []
    for path in tree.files(".c", ".h", ".py", ".sh", ".cmake", "CMakeLists.txt", "Makefile"):
        text = tree.read(path)
        lines = code_lines(path, text)
        if lines > FILE_LINES:
            findings.append(Finding(path, 0, f"{lines} lines of code, at most {FILE_LINES}: split it "
                                             "by idea"))
        if not path.endswith((".c", ".h")):
            continue
        for name, first, last in functions(text):
            if last - first + 1 > FUNCTION_LINES:
                findings.append(Finding(path, first, f"{name} has {last - first + 1} lines, at most "
                                                     f"{FUNCTION_LINES}: let it call its parts"))
    return findings


_BODY = "    x++;\n" * 60
_TRAPS = """struct big {
    int a;
};
static const char *const braces[] = {"{", "}}", "\\"{"}; /* { */
#if A
int first(int a)
{
#else
int second(int a, int b)
{
#endif
    return '{'; // {
}
#define MACRO(x) \\
    { \\
        x
#ifdef __cplusplus
extern "C" {
#endif
"""


def _long(head):
    return Plant({"src/base/planted.c": SPDX + _TRAPS + head + "\n{\n" + _BODY + "}\n"},
                 "planted_f has 63 lines")


PLANTS = [
    _long("static int planted_f(int a)"),
    _long('__attribute__((target("avx2"))) int planted_f(int (*f)(int), int a)'),
    _long("struct big *planted_f(void) __attribute__((noinline))"),
    Plant({"src/base/planted.c": SPDX + "int f(void); /* f */\n" * 601}, "601 lines of code"),
    Plant({"src/base/planted.c": SPDX + 'char a[] = "/*";\n\n' * 601}, "601 lines of code"),
    Plant({"tools/planted.py": "# a remark\n\npass\n" * 601}, "601 lines of code"),
    Plant({"src/base/planted.c": SPDX + "int f(void);\n\n/* a\n * b */\n// c\n" * 600}, None),
    Plant({"tools/planted.sh": "#!/bin/sh\n\n" + "    # a remark\n" * 900}, None),
]
