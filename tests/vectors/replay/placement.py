# SPDX-License-Identifier: MIT
"""placement-vectors/1: the preset is the system's name, params are its parameters.

What of a file's params is no parameter of the preset says who the nodes are: n or shards numbered ones,
weights their weights. Nodes are added in order, then ops are applied. Each member of `extra` has a
function below; what has none is counted as unchecked."""

import re

from replay.tally import count
from replay.tool import ToolError

COUNTS = ("n", "shards", "nodes", "buckets", "partitions")
SLOTS = {"redis-cluster-slot": 16384}  # numbered systems whose files name no count
TOP = {"format", "system", "set", "title", "rule", "note", "provenance", "source", "licence", "version",
       "produced_by", "keys", "keys_hex", "int_keys", "configs"}
# Programs that keep dead nodes in their list and pass them over.
KEEPS_DEAD = {"dgryski-go-maglev"}


class UnknownSystem(Exception):
    pass


def decimal(value):
    """A number of a param as a spec writes it."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float):
        return ("%.6f" % value).rstrip("0").rstrip(".")
    return str(value)


def spec_of(scheme, params):
    words = []
    for key, value in params.items():
        words.append('%s="%s"' % (key, value) if isinstance(value, str) else "%s=%s" % (key, decimal(value)))
    return scheme + (":" + ",".join(words) if words else "")


def signed(number):
    return number - (1 << 64) if number >> 63 else number


class Config:
    """One configuration: the spec and nodes it comes to."""

    def __init__(self, replay, config):
        self.replay, self.tool, self.tally = replay, replay.tool, replay.tally
        self.config, self.where = config, config["name"]
        self.keys, self.labels = replay.keys, replay.labels
        self.count = self.ranked = None
        self.params, weights = {}, None
        for key, value in config.get("params", {}).items():
            if replay.takes(key):
                self.params[key] = value
            elif key in COUNTS:
                self.count = int(value)
            elif key == "weights":
                weights = value.split(",") if isinstance(value, str) else value
            elif key == "getn":
                self.ranked = int(value)
            else:
                raise ToolError("%s takes no parameter %s" % (replay.scheme, key))
        self.listed = self.members(config)
        self.nodes = self.chosen(weights)

    @property
    def spec(self):
        return spec_of(self.replay.scheme, self.params)

    def members(self, config):
        listed = {node["name"]: self.attributes(node) for node in config.get("nodes", [])}
        first = dict(listed)
        for op in config.get("ops", []):
            name = op["node"]
            if op["op"] == "add":
                given = self.attributes(op) if "weight" in op else first.get(name, {"weight": "1"})
                listed[name] = dict(given, state="up") if name in listed else given
            elif op["op"] != "remove":
                raise ToolError("the runner knows no op %s" % op["op"])
            elif self.replay.scheme in KEEPS_DEAD:
                listed[name] = dict(listed[name], state="down")
            else:
                del listed[name]
        return list(listed.items())

    def attributes(self, node):
        return {key: decimal(value) for key, value in node.items() if key not in ("name", "op", "node")}

    def chosen(self, weights):
        if self.listed:
            return self.listed
        if weights is not None:
            return [(str(i), {"slot": str(i), "weight": decimal(weight)}) for i, weight in enumerate(weights)]
        if self.count is not None:
            return self.count
        return SLOTS.get(self.replay.scheme)

    def names(self):
        return [name for name, _ in self.listed]

    def owners(self, **params):
        """Per key its owner, some parameters being other than the file's."""
        return self.tool.owners(spec_of(self.replay.scheme, dict(self.params, **params)), self.nodes, self.keys)

    def marks(self):
        return self.tool.marks(self.spec, self.nodes)

    def compare(self, what, wanted, got, labels=None):
        where = "%s, %s" % (self.where, what) if what else self.where
        self.tally.each(where, wanted, got, labels)


# ---- expect -----------------------------------------------------------------------------------------

def tokens(config):
    return [str(signed(int(text, 16))) for text in config.tool.hash("cassandra-token", config.keys)]


def expect(config):
    wanted = config.config["expect"]
    if config.nodes is None:  # no ring: the token itself
        got = tokens(config)
    elif any(isinstance(value, str) and re.fullmatch(r"-?\d+:\d+", value) for value in wanted) \
            and not config.listed:
        got = ["%s:%s" % pair for pair in zip(tokens(config), config.owners())]
    else:
        got = config.owners()
    wanted = [str(value) if isinstance(value, int) else value for value in wanted]
    config.compare("", wanted, got, config.labels)


# ---- extra ------------------------------------------------------------------------------------------

