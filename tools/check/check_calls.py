# SPDX-License-Identifier: MIT
"""The library never prints, ends the process, or reads the environment, a clock or random numbers.

Looks at the source, so that a finding has a line; check_symbols looks at the compiled library,
which nothing can hide from.
"""

import os
import re

from tree import SPDX, Finding, Plant, code_only

SUMMARY = "src/ calls nothing that a library must not call"

FORBIDDEN = {
    "prints": """printf vprintf fprintf vfprintf dprintf puts fputs putchar fputc putc fwrite perror
        psignal syslog write""",
    "ends the process": "exit _exit _Exit quick_exit abort atexit raise kill",
    "reads the environment": "getenv secure_getenv setenv putenv setlocale",
    "reads the clock": "time clock clock_gettime gettimeofday localtime gmtime",
    "draws chance": "rand srand random srandom drand48 getrandom arc4random",
}
# Only the allocator itself, in src/base/, may call malloc and free.
HEAP = "malloc calloc realloc free aligned_alloc posix_memalign strdup strndup asprintf".split()

_WHY = {name: why for why, names in FORBIDDEN.items() for name in names.split()}
_CALL = re.compile(r"(?<![\w.>])(?<!->)([A-Za-z_]\w*)\s*\(")


def _finding(path, line, name):
    if name in _WHY:
        return Finding(path, line, f"{name}() {_WHY[name]}: a library does not")
    if name in HEAP and not path.startswith(os.path.join("src", "base", "")):
        return Finding(path, line, f"{name}() goes past the caller's allocator")
    return None


def find(tree):
    findings = []
    for path in tree.c_files("src"):
        for number, line in enumerate(code_only(tree.read(path)).split("\n"), 1):
            for match in _CALL.finditer(line):
                found = _finding(path, number, match.group(1))
                if found:
                    findings.append(found)
    return findings


PLANTS = [
    Plant({"src/plan/planted.c": SPDX + f"void f(void)\n{{\n    {call};\n}}\n"}, says)
    for call, says in (
        ('printf("x")', "planted.c:4: printf() prints"),
        ("fputs(s, stderr)", "fputs() prints"),
        ("abort()", "abort() ends the process"),
        ("if (x) exit (1)", "exit() ends the process"),
        ('s = getenv("X")', "getenv() reads the environment"),
        ("time(NULL)", "time() reads the clock"),
        ("free(p)", "free() goes past the caller's allocator"),
        ("a.free(p); a->free(p); /* malloc(1) */ q = malloc(1)", "malloc() goes past"),
    )
]
