# SPDX-License-Identifier: MIT
"""Folders are floors: no file includes from above, and no file above the public line from below it.

    5  cli/ examples/ bench/                only <berth.h> and their own headers
    -  include/berth.h
    4  src/plan/ src/live/                  side by side, neither sees the other
    3  src/place/
    2  src/scheme/
    1  src/hash/
    0  src/base/

The rooms of cli/ that all commands share include from one another only. Every other room answers one
question: it includes from itself and from the shared rooms, never from the room of another question.
"""

import os

from tree import SPDX, Finding, Plant, includes

SUMMARY = "includes go down the floors, never up"

FLOORS = {"base": 0, "hash": 1, "scheme": 2, "place": 3, "plan": 4, "live": 4}
ABOVE = ("cli", "examples", "bench")
SHARED_ROOMS = ("frame", "read", "import", "show", "judge")

STANDARD = set(
    """assert ctype errno float inttypes iso646 limits locale math setjmp signal stdalign stdarg
    stdbool stddef stdint stdio stdlib stdnoreturn string tgmath""".split()
)
VECTOR = {"immintrin.h", "emmintrin.h", "smmintrin.h", "nmmintrin.h", "tmmintrin.h", "arm_neon.h"}
# Counts the maps that share what was built; maps are freed by any thread.
SHARED = os.path.join("src", "place", "shared.c")
HASHES = {"xxhash.h", "md5.h", "sha.h", "sha1.h", "sha2.h", "sha256.h", "sha512.h"}


def _floor(path):
    """The floor's name: base ... live, "public", one of ABOVE, or None."""
    parts = path.split(os.sep)
    if parts[0] == "src":
        return parts[1] if len(parts) > 2 and parts[1] in FLOORS else None
    if parts[0] == "include":
        return "public"
    return parts[0] if parts[0] in ABOVE else None


def _system_allowed(path, floor, name):
    stem = name[:-2]
    if name == "stdatomic.h" and path == SHARED:
        return True
    if name == "berth.h" or stem in STANDARD or name in VECTOR:
        return True
    if floor in ("base", "hash", "scheme", "place") and name in HASHES:
        return True
    return floor == "live"  # POSIX threads, atomics, membarrier: what readers and writers need


def _inside(path, floor, line, name, quoted, owners):
    """A file of src/."""
    if not quoted:
        if not _system_allowed(path, floor, name):
            return Finding(path, line, f"src/{floor}/ may not include <{name}>: plain C11, and "
                                       "POSIX and atomics in src/live/ only")
        return None
    owner = owners.get(os.path.basename(name))
    if owner is None:
        return Finding(path, line, f'"{name}" is no header of src/')
    if _floor(owner) == "public":
        return None
    theirs = _floor(owner)
    if theirs not in FLOORS:
        return Finding(path, line, f"src/ may not include {owner}")
    if theirs != floor and FLOORS[theirs] >= FLOORS[floor]:
        way = "side by side with" if FLOORS[theirs] == FLOORS[floor] else "above"
        return Finding(path, line, f"{owner} is on floor {theirs}/, {way} {floor}/")
    return None


def _outside(path, floor, line, name, quoted, owners):
    """A file above the public line."""
    owner = owners.get(os.path.basename(name))
    if owner is None:
        return None if not quoted else Finding(path, line, f'"{name}" is no header of {floor}/')
    theirs = _floor(owner)
    if theirs == "cli" and floor == "cli":
        return _between_rooms(path, line, owner)
    if theirs == floor or (theirs == "public" and not quoted):
        return None
    if theirs == "public":
        return Finding(path, line, "the public header is included as <berth.h>")
    return Finding(path, line, f"{floor}/ sees only <berth.h> and its own headers, not {owner}")


def _room(path):
    parts = path.split(os.sep)
    return parts[1] if len(parts) > 2 else None


def _between_rooms(path, line, owner):
    """A file of cli/ that includes the header `owner` of cli/."""
    mine, theirs = _room(path), _room(owner)
    if theirs in SHARED_ROOMS or mine == theirs:
        return None
    if mine in SHARED_ROOMS:
        return Finding(path, line, f"cli/{mine}/ is shared by all commands: it may not include "
                                   f"{owner}, which belongs to one question")
    return Finding(path, line, f"{owner} belongs to another question than cli/{mine}/: what both "
                               "need stands in a shared room")