def points(config, wanted):
    config.tally.same(config.where + ", points", wanted, len(config.marks()))


def first_points(config, wanted):
    got = ["%d %s" % mark for mark in config.marks()[:len(wanted)]]
    config.compare("first points", wanted, got)


def table_head(config, wanted):
    """Names, or numbers: places in the list, from 0; or Cilium's ids, given from 1 before any op."""
    got = [name for _, name in config.marks()[:len(wanted)]]
    if any(isinstance(value, int) for value in wanted):
        ids = config.replay.scheme == "cilium-maglev-weighted"
        names = [node["name"] for node in config.config["nodes"]] if ids else config.names()
        got = [names.index(name) + ids for name in got]
    config.compare("table head", wanted, got)


def table_counts(config, wanted):
    owners = [name for _, name in config.marks()]
    names = sorted(set(wanted) | set(owners))
    config.compare("table counts", [wanted.get(name, 0) for name in names],
                   [owners.count(name) for name in names], names)


def partition_owner(config, wanted):
    config.compare("owner of partition", wanted, [name for _, name in config.marks()])


def ranking(config, wanted):
    most = max(len(each) for each in wanted)
    if config.ranked is not None:
        most = min(config.ranked, len(config.names()))
    got = config.tool.route(config.spec, config.nodes, config.keys, most)
    config.compare("ranking", wanted, got, config.labels)


def attempt(config, wanted, number):
    config.compare("attempt %d" % number, wanted, config.owners(attempt=number), config.labels)


def sequence(config, wanted, length):
    tried = [config.owners(attempt=number) if number else config.owners() for number in range(length)]
    config.compare("sequence", wanted, [list(each) for each in zip(*tried)], config.labels)


def bytes_keys(config, wanted):
    config.compare("keys as bytes", wanted, config.owners(keys="bytes"), config.labels)


def endpoint_hash(config, wanted):
    """The hash by which an endpoint is placed is the caller's; the files have XXH64 of its name."""
    got = config.tool.hash("xxh64", [name.encode() for name in config.names()])
    config.compare("endpoint hash", [int(value) for value in wanted], [int(text, 16) for text in got])


def bounded_sequential(config, wanted):
    """Each key taken in order and left in flight, by the preset's own bound."""
    got = config.tool.load(config.spec, config.nodes, config.keys)
    config.compare("bounded", wanted, got, config.labels)


def average_load(config, wanted):
    """The room of a member, which all have alike."""
    rooms = set(config.tool.rooms(config.spec, config.nodes).values())
    config.tally.same(config.where + ", average load", [int(wanted)], sorted(rooms, key=str))


def seed(config, wanted):
    got = config.params.get("seed", config.replay.default("seed"))
    config.tally.same(config.where + ", seed", str(wanted), str(got))


def offset_skip(config, wanted):
    number = config.config["extra"].get("seed", config.params.get("seed", config.replay.default("seed")))
    text, = config.tool.hash("murmur3-h1h2:seed=%s" % number, [config.names()[0].encode()])
    m = int(config.params.get("m", config.replay.default("m")))
    h1, h2 = int(text[:16], 16), int(text[16:], 16)
    config.compare("offset, skip", wanted, [h1 % m, h2 % (m - 1) + 1])


def hash_tag(key):
    """What go-redis hashes: the bytes between the first brace and the next closing one, if any."""
    match = re.search(rb"\{([^}]+)\}", key[key.find(b"{"):]) if b"{" in key else None
    return match.group(1) if match and match.start() == 0 else key


def differs_from_dgryski(config, wanted):
    """How many keys go elsewhere than their hash tags do by go-rendezvous itself over XXH64."""
    tags = [hash_tag(key) for key in config.keys]
    other = config.tool.owners("dgryski-go-rendezvous:hash=xxh64", config.nodes, tags)
    got = sum(a != b for a, b in zip(config.owners(), other))
    config.tally.same(config.where + ", keys that differ from dgryski's", wanted, got)


EXTRAS = {
    "points": points, "first_points": first_points, "table_head": table_head, "table_counts": table_counts,
    "partition_owner": partition_owner, "bytes_keys": bytes_keys, "endpoint_hash": endpoint_hash,
    "bounded_sequential": bounded_sequential, "average_load": average_load, "seed": seed, "first_backend_offset_skip": offset_skip, "differs_from_dgryski": differs_from_dgryski,
}
NUMBERED = (  # names that end in a number
    (r"(?:top|first|closest|getn)\d*$", lambda config, wanted, number: ranking(config, wanted)),
    (r"attempt(\d+)$", attempt),
    (r"sequence(\d+)$", sequence),
)


