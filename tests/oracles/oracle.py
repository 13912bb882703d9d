# SPDX-License-Identifier: MIT
"""What the oracle tests share: a fresh seed, random nodes and keys, the tool, real programs.

Each test starts a deployed program from Debian on loopback, with a configuration and keys made from
the printed seed (BERTH_SEED repeats one), asks it where every key goes, and compares all answers with
the tool's. Programs are started and stopped by process id. Exit status 77: the program is not here.
"""
import http.client
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

BERTH = os.environ.get("BERTH", "build/berth")
SEED = int(os.environ.get("BERTH_SEED", str(random.SystemRandom().randrange(1 << 32))))
rng = random.Random(SEED)


def program(*names):
    """Path of the first program found, or leave with 77."""
    for name in names:
        path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
        if path:
            return path
    skip("%s is not installed" % names[0])


def skip(why):
    print("skipped: " + why)
    sys.exit(77)


def free_ports(count):
    """Returns ports on which no program listens at the moment."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def words(count, letters="abcdefghijklmnopqrstuvwxyz0123456789-_.", longest=40):
    """Returns `count` different words."""
    made = {}
    while len(made) < count:
        made["".join(rng.choice(letters) for _ in range(rng.randrange(1, longest)))] = None
    return list(made)


def keys(count, letters="abcdefghijklmnopqrstuvwxyz0123456789-_."):
    """Short random words, and runs that differ in one digit."""
    prefix = rng.choice(["user:", "session-", "img_", ""])
    start = rng.randrange(100000)
    runs = [prefix + str(start + i) for i in range(count // 2)]
    return list(dict.fromkeys(words(count - len(runs), letters) + runs))


def route(spec, nodes, wanted, replicas=1):
    """Returns the tool's answers: a list of names for each key. nodes: lines of a file."""
    with tempfile.TemporaryDirectory() as folder:
        listing, listed_keys = folder + "/nodes", folder + "/keys"
        with open(listing, "w") as file:
            file.write("".join("node %s\n" % node for node in nodes))
        with open(listed_keys, "w") as file:
            for key in wanted:
                data = key if isinstance(key, bytes) else key.encode()
                file.write(data.hex() + "\n")
        made = subprocess.run([BERTH, "route", "-a", spec, "-n", listing, "--hex", "-k", listed_keys,
                               "-r", str(replicas)], capture_output=True, text=True)
    answers = [line.split("\t")[1:] for line in made.stdout.split("\n")[:len(wanted)]]
    if made.returncode != (0 if all(answers) else 1):  # 1: a key has no node that answers
        sys.exit("berth route -a '%s' failed:\n%s" % (spec, made.stderr))
    return answers


class Count:
    """Compares answers and says at the end how many agreed."""

    def __init__(self, what):
        self.what, self.passed, self.failed = what, 0, 0
        print("%s, seed %d" % (what, SEED))

    def compare(self, case, wanted_keys, real, ours):
        for key, theirs, mine in zip(wanted_keys, real, ours):
            if theirs == mine:
                self.passed += 1
                continue
            self.failed += 1
            if self.failed <= 5:
                print("%s: key %r is on %s, berth says %s" % (case, key, theirs, mine))

    def done(self):
        print("%d answers agree, %d differ (BERTH_SEED=%d repeats this)" %
              (self.passed, self.failed, SEED))
        sys.exit(1 if self.failed or not self.passed else 0)


class Program:
    """A real program in a scratch folder of its own; ended by its process id."""

    def __init__(self, command, folder, port, **more):
        self.log = open(folder + "/log", "wb")
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log, **more)
        self.folder = folder
        self.wait_for(port)

    def wait_for(self, port):
        """port: a number, or the path of a socket."""
        for _ in range(200):
            if self.process.poll() is not None:
                break
            try:
                with socket.socket(socket.AF_UNIX if isinstance(port, str) else socket.AF_INET) as tried:
                    tried.settimeout(1)
                    tried.connect(port if isinstance(port, str) else ("127.0.0.1", port))
                return
            except OSError:
                time.sleep(0.05)
        self.stop()
        with open(self.folder + "/log", errors="replace") as log:
            sys.exit("%s did not come up:\n%s" % (self.process.args[0], log.read()[-2000:]))

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.stop()


class Listeners:
    """Backends inside this process: one port each; serve(connection file, name) answers one."""

    def __init__(self, serve, names):
        self.sockets = {}
        for name in names:
            listening = socket.socket()
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(("127.0.0.1", 0))
            listening.listen(64)
            self.sockets[name] = listening
            threading.Thread(target=self.accept, args=(listening, serve, name),
                             daemon=True).start()

    def accept(self, listening, serve, name):
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=self.answer, args=(connection, serve, name),
                             daemon=True).start()

    @staticmethod
    def answer(connection, serve, name):
        with connection, connection.makefile("rwb") as file:
            try:
                while serve(file, name):
                    file.flush()
            except OSError:
                pass

    def port(self, name):
        return self.sockets[name].getsockname()[1]

    def close(self):
        for each in self.sockets.values():
            each.close()


def serve_http(file, name):
    """Answers a request with the backend's name."""
    if not file.readline():
        return False
    while file.readline().strip():
        pass
    body = name.encode()
    file.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
    return True


def ask_http(port, wanted, header="X-Key"):
    """The body for each key, sent as a header over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    answers = []
    for key in wanted:
        connection.request("GET", "/", headers={header: key})
        answers.append(connection.getresponse().read().decode())
    connection.close()
    return answers
