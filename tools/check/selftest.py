# SPDX-License-Identifier: MIT
"""Proof that the checks can fail: each plants its violations into a copy of the tree."""

import importlib
import os
import shutil
import tempfile

from tree import SKIPPED_FOLDERS, Skip, Tree

COPIED = (".c", ".h", ".py", ".sh", ".cmake", ".md", ".txt", ".clang-format", ".in", "LICENSE")


def _ignore(folder, names):
    return [
        name
        for name in names
        if name in SKIPPED_FOLDERS
        or name.startswith("build")
        or not (os.path.isdir(os.path.join(folder, name)) or name.endswith(COPIED))
    ]


def _write(root, files):
    """Writes new files; returns their paths. A plant never stands on a file that is there."""
    paths = []
    for name, text in files.items():
        path = os.path.join(root, name)
        assert not os.path.exists(path), f"{name} exists: plant elsewhere"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(text.encode())
        paths.append(path)
    return paths


def _try(module, root, before, plant):
    paths = _write(root, plant.files)
    try:
        news = set(module.find(Tree(root))) - before
    finally:
        for path in paths:
            os.remove(path)
    if any(plant.says in str(finding) for finding in news):
        return True
    print(f"{module.__name__}: planted {', '.join(plant.files)}: expected \"{plant.says}\", found:")
    for finding in sorted(news):
        print(f"    {finding}")
    return False


def selftest(names, root):
    """0 when every planted violation is caught and each check has at least one; 1 otherwise."""
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        copy = os.path.join(scratch, "tree")
        shutil.copytree(root, copy, ignore=_ignore)
        for name in names:
            module = importlib.import_module(name)
            try:
                before = set(module.find(Tree(copy)))
                missed = [p for p in module.PLANTS if not _try(module, copy, before, p)]
            except Skip as reason:
                print(f"{name}: skipped: {reason}")
                continue
            caught = len(module.PLANTS) - len(missed)
            print(f"{name}: {caught} of {len(module.PLANTS)} planted violations caught")
            failed += bool(missed) or not module.PLANTS
    return 1 if failed else 0
