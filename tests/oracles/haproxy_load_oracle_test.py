# SPDX-License-Identifier: MIT
"""HAProxy under hash-balance-factor: requests that stay open and end in any order, while servers are
disabled, drained and enabled, get other weights, join and leave; fresh weights and factors; every decision
compared with berth load.

The sums from which the servers' shares follow are those of the start: a server that goes down or gets
another weight stays in them as it was; one that was disabled from the start, or that joins, is in none. So
the shares may add up to less than what is served, and all servers be full: then the server of the ring's
last point takes the request. Of all cases some are map-based, where HAProxy ignores the factor."""
import os
import socket
import subprocess
import tempfile
import threading
import time

import oracle

haproxy = oracle.program("haproxy")
count = oracle.Count("haproxy under load")

CONFIG = """
global
    maxconn 400
    nbthread 1
    stats socket %s/control level admin
defaults
    mode http
    option http-no-delay
    timeout connect 5s
    timeout client 60s
    timeout server 60s
frontend f
    bind %s/front
    default_backend b
backend b
    balance hash req.hdr(x-key)
    hash-type %s
    hash-balance-factor %d
%s
"""
STEPS, OPEN_MAX, CASES, NAMES = 250, 60, 6, 12


class Requests:
    """Requests in flight: the servers answer with their name at once and with the rest when told."""

    def __init__(self, folder):
        self.control, self.front = folder + "/control", folder + "/front"
        self.ends, self.open = {}, {}

    def serve(self, file, name):
        number = None
        while True:
            line = file.readline().strip()
            if not line:
                break
            if line.lower().startswith(b"x-number:"):
                number = int(line.split(b":")[1])
        if number is None:
            return False
        ended = self.ends[number] = threading.Event()
        body = name.encode()
        file.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s\n" % (len(body) + 2, body))
        file.flush()
        ended.wait(60)
        file.write(b".")
        file.flush()
        return False

    def get(self, number, key):
        """The name of the server that has it."""
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(20)
        connection.connect(self.front)
        connection.sendall(b"GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nX-Key: %s\r\n"
                           b"X-Number: %d\r\n\r\n" % (key.encode(), number))
        data = b""
        while b"\r\n\r\n" not in data or not data.endswith(b"\n"):
            more = connection.recv(4096)
            if not more:
                break
            data += more
        self.open[number] = connection
        return data.split(b"\r\n\r\n")[1].strip().decode() if data.startswith(b"HTTP/1.1 200") else "none"

    def end(self, number):
        self.ends[number].set()
        connection = self.open.pop(number)
        while connection.recv(4096):
            pass
        connection.close()
        self.settle()

    def command(self, text):
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(self.control)
            control.sendall(text.encode() + b"\n")
            control.shutdown(socket.SHUT_WR)
            return control.makefile().read()

    def settle(self):
        """Waits until HAProxy counts exactly the requests that are open."""
        for _ in range(2000):
            rows = [row.split(",") for row in self.command("show stat").splitlines()]
            if any(row[:2] == ["b", "BACKEND"] and int(row[4]) == len(self.open) for row in rows):
                return
            time.sleep(0.002)
        raise SystemExit("haproxy still counts requests that are over")


class Fleet:
    """Servers as they are now; some server can always take a request."""

    def __init__(self, servers, moving):
        self.state = {server.name: "down" if server.off else "up" for server in servers}
        self.weight = {server.name: server.weight for server in servers}
        self.moving = moving  # weights change, servers join and leave
        self.named = len(servers)

    def usable(self, name):
        return self.state[name] == "up" and self.weight[name] > 0

    def enable_all(self):
        names = [name for name in self.state if self.state[name] != "up"]
        self.state.update({name: "up" for name in names})
        return ["up " + name for name in names]

    def set_state(self, name):
        old = self.state[name]
        self.state[name] = oracle.rng.choice([state for state in ("up", "down", "drain") if state != old])
        if not any(map(self.usable, self.state)):
            self.state[name] = old
        return None if self.state[name] == old else "%s %s" % (self.state[name], name)

    def set_weight(self, name):
        old = self.weight[name]
        self.weight[name] = oracle.rng.choice([0, 1, 2, 7, 30, 256])
        if not any(map(self.usable, self.state)):
            self.weight[name] = old
        return "weight %s=%d" % (name, self.weight[name])

    def add(self):
        name = "s%d" % self.named
        self.named += 1
        self.state[name], self.weight[name] = "up", oracle.rng.choice([1, 2, 5])
        return "add %s=%d" % (name, self.weight[name])

    def change(self):
        """A line, or None when nothing came of it."""
        dice = oracle.rng.random()
        name = oracle.rng.choice(list(self.state))
        if not self.moving or dice < 0.5:
            return self.set_state(name)
        return self.add() if dice > 0.95 and self.named < NAMES else self.set_weight(name)


