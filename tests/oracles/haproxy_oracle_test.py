# SPDX-License-Identifier: MIT
"""HAProxy: balance by a header, consistent and map-based, every function, fresh ids and weights,
some servers disabled."""
import tempfile

import oracle

haproxy = oracle.program("haproxy")
count = oracle.Count("haproxy")

CONFIG = """
global
    maxconn 200
defaults
    mode http
    timeout connect 5s
    timeout client 20s
    timeout server 20s
frontend f
    bind 127.0.0.1:%d
    default_backend b
backend b
    balance hash req.hdr(x-key)
%s
"""
TYPES = ["", "consistent", "map-based"] + [
    "%s %s%s" % (kind, function, end) for kind in ("consistent", "map-based")
    for function in ("sdbm", "djb2", "wt6", "crc32") for end in ("", " avalanche")]


def ask(hash_type, servers, backends, wanted):
    lines = ["    hash-type " + hash_type] if hash_type else []
    for name, weight, number, down in servers:
        lines.append("    server %s 127.0.0.1:%d weight %d%s%s" %
                     (name, backends.port(name), weight, " id %d" % number if number else "",
                      " disabled" if down else ""))
    with tempfile.TemporaryDirectory() as folder:
        port = oracle.free_ports(1)[0]
        with open(folder + "/conf", "w") as file:
            file.write(CONFIG % (port, "\n".join(lines)))
        with oracle.Program([haproxy, "-db", "-f", folder + "/conf"], folder, port):
            return oracle.ask_http(port, wanted)


for hash_type in oracle.rng.sample(TYPES, 6):
    names = ["s%d" % i for i in range(oracle.rng.randrange(2, 9))]
    numbers = oracle.rng.sample(range(1, 4000), len(names))
    servers = [(name, oracle.rng.choice([1, 1, 2, 10, 100]), oracle.rng.choice([0, number]),
                name != names[0] and oracle.rng.random() < 0.2)
               for name, number in zip(names, numbers)]
    backends = oracle.Listeners(oracle.serve_http, names)
    wanted = oracle.keys(300)
    real = ask(hash_type, servers, backends, wanted)
    backends.close()
    spec = 'haproxy:balance="hash req.hdr(x-key)"'
    if hash_type:
        spec += ',hash_type="%s"' % hash_type
    nodes = ["%s weight=%d%s%s" % (name, weight, " id=%d" % number if number else "",
                                   " state=down" if down else "")
             for name, weight, number, down in servers]
    ours = oracle.route(spec, nodes, wanted)
    count.compare("hash-type %s, %d servers" % (hash_type or "absent", len(names)), wanted, real,
                  [each[0] for each in ours])
count.done()
