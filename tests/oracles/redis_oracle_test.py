# SPDX-License-Identifier: MIT
"""redis-server in cluster mode: CLUSTER KEYSLOT of fresh keys with and without hash tags."""
import socket
import tempfile

import oracle

server = oracle.program("redis-server")
count = oracle.Count("redis-server CLUSTER KEYSLOT")


def tagged(key):
    """Braces in every arrangement that matters."""
    shapes = ["{%s}", "{%s}x", "a{%s}b{c}", "{}%s", "{%s", "%s}", "}{%s}", "{{%s}}", "%s"]
    return oracle.rng.choice(shapes) % key


def ask(file, key):
    data = key.encode()
    file.write(b"*3\r\n$7\r\nCLUSTER\r\n$7\r\nKEYSLOT\r\n$%d\r\n%s\r\n" % (len(data), data))
    file.flush()
    return file.readline().strip().decode().lstrip(":")


with tempfile.TemporaryDirectory() as folder:
    port = next(port for port in oracle.free_ports(50) if port < 55535)
    command = [server, "--port", str(port), "--cluster-enabled", "yes", "--save", "",
               "--bind", "127.0.0.1", "--dir", folder]
    with oracle.Program(command, folder, port):
        wanted = [tagged(key) for key in oracle.keys(2000)]
        with socket.create_connection(("127.0.0.1", port)) as connection:
            with connection.makefile("rwb") as file:
                real = [ask(file, key) for key in wanted]
nodes = ["%d slot=%d" % (i, i) for i in range(16384)]
ours = [each[0] for each in oracle.route("redis-cluster-slot", nodes, wanted)]
count.compare("slots", wanted, real, ours)
count.done()