def schedule(servers, moving, late):
    """Steps as lines for berth. late: all servers take part from the beginning, in no sum."""
    keys, fleet = oracle.keys(40), Fleet(servers, moving)
    gets, is_open, lines = 0, [], fleet.enable_all() if late else []
    for _ in range(STEPS):
        dice = oracle.rng.random()
        if dice < 0.08:
            lines.append(fleet.change())
        elif is_open and (dice < 0.45 or len(is_open) == OPEN_MAX):
            lines.append("end %d" % is_open.pop(oracle.rng.randrange(len(is_open))))
        else:
            gets += 1
            is_open.append(gets)
            lines.append("take " + oracle.rng.choice(keys))
    return [line for line in lines if line]


def order(requests, backends, line):
    """What an operator tells HAProxy for one line of berth's."""
    word, rest = line.split(" ", 1)
    name, _, weight = rest.partition("=")
    if word == "add":
        orders = ["add server b/%s 127.0.0.1:%d id %s weight %s" %
                  (name, backends.port(name), number(name), weight), "enable server b/" + name]
    elif word == "weight":
        orders = ["set server b/%s weight %s" % (name, weight)]
    else:
        orders = ["set server b/%s state %s" %
                  (name, {"up": "ready", "down": "maint", "drain": "drain"}[word])]
    for each in orders:
        said = requests.command(each).strip()
        if said and said != "New server registered.":
            raise SystemExit("haproxy says to %r: %s" % (each, said))


def ask(config, lines):
    """What HAProxy does: the server of each take."""
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        requests = Requests(folder)
        backends = oracle.Listeners(requests.serve, ["s%d" % i for i in range(NAMES)])
        with open(folder + "/conf", "w") as file:
            file.write(config(folder, backends))
        with oracle.Program([haproxy, "-db", "-f", folder + "/conf"], folder, folder + "/front"):
            for line in lines:
                word, rest = line.split(" ", 1)
                if word == "take":
                    answers.append(requests.get(len(answers) + 1, rest))
                elif word == "end":
                    requests.end(int(rest))
                else:
                    order(requests, backends, line)
            for ended in requests.ends.values():
                ended.set()
        backends.close()
    return answers


def decide(spec, nodes, factor, lines):
    """Returns berth's decisions."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("nodes", nodes), ("ops", lines)):
            with open(os.path.join(folder, name), "w") as file:
                file.write("".join(line + "\n" for line in content))
        made = subprocess.run([oracle.BERTH, "load", "-a", spec, "-n", folder + "/nodes", "--bound",
                               "%.2f" % (factor / 100), "--ops", "-k", folder + "/ops"],
                              capture_output=True, text=True)
    decisions = [(line.split("\t")[1:] or ["none"])[0] for line in made.stdout.splitlines()]
    if made.returncode != (1 if "none" in decisions else 0):  # 1: a take found no node
        raise SystemExit("berth load failed:\n" + made.stderr)
    return decisions


class Server:
    def __init__(self, name, weights, off):
        self.name = name
        self.weight = oracle.rng.choice(weights)
        self.off = oracle.rng.random() < off


def number(name):
    """Servers keep their ids when others join."""
    return int(name[1:]) + 1


def one_case(hash_type, late):
    factor = 101 if late else oracle.rng.choice([101, 110, 125, 150, 200])
    weights, off = ([1, 1, 1, 2], 1) if late else ([0, 1, 1, 2, 5, 30], 0.2)
    servers = [Server("s%d" % i, weights, off) for i in range(oracle.rng.randrange(4 if late else 2, 9))]
    servers[0].weight, servers[0].off = servers[0].weight or 1, False
    lines = schedule(servers, hash_type.startswith("consistent"), late)

    def config(folder, backends):
        listed = ["    server %s 127.0.0.1:%d id %d weight %d%s" %
                  (server.name, backends.port(server.name), number(server.name), server.weight,
                   " disabled" if server.off else "") for server in servers]
        return CONFIG % (folder, folder, hash_type, factor, "\n".join(listed))

    nodes = ["node %s id=%d weight=%d%s" % (server.name, number(server.name), server.weight,
                                             " state=down" if server.off else "")
             for server in servers]
    spec = 'haproxy:balance="hash req.hdr(x-key)",hash_type="%s"' % hash_type
    asked = [line[5:] for line in lines if line.startswith("take ")]
    count.compare("hash-type %s, factor %d, %s" % (hash_type, factor, "; ".join(nodes)), asked,
                  ask(config, lines), decide(spec, nodes, factor, lines))


for case in range(CASES):
    one_case(oracle.rng.choice(["consistent", "consistent djb2", "consistent crc32 avalanche"]
                               if case < CASES - 1 else ["map-based", "map-based crc32"]), case < 2)
count.done()
