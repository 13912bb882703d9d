#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""custom_modulo.py - the rules of custom-modulo and custom-table in plain Python, written from docs/compat.md

    custom_modulo.py custom-modulo > tests/vectors/compat/custom_modulo.json
    custom_modulo.py custom-table > tests/vectors/compat/custom_table.json

Nothing here is shared with the C code."""

import json
import sys
from fractions import Fraction

from custom_ring import HASHES, KEYS, WEIGHED, cut


def number_of(setting, key):
    bits, digest = HASHES[setting.get("hash", "crc32")]
    shift = setting.get("shift", 0)
    width = setting.get("bits", 0) or bits - shift
    number = (digest(cut({"tag": setting.get("tag", "")}, key).encode()) >> shift) % (1 << width)
    negative = setting.get("sign", "none") != "none" and number >> (width - 1)
    if negative:
        number -= 1 << width
    return -number if negative and setting["sign"] == "abs" else number


def modulo_owner(setting, count, key):
    number, slots = number_of(setting, key), setting.get("slots", 0)
    return number % slots // (slots // count) if slots else number % count


def table_owner(setting, nodes, key):
    table, entries = [], setting.get("entries", 1)
    for node in nodes:
        weight = Fraction(node["weight"])
        times = weight if setting.get("weights", "times") == "times" else int(weight > 0)
        table += [node["name"]] * int(entries * times)
    return table[number_of(setting, key) % len(table)]


MODULO = [
    ("defaults", 5, {}), ("one", 1, {}), ("15 bits", 7, {"shift": 16, "bits": 15}), ("31 bits", 12, {"bits": 31}),
    ("upper half", 100, {"hash": "md5", "shift": 32}), ("floor", 6, {"sign": "floor", "hash": "fnv1a-32"}),
    ("abs", 6, {"sign": "abs", "hash": "fnv1a-32"}), ("abs, 64 bits", 11, {"sign": "abs", "hash": "fnv1a-64"}),
    ("floor, 9 bits", 50, {"sign": "floor", "bits": 9}), ("slots", 5, {"slots": 640}),
    ("slots, floor", 12, {"slots": 768, "sign": "floor"}), ("slots, 64 bits", 3, {"slots": 66060288, "hash": "md5"}),
    ("as many slots", 9, {"slots": 9}), ("tag", 8, {"tag": "{}"}), ("tag, slots", 4, {"tag": "()", "slots": 16384}),
]
EVEN = [("cache-%d" % i, "1") for i in range(7)]
TABLE = [
    ("defaults", EVEN, {}), ("15 bits", EVEN, {"shift": 16, "bits": 15}), ("weights", WEIGHED, {}),
    ("ten entries", WEIGHED, {"entries": 10}), ("no weights", WEIGHED, {"weights": "none", "entries": 3}),
    ("64 bits", WEIGHED, {"hash": "fnv1a-64", "entries": 100}), ("tag", EVEN, {"tag": "{}", "hash": "md5-32"}),
    ("upper half", WEIGHED, {"hash": "md5", "shift": 32, "entries": 2}), ("one bit", EVEN, {"bits": 1}),
]


def modulo_config(name, count, given):
    return {"name": name, "params": dict(given, n=count),
            "expect": [modulo_owner(given, count, key) for key in KEYS]}


def table_config(name, members, given):
    nodes = [{"name": each, "weight": weight} for each, weight in members]
    listed = [{"name": node["name"], "weight": float(node["weight"])} for node in nodes]
    return {"name": name, "params": given, "nodes": listed, "ops": [],
            "expect": [table_owner(given, nodes, key) for key in KEYS]}


def main(system):
    table = system == "custom-table"
    configs = [table_config(*each) for each in TABLE] if table else [modulo_config(*each) for each in MODULO]
    print(json.dumps({
        "format": "placement-vectors/1", "system": system,
        "title": "a table that the spec describes" if table else "modulo that the spec describes",
        "produced_by": "tests/reference/custom_modulo.py, Python",
        "provenance": "computed: by a program that shares nothing with berth",
        "keys_hex": [key.encode().hex() for key in KEYS], "configs": configs}))


if __name__ == "__main__":
    main(sys.argv[1])
