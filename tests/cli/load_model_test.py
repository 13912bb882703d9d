# SPDX-License-Identifier: MIT
"""berth load and berth simulate against a slow model of them, on random fleets, streams and changes.

The model asks the tool for one thing only, the ranking of a key among nodes that are all there (`berth
route -r`). Who has room, what is carried, in flight, cached, forgotten, failed or lost, and every peak is
worked out here, in fractions. BERTH_SEED repeats a run."""
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from collections import OrderedDict
from fractions import Fraction

BERTH = os.environ.get("BERTH", "build/berth")
SEED = int(os.environ.get("BERTH_SEED", str(random.SystemRandom().randrange(1 << 32))))
rng = random.Random(SEED)
CASES, OPERATIONS, REQUESTS = 12, 160, 1500


class Kind:
    def __init__(self, spec, weights, weighs=True, drops=False):
        self.spec, self.weights, self.weighs, self.drops = spec, weights, weighs, drops


KINDS = [
    Kind("slots", ["0", "0.5", "1", "1", "2", "3.25"]),
    Kind("hrw", ["0", "0.01", "1", "1", "2", "7"]),
    Kind("ring:points=30", ["0", "1", "1", "2"]),
    Kind("ring:points=10,probes=3", ["1", "1", "2"]),
    Kind("groupcache", ["0", "1", "1", "4"], weighs=False),
    Kind("envoy-ring-hash:min=64", ["1", "1", "3"], drops=True),
]


def run(arguments, expected=(0, 1)):  # 1: some key finds no node
    made = subprocess.run([BERTH] + arguments, capture_output=True, text=True)
    if made.returncode not in expected:
        sys.exit("berth %s: status %d\n%s" % (" ".join(arguments), made.returncode, made.stderr))
    return made.stdout


def write(path, lines):
    with open(path, "w") as file:
        file.write("".join(line + "\n" for line in lines))


class Model:
    """A membership, what its nodes carry, and who takes a key."""

    def __init__(self, kind, folder, names, keys):
        self.kind, self.folder, self.keys = kind, folder, keys
        self.nodes = OrderedDict((name, [rng.choice(kind.weights), "up"]) for name in names)
        self.nodes[names[0]][0] = "1"
        self.load, self.bound = {}, Fraction(0)
        self.rank()

    def lines(self, states=True):
        return ["node %s weight=%s%s" % (name, weight, " state=" + state if states else "")
                for name, (weight, state) in self.nodes.items()]

    def rank(self):
        """Rankings for the nodes as they are: of all nodes, or of those that the system places."""
        path, keys = self.folder + "/ranked", self.folder + "/keys"
        write(path, self.lines(self.kind.drops))
        write(keys, self.keys)
        self.ranking = {key: [] for key in self.keys}
        if not self.owned():
            return  # the tool refuses to route among these
        said = run(["route", "-a", self.kind.spec, "-n", path, "-k", keys, "-r", str(len(self.nodes))])
        self.ranking = {line.split("\t")[0]: line.split("\t")[1:] for line in said.splitlines()}

    def owned(self):
        return any(Fraction(weight) > 0 and (state == "up" or not self.kind.drops)
                   for weight, state in self.nodes.values())

    def change(self, action, name, weight=None):
        if action == "remove":
            del self.nodes[name]
        elif action == "add":
            self.nodes[name] = [weight, "up"]
        elif action == "weight":
            self.nodes[name][0] = weight
        else:
            self.nodes[name][1] = action

    def part(self, name):
        """What its fair part of the load is proportional to."""
        weight, state = self.nodes.get(name, ("0", "down"))
        if state != "up" or Fraction(weight) == 0:
            return Fraction(0)
        return Fraction(weight) if self.kind.weighs else Fraction(1)

    def parts(self):
        return sum(map(self.part, self.nodes))

    def open(self, key):
        return [name for name in self.ranking[key] if self.part(name) > 0]

    def owner(self, key):
        """The first that may get something new, as berth_map_place."""
        return next((n for n in self.ranking[key] if self.nodes[n][1] == "up"), None)

    def total(self):
        return sum(load for name, load in self.load.items() if self.part(name) > 0)

    def take(self, key):
        chosen, total, parts = None, self.total() + 1, self.parts()
        ranked = self.open(key)
        for name in ranked:
            room = max(1, math.ceil(self.bound * total * self.part(name) / parts))
            if self.bound == 0 or self.load.get(name, 0) < room:
                chosen = name
                break
        if ranked and not chosen:
            chosen = min(ranked, key=lambda name: self.load.get(name, 0) / self.part(name))
        if chosen:
            self.load[chosen] = self.load.get(chosen, 0) + 1
        return chosen

    def random_change(self, spare):
        """One change that leaves at least a node; None when nothing came of it."""
        action = rng.choice(["down", "up", "drain", "weight", "add", "remove"])
        name = rng.choice(list(self.nodes))
        weight = rng.choice(self.kind.weights)
        if action == "remove" and len(self.nodes) < 3:
            return None
        if action == "add":
            name = rng.choice(spare)
            if name in self.nodes:
                return None
        return action, name, weight


