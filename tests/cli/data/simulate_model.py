# SPDX-License-Identifier: MIT
"""simulate_model.py KEYS NODES SCHEDULE STEP HOLD CACHE BOUND - berth simulate the slow way.

Rankings come from `berth route -r` over the nodes as they are between two changes; the rest (loads,
requests in flight, the bound, caches) is counted here. Prints what `berth simulate -o csv` must.
"""

import math
import os
import subprocess
import sys
from collections import OrderedDict
from fractions import Fraction

keys_path, nodes_path, schedule_path = sys.argv[1:4]
STEP, HOLD, CACHE = (int(x) for x in sys.argv[4:7])
BOUND = Fraction(sys.argv[7])

keys = open(keys_path).read().split("\n")[:-1]
nodes = OrderedDict((line.split()[0], {"weight": "1", "state": "up"})
                    for line in open(nodes_path) if line.strip())
changes = []
for line in open(schedule_path):
    _, at, action, name, *rest = line.split()
    changes.append((int(at), action, name, rest))


def apply(action, name, rest):
    if action == "add":
        nodes[name] = {"weight": rest[0].split("=")[1] if rest else "1", "state": "up"}
    elif action == "remove":
        del nodes[name]
    elif action == "weight":
        nodes[name]["weight"] = rest[0]
    else:
        nodes[name]["state"] = action


def rankings(wanted):
    """Key -> nodes in order, for the nodes as they are."""
    text = "".join(f"node {name} weight={n['weight']} state={n['state']}\n"
                   for name, n in nodes.items())
    wanted = sorted(set(wanted))
    open("model.nodes", "w").write(text)
    open("model.keys", "w").write("".join(key + "\n" for key in wanted))
    up = sum(n["state"] != "down" for n in nodes.values())
    said = subprocess.run([os.environ["BERTH"], "route", "-n", "model.nodes", "-r", str(up), "-k",
                           "model.keys"], capture_output=True, text=True, check=True).stdout
    return {row.split("\t")[0]: row.split("\t")[1:] for row in said.splitlines()}


def parts():
    weights = {name: Fraction(n["weight"]) for name, n in nodes.items() if n["state"] != "down"}
    return {name: weight / sum(weights.values()) for name, weight in weights.items()}


flight, caches, held, epoch = {}, {}, [], {}
seen = []  # every node there was, in the order of the map, then as they came
part = parts()
print("step,first,node,fair,load,misses,in_flight")


def list_nodes():
    for name in sorted(nodes):
        if name not in seen:
            seen.append(name)
            flight[name], caches[name], epoch[name] = 0, OrderedDict(), 0


def choose(ranking):
    total = sum(flight.values()) + 1
    for name in ranking:
        if BOUND == 0 or flight[name] < max(1, math.ceil(BOUND * total * part[name])):
            return name
    return ranking[0]


def serve(at, key, ranking):
    if at >= HOLD:
        name, then = held[at - HOLD]
        if epoch[name] == then:
            flight[name] -= 1
    name = choose(ranking)
    held.append((name, epoch[name]))
    flight[name] += 1
    row = now[name]
    row["load"] += 1
    row["flight"] = max(row["flight"], flight[name])
    cache = caches[name]
    if key in cache:
        cache.move_to_end(key)
        return
    row["misses"] += 1
    cache[key] = True
    if len(cache) > CACHE:
        cache.popitem(last=False)


list_nodes()
ranked = rankings(keys)
for first in range(0, len(keys), STEP):
    now = {name: {"fair": Fraction(0), "load": 0, "misses": 0, "flight": flight[name]}
           for name in seen}
    for at in range(first, min(first + STEP, len(keys))):
        changed = False
        while changes and changes[0][0] == at:
            apply(*changes.pop(0)[1:])
            changed = True
        if changed:
            old, part = part, parts()
            list_nodes()
            for name in seen:
                now.setdefault(name, {"fair": Fraction(0), "load": 0, "misses": 0, "flight": 0})
                if name in old and name not in part:
                    flight[name], caches[name] = 0, OrderedDict()
                    epoch[name] += 1
            ranked = rankings(keys[at:])
        for name, share in part.items():
            now[name]["fair"] += share
        serve(at, keys[at], ranked[keys[at]])
    for name in seen:
        row = now[name]
        if row["fair"] or row["load"] or row["flight"]:
            print(f"{first // STEP + 1},{first},{name},{float(row['fair']):.12g},{row['load']},"
                  f"{row['misses']},{row['flight']}")
