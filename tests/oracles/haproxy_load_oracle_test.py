# SPDX-License-Identifier: MIT
"""HAProxy under hash-balance-factor: requests stay open and end in any order, servers are disabled
and enabled in between, weights and factors are new in each run; every decision is compared with
berth load.

A server that goes down stays in the sums from which the shares of the others follow. A server that
is disabled from the start never enters them, as if its weight were 0."""
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
    bind 127.0.0.1:%d
    default_backend b
backend b
    balance hash req.hdr(x-key)
    hash-type %s
    hash-balance-factor %d
%s
"""
STEPS, OPEN_MAX = 250, 60


class Requests:
    """Requests in flight: the servers answer with their name at once and with the rest when told."""

    def __init__(self, folder, port):
        self.control, self.port = folder + "/control", port
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
        connection = socket.create_connection(("127.0.0.1", self.port), 20)
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


def schedule(names):
    """Steps as lines for berth; some server is always enabled."""
    keys, lines, state = oracle.keys(40), [], {name: "up" for name in names}
    gets, is_open = 0, []
    for _ in range(STEPS):
        dice = oracle.rng.random()
        if dice < 0.05:
            name = oracle.rng.choice(names)
            state[name] = "down" if state[name] == "up" else "up"
            if "up" not in state.values():
                state[name] = "up"
            lines.append(state[name] + " " + name)
        elif is_open and (dice < 0.45 or len(is_open) == OPEN_MAX):
            lines.append("end %d" % is_open.pop(oracle.rng.randrange(len(is_open))))
        else:
            gets += 1
            is_open.append(gets)
            lines.append("take " + oracle.rng.choice(keys))
    return lines


def ask(config, names, lines):
    """Returns HAProxy's decisions: the server of each take."""
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        port = oracle.free_ports(1)[0]
        requests = Requests(folder, port)
        backends = oracle.Listeners(requests.serve, names)
        with open(folder + "/conf", "w") as file:
            file.write(config(folder, port, backends))
        with oracle.Program([haproxy, "-db", "-f", folder + "/conf"], folder, port):
            for line in lines:
                word, rest = line.split(" ", 1)
                if word == "take":
                    answers.append(requests.get(len(answers) + 1, rest))
                elif word == "end":
                    requests.end(int(rest))
                else:
                    requests.command("%s server b/%s" % ("disable" if word == "down" else "enable", rest))
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
    if made.returncode != 0:
        raise SystemExit("berth load failed:\n" + made.stderr)
    return [(line.split("\t")[1:] or ["none"])[0] for line in made.stdout.splitlines()]


for case in range(4):
    hash_type = oracle.rng.choice(["consistent", "consistent djb2", "consistent crc32 avalanche"])
    factor = oracle.rng.choice([101, 110, 125, 150, 200])
    names = ["s%d" % i for i in range(oracle.rng.randrange(2, 9))]
    weights = [oracle.rng.choice([1, 1, 2, 5, 30]) for _ in names]
    disabled = [name != names[0] and oracle.rng.random() < 0.2 for name in names]
    lines = schedule([name for name, off in zip(names, disabled) if not off])

    def config(folder, port, backends):
        servers = ["    server %s 127.0.0.1:%d weight %d%s" % (name, backends.port(name), weight,
                                                                 " disabled" if off else "")
                   for name, weight, off in zip(names, weights, disabled)]
        return CONFIG % (folder, port, hash_type, factor, "\n".join(servers))

    nodes = ["node %s weight=%d" % (name, 0 if off else weight)
             for name, weight, off in zip(names, weights, disabled)]
    spec = 'haproxy:balance="hash req.hdr(x-key)",hash_type="%s"' % hash_type
    asked = [line[5:] for line in lines if line.startswith("take ")]
    count.compare("hash-type %s, factor %d, weights %s" % (hash_type, factor, weights), asked,
                  ask(config, names, lines), decide(spec, nodes, factor, lines))
count.done()