def find_extra(name):
    if name in EXTRAS:
        return EXTRAS[name]
    for pattern, function in NUMBERED:
        match = re.match(pattern, name)
        if match:
            number = int(match.group(1)) if match.groups() else 0
            return lambda config, wanted: function(config, wanted, number)
    return None


# ---- members of the whole file ----------------------------------------------------------------------

def edges(replay, cases):
    """Single keys on which two systems differ: {"key", "n", SYSTEM: bucket, ...}."""
    presets = {"guava": "guava-consistent-hash", "paper": "jump-paper"}
    for case in cases:
        for system, bucket in case.items():
            if system in ("key", "n"):
                continue
            got, = replay.tool.owners(presets.get(system, system), int(case["n"]), [int(case["key"])])
            replay.tally.same("key %s, n %s, %s" % (case["key"], case["n"], system), str(bucket), got)


def ring_configs(replay, rings):
    for ring in rings:
        owned = {}
        for token, node in ring["tokens"]:
            owned.setdefault(node, []).append(str(token))
        nodes = [(node, {"tokens": ",".join(tokens)}) for node, tokens in owned.items()]
        for member, wanted in ring.items():
            where = "ring %s, %s" % (ring["name"], member)
            match = re.fullmatch(r"simple_rf(\d+)", member)
            if member in ("name", "tokens"):
                continue
            if member == "primary":
                got = replay.tool.owners(replay.scheme, nodes, replay.keys)
            elif match:
                most = min(int(match.group(1)), len(nodes))
                got = replay.tool.route(replay.scheme, nodes, replay.keys, most)
            else:
                replay.tally.skip(count(wanted), "%s: the runner does not know it" % member)
                continue
            replay.tally.each(where, wanted, got, replay.labels)


def plain_murmur3(replay, wanted):
    got = replay.tool.hash("murmur3-h1h2", replay.keys)
    replay.tally.each("plain murmur3", wanted, [str(signed(int(text[:16], 16))) for text in got],
                      replay.labels)


MEMBERS = {"edge_vs_guava": edges, "edge_vs_paper": edges, "ring_configs": ring_configs,
           "plain_murmur3_h1_signed": plain_murmur3}


class Replay:
    def __init__(self, tool, tally, file):
        self.tool, self.tally, self.file = tool, tally, file
        self.scheme = file["system"].replace("_", "-")
        self.info = tool.scheme(self.scheme)
        if self.info is None:
            raise UnknownSystem(file["system"])
        if "int_keys" in file:
            self.keys = [int(text) for text in file["int_keys"]]
        else:
            self.keys = [bytes.fromhex(text) for text in file["keys_hex"]]
        self.labels = ["key %d" % i for i in range(len(self.keys))]

    def parameter(self, name):
        for param in self.info["params"]:
            names = [param["name"], *(param.get("aliases") or "").split()]
            if name.replace("-", "_") in [each.replace("-", "_") for each in names]:
                return param
        return None

    def takes(self, name):
        return self.parameter(name) is not None

    def default(self, name):
        param = self.parameter(name)
        return param["default"] if param else None

    def step(self, where, values, step, *arguments):
        try:
            step(*arguments)
        except ToolError as error:
            self.tally.broken(where, values, str(error))

    def config(self, config):
        try:
            made = Config(self, config)
        except ToolError as error:
            self.tally.broken(config["name"], count(config["expect"]), str(error))
            return
        self.step(made.where, count(config["expect"]), expect, made)
        for name, wanted in config.get("extra", {}).items():
            function = find_extra(name)
            if function is None:
                self.tally.skip(count(wanted), "%s: the runner does not know it" % name)
            else:
                self.step("%s, %s" % (made.where, name), count(wanted), function, made, wanted)
        for member, value in config.items():
            if member not in ("name", "params", "nodes", "ops", "expect", "extra", "note"):
                self.tally.skip(count(value), "%s: the runner does not know it" % member)


def replay_systems(tool, tally, file):
    """hash-placements/1: configurations of several systems over the same keys."""
    for name, system in file["systems"].items():
        replay(tool, tally, {**system, "system": name, "keys_hex": file["keys"]})


def replay(tool, tally, file):
    run = Replay(tool, tally, file)
    for config in file["configs"]:
        run.config(config)
    for member, value in file.items():
        if member in MEMBERS:
            run.step(member, count(value), MEMBERS[member], run, value)
        elif member not in TOP and not isinstance(value, str):
            tally.skip(count(value), "%s: the runner does not know it" % member)