def differ(what, case, theirs, mine):
    same = (abs(theirs - mine) < 1e-6 * max(1, abs(mine)) if isinstance(mine, (Fraction, float)) and theirs is not None
            else theirs == mine)
    if not same:
        print("%s: %s is %s, the model says %s" % (case, what, theirs,
                                                     float(mine) if isinstance(mine, Fraction) else mine))
    return not same


# ---- load --------------------------------------------------------------------------------------


class Takes:
    """A stream of operations, and what becomes of it."""

    def __init__(self, model, spare):
        self.model, self.spare = model, spare
        self.lines, self.told, self.open, self.count = [], [], [], 0
        self.most, self.passed, self.refused = {}, {}, 0

    def take(self, key):
        self.lines.append("take " + key)
        owner, node = self.model.owner(key), self.model.take(key)
        self.count += 1
        self.told.append((key, node, owner))
        if not node:
            self.refused += 1
            return
        self.open.append((self.count, key, node))
        self.most[node] = max(self.most.get(node, 0), self.model.load[node])
        if owner and owner != node:
            self.passed[owner] = self.passed.get(owner, 0) + 1

    def end(self):
        number, key, node = rng.choice(self.open)
        if rng.random() < 0.5:
            number, key, node = next(each for each in self.open if each[1] == key)
            self.lines.append("give " + key)
        else:
            self.lines.append("end %d" % number)
        self.open.remove((number, key, node))
        self.model.load[node] -= 1

    def change(self):
        change = self.model.random_change(self.spare)
        if rng.random() < 0.3:
            self.model.bound = Fraction(rng.choice(["0", "1", "1.1", "1.25", "2"]))
            self.lines.append("bound %g" % self.model.bound)
        elif change:
            action, name, weight = change
            self.model.change(*change)
            self.model.rank()
            self.lines.append("%s %s%s" % (action, name,
                                             "=" + weight if action in ("add", "weight") else ""))

    def go(self, keys):
        for _ in range(OPERATIONS):
            dice = rng.random()
            if dice < 0.08:
                self.change()
            elif dice < 0.4 and self.open:
                self.end()
            else:
                self.take(rng.choice(keys))

    def peak(self):
        model = self.model
        total = model.total()
        if total == 0:
            return Fraction(0)
        return max(model.load.get(name, 0) * model.parts() / (total * model.part(name))
                   for name in model.nodes if model.part(name) > 0)


