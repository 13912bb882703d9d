# SPDX-License-Identifier: MIT
"""A file name occurs only once in the tree, so that the name alone identifies the file."""

import os

from tree import SPDX, Finding, Plant

SUMMARY = "file names are unique"
REPEATED = {"CMakeLists.txt", "README.md", "__init__.py"}


def find(tree):
    seen, findings = {}, []
    for path in tree.files(".c", ".h", ".py", ".sh", ".cmake", ".md"):
        name = os.path.basename(path)
        if name in seen and name not in REPEATED:
            findings.append(Finding(path, 0, f"the name is taken by {seen[name]}: choose another"))
        seen.setdefault(name, path)
    return findings


PLANTS = [
    Plant({"src/base/planted.c": SPDX, "src/place/presets/planted.c": SPDX}, "the name is taken by"),
    Plant({"tools/planted.py": "", "tests/cli/planted.py": ""}, "the name is taken by"),
]
