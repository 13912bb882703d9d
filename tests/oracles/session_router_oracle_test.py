# SPDX-License-Identifier: MIT
"""examples/session-router in front of real memcached and redis-server processes: its driver, which
accounts for every session while nodes fail and change, and clients that do not behave."""
import concurrent.futures
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

import oracle

SOURCE = os.environ.get("BERTH_SOURCE", os.path.join(os.path.dirname(__file__), "..", ".."))
BUILD = os.environ.get("BERTH_BUILD", os.path.join(SOURCE, "build"))
EXAMPLE = os.path.join(SOURCE, "examples", "session-router")
ROUTER = os.path.join(BUILD, "examples", "session-router")
VALUE_MAX = 256 * 1024

sys.path.insert(0, EXAMPLE)
from stores import STORES, Connection, Node, Router, wait_until  # noqa: E402

DRIVES = [("memcached", 1), ("memcached", 2), ("redis", 1), ("redis", 2)]


def start_drives():
    """All at once: they mostly wait."""
    for store, replicas in DRIVES:
        yield subprocess.Popen(
            [sys.executable, "-B", os.path.join(EXAMPLE, "drive.py"), "--store", store, "--replicas",
             str(replicas), "--sessions", "500", "--seed", str(oracle.rng.randrange(1 << 31))],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=dict(os.environ, BERTH_BUILD=BUILD))


def said(router, data, half=False):
    """Returns all that the router answers to these bytes until it, or this client, closes."""
    pieces = [data[i:i + 1] for i in range(len(data))] if half else [data]
    with socket.create_connection(router.address, 20) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in pieces:
            connection.sendall(piece)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer


def set_line(key, value, rest="0 0", end=""):
    return b"set %s %s %d%s\r\n%s\r\n" % (key, rest.encode(), len(value), end.encode(), value)


def table(full):
    """Pairs of what is sent and what the answer must be."""
    big, value, go_on = b"v" * VALUE_MAX, bytes(range(256)) + b"\r\nEND\r\n", b"VERSION "
    stored, version, bad = b"STORED\r\n", b"version\r\n", b"CLIENT_ERROR bad "
    shown = b"VALUE k 4294967295 %d\r\n%s\r\nEND\r\n" % (len(value), value)
    yield "any bytes", set_line(b"k", value, "4294967295 0") + b"get k\r\n", stored + shown
    yield "bare newlines", b"get k\nget none\n", shown + b"END\r\n"
    yield "no reply", set_line(b"k", b"", "7 60", " noreply") + b"get k\r\n", \
        b"VALUE k 7 0\r\n\r\nEND\r\n"
    yield "the largest", set_line(b"big", big) + b"get big\r\n", \
        stored + b"VALUE big 0 %d\r\n%s\r\nEND\r\n" % (VALUE_MAX, big)
    yield "too large", set_line(b"big", big + b"x") + b"get big\r\n" + version, \
        b"SERVER_ERROR object too large for cache\r\nEND\r\n" + go_on
    yield "longest key", set_line(b"\xc3" * 250, b"1") + b"delete " + b"\xc3" * 250 + b"\r\n", \
        stored + b"DELETED\r\n"
    yield "too long a key", b"get " + b"k" * 251 + b"\r\n" + version, bad + b"key\r\n" + go_on
    yield "too long a key to set", set_line(b"k" * 251, b"get k") + version, bad + b"key\r\n" + go_on
    yield "control characters", b"get a\x01\r\nget a\x7f\r\nget a\rb\r\n", 3 * (bad + b"key\r\n")
    yield "zero byte", b"get a\0b\r\n" + version, b"CLIENT_ERROR no line, or too long a one\r\n"
    yield "endless line", b"get " * 2000, b"CLIENT_ERROR no line, or too long a one\r\n"
    yield "too many words", b"get" + b" k" * 200 + b"\r\n" + version, b"CLIENT_ERROR too many words\r\n"
    yield "half a line", b"get k", b"CLIENT_ERROR no line, or too long a one\r\n"
    yield "half a value", b"set k 0 0 10\r\nabc", b""
    yield "value too short", b"set k 0 0 3\r\nabcdef\r\n" + version, bad + b"data chunk\r\n"
    for words in (b"k 0 0", b"k 0 0 -1", b"k 0 0 x", b"k -1 0 1", b"k 4294967296 0 1",
                  b"k 0 0 99999999999999999999", b"k 0 0 1 noreply more", b""):
        yield "set " + words.decode(), b"set " + words + b"\r\n" + version, \
            bad + b"command line format\r\n"
    for line in (b"add k 0 0 7", b"cas k 0 0 7 1", b"get", b"", b"GET k", b"flush_all", b"remove n"):
        yield line.decode() or "empty line", line + b"\r\nversion\r\n", b"ERROR\r\n"
    yield "over", set_line(b"k", b"1", "0 -1") + b"get k\r\ndelete k\r\n", \
        stored + b"END\r\nNOT_FOUND\r\n"
    yield "a date", set_line(b"k", b"1", "0 %d" % (time.time() + 100)) + b"get k none k\r\n", \
        stored + 2 * b"VALUE k 0 1\r\n1\r\n" + b"END\r\n"
    yield "a date past", set_line(b"k", b"1", "0 %d" % (time.time() - 9)) + b"get k\r\n", \
        stored + b"END\r\n"
    yield "many at once", 300 * (set_line(b"k", b"v") + b"get k\r\n"), \
        300 * (stored + b"VALUE k 0 1\r\nv\r\nEND\r\n")
    yield "the end", b"quit\r\nversion\r\n", b""


