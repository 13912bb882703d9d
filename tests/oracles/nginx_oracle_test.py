# SPDX-License-Identifier: MIT
"""nginx: upstream hash, consistent and plain, with fresh weights; backends are sockets of this test."""
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
        listed = " ".join("server %s weight=%d;" % each for each in servers)
        with open(folder + "/conf", "w") as file:
            file.write(CONFIG % {"folder": folder, "mode": mode, "servers": listed, "port": port})
        command = [nginx, "-p", folder, "-c", folder + "/conf"]
        with oracle.Program(command, folder, port):
            return oracle.ask_http(port, wanted)


for case, (mode, spec) in enumerate([(" consistent", "nginx"), ("", "nginx-plain")] * 2):
    names = ["b%d" % i for i in range(oracle.rng.randrange(2, 9))]
    backends = oracle.Listeners(oracle.serve_http, names)
    servers = [("127.0.0.1:%d" % backends.port(name), oracle.rng.choice([1, 1, 1, 2, 3]))
               for name in names]
    wanted = oracle.keys(400)
    text = {name: server for name, (server, _) in zip(names, servers)}
    real = [text.get(name, name) for name in ask(mode, servers, wanted)]
    backends.close()
    ours = oracle.route(spec, ["%s weight=%d" % each for each in servers], wanted)
    count.compare("hash%s, %d servers" % (mode, len(names)), wanted, real,
                  [each[0] for each in ours])
count.done()
