#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""custom_ring.py - the rule of custom-ring in plain Python, written from docs/compat.md

    custom_ring.py > tests/vectors/compat/custom_ring.json

Points are kept as a list and looked up by a loop over all of them: nothing here is shared with the C code."""

import hashlib
import json
import re
from fractions import Fraction

from reference_hashes import crc32, fnv1a32, fnv1a64

HASHES = {
    "md5-32": (32, lambda data: int.from_bytes(hashlib.md5(data).digest()[:4], "little")),
    "md5": (64, lambda data: int.from_bytes(hashlib.md5(data).digest()[:8], "little")),
    "sha256-32": (32, lambda data: int.from_bytes(hashlib.sha256(data).digest()[:4], "big")),
    "crc32": (32, crc32),
    "fnv1a-32": (32, fnv1a32),
    "fnv1a-64": (64, fnv1a64),
}
DEFAULTS = {"label": "$n-$j", "first": 0, "points": 160, "words": 1, "hash": "md5-32", "point_hash": "",
            "signed": 0, "weights": "times", "tie": "first", "find": "at", "tag": ""}
KEYS = ["", "a", "user:1", "user:{42}:name", "{}", "{a}{b}", "caf\u00e9"] + ["key-%d" % i for i in range(150)]


def host_port(name):
    """"host:port" in two; an IPv6 address without brackets has no port."""
    match = re.fullmatch(r"(\[.*\]|[^:]+):(\d+)", name)
    return match.groups() if match else (name, "")


def label_of(setting, name, position, number):
    host, port = host_port(name)
    words = {"n": name, "h": host, "p": port, "i": str(position), "j": str(number)}
    return re.sub(r"\$([nhpij])", lambda match: words[match.group(1)], setting["label"]).encode()


def label_count(setting, weights, weight):
    points, words, weight = setting["points"], setting["words"], Fraction(weight)
    if weight == 0:
        return 0
    if setting["weights"] == "times":
        return int(points * weight) // words
    if setting["weights"] == "none":
        return points // words
    owners = sum(1 for each in weights if each > 0)
    return int(points // words * owners * weight / sum(map(Fraction, weights)))


def points_of(setting, nodes):
    """(value, name) in the order in which nodes are listed."""
    weights = [Fraction(node["weight"]) for node in nodes]
    digest = HASHES[setting["point_hash"] or setting["hash"]][1]
    points = []
    for position, node in enumerate(nodes):
        for j in range(label_count(setting, weights, node["weight"])):
            label = label_of(setting, node["name"], position, setting["first"] + j)
            if setting["words"] == 1:
                points.append((digest(label), node["name"]))
            for word in range(setting["words"] if setting["words"] > 1 else 0):
                value = int.from_bytes(hashlib.md5(label).digest()[4 * word:4 * word + 4], "little")
                points.append((value, node["name"]))
    return points


def cut(setting, key):
    if setting["tag"]:
        opening, closing = setting["tag"]
        match = re.search(re.escape(opening) + "([^" + re.escape(closing) + "]*)" + re.escape(closing), key)
        if match and match.group(1):
            return match.group(1)
    return key


def owner(setting, points, key):
    bits = HASHES[setting["point_hash"] or setting["hash"]][0]
    key_bits, digest = HASHES[setting["hash"]]

    def order(value, width):
        return value - (1 << width) if setting["signed"] and value >> (width - 1) else value

    hashed = order(digest(cut(setting, key).encode()), bits)
    values = sorted({order(value, bits) for value, _ in points})
    above = [v for v in values if v > hashed or (v == hashed and setting["find"] == "at")]
    chosen = above[0] if above else values[0]
    if setting["find"] == "before":
        below = [v for v in values if v <= hashed]
        chosen = below[-1] if below else values[-1]
    names = [name for value, name in points if order(value, bits) == chosen]
    return names[0] if setting["tie"] == "first" else names[-1]


PLAIN = [("10.0.0.1:11211", "1"), ("10.0.0.2:11211", "1"), ("10.0.0.3:11212", "1"), ("[2001:db8::7]:80", "1"),
         ("fe80::9", "1"), ("cache-b", "1")]
WEIGHED = [("cache-a", "1"), ("cache-b", "2.5"), ("cache-c", "0.3"), ("cache-d", "0"), ("cache-e", "4")]
CONFIGS = [
    ("defaults", PLAIN, {}),
    ("ketama", WEIGHED, {"words": 4, "weights": "share"}),
    ("two words", WEIGHED, {"words": 2, "points": 20}),
    ("three words", PLAIN, {"words": 3, "points": 60, "tie": "last"}),
    ("colon, from 1", WEIGHED, {"label": "$n:$j", "first": 1, "points": 100, "hash": "fnv1a-64"}),
    ("number first", PLAIN, {"label": "$j$n", "hash": "crc32", "points": 20, "find": "after", "tie": "last"}),
    ("host", PLAIN, {"label": "$h-$j", "words": 4, "weights": "share"}),
    ("host and port", PLAIN, {"label": "('$h', '$p'):$j", "hash": "sha256-32", "points": 77}),
    ("position", PLAIN, {"label": "SHARD-$i-NODE-$j", "hash": "md5", "signed": 1}),
    ("signed", WEIGHED, {"hash": "md5-32", "signed": 1, "weights": "none"}),
    ("two hashes", WEIGHED, {"hash": "fnv1a-32", "point_hash": "crc32"}),
    ("narrow keys", WEIGHED, {"hash": "crc32", "point_hash": "md5", "points": 500}),
    ("tag", PLAIN, {"tag": "{}", "points": 40}),
    ("before", WEIGHED, {"label": "$n:$j", "hash": "crc32", "find": "before", "tie": "last"}),
    ("before, signed", PLAIN, {"hash": "fnv1a-32", "find": "before", "signed": 1, "points": 3}),
    ("before, equal points", PLAIN, {"label": "x$j", "points": 9, "find": "before"}),
    ("one point", PLAIN, {"points": 1, "first": 7}),
    ("many equal points", PLAIN, {"label": "x$j", "points": 9, "tie": "last"}),
]


def config(name, members, given):
    setting = dict(DEFAULTS, **given)
    nodes = [{"name": each, "weight": weight} for each, weight in members]
    points = points_of(setting, nodes)
    listed = [{"name": node["name"], "weight": float(node["weight"])} for node in nodes]
    return {"name": name, "params": given, "nodes": listed, "ops": [],
            "expect": [owner(setting, points, key) for key in KEYS]}


def main():
    print(json.dumps({
        "format": "placement-vectors/1", "system": "custom-ring",
        "title": "a ring that the spec describes",
        "produced_by": "tests/reference/custom_ring.py, Python",
        "provenance": "computed: by a program that shares nothing with berth",
        "keys_hex": [key.encode().hex() for key in KEYS],
        "configs": [config(*each) for each in CONFIGS]}, indent=0, ensure_ascii=True).replace("\n", ""))


if __name__ == "__main__":
    main()
