# SPDX-License-Identifier: MIT
"""Varnish: directors.shard with fresh names, weights and points, by a key made of a header."""
import tempfile

import oracle

varnish = oracle.program("varnishd")
count = oracle.Count("varnish directors.shard")


def vcl(backends, servers, replicas):
    lines = ["vcl 4.1;", "import directors;"]
    for name, _ in servers:
        lines.append('backend %s { .host = "127.0.0.1"; .port = "%d"; }' % (name, backends.port(name)))
    lines += ["sub vcl_init {", "  new vdir = directors.shard();"]
    for name, weight in servers:
        lines.append("  vdir.add_backend(%s, weight=%s);" % (name, weight))
    lines += ["  vdir.reconfigure(replicas=%d);" % replicas, "}", "sub vcl_recv {",
              "  set req.backend_hint = vdir.backend(by=KEY, key=vdir.key(req.http.x-key));",
              "  return (pass);", "}"]
    return "\n".join(lines) + "\n"


for case in range(3):
    replicas = oracle.rng.choice([1, 2, 25, 67])
    names = ["be%d" % i for i in oracle.rng.sample(range(1, 40), oracle.rng.randrange(1, 8))]
    servers = [(name, oracle.rng.choice(["1.0", "1.0", "1.5", "3.0"])) for name in names]
    backends = oracle.Listeners(oracle.serve_http, names)
    wanted = oracle.keys(300)
    with tempfile.TemporaryDirectory() as folder:
        port = oracle.free_ports(1)[0]
        with open(folder + "/vcl", "w") as file:
            file.write(vcl(backends, servers, replicas))
        command = [varnish, "-F", "-f", folder + "/vcl", "-a", "127.0.0.1:%d" % port,
                   "-n", folder + "/work", "-s", "malloc,16m", "-j", "none"]
        with oracle.Program(command, folder, port):
            real = oracle.ask_http(port, wanted)
    backends.close()
    ours = oracle.route("varnish-shard:by=KEY,replicas=%d" % replicas,
                        ["%s weight=%s" % each for each in servers], wanted)
    count.compare("replicas %d, %d backends" % (replicas, len(names)), wanted, real,
                  [each[0] for each in ours])
count.done()
