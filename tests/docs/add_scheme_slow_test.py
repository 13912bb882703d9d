#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""CONTRIBUTING.md tells the truth: its scheme, added to a copy of the tree as it says, works.

The copy is built with the library, the tool and the contract tests; the tool must know the scheme and
the contract tests must cover it and pass; the checks of the house must find nothing in it.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = os.environ["BERTH_SOURCE"]
NEEDED = ("include", "src", "cli", "tests", "cmake", "tools", "CMakeLists.txt", ".clang-format")


def run(*command, cwd=None):
    ran = subprocess.run(command, capture_output=True, text=True, cwd=cwd)
    if ran.returncode != 0:
        print(ran.stdout[-4000:], ran.stderr[-4000:])
        sys.exit(f"this failed: {' '.join(command)}")
    return ran.stdout


def copy_tree(tree):
    os.makedirs(tree)
    for name in NEEDED:
        source, goal = os.path.join(SOURCE, name), os.path.join(tree, name)
        if os.path.isdir(source):
            shutil.copytree(source, goal)
        else:
            shutil.copy(source, goal)


def add_scheme(tree):
    """As CONTRIBUTING.md says: one file, one line in the list. Returns the scheme's name."""
    with open(os.path.join(SOURCE, "CONTRIBUTING.md"), encoding="utf-8") as f:
        text = f.read()
    path, code = re.search(r"`(src/scheme/\w+\.c)`:\n\n```c\n(.*?)^```$", text,
                           re.DOTALL | re.MULTILINE).groups()
    line = re.search(r"list of `src/scheme/registry\.c`: `(X\(\w+\))`", text).group(1)
    with open(os.path.join(tree, path), "w", encoding="utf-8") as f:
        f.write(code)
    registry = os.path.join(tree, "src", "scheme", "registry.c")
    with open(registry, encoding="utf-8") as f:
        before = f.read()
    after = re.sub(r"(#define REGISTRY_SCHEMES\(X\))(\s*\\)?", rf"\1 \\\n    {line}\2", before, 1)
    assert after != before, "registry.c has no list REGISTRY_SCHEMES(X)"
    with open(registry, "w", encoding="utf-8") as f:
        f.write(after)
    return line[2:-1]


def contracts(tree):
    """The contract tests that are made from the list of schemes."""
    folder, names = os.path.join(tree, "tests", "contract"), []
    for name in sorted(os.listdir(folder)):
        if name.endswith("_test.c") and "_slow_" not in name:
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                if re.search(r"PROPERTIES_MAIN|properties_run", f.read()):
                    names.append(name[:-2])
    return names


def main():
    with tempfile.TemporaryDirectory() as scratch:
        tree, build = os.path.join(scratch, "tree"), os.path.join(scratch, "build")
        copy_tree(tree)
        name = add_scheme(tree)
        run("cmake", "-S", tree, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_FLAGS_RELEASE=-O1",
            "-DBERTH_WERROR=ON", "-DBERTH_BUILD_BENCH=OFF", "-DBERTH_BUILD_EXAMPLES=OFF")
        run("cmake", "--build", build, "-j2", "--target", "berth_tool", "berth_shared")
        tool = os.path.join(build, "berth")
        assert name in run(tool, "schemes"), f"berth schemes does not list {name}"
        routed = run(tool, "route", "-a", name, "-n", "cache-[1-8]", "user:42")
        assert re.fullmatch(r"user:42\tcache-[1-8]\n", routed), routed
        for check in ("check_floors", "check_sizes", "check_licence", "check_calls", "check_symbols"):
            run(sys.executable, "-B", os.path.join(tree, "tools", "check", "run.py"), check, "--build",
                build)
        tests, kept = contracts(tree), 0
        run("cmake", "--build", build, "-j2", "--target", *tests)
        for test in tests:
            said = run(os.path.join(build, "tests", test), f"*| {name}*")
            kept += said.count(f"| {name}") // 2  # once when it begins, once when it is kept
        assert kept >= 10, f"only {kept} contracts speak of {name}"
    print(f"{name}: built, listed, routed, kept {kept} contracts")


if __name__ == "__main__":
    main()
