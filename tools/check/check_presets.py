# SPDX-License-Identifier: MIT
"""A preset is accepted with proof: recorded answers, and a row in docs/compat.md."""

import glob
import os
import re

from tree import SPDX, Finding, Plant

SUMMARY = "every preset has a vectors file and a row in docs/compat.md"
LIST, DOCUMENT = "src/place/preset/preset.c", "docs/compat.md"
VECTORS = ("tests/vectors/compat", "tests/vectors/hash")


def _listed(tree):
    """(line, name) of each preset in the list."""
    if not os.path.exists(os.path.join(tree.root, LIST)):
        return
    for number, line in enumerate(tree.read(LIST).split("\n"), 1):
        match = re.match(r"\s+X\((\w+)\)", line)
        if match:
            yield number, match.group(1)


def _recorded(tree):
    """The systems of which there are recorded answers, by the names of the files."""
    return {re.sub(r"\W", "_", os.path.basename(path)[:-len(".json")])
            for folder in VECTORS for path in glob.glob(os.path.join(tree.root, folder, "*.json"))}


def _is_recorded(preset, recorded):
    """A file is named after the preset or after the system, whose name the preset begins with."""
    return any(preset == name or preset.startswith(name + "_") for name in recorded)


def find(tree):
    findings = []
    recorded = _recorded(tree)
    documented = os.path.exists(os.path.join(tree.root, DOCUMENT))
    rows = tree.read(DOCUMENT) if documented else ""
    for line, preset in _listed(tree):
        spec = preset.replace("_", "-")
        if not _is_recorded(preset, recorded):
            findings.append(Finding(LIST, line, f"{spec} has no vectors file in {VECTORS[0]}"))
        name = preset.replace("_", "[-.]")  # haproxy_3_0 is haproxy-3.0
        if not re.search(rf"^\|.*\| `{name}` \|.*\|$", rows, re.MULTILINE):
            findings.append(Finding(LIST, line, f"{spec} has no row in {DOCUMENT}"))
    return findings


_LISTED = SPDX + "#define PRESET_SCHEMES(X) \\\n    X(planted_ring)\n"
_ROW = "| Planted 1.0 | `planted-ring` | recorded from the real program |\n"
_VECTORS = {"tests/vectors/compat/planted_ring.json": "{}"}

PLANTS = [
    Plant({LIST: _LISTED, DOCUMENT: _ROW}, "planted-ring has no vectors file"),
    Plant({LIST: _LISTED, DOCUMENT: "", **_VECTORS}, "planted-ring has no row"),
    Plant({LIST: _LISTED, DOCUMENT: _ROW.replace("planted-ring", "planted"), **_VECTORS},
          "planted-ring has no row"),
]