def check_table(router):
    failed = count = 0
    for what, data, expected in table(router):
        for half in (False, True) if len(data) < 2000 else (False,):
            answer, count = said(router, data, half), count + 1
            exact = answer == expected
            if expected.endswith(b"VERSION "):
                exact = answer.startswith(expected) and answer.endswith(b"\r\n")
            if not exact:
                failed += 1
                print("WRONG: %s: answered by %r, not %r" % (what, answer[:200], expected[:200]))
    return count, failed


def rude(router, seed):
    """A client that sends invalid bytes, leaves without quitting, or never reads."""
    rng = oracle.random.Random(seed)
    pieces = [b"get k\r\n", b"set k 0 0 5\r\nhello\r\n", b"set k 0 0 100000\r\n", b"delete k\r\n",
              b"get big" * 100, b"\0\xff\r\n", b"stats\r\n", b"set k 0 0 262145\r\n"]
    try:
        with socket.create_connection(router.address, 20) as connection:
            data = b"".join(rng.choice(pieces) if rng.random() < 0.7 else rng.randbytes(50)
                            for _ in range(rng.randrange(1, 20)))
            connection.settimeout(0.3)
            connection.sendall(data)
            if rng.random() < 0.5:  # ended by a reset
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            elif rng.random() < 0.5:
                connection.recv(100)
    except OSError:
        pass  # the router was rightly faster


def check_rude(router):
    """200 of them at once; a client that behaves notices nothing."""
    good = router.connect()
    deaf = socket.create_connection(router.address, 20)
    good.set("big", b"v" * VALUE_MAX)
    deaf.sendall(b"get big\r\n" * 100)  # 25 MB of answers that this client does not read
    idle = [socket.create_connection(router.address, 20) for _ in range(50)]
    threads = [threading.Thread(target=rude, args=(router, oracle.rng.random())) for _ in range(200)]
    for thread in threads:
        thread.start()
    for i in range(200):
        good.set("polite:%d" % i, b"%d" % i)
    kept = sum(good.get("polite:%d" % i) == b"%d" % i for i in range(200))
    for thread in threads:
        thread.join()
    for each in idle + [deaf]:
        each.close()
    stats = good.stats()
    good.close()
    print("200 rude clients: %d faults counted; a polite one found %d of 200 sessions"
          % (stats["faults"], kept))
    return (kept != 200) + (stats["faults"] == 0)


def seconds_left(node, key):
    """-2: it is not there."""
    connection = Connection(("127.0.0.1", node.port))
    if node.store == "redis":
        left = int(connection.ask("TTL " + key).lstrip(":"))
    else:
        answer = connection.ask("mg %s t" % key)
        left = int(answer.split(" t")[1]) if answer.startswith("HD") else -2
    connection.close()
    return left