def check_load(kind, number):
    names = ["n%d" % i for i in range(rng.randrange(2, 9))]
    keys = ["key-%d" % i for i in range(25)]
    with tempfile.TemporaryDirectory() as folder:
        model = Model(kind, folder, names, keys)
        write(folder + "/nodes", model.lines())
        takes = Takes(model, ["x1", "x2"] + names)
        takes.go(keys)
        write(folder + "/ops", takes.lines)
        said = json.loads(run(["load", "-a", kind.spec, "-n", folder + "/nodes", "--ops", "-k", folder + "/ops",
                               "-o", "json"]))
    case = "case %d, load -a %s" % (number, kind.spec)
    wrong = sum(differ("take %d of %s" % (i + 1, key), case, (got["node"], got["owner"]), (node, owner))
                for i, (got, (key, node, owner)) in enumerate(zip(said["takes"], takes.told)))
    wrong += differ("number of takes", case, len(said["takes"]), len(takes.told))
    for name, mine in (("taken", takes.count - takes.refused), ("refused", takes.refused),
                       ("passed_on", sum(takes.passed.values())), ("load", model.total()),
                       ("peak", takes.peak())):
        wrong += differ(name, case, said[name], mine)
    for row in said["nodes"]:
        name = row["name"]
        mine = (model.load.get(name, 0), takes.most.get(name, 0), takes.passed.get(name, 0))
        wrong += differ("node " + name, case, (row["load"], row["most"], row["passed_on"]), mine)
    return wrong


# ---- simulate ----------------------------------------------------------------------------------


class World:
    """Requests in flight, caches, and the figures of each step."""

    def __init__(self, model, hold, cache):
        self.model, self.hold, self.cache = model, hold, cache
        self.held, self.caches, self.steps, self.served = [], {}, [], 0
        self.there = set(filter(self.is_there, model.nodes))

    def is_there(self, name):
        weight, state = self.model.nodes.get(name, ("0", "down"))
        return state != "down" and Fraction(weight) > 0

    def begin_step(self):
        self.steps.append({"requests": 0, "past_owner": 0, "lost": 0, "misses": 0, "failed": 0, "forgotten": 0,
                           "flight_peak": Fraction(0), "rows": {}})
        for name, load in self.model.load.items():
            self.row(name)["in_flight"] = load

    def row(self, name):
        return self.steps[-1]["rows"].setdefault(
            name, {"fair": Fraction(0), "load": 0, "misses": 0, "in_flight": 0})

    def change(self, changes):
        for change in changes:
            self.model.change(*change)
        self.model.rank()
        now = set(filter(self.is_there, self.model.nodes))
        for i, node in enumerate(self.held):
            if node and node not in now:
                self.held[i] = None
                self.model.load[node] -= 1
                self.steps[-1]["failed"] += 1
        for name in self.there - now:
            self.steps[-1]["forgotten"] += len(self.caches.pop(name, ()))
        self.there = now

    def serve(self, key):
        step, model = self.steps[-1], self.model
        if self.served >= self.hold and self.held[self.served - self.hold]:
            model.load[self.held[self.served - self.hold]] -= 1
            self.held[self.served - self.hold] = None
        parts = model.parts()
        for name in model.nodes:
            if model.part(name) > 0:
                self.row(name)["fair"] += model.part(name) / parts
        owner, node = model.owner(key), model.take(key)
        self.held.append(node)
        step["requests"] += 1
        if node:
            self.count(step, key, node, owner, parts)
        else:
            step["lost"] += 1
        self.served += 1

    def count(self, step, key, node, owner, parts):
        row, load = self.row(node), self.model.load[node]
        step["past_owner"] += node != owner
        row["load"] += 1
        row["in_flight"] = max(row["in_flight"], load)
        if self.served >= self.hold:
            step["flight_peak"] = max(step["flight_peak"], load * parts / (self.hold * self.model.part(node)))
        kept = self.caches.setdefault(node, OrderedDict())
        if key not in kept:
            row["misses"] += 1
            step["misses"] += 1
        kept[key] = True
        kept.move_to_end(key)
        if len(kept) > self.cache:
            kept.popitem(last=False)


def schedule(model, spare):
    """[request, changes that come before it]; tried on a copy of the nodes."""
    out, kept = [], OrderedDict((name, list(node)) for name, node in model.nodes.items())
    for at in sorted(rng.sample(range(1, REQUESTS), 8)):
        changes = [change for change in (model.random_change(spare) for _ in range(rng.randrange(1, 3))) if change]
        good = []
        for change in changes:
            try:
                if change[0] == "add" and change[1] in model.nodes:
                    continue
                model.change(*change)
                good.append(change)
            except KeyError:  # the node left a moment ago
                pass
        if good:
            out.append((at, good))
    model.nodes = kept
    return out


