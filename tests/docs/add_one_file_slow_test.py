#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The scheme, preset, hash, importer and command of CONTRIBUTING.md work when they are added to a
copy of the tree.

Each is one file and one line in a list. The copy is built with the library, the tool and the
contract tests. The tool must know all five, the contract tests must cover scheme and preset and
pass, the checks of the house must find nothing in them, and a few lines of Python must give the same
results as the preset, the hash and the command. The list of importers is reversed: each must still
recognise its files.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

SOURCE = os.environ["BERTH_SOURCE"]
NEEDED = ("include", "src", "cli", "tests", "cmake", "tools", "CMakeLists.txt", ".clang-format")
CHECKS = ("floors", "sizes", "licence", "calls", "format", "names", "symbols")


def run(*command, fine=(0,)):
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode not in fine:
        print(ran.stdout[-4000:], ran.stderr[-4000:])
        sys.exit(f"this failed: {' '.join(command)}")
    return ran.stdout + ran.stderr


def copy_tree(tree):
    os.makedirs(tree)
    for name in NEEDED:
        source, goal = os.path.join(SOURCE, name), os.path.join(tree, name)
        if os.path.isdir(source):
            shutil.copytree(source, goal)
        else:
            shutil.copy(source, goal)


def edit(path, change):
    with open(path, encoding="utf-8") as f:
        before = f.read()
    after = change(before)
    assert after != before, f"{path} stayed as it was"
    with open(path, "w", encoding="utf-8") as f:
        f.write(after)


