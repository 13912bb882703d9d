# SPDX-License-Identifier: MIT
"""A file is at most 600 lines, those that hold nothing but a comment not counted; a function is at
most 60, signature and closing brace included."""

import re

from tree import SPDX, Finding, Plant, functions

SUMMARY = "files within 600 lines, functions within 60"
FILE_LINES, FUNCTION_LINES = 600, 60


def counted(path, text):
    """Lines of a file; in C without those that hold nothing but a comment."""
    if path.endswith((".c", ".h")):
        text = re.sub(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", "", text, flags=re.M | re.S)
    return text.count("\n")


def find(tree):
    findings = []
    for path in tree.files(".c", ".h", ".py", ".sh", ".cmake", "CMakeLists.txt", "Makefile"):
        text = tree.read(path)
        lines = counted(path, text)
        if lines > FILE_LINES:
            findings.append(Finding(path, 0, f"{lines} lines, at most {FILE_LINES}: split it by idea"))
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
    Plant({"src/base/planted.c": SPDX + "int f(void);\n" * 600}, "601 lines"),
    Plant({"tools/planted.py": "pass\n" * 601}, "601 lines"),
]
