# SPDX-License-Identifier: MIT
"""chash-golden/1: what deployed programs were given, said in berth's words by a translator (../systems)."""

import importlib
import os

from replay import hashes
from replay.tally import count
from replay.tool import ToolError

# Members of a configuration that say what the program was given; the others are what it answered.
GIVEN = {"name", "note", "nodes", "dests", "params", "steps", "family", "flags", "sched", "reweight"}
ANSWERED = {"points": "marks", "successors": "rankings", "order": "ranking starts"}
TOP = {"format", "system", "version", "set", "produced_by", "provenance", "source", "licence", "title",
       "keys", "configs", "keys_v4", "keys_v6", "source_addresses"}


class UnknownSystem(Exception):
    pass


def key_bytes(key):
    """The bytes of a recorded key: {"hex": ...}, or the digits alone in an extract."""
    return bytes.fromhex(key if isinstance(key, str) else key["hex"])


def translator(system):
    """The module of the system, of "nginx-ties" that of nginx; None = there is none."""
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "systems")
    words = system.split("-")
    for n in range(len(words), 0, -1):
        name = "_".join(words[:n]).replace(".", "_")
        if name.isidentifier() and os.path.exists(os.path.join(folder, name + ".py")):
            return importlib.import_module("systems." + name)
    return None


class Config:
    """One configuration and the keys it is asked about."""

    def __init__(self, tool, tally, file, config, module):
        self.tool, self.tally, self.module = tool, tally, module
        self.file, self.config = file, config
        self.where = config["name"]
        self.spec = module.spec(config, file)
        self.nodes = module.nodes(config)
        self.names = [name for name, _ in self.nodes]
        self.keys = self.bytes()
        self.labels = ["key %d" % i for i in range(len(self.keys))]

    def bytes(self):
        if hasattr(self.module, "keys"):
            return self.module.keys(self.config, self.file)
        keys = [key_bytes(key) for key in self.file["keys"]]
        if hasattr(self.module, "key"):
            keys = [self.module.key(self.config, key) for key in keys]
        return keys

    def name(self, index):
        return "none" if index in (-1, "none") else self.names[index]

    def recorded(self, answers):
        """(keys, answers, labels) of those that were recorded."""
        if len(answers) != len(self.keys):
            raise ToolError("%d answers for %d keys" % (len(answers), len(self.keys)))
        at = [i for i, answer in enumerate(answers) if answer is not None and self.keys[i] is not None]
        return [self.keys[i] for i in at], [answers[i] for i in at], [self.labels[i] for i in at]

    def owners(self):
        expect = self.config["expect"]
        if hasattr(self.module, "expect"):
            expect = self.module.expect(self.config, self.file)
        keys, answers, labels = self.recorded(expect)
        got = self.tool.owners(self.spec, self.nodes, keys)
        self.tally.each(self.where, [self.name(answer) for answer in answers], got, labels)

    def decisions(self):
        """Requests that come and go: ["get", key], ["release", which get]; one answer per get."""
        words = {"get": lambda key: "take " + self.keys[key].hex(), "release": lambda n: "end %d" % (n + 1)}
        unknown = {word for word, _ in self.config["ops"]} - set(words)
        if unknown:
            raise ToolError("the runner knows no op %s" % ", ".join(sorted(unknown)))
        ops = [words[word](number) for word, number in self.config["ops"]]
        bound = self.module.bound(self.config) if hasattr(self.module, "bound") else None
        got = self.tool.load(self.spec, self.nodes, ops, bound, ops=True)
        wanted = [None if answer is None else self.name(answer) for answer in self.config["expect"]]
        self.tally.each(self.where, wanted, got, ["get %d" % i for i in range(len(wanted))])

    def marks(self, points):
        self.tally.same(self.where + ", points", points, len(self.tool.marks(self.spec, self.nodes)))

    def rankings(self, lists, starts):
        keys, lists, labels = self.recorded(lists)
        longest = max([len(each) for each in lists], default=0)
        wanted = [[self.name(i) for i in each] for each in lists]
        got = self.tool.route(self.spec, self.nodes, keys, len(self.names) if starts else longest)
        for i, each in enumerate(wanted):
            if starts and 0 < len(got[i]) < len(each):  # a ranking that ends at once must not pass
                each = each[:len(got[i])]
                self.tally.note("rankings end before the recorded ones, which go on without the key")
            self.tally.same("%s, ranking of %s" % (self.where, labels[i]), each, got[i])

    def owners_past(self, passed, owners):
        """The first of each ranking that is not passed over."""
        keys, owners, labels = self.recorded(owners)
        passed = {self.name(i) for i in passed}
        rankings = self.tool.route(self.spec, self.nodes, keys, len(self.names))
        got = [next((name for name in ranking if name not in passed), "none") for ranking in rankings]
        self.tally.each(self.where, [self.name(owner) for owner in owners], got, labels)

    def extra(self, kind, value):
        if kind == "marks":
            self.marks(value)
        elif kind == "owners past":
            self.owners_past(*value)
        elif kind in ("rankings", "ranking starts"):
            self.rankings(value, kind == "ranking starts")
        else:
            self.tally.skip(count(value), "%s: the runner knows no such answer" % kind)


def replay_config(config):
    """Everything one configuration answered; what nothing here reads is counted as unchecked."""
    said, tally = config.config, config.tally
    steps = []
    if "expect" in said:
        ask = config.decisions if "ops" in said else config.owners
        steps.append((count(said["expect"]), ask, ()))
    extras = config.module.extras(said) if hasattr(config.module, "extras") else []
    for kind, value in extras:
        values = value[1] if kind == "owners past" else value
        steps.append((count(values), config.extra, (kind, value)))
    kinds = {kind for kind, _ in extras}
    for member, value in said.items():
        if member in GIVEN | {"expect", "ops", "hash", "slot"} or ANSWERED.get(member) in kinds:
            continue
        tally.skip(count(value), "%s: the translator says nothing of it" % member)
    for values, step, arguments in steps:
        try:
            step(*arguments)
        except ToolError as error:
            tally.broken(config.where, values, str(error))


def replay(tool, tally, file):
    system = file["system"]
    module = translator(system)
    raw = [config for config in file["configs"] if "hash" in config or "slot" in config]
    if module is None and len(raw) < len(file["configs"]):
        raise UnknownSystem(system)
    if raw and module is None and system.split("-")[0] not in ("libhashkit", "haproxy", "redis"):
        raise UnknownSystem(system)
    for member, value in file.items():
        if member not in TOP and not isinstance(value, str):
            tally.skip(count(value), "%s: the runner does not know it" % member)
    for config in file["configs"]:
        if "hash" in config or "slot" in config:
            keys = [key_bytes(key) for key in file["keys"]]
            hashes.replay_config(tool, tally, system, config, keys, ["key %d" % i for i in range(len(keys))])
        if "expect" in config:
            replay_config(Config(tool, tally, file, config, module))
