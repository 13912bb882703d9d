#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the session router in front of real nodes, kills, hangs, adds and removes some of them while
clients use their sessions, and accounts for every session. Exit status 1 when a count is wrong.

    drive.py [--store memcached|redis] [--replicas N] [--sessions N] [--seed N]

What is known without the router: `berth route` says on which node each session must lie; the nodes
say how many they hold; the clients know what they have written. What the router counts must agree.
"""
import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

from stores import STORES, Node, Router, wait_until

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("BERTH_BUILD", os.path.join(HERE, "..", "..", "build"))
CLIENTS = 4
PAUSE = 0.12  # seconds of load before and after a change


class Sessions:
    """What the clients know: the last value of each session, and which gets have missed."""

    def __init__(self, count, seed):
        self.names = ["session:%d" % (seed % 100000 + i) for i in range(count)]
        self.value = {}
        self.missed = []
        self.written = set()
        self.count = {"gets": 0, "hits": 0, "misses": 0, "sets": 0}
        self.lock = threading.Lock()

    def write(self, connection, name, rng):
        value = b"%s written at %d %s" % (name.encode(), time.monotonic_ns(),
                                          b"." * rng.randrange(400))
        connection.set(name, value)
        self.value[name] = value
        with self.lock:
            self.count["sets"] += 1
            self.written.add(name)

    def use(self, connection, name, rng, write):
        """As a web server does: read the session, begin a new one if there is none."""
        value = connection.get(name)
        with self.lock:
            self.count["gets"] += 1
            self.count["misses" if value is None else "hits"] += 1
            if value is None and name in self.value:
                self.missed.append(name)
        if value is not None and value != self.value[name]:
            raise OSError("%s is old: %r, not %r" % (name, value, self.value[name]))
        if value is None or write:
            self.write(connection, name, rng)


class Load:
    """Clients that use sessions at random until they are stopped; each has sessions of its own."""

    def __init__(self, router, sessions, rng):
        self.sessions, self.going, self.errors = sessions, True, []
        self.threads = [threading.Thread(target=self.run, args=(router, names, rng.random()))
                        for names in (sessions.names[i::CLIENTS] for i in range(CLIENTS))]
        for thread in self.threads:
            thread.start()

    def run(self, router, names, seed):
        rng = random.Random(seed)
        try:
            connection = router.connect()
            while self.going:
                self.sessions.use(connection, rng.choice(names), rng, rng.random() < 0.3)
            connection.close()
        except OSError as error:
            self.errors.append(error)

    def stop(self):
        self.going = False
        for thread in self.threads:
            thread.join()
        if self.errors:
            raise self.errors[0]


class Drive:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.rng = random.Random(arguments.seed)
        self.sessions = Sessions(arguments.sessions, arguments.seed)
        self.nodes, self.weights, self.failed, self.router = {}, {}, 0, None

    # ---- what must be ----

    def nodes_file(self):
        path = self.folder + "/nodes"
        with open(path, "w") as file:
            for name, weight in self.weights.items():
                file.write("node %s addr=%s weight=%s\n" % (name, self.nodes[name].addr, weight))
        return path

    def homes(self):
        """For each session the nodes on which it belongs while all are up, by the tool."""
        with open(self.folder + "/keys", "w") as file:
            file.writelines(name + "\n" for name in self.sessions.names)
        said = subprocess.run([os.path.join(BUILD, "berth"), "route", "-n", self.nodes_file(), "-r",
                               str(self.arguments.replicas), "-k", self.folder + "/keys"],
                              check=True, stdout=subprocess.PIPE, text=True).stdout
        rows = [line.split("\t") for line in said.splitlines()]
        return {row[0]: row[1:] for row in rows}

    def check(self, what, found, expected):
        if found != expected:
            self.failed += 1
            print("    WRONG: %s is %s, not %s" % (what, found, expected))

    # ---- what is ----

    def stats(self):
        connection = self.router.connect()
        stats = connection.stats()
        connection.close()
        return stats

    def sweep(self, write=False):
        """Uses every session once, with no other load."""
        connection = self.router.connect()
        for name in self.sessions.names:
            self.sessions.use(connection, name, self.rng, write)
        connection.close()

    def audit(self, down=()):
        """Every session on its nodes and nowhere else; the router's counts are the clients'."""
        homes, stats = self.homes(), self.stats()
        if not down:
            for name, node in self.nodes.items():
                held = sum(name in home for home in homes.values()) if name in self.weights else 0
                self.check("sessions on " + name, node.items(), held)
        for what, count in self.sessions.count.items():
            self.check(what, stats[what], count)
        self.check("refused", stats["refused"], 0)

    def step(self, title, change, write=False, down=()):
        """A change under load, then a sweep and an audit. Returns the missed and how many moved."""
        print(title)
        before = self.stats()
        self.sessions.missed, self.sessions.written = [], set()
        load = Load(self.router, self.sessions, self.rng)
        time.sleep(PAUSE)
        change()
        time.sleep(PAUSE)
        load.stop()
        self.sweep(write)
        self.audit(down)
        return self.sessions.missed, self.stats()["moved"] - before["moved"]

    # ---- the steps ----

    def wait_state(self, name, state):
        wait_until("%s is %s" % (name, state), lambda: self.router.state(name) == state)

    def lose(self, name, title, how):
        """A node fails: only its sessions miss, once each."""
        def change():
            self.nodes[name].running.signal(how)
            self.wait_state(name, "down")
        homes = self.homes()
        there = {session for session, home in homes.items() if home[0] == name}
        missed, moved = self.step(title % name, change, down=[name])
        if self.arguments.replicas > 1:
            print("    %d sessions had their first copy there; %d missed" % (len(there), len(missed)))
            self.check("missed", len(missed), 0)
            return
        spared = there - set(missed)
        print("    %d sessions lay there: %d missed once and were started over%s; of the other %d "
              "missed %d" % (len(there), len(missed), ", %d had just been read and were written "
                             "elsewhere" % len(spared) if spared else "",
                             len(homes) - len(there), len(set(missed) - there)))
        self.check("missed of others", len(set(missed) - there), 0)
        self.check("missed twice", len(missed) - len(set(missed)), 0)
        # A client that is between its get and its set when the node fails writes the session to
        # another node before any get misses it; there is at most one such session for each client.
        self.check("not missed, not written", len(spared - self.sessions.written), 0)
        self.check("more spared than clients", len(spared) > CLIENTS, False)
        self.check("moved", moved, 0)

    def regain(self, name, title, change):
        """A node is back, without memory: its sessions return from the nodes that replaced it."""
        def changed():
            change()
            self.wait_state(name, "up")
        there = sum(home[0] == name for home in self.homes().values())
        missed, moved = self.step(title % name, changed, write=self.arguments.replicas > 1)
        self.report(missed, moved, there)

    def report(self, missed, moved, expected):
        if self.arguments.replicas > 1:
            print("    missed %d" % len(missed))
        else:
            print("    %d sessions have another node now: %d moved, %d missed"
                  % (expected, moved, len(missed)))
            self.check("moved", moved, expected)
        self.check("missed", len(missed), 0)

    def replace(self, title, change, moved_before=False):
        """The operator changes the nodes: what belongs elsewhere moves, and nothing misses."""
        before = self.homes()
        missed, moved = self.step(title, change)
        after = self.homes()
        differ = sum(before[name] != after[name] for name in before)
        self.report(missed, moved, 0 if moved_before else differ)

    def add(self, name):
        self.nodes[name] = Node(self.arguments.store, name, self.folder)
        self.weights[name] = 1
        self.router.control("add %s %s" % (name, self.nodes[name].addr))

    def remove(self, name):
        self.weights.pop(name)
        self.router.control("remove " + name)

    def weigh(self, name, weight):
        self.weights[name] = weight
        self.router.control("weight %s %s" % (name, weight))

    def drain(self, name):
        """Sessions that are written leave a node that drains; its process stays in use."""
        there = sum(home[0] == name for home in self.homes().values())
        missed, moved = self.step(name + " drains",
                                  lambda: self.router.control("drain " + name), True, [name])
        self.report(missed, moved, there)
        self.check("sessions left", self.nodes[name].items(), 0)

    def start_router(self):
        options = ["-r", str(self.arguments.replicas), "-w", "1000", "-i", "30"]
        self.router = Router(os.path.join(BUILD, "examples", "session-router"),
                             self.arguments.store, self.folder, self.nodes_file(), options)

    def restart_router(self):
        print("the router is stopped and started")
        stats = self.stats()
        self.check("counts at the end", self.router.stop(), stats)
        self.start_router()
        self.sessions.count = dict.fromkeys(self.sessions.count, 0)
        self.sessions.missed = []
        self.sweep()
        self.audit()
        self.check("missed", len(self.sessions.missed), 0)
        print("    all %d sessions found: a placement depends on the nodes only, not on the past"
              % len(self.sessions.names))

    def run(self):
        for i in range(1, 5):
            name = "cache-%d" % i
            self.nodes[name] = Node(self.arguments.store, name, self.folder)
            self.weights[name] = 1
        self.start_router()
        self.sweep()
        self.audit()
        print("%d sessions on 4 nodes" % len(self.sessions.names))
        self.lose("cache-2", "%s is killed", signal.SIGKILL)
        self.regain("cache-2", "%s is started again, empty", self.nodes["cache-2"].start)
        if self.arguments.replicas == 1:
            self.lose("cache-1", "%s hangs", signal.SIGSTOP)
            self.regain("cache-1", "%s goes on, with all its old sessions: it is emptied first",
                        lambda: self.nodes["cache-1"].running.signal(signal.SIGCONT))
            self.replace("cache-5 is added", lambda: self.add("cache-5"))
            self.replace("cache-4 gets weight 3", lambda: self.weigh("cache-4", 3))
            self.drain("cache-5")
            self.replace("cache-5 is removed", lambda: self.remove("cache-5"), moved_before=True)
            self.replace("cache-3 is removed", lambda: self.remove("cache-3"))
            self.restart_router()
        self.lose("cache-4", "%s is killed", signal.SIGKILL)
        self.regain("cache-4", "%s is started again, empty", self.nodes["cache-4"].start)
        self.router.stop()

    def end(self):
        for node in self.nodes.values():
            node.running.kill()
        if self.router:
            self.router.running.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--store", choices=sorted(STORES), default="memcached")
    parser.add_argument("--replicas", type=int, default=1)
    parser.add_argument("--sessions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 31))
    arguments = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)
    print("%s, %d copies of a session, seed %d"
          % (arguments.store, arguments.replicas, arguments.seed))
    with tempfile.TemporaryDirectory() as folder:
        drive = Drive(arguments, folder)
        try:
            drive.run()
        finally:
            drive.end()
    print("%d counts were wrong" % drive.failed if drive.failed else "all counts add up")
    return 1 if drive.failed else 0


if __name__ == "__main__":
    sys.exit(main())