def check_lifetime(router, nodes, folder):
    """A session that moves keeps the time it has left; versions are forgotten after theirs."""
    client = router.connect()
    keys = ["timed:%d" % i for i in range(40)]
    for key in keys:
        client.set(key, b"1", seconds=3)
    nodes.append(Node(nodes[0].store, "n9", folder))
    router.control("add n9 " + nodes[-1].addr)
    found = sum(client.get(key) == b"1" for key in keys)
    left = [seconds_left(nodes[-1], key) for key in keys]
    moved = [each for each in left if each != -2]
    remembered = client.stats()["remembered"]
    wait_until("the version before is forgotten", lambda: client.stats()["remembered"] == 0)
    gone = sum(client.get(key) is None for key in keys)
    client.close()
    print("%d sessions found, %d moved with 0 to 3 seconds left, %d gone after that"
          % (found, len(moved), gone))
    return (found != 40) + (not moved) + (not all(0 <= each <= 3 for each in moved)) + \
        (gone != 40) + (remembered != 1)


def check_rename(router, node):
    """Another name for the same process: its sessions are found, and writing them keeps them."""
    client = router.connect()
    keys = ["renamed:%d" % i for i in range(60)]
    for key in keys:
        client.set(key, b"1")
    router.control("remove " + node.name)
    router.control("add other %s" % node.addr)
    found = sum(client.get(key) == b"1" for key in keys[:30])
    for key in keys:
        client.set(key, b"2")
    found += sum(client.get(key) == b"2" for key in keys)
    client.close()
    print("a node renamed: %d of 90 found" % found)
    return found != 90


def check_full(router):
    """With -m 60, one client too many waits until there is room, and is then answered."""
    crowd = [router.connect() for _ in range(60)]
    for each in crowd:
        each.ask("version")
    late = socket.create_connection(router.address, 20)
    late.sendall(b"version\r\n")
    late.settimeout(0.3)
    try:
        early = late.recv(100)
    except socket.timeout:
        early = b""
    for each in crowd:
        each.close()
    late.settimeout(20)
    answer = late.recv(100)
    late.close()
    return (early != b"") + (not answer.startswith(b"VERSION"))


def check_store(store):
    """Returns how many checks failed."""
    nodes, router = [], None
    with tempfile.TemporaryDirectory() as folder:
        try:
            nodes = [Node(store, "n%d" % i, folder) for i in range(3)]
            with open(folder + "/nodes", "w") as file:
                file.writelines("node %s addr=%s\n" % (each.name, each.addr) for each in nodes)
            options = ["-w", "2000", "-t", "3", "-m", "300"]
            router = Router(ROUTER, store, folder, folder + "/nodes", options)
            count, failed = check_table(router)
            print("%s: %d conversations, %d wrong" % (store, count, failed))
            failed += check_rude(router) + check_lifetime(router, nodes, folder)
            failed += check_rename(router, nodes[0])
            stats = router.stop()
            failed += stats["downs"] != 0
            router = Router(ROUTER, store, folder, folder + "/nodes", ["-m", "60", "-w", "2000"])
            failed += check_full(router)
            router.stop()
        finally:
            for each in nodes:
                each.running.kill()
            if router:
                router.running.kill()
    return failed


def main():
    for program in STORES.values():
        oracle.program(program)
    if not os.path.exists(ROUTER):
        oracle.skip("the examples are not built")
    print("session router, seed %d" % oracle.SEED)
    failed, drives = 0, list(start_drives())
    try:
        with concurrent.futures.ThreadPoolExecutor() as stores:
            failed += sum(stores.map(check_store, STORES))
        for drive in drives:
            text, _ = drive.communicate(timeout=120)
            failed += drive.returncode != 0
            print(text)
    finally:
        for drive in drives:
            if drive.poll() is None:
                drive.send_signal(signal.SIGKILL)
                drive.wait()
    print("%s (BERTH_SEED=%d repeats this)" % ("failed" if failed else "all is well", oracle.SEED))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
