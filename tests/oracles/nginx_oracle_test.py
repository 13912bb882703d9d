# SPDX-License-Identifier: MIT
"""nginx: upstream hash, consistent and plain, with fresh weights; backends are sockets of this test.

The second half has servers that refuse connections, and some marked down: nginx passes such a key on
to the next of its own order, which is the ranking that the tool prints."""
import socket
import tempfile

import oracle

nginx = oracle.program("nginx")
count = oracle.Count("nginx upstream hash")

CONFIG = """
daemon off; master_process off; pid %(folder)s/pid; error_log stderr warn;
events { worker_connections 512; }
http {
    access_log off; client_body_temp_path %(folder)s; proxy_temp_path %(folder)s;
    fastcgi_temp_path %(folder)s; uwsgi_temp_path %(folder)s; scgi_temp_path %(folder)s;
    keepalive_requests 100000;
    upstream pool { hash $http_x_key%(mode)s; %(servers)s }
    server { listen 127.0.0.1:%(port)d; location / { proxy_pass http://pool; } }
}
"""


def ask(mode, servers, wanted):
    with tempfile.TemporaryDirectory() as folder:
        port = oracle.free_ports(1)[0]
        listed = " ".join("server %s weight=%d max_fails=0%s;" % each for each in servers)
        with open(folder + "/conf", "w") as file:
            file.write(CONFIG % {"folder": folder, "mode": mode, "servers": listed, "port": port})
        command = [nginx, "-p", folder, "-c", folder + "/conf"]
        with oracle.Program(command, folder, port):
            return oracle.ask_http(port, wanted)


def first_alive(ranking, dead):
    """Returns the first server that answers; None when all that nginx tries are dead."""
    return next((name for name in ranking if name not in dead), None)


for case, (mode, spec) in enumerate([(" consistent", "nginx"), ("", "nginx-plain")] * 4):
    names = ["b%d" % i for i in range(oracle.rng.randrange(2, 9))]
    backends = oracle.Listeners(oracle.serve_http, names)
    dead = set(oracle.rng.sample(names, oracle.rng.randrange(1, len(names)))) if case >= 4 else set()
    down = {name for name in names if case >= 6 and name not in dead and oracle.rng.random() < 0.2}
    down = down if len(down) + len(dead) < len(names) else set()
    for name in dead:
        backends.sockets[name].shutdown(socket.SHUT_RDWR)
    servers = [("127.0.0.1:%d" % backends.port(name), oracle.rng.choice([1, 1, 1, 2, 3]),
                " down" if name in down else "") for name in names]
    wanted = oracle.keys(400)
    text = {name: server for name, (server, _, _) in zip(names, servers)}
    real = [text.get(name, name) for name in ask(mode, servers, wanted)]
    backends.close()
    nodes = ["%s weight=%d%s" % (server, weight, gone and " state=down")
             for server, weight, gone in servers]
    ours = oracle.route(spec, nodes, wanted, len(names) if dead else 1)
    ours = [first_alive(each, {text[name] for name in dead}) for each in ours]
    told = [i for i, name in enumerate(ours) if name]  # the others fall to nginx's round robin
    count.compare("hash%s, %d servers, %d refuse, %d down" % (mode, len(names), len(dead), len(down)),
                  [wanted[i] for i in told], [real[i] for i in told], [ours[i] for i in told])
    print("hash%s: %d of %d keys hashed to a server that answers" % (mode, len(told), len(wanted)))
count.done()
