# SPDX-License-Identifier: MIT
"""C is laid out as .clang-format says. Versions of clang-format differ, so only 14 is used."""

import os
import re
import shutil
import subprocess

from tree import SPDX, Finding, Plant, Skip

SUMMARY = "C is laid out as .clang-format says"
VERSION = 14


def _program():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        path = shutil.which(name)
        if path:
            said = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            if re.search(rf"version {VERSION}\.", said):
                return path
    raise Skip(f"there is no clang-format {VERSION} here")


def find(tree):
    program, files = _program(), tree.c_files()
    if not files:
        return []
    run = subprocess.run([program, "--dry-run", "-Werror", "--style=file", *files], cwd=tree.root,
                         capture_output=True, text=True)
    places = re.findall(r"^(.+?):(\d+):\d+: error: ", run.stderr, re.MULTILINE)
    if run.returncode != 0 and not places:
        return [Finding(files[0], 0, f"clang-format failed: {run.stderr.strip()[:200]}")]
    first = {}
    for path, line in places:
        first.setdefault(os.path.normpath(path), int(line))
    return [Finding(path, line, "not laid out as .clang-format says: run `make format`")
            for path, line in first.items()]


PLANTS = [
    Plant({"src/base/planted.c": SPDX + "int f(void) {\n  return 1;\n}\n"}, "run `make format`"),
    Plant({"examples/planted.c": SPDX + "int  x;\n"}, "run `make format`"),
]
