# SPDX-License-Identifier: MIT
"""Every link inside the documents leads somewhere; the README stays short."""

import os
import re

from tree import Finding, Plant

SUMMARY = "links in documents lead somewhere, README.md is under 200 lines"
README_LINES = 200

_LINK = re.compile(r"\]\(([^)\s]+)\)")


def _anchor(heading):
    kept = re.sub(r"[^\w\- ]", "", heading.lower().strip())
    return kept.replace(" ", "-")


def _anchors(text):
    return {_anchor(h) for h in re.findall(r"^#+ +(.+)$", text, re.MULTILINE)}


def _broken(tree, path, target):
    if re.match(r"[a-z]+:", target):
        return False
    name, _, anchor = target.partition("#")
    goal = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
    if not os.path.exists(os.path.join(tree.root, goal)):
        return True
    return bool(anchor) and goal.endswith(".md") and anchor not in _anchors(tree.read(goal))


def find(tree):
    findings = []
    for path in tree.files(".md"):
        text = re.sub(r"```.*?```", lambda m: "\n" * m.group(0).count("\n"), tree.read(path),
                      flags=re.DOTALL)
        for number, line in enumerate(text.split("\n"), 1):
            for target in _LINK.findall(re.sub(r"`[^`]*`", "", line)):
                if _broken(tree, path, target):
                    findings.append(Finding(path, number, f"the link {target} leads nowhere"))
        if path == "README.md" and text.count("\n") >= README_LINES:
            findings.append(Finding(path, 0, f"{text.count(chr(10))} lines: stay under {README_LINES}"))
    return findings


PLANTS = [
    Plant({"docs/planted.md": "see [that](nowhere.md)\n"}, "planted.md:1: the link nowhere.md"),
    Plant({"docs/planted.md": "# One\n[two](#two)\n"}, "planted.md:2: the link #two"),
]