def add_all(tree):
    """Each "`FILE.c`:" with its block, each line "in the list of `FILE`: `X(NAME)`". Returns the files
    that are new, and those with a list."""
    with open(os.path.join(SOURCE, "CONTRIBUTING.md"), encoding="utf-8") as f:
        text = f.read()
    files = re.findall(r"`((?:src|cli)/[\w/]+\.c)`:\n\n```c\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    lines = re.findall(r"list of `((?:src|cli)/[\w/]+\.c)`: `(X\(\w+\))`", text)
    assert len(files) == len(lines) == 5, (files, lines)
    for path, code in files:
        with open(os.path.join(tree, path), "x", encoding="utf-8") as f:
            f.write(code)
    for path, line in lines:
        edit(os.path.join(tree, path),
             lambda before: re.sub(r"(#define \w+\(X\))(\s*\\)?", rf"\1 \\\n    {line}\2",
                                   before, count=1))
    return [path for path, _ in files], [path for path, _ in lines]


def turn_round(text):
    """Returns the text of import.c with its list of importers reversed."""
    lines = re.search(r"(?<=FORMATS\(X\))(\s*\\\n\s*X\(\w+\))+", text).group(0)
    names = re.findall(r"X\(\w+\)", lines)
    assert len(names) > 5, names
    return text.replace(lines, "".join(f" \\\n    {name}" for name in reversed(names)))


def contracts(tree):
    """The contract tests that are made from the list of schemes."""
    folder, names = os.path.join(tree, "tests", "contract"), []
    for name in sorted(os.listdir(folder)):
        if name.endswith("_test.c") and "_slow_" not in name:
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                if re.search(r"PROPERTIES_MAIN|properties_run", f.read()):
                    names.append(name[:-2])
    return names


def keep_contracts(build, tests, name):
    kept = 0
    for test in tests:
        said = run(os.path.join(build, "tests", test), f"*| {name}*")
        kept += said.count(f"| {name}") // 2  # once when it begins, once when it is kept
    assert kept >= 10, f"only {kept} contracts speak of {name}"
    print(f"{name}: built, listed, routed, kept {kept} contracts")


def fnv1a(text):
    h = 0x811C9DC5
    for byte in text.encode():
        h = (h ^ byte) * 0x01000193 & 0xFFFFFFFF
    return h


def acme_lines(nodes, keys):
    """What `berth route` must print for Acme's ring."""
    ring = sorted({fnv1a(f"acme/{n}#{j}"): n for n in nodes for j in range(200)}.items())
    for key in keys:
        owner = next((n for point, n in ring if point >= fnv1a(key)), ring[0][1])
        yield f"{key}\t{owner}\n"


def ask_hash(tool, keys):
    said = run(tool, "hash", "adler32", *keys)
    for line in said.splitlines():
        key, value = line.split("\t")
        assert int(value, 16) == zlib.adler32(key.encode()), line
    assert len(said.splitlines()) == len(keys), said
    routed = [run(tool, "route", "-a", f"ring:hash={name}", "-n", "cache-[1-8]", *keys)
              for name in ("adler32", "adler-32-zlib")]
    assert routed[0] == routed[1], routed


def ask_importer(tool, tree, keys):
    path = os.path.join(tree, "acme.conf")
    with open(path, "w", encoding="utf-8") as f:
        f.write("acme-server a\nacme-server b 2\nacme-server c 3 # the largest\n")
    imported = run(tool, "route", "-n", path, *keys)
    assert imported == run(tool, "route", "-n", "a,b=2,c=3", "-a", "ring:hash=fnv1a-32", *keys)
    help_text = re.sub(r"\s+", " ", run(tool, "help", "route"))
    assert re.search(r"the files' format: berth, ketama, .*nginx, acme; default", help_text), help_text
    os.environ["BERTH"] = tool
    for script in ("import", "import_wrong"):
        said = run("sh", os.path.join(tree, "tests/cli/run.sh"),
                   os.path.join(tree, f"tests/cli/{script}.sh"), fine=(0, 1))
        differs = [line for line in said.splitlines() if re.match(r"[-+](?!--|\+\+)", line)]
        for line in differs:  # only where the formats are listed, in the order of the list
            assert ("there are berth, " in line or "could be a file of" in line
                    or "and no format claims it: " in line), said


def ask_command(tool, keys):
    owners = {line.split("\t")[1] for line in
              run(tool, "route", "-n", "cache-[1-8]", *keys[:5]).splitlines()}
    idle = run(tool, "idle", "-n", "cache-[1-8]", *keys[:5]).split()
    assert sorted(owners | set(idle)) == [f"cache-{i}" for i in range(1, 9)], (owners, idle)
    assert not owners & set(idle), (owners, idle)
    assert "which nodes own none of the keys" in run(tool, "--help")


def ask_tool(tool, tree):
    listed = run(tool, "schemes")
    assert "lots" in listed and "acme-ring" in listed, listed
    keys = [f"user:{i}" for i in range(500)]
    lots = run(tool, "route", "-a", "lots", "-n", "cache-[1-8]", *keys)
    assert {line.split("\t")[1] for line in lots.splitlines()} == {f"cache-{i}" for i in range(1, 9)}
    acme = run(tool, "route", "-a", "acme-ring", "-n", "cache-[1-8]", *keys)
    assert acme == "".join(acme_lines([f"cache-{i}" for i in range(1, 9)], keys)), acme
    ask_hash(tool, keys)
    ask_importer(tool, tree, keys)
    ask_command(tool, keys)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        tree, build = os.path.join(scratch, "tree"), os.path.join(scratch, "build")
        copy_tree(tree)
        files, lists = add_all(tree)
        edit(os.path.join(tree, "cli/import/import.c"), turn_round)
        if shutil.which("clang-format"):
            run("clang-format", "-i", *(os.path.join(tree, path) for path in lists))
        run("cmake", "-S", tree, "-B", build, "-DCMAKE_BUILD_TYPE=Release",
            "-DCMAKE_C_FLAGS_RELEASE=-O1", "-DBERTH_BUILD_BENCH=OFF", "-DBERTH_BUILD_EXAMPLES=OFF")
        run("cmake", "--build", build, "-j2", "--target", "berth_tool", "berth_shared")
        for path in files:
            os.utime(os.path.join(tree, path))
        said = run("cmake", "--build", build, "--target", "berth_objects", "berth_tool")
        assert "warning" not in said, said
        ask_tool(os.path.join(build, "berth"), tree)
        for check in CHECKS:
            run(sys.executable, "-B", os.path.join(tree, "tools", "check", "run.py"),
                f"check_{check}", "--build", build, fine=(0, 77))  # 77: no clang-format 14 here
        tests = contracts(tree)
        run("cmake", "--build", build, "-j2", "--target", *tests)
        for name in ("lots", "acme-ring"):
            keep_contracts(build, tests, name)


if __name__ == "__main__":
    main()
