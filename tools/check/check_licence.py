# SPDX-License-Identifier: MIT
"""The first line of every source file (the second after a #! line) names the licence."""

from tree import SPDX, Finding, Plant

SUMMARY = "every source file begins with its licence"
LINE = "SPDX-License-Identifier: MIT"


def _expected(path):
    return f"/* {LINE} */" if path.endswith((".c", ".h")) else f"# {LINE}"


def find(tree):
    findings = []
    for path in tree.files(".c", ".h", ".py", ".sh", ".cmake", "CMakeLists.txt", "Makefile"):
        lines = tree.read(path).split("\n", 2)
        first = 1 if lines[0].startswith("#!") else 0
        if len(lines) <= first or lines[first] != _expected(path):
            findings.append(Finding(path, first + 1, f"this line must be \"{_expected(path)}\""))
    return findings


PLANTS = [
    Plant({"src/base/planted.c": "int planted;\n" + SPDX}, "planted.c:1: this line must be"),
    Plant({"tools/planted.sh": "#!/bin/sh\nset -e\n"}, "planted.sh:2: this line must be"),
    Plant({"tests/planted.py": ""}, "planted.py:1: this line must be"),
]