def _public(path, line, name, quoted):
    if quoted or name[:-2] not in STANDARD and name != "berth.h":
        return Finding(path, line, f"a public header may not ask users for {name}")
    return None


def find(tree):
    owners = {os.path.basename(p): p for p in tree.files(".h") if _floor(p)}
    findings = []
    for path in tree.c_files("src", "include", *ABOVE):
        floor = _floor(path)
        if floor is None:
            findings.append(Finding(path, 0, "is on no floor: src/ holds only the folders "
                                             + ", ".join(FLOORS)))
            continue
        for line, name, quoted in includes(tree.read(path)):
            if floor == "public":
                found = _public(path, line, name, quoted)
            elif floor in ABOVE:
                found = _outside(path, floor, line, name, quoted, owners)
            else:
                found = _inside(path, floor, line, name, quoted, owners)
            if found:
                findings.append(found)
    return findings


_HEADER = {f"src/{floor}/planted_{floor}.h": SPDX for floor in FLOORS}


def _upward(lower, upper, says):
    files = dict(_HEADER)
    files[f"{lower}/planted.c"] = SPDX + f'#include "{upper}/planted_{upper}.h"\n'
    files[f"{lower}/bare.c"] = SPDX + f'#include "planted_{upper}.h"\n'
    return Plant(files, says)


def _one(path, text, says):
    return Plant({path: SPDX + text}, says)


PLANTS = [
    _upward("src/base", "hash", "planted_hash.h is on floor hash/, above base/"),
    _upward("src/hash", "live", "planted_live.h is on floor live/, above hash/"),
    _upward("src/scheme", "place", "planted_place.h is on floor place/, above scheme/"),
    _upward("src/place/presets", "plan", "planted_plan.h is on floor plan/, above place/"),
    _upward("src/plan", "live", "planted_live.h is on floor live/, side by side with plan/"),
    _upward("src/live", "plan", "planted_plan.h is on floor plan/, side by side with live/"),
    _upward("cli", "base", "cli/ sees only <berth.h>"),
    _upward("examples", "place", "examples/ sees only <berth.h>"),
    _upward("bench/peers", "scheme", "bench/ sees only <berth.h>"),
    *(Plant({"cli/frame/planted.h": SPDX, "bench/planted.c": SPDX + f"#include {name}\n"},
            "bench/ sees only <berth.h>")
      for name in ('"planted.h"', '"frame/planted.h"', '"../cli/frame/planted.h"',
                   "<frame/planted.h>")),
    *(Plant({"cli/plan/planted.h": SPDX, f"cli/{room}/planted.c": SPDX + f'#include "{name}"\n'},
            "which belongs to one question")
      for room in SHARED_ROOMS for name in ("plan/planted.h", "planted.h")),
    *(Plant({"cli/plan/planted.h": SPDX, f"cli/{room}/planted.c": SPDX + f'#include "{name}"\n'},
            "belongs to another question")
      for room in ("check", "commands") for name in ("plan/planted.h", "planted.h")),
    Plant({"cli/show/planted.h": SPDX, "cli/plan/planted_own.h": SPDX,
           "cli/plan/planted.c": SPDX + '#include "show/planted.h"\n#include "plan/planted_own.h"\n'},
          None),
    Plant({"cli/planted.h": SPDX, "src/plan/planted.c": SPDX + '#include "planted.h"\n'},
          "src/ may not include cli/planted.h"),
    _one("src/hash/planted.c", '#include "nowhere.h"\n', "no header of src/"),
    _one("src/stray.c", "", "is on no floor"),
    _one("src/util/stray.c", "", "is on no floor"),
    _one("src/base/planted.c", "#include <pthread.h>\n", "plain C11"),
    _one("src/plan/planted.c", "#include <stdatomic.h>\n", "plain C11"),
    _one("src/place/planted.c", "#include <stdatomic.h>\n", "plain C11"),
    _one("cli/planted.c", '#include "berth.h"\n', "is included as <berth.h>"),
    _one("include/planted.h", "#include <unistd.h>\n", "may not ask users"),
]
