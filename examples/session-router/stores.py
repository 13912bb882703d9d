# SPDX-License-Identifier: MIT
"""Processes of drive.py: memcached or redis-server nodes, the router, and connections to them."""
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time

PATH = os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin"
STORES = {"memcached": "memcached", "redis": "redis-server"}


def free_port():
    """Returns a port outside the range of outgoing connections: a node that is down must find its
    port free when it returns, and no connection to it may be given that port as its own."""
    while True:
        port = random.randrange(10000, 32000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


def wait_until(what, true, seconds=20):
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            sys.exit("waited %d s in vain: %s" % (seconds, what))
        time.sleep(0.01)


class Process:
    """A process that was started. It is ended by its process id or, with setpriv, when this
    program ends."""

    def __init__(self, command, **more):
        setpriv = shutil.which("setpriv", path=PATH)
        leash = [setpriv, "--pdeathsig", "KILL"] if setpriv else []
        self.process = subprocess.Popen(leash + command, stdin=subprocess.DEVNULL, **more)

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


class Connection:
    """memcached's text, as a client of the router or of a node speaks it."""

    def __init__(self, address):
        family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
        self.socket = socket.socket(family)
        self.socket.settimeout(30)
        self.socket.connect(address)
        self.file = self.socket.makefile("rwb")

    def ask(self, line, value=None):
        """One line of answer."""
        self.file.write(line.encode() + b"\r\n" + (b"" if value is None else value + b"\r\n"))
        self.file.flush()
        return self.file.readline().decode().rstrip("\r\n")

    def lines(self, line):
        """Lines up to END."""
        found, answer = [], self.ask(line)
        while answer != "END":
            if not answer or "ERROR" in answer:
                raise OSError("%s: answered by %r" % (line, answer))
            found.append(answer.split(" "))
            answer = self.file.readline().decode().rstrip("\r\n")
        return found

    def stats(self):
        return {words[1]: int(words[2]) for words in self.lines("stats") if words[2].isdigit()}

    def get(self, key):
        """Returns the value; None when there is none."""
        answer = self.ask("get " + key).split(" ")
        if answer == ["END"]:
            return None
        if answer[:2] != ["VALUE", key]:
            raise OSError("get %s: answered by %r" % (key, answer))
        value = self.file.read(int(answer[3]) + 2)[:-2]
        self.file.readline()
        return value

    def set(self, key, value, seconds=0):
        answer = self.ask("set %s 5 %d %d" % (key, seconds, len(value)), value)
        if answer != "STORED":
            raise OSError("set %s: answered by %r" % (key, answer))

    def close(self):
        self.file.close()
        self.socket.close()


class Node:
    """One memcached or redis-server, with nothing on disk."""

    def __init__(self, store, name, folder):
        self.store, self.name, self.folder = store, name, folder
        self.port = free_port()
        self.addr = "127.0.0.1:%d" % self.port
        self.running = None
        self.start()

    def start(self):
        program = shutil.which(STORES[self.store], path=PATH)
        if self.store == "memcached":
            command = [program, "-l", "127.0.0.1", "-p", str(self.port), "-U", "0", "-t", "2"]
            if os.getuid() == 0:
                command += ["-u", "root"]
        else:
            command = [program, "--bind", "127.0.0.1", "--port", str(self.port), "--save", "",
                       "--appendonly", "no", "--dir", self.folder]
        self.running = Process(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until("%s answers" % self.name, self.answers)

    def answers(self):
        if self.running.process.poll() is not None:
            sys.exit("%s did not start" % self.name)
        try:
            Connection(("127.0.0.1", self.port)).close()
            return True
        except OSError:
            return False

    def items(self):
        """How many sessions it holds."""
        connection = Connection(("127.0.0.1", self.port))
        if self.store == "redis":
            count = int(connection.ask("DBSIZE").lstrip(":"))
        else:
            count = connection.stats()["curr_items"]
        connection.close()
        return count


class Router:
    def __init__(self, program, store, folder, nodes_file, options):
        self.control_path = folder + "/control"
        self.running = Process([program, "-s", store, "-n", nodes_file, "-c", self.control_path,
                                *options], stdout=subprocess.PIPE, text=True)
        line = self.running.process.stdout.readline()
        if not line.startswith("listening on "):
            sys.exit("the router did not start")
        host, port = line.split()[-1].split(":")
        self.address = (host, int(port))

    def connect(self):
        return Connection(self.address)

    def control(self, line):
        connection = Connection(self.control_path)
        answer = connection.ask(line)
        connection.close()
        if answer != "OK":
            sys.exit("%s: answered by %s" % (line, answer))

    def state(self, name):
        connection = self.connect()
        states = {words[1]: words[4] for words in connection.lines("nodes")}
        connection.close()
        return states[name].partition("=")[2]

    def stop(self):
        """SIGTERM; the counts it prints."""
        self.running.signal(signal.SIGTERM)
        text, _ = self.running.process.communicate(timeout=30)
        if self.running.process.returncode != 0:
            sys.exit("the router ended with status %d" % self.running.process.returncode)
        return {line.split()[1]: int(line.split()[2]) for line in text.splitlines()}
