# SPDX-License-Identifier: MIT
"""Raw values of hash functions: which of berth's functions a recorded name means, and how it was written.

A name is the function, then its seeds, then its form:
    murmur3_x64_128_seed_0x24b7ef82_h1_h2    murmur3-h1h2:seed=0x24b7ef82, two decimals
    siphash24_k0_0xdeadbeef_k1_0             siphash:seed=0xdeadbeef,seed2=0, decimal
    blake3_first8_hex                        blake3-128, its first eight bytes in hexadecimal"""

import re

from replay.tool import ToolError

SLOTS = 16384
NUMBER = r"(0x[0-9a-fA-F]+|\d+)"
NAMES = {
    "blake3": "blake3-128", "md5": "md5-128", "crc32_ieee": "crc32", "siphash24": "siphash",
    "murmur3_x64_128": "murmur3-h1h2", "murmur3_x64_128_signed_tail": "murmur3-h1h2-signed",
    "murmur2_64a": "murmur64a", "spooky_v2_32": "spooky-32", "spooky_v2_64": "spooky-64",
}
HASHKIT = {
    "default": "oaat-signed", "md5": "md5-32", "crc": "crc32-15", "fnv1_64": "fnv1-64-signed",
    "fnv1a_64": "fnv1a-64-signed", "fnv1_32": "fnv1-32-signed", "fnv1a_32": "fnv1a-32-signed",
    "hsieh": "hsieh", "murmur": "murmur2-hashkit", "jenkins": "lookup3:seed=13",
    "murmur3": "murmur3-hashkit",
}
LOW32 = 0xffffffff


def form(name):
    """(function, how a value in hexadecimal is written) of a name in hash-vectors/1."""
    write = lambda text: str(int(text, 16))
    match = re.search(r"_(?:first(\d+)_)?hex$", name)
    if match:
        digits = 2 * int(match.group(1)) if match.group(1) else None
        write = lambda text: text[:digits]
        name = name[:match.start()]
    elif name.endswith("_h1_h2"):
        write = lambda text: "%d,%d" % (int(text[:16], 16), int(text[16:], 16))
        name = name[:-6]
    name = re.sub("_libstdcxx$", "", name)
    seeds = re.search("_seed_?%s$" % NUMBER, name) or re.search("_k0_%s_k1_%s$" % (NUMBER, NUMBER), name)
    base = name[:seeds.start()] if seeds else name
    function = NAMES.get(base, base.replace("_", "-"))
    if seeds and any(int(seed, 0) for seed in seeds.groups()):
        function += ":" + ",".join("%s=%s" % pair for pair in zip(("seed", "seed2"), seeds.groups()))
    return function, write


def compare(tool, tally, where, function, keys, wanted, write, labels):
    recorded = [i for i, value in enumerate(wanted) if value not in (None, "")]
    if len(wanted) != len(keys):
        tally.broken(where, len(wanted), "%d values for %d keys" % (len(wanted), len(keys)))
        return
    try:
        got = tool.hash(function, [keys[i] for i in recorded])
    except ToolError as error:
        tally.skip(len(recorded), "%s: %s" % (where, error))
        return
    tally.each(where, [wanted[i] for i in recorded], [write(text) for text in got],
               [labels[i] for i in recorded])


def slots(tool, tally, where, keys, wanted, labels):
    recorded = [i for i, value in enumerate(wanted) if value not in (None, "")]
    got = tool.owners("redis-cluster-slot", SLOTS, [keys[i] for i in recorded])
    tally.each(where, [str(wanted[i]) for i in recorded], got, [labels[i] for i in recorded])


def replay_vectors(tool, tally, file):
    """hash-vectors/1"""
    keys = [bytes.fromhex(text) for text in file["keys_hex"]]
    labels = ["key %d" % i for i in range(len(keys))]
    for name, wanted in file["hashes"].items():
        if name == "redis_slot":
            slots(tool, tally, name, keys, wanted, labels)
        else:
            function, write = form(name)
            compare(tool, tally, name, function, keys, wanted, write, labels)


def haproxy(name):
    """HAProxy's converters: NAME, or NAME(1) with avalanche; xxh32(SEED)."""
    function, argument = re.match(r"([\w-]+)(?:\((\w+)\))?$", name).groups()
    if function.startswith("xxh"):
        return function + (":seed=" + argument if argument and int(argument, 0) else "")
    return function + ("-avalanche" if argument not in (None, "0") else "")


def replay_config(tool, tally, system, config, keys, labels):
    """A configuration of chash-golden/1 that holds hash or slot."""
    name = config["name"]
    if "slot" in config:
        slots(tool, tally, name, keys, config["slot"], labels)
    if "hash" in config:
        function = HASHKIT.get(name, name) if system == "libhashkit" else haproxy(name)
        compare(tool, tally, name, function, keys, config["hash"], lambda text: int(text, 16) & LOW32, labels)
