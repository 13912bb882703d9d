# SPDX-License-Identifier: MIT
"""Proof that the checks can fail: each plants its violations into a small copy of the tree.

The copy holds what makes it a tree of this house, and little else, so that this stays quick: the
checks must find nothing in it before anything is planted.
"""

import importlib
import os
import shutil
import tempfile

from tree import Skip, Tree

COPIED = ("include/berth.h", "src/base/bits.h", "src/base/fail.h", "src/base/fail.c",
          "src/base/nearest.h", "src/base/nearest.c", "src/base/word_list.h", ".clang-format",
          "CMakeLists.txt", "LICENSE")


def _copy(root, copy):
    for name in COPIED:
        goal = os.path.join(copy, name)
        os.makedirs(os.path.dirname(goal), exist_ok=True)
        shutil.copy(os.path.join(root, name), goal)


def _write(root, files):
    """Writes new files and returns their paths. A plant never overwrites a file."""
    paths = []
    for name, text in files.items():
        path = os.path.join(root, name)
        assert not os.path.exists(path), f"{name} exists: plant elsewhere"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(text.encode())
        paths.append(path)
    return paths


def _try(module, root, plant):
    paths = _write(root, plant.files)
    try:
        found = module.find(Tree(root))
    finally:
        for path in paths:
            os.remove(path)
    if plant.says is None and not found:
        return True
    if plant.says is not None and any(plant.says in str(finding) for finding in found):
        return True
    print(f"{module.__name__}: planted {', '.join(plant.files)}: expected {plant.says!r}, found:")
    for finding in found:
        print(f"    {finding}")
    return False


def _selftest_one(module, root):
    """True when nothing is found in the clean copy and every plant is caught."""
    for finding in (clean := module.find(Tree(root))):
        print(f"{module.__name__}: found in the clean copy: {finding}")
    caught = sum(_try(module, root, plant) for plant in module.PLANTS)
    print(f"{module.__name__}: {caught} of {len(module.PLANTS)} plants judged rightly")
    return not clean and caught == len(module.PLANTS) > 0


def selftest(names, root):
    """0 when every check passes its own test, 1 otherwise."""
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        _copy(root, scratch)
        for name in names:
            module = importlib.import_module(name)
            try:
                failed += not _selftest_one(module, scratch)
            except Skip as reason:
                print(f"{name}: skipped: {reason}")
    return 1 if failed else 0