def check_step(case, got, mine):
    rows = {name: row for name, row in mine["rows"].items()
            if row["fair"] > 0 or row["load"] > 0 or row["in_flight"] > 0}
    wrong = differ("list of nodes", case, sorted(row["name"] for row in got["nodes"]), sorted(rows))
    ratios = [row["load"] / row["fair"] for row in rows.values() if row["fair"] >= 1]
    wrong += differ("peak", case, got["peak"], Fraction(max(ratios, default=0)))
    wrong += differ("left_out", case, got["left_out"], sum(0 < row["fair"] < 1 for row in rows.values()))
    for name in ("requests", "past_owner", "lost", "misses", "failed", "forgotten", "flight_peak"):
        wrong += differ(name, case, got[name], mine[name])
    for row in got["nodes"]:
        for name, value in rows.get(row["name"], {}).items():
            wrong += differ("%s of %s" % (name, row["name"]), case, row[name], value)
    return wrong


def check_moved(case, kind, folder, lines, change):
    """The first changes move what a plan says, by the same keys."""
    keys = folder + "/made"
    write(keys, ["key-%d" % i for i in range(500)])
    write(folder + "/after", lines)
    write(folder + "/first", change)
    plan = json.loads(run(["plan", "-a", kind.spec, "-n", folder + "/nodes", "-N", folder + "/after", "-k", keys,
                           "-o", "json"]))
    said = json.loads(run(["simulate", "-a", kind.spec, "-n", folder + "/nodes", "--synthetic", "500", "--requests",
                           "10", "--schedule", folder + "/first", "-o", "json"]))
    return differ("moved", case, said["changes"][0]["moved"], plan["keys"]["moved"] / 500)


def written(change):
    action, name, weight = change
    return action + " " + name + {"add": " weight=" + weight, "weight": " " + weight}.get(action, "")


def check_simulate(kind, number):
    names = ["n%d" % i for i in range(rng.randrange(2, 9))]
    keys = ["key-%d" % i for i in range(60)]
    hold, cache, step = rng.choice([1, 7, 40, 200]), rng.choice([1, 5, 20]), rng.choice([100, 333, 1000])
    stream = [keys[min(int(rng.expovariate(0.1)), 59)] for _ in range(REQUESTS)]
    with tempfile.TemporaryDirectory() as folder:
        model = Model(kind, folder, names, keys)
        model.bound = Fraction(rng.choice(["0", "1", "1.25", "2"]))
        write(folder + "/nodes", model.lines())
        changes = schedule(model, ["x1", "x2"] + names)
        write(folder + "/schedule", ["at %d %s" % (at, written(change)) for at, many in changes for change in many])
        write(folder + "/stream", stream)
        bound = ["--bound", "%g" % model.bound] if model.bound else []
        said = json.loads(run(["simulate", "-a", kind.spec, "-n", folder + "/nodes", "-k", folder + "/stream",
                               "--schedule", folder + "/schedule", "--hold", str(hold), "--cache", str(cache), "--step",
                               str(step), "-o", "json"] + bound))
        case = "case %d, simulate -a %s" % (number, kind.spec)
        wrong, world, due = 0, World(model, hold, cache), list(changes)
        for at, key in enumerate(stream):
            if at % step == 0:
                world.begin_step()
            if due and due[0][0] == at:
                world.change(due.pop(0)[1])
                if len(due) == len(changes) - 1 and model.owned():
                    first = ["at 0 " + written(change) for change in changes[0][1]]
                    wrong += check_moved(case, kind, folder, model.lines(), first)
            world.serve(key)
    wrong += differ("number of steps", case, len(said["steps"]), len(world.steps))
    return wrong + sum(check_step("%s, step %d" % (case, i + 1), got, mine)
                       for i, (got, mine) in enumerate(zip(said["steps"], world.steps)))


print("load and simulate, seed %d" % SEED)
wrong = 0
for number in range(CASES):
    kind = KINDS[number % len(KINDS)]
    wrong += check_load(kind, number)
    wrong += check_simulate(kind, number)
print("%d cases, %d figures differ (BERTH_SEED=%d repeats this)" % (2 * CASES, wrong, SEED))
sys.exit(1 if wrong else 0)
