# SPDX-License-Identifier: MIT
"""What the compiled library exports, stores and calls.

exports   libberth.so and libberth.a export only names that begin with berth_
stores    no object has writable data: no .data, .bss or thread-local variable
calls     no function prints, ends the process, or reads the environment, a clock or random numbers
"""

import os
import re
import shutil
import subprocess
import tempfile

import check_calls
from tree import SPDX, Finding, Plant, Skip

SUMMARY = "the compiled library exports berth_ only, has no variables and asks for nothing forbidden"

# fortified and stream variants of what check_calls forbids
ASKED = re.compile(r"^(?:__)?(%s)(?:_chk|64)?$|^(stdout|stderr|stdin|environ)$"
                   % "|".join(sorted(check_calls._WHY)))
WRITABLE = re.compile(r"^(\.data|\.bss|\.tdata|\.tbss|\.ldata|\.lbss)(\.(?!rel\.ro)|$)|^\*COM\*$")


def _run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


def _compiled(tree, folder):
    """Compiles src/ of a tree that was never built; returns archive and shared library, or None."""
    sources = [os.path.join(tree.root, path) for path in tree.files(".c", under=("src",))]
    planted = [path for path in sources if "planted" in path]
    if not planted:
        return None  # the tree as it is: its own build is looked at by the ordinary run
    _run("cc", "-std=c11", "-O1", "-fPIC", "-fvisibility=hidden", "-c", *planted, cwd=folder)
    objects = [name for name in os.listdir(folder) if name.endswith(".o")]
    _run("ar", "rc", "libberth.a", *objects, cwd=folder)
    _run("cc", "-shared", "-o", "libberth.so", *objects, cwd=folder)
    return os.path.join(folder, "libberth.a"), os.path.join(folder, "libberth.so")


def _exports(library, *options):
    """Names that a program linked with the library would see."""
    for line in _run("nm", *options, "--defined-only", library).splitlines():
        fields = line.split()
        name = fields[-1].split("@")[0] if len(fields) == 3 else "berth_"  # else: a member's heading
        if not name.startswith("berth_"):
            yield Finding(os.path.basename(library), 0,
                          f"exports {name}: only names with berth_ may leave it")


def _objects(archive):
    member = "libberth.a"
    for line in _run("objdump", "-t", archive).splitlines():
        heading = re.match(r"^(\S+\.o):\s+file format", line)
        symbol = re.match(r"^[0-9a-f]+ (.{7}) (\S+)\s+[0-9a-f]+ (?:\.hidden )?(\S+)$", line)
        if heading:
            member = f"libberth.a({heading.group(1)})"
        elif symbol and "d" not in symbol.group(1):
            yield member, symbol.group(2), symbol.group(3)


def _keeps_and_asks(archive):
    symbols = list(_objects(archive))
    if not symbols:
        yield Finding("libberth.a", 0, "objdump shows no symbols: this check sees nothing")
    for member, section, name in symbols:
        if WRITABLE.match(section):
            yield Finding(member, 0, f"{name} is a variable ({section}): a library keeps none")
        elif section == "*UND*" and ASKED.match(name):
            yield Finding(member, 0, f"asks for {name}: a library does not print, end the process, "
                                     "or read environment, clock or chance")


def find(tree):
    for tool in ("nm", "objdump"):
        if not shutil.which(tool):
            raise Skip(f"there is no {tool} here")
    with tempfile.TemporaryDirectory() as scratch:
        if tree.build:
            libraries = (os.path.join(tree.build, "libberth.a"),
                         os.path.join(tree.build, "libberth.so"))
            if not os.path.exists(libraries[0]):
                raise Skip("the library is not built yet")
        else:
            libraries = _compiled(tree, scratch)
        if libraries is None:
            return []
        return [*_exports(libraries[0], "-g"), *_exports(libraries[1], "-D"),
                *_keeps_and_asks(libraries[0])]


def _one(text, says):
    return Plant({"src/base/planted.c": SPDX + "#include <stdio.h>\n#include <stdlib.h>\n" + text},
                 says)


PLANTS = [
    _one('__attribute__((visibility("default"))) int other(void) { return 1; }',
         "libberth.so: exports other"),
    _one("int other(void) { return 1; }", "libberth.a: exports other"),
    _one("static int count;\nint f(void) { return count++; }", "count is a variable (.bss)"),
    _one("int g = 3;\n", "g is a variable (.data)"),
    _one("int f(void) { static int calls = 7; return calls++; }", "is a variable (.data)"),
    _one("_Thread_local int t;\nint f(void) { return t; }", "t is a variable (.tbss)"),
    _one("static const char *names[] = {\"a\", 0};\n"
         "const char *f(int i) { return names[i]++; }", "is a variable (.data"),
    _one('void f(int x) { printf("%d", x); }', "asks for printf"),
    _one('void f(int x) { fprintf(stderr, "%d", x); }', "asks for stderr"),
    _one("void f(void) { abort(); }", "asks for abort"),
    _one('char *f(void) { return getenv("X"); }', "asks for getenv"),
]
