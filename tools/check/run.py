#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py [NAME...] [--root DIR] [--build DIR] | --selftest | --list

Runs the checks of the house (all, or those named) and prints what they find as file:line: text.
Exit status: 0 nothing found, 1 something found, 77 every check named had to be skipped.
--build names the finished build whose library is looked at; ROOT/build when not given.
"""

import argparse
import glob
import importlib
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from selftest import selftest  # noqa: E402
from tree import Skip, Tree  # noqa: E402


def check_names():
    found = glob.glob(os.path.join(HERE, "check_*.py"))
    return sorted(os.path.basename(path)[:-3] for path in found)


def run(names, tree):
    found, skipped = 0, 0
    for name in names:
        module = importlib.import_module(name)
        try:
            findings = module.find(tree)
        except Skip as reason:
            print(f"{name}: skipped: {reason}")
            skipped += 1
            continue
        for finding in findings:
            print(finding)
        print(f"{name}: {module.SUMMARY}: " + (f"{len(findings)} found" if findings else "ok"))
        found += len(findings)
    if found:
        return 1
    return 77 if skipped == len(names) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[2])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(HERE)))
    parser.add_argument("--build")
    parser.add_argument("--selftest", action="store_true", help="plant violations, see them caught")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    names = arguments.names or check_names()
    unknown = set(names) - set(check_names())
    if unknown:
        parser.error(f"no such check: {', '.join(sorted(unknown))}; there are {check_names()}")
    if arguments.list:
        print("\n".join(f"{n}: {importlib.import_module(n).SUMMARY}" for n in names))
        return 0
    if arguments.selftest:
        return selftest(names, arguments.root)
    build = arguments.build or os.path.join(arguments.root, "build")
    return run(names, Tree(arguments.root, build))


if __name__ == "__main__":
    sys.exit(main())
