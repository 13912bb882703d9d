# SPDX-License-Identifier: MIT
"""nutcracker (twemproxy): every hash, ketama and modula, aliases, in front of memcached sockets."""
import socket
import tempfile

import oracle

nutcracker = oracle.program("nutcracker")
count = oracle.Count("nutcracker")
HASHES = ["one_at_a_time", "md5", "crc16", "crc32", "crc32a", "fnv1_64", "fnv1a_64", "fnv1_32",
          "fnv1a_32", "hsieh", "murmur", "jenkins"]


def serve_memcached(file, name):
    """get KEY answers with the backend's name."""
    line = file.readline().split()
    if len(line) < 2:
        return False
    body = name.encode()
    file.write(b"VALUE %s 0 %d\r\n%s\r\nEND\r\n" % (line[1], len(body), body))
    return True


def ask(port, wanted):
    answers = []
    with socket.create_connection(("127.0.0.1", port)) as connection:
        with connection.makefile("rwb") as file:
            for key in wanted:
                file.write(b"get %s\r\n" % key.encode())
                file.flush()
                file.readline()
                answers.append(file.readline().strip().decode())
                file.readline()
    return answers


def run(params, servers, backends, wanted):
    port, stats = oracle.free_ports(2)
    lines = ["pool:", "  listen: 127.0.0.1:%d" % port, "  auto_eject_hosts: false"]
    lines += ["  %s: \"%s\"" % each for each in params.items()] + ["  servers:"]
    for name, weight, alias in servers:
        lines.append("   - 127.0.0.1:%d:%d%s" % (backends.port(name), weight, alias and " " + alias))
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/conf", "w") as file:
            file.write("\n".join(lines) + "\n")
        command = [nutcracker, "-c", folder + "/conf", "-s", str(stats), "-a", "127.0.0.1"]
        with oracle.Program(command, folder, port):
            return ask(port, wanted)


for case in range(8):
    params = {"hash": oracle.rng.choice(HASHES),
              "distribution": oracle.rng.choice(["ketama", "ketama", "modula"])}
    if case % 3 == 0:
        params["hash_tag"] = "{}"
    names = ["m%d" % i for i in range(oracle.rng.randrange(1, 9))]
    aliases = oracle.words(len(names), "abcdefgh0123456789", 12)
    servers = [(name, oracle.rng.choice([1, 1, 1, 2, 5]), oracle.rng.choice(["", alias]))
               for name, alias in zip(names, aliases)]
    backends = oracle.Listeners(serve_memcached, names)
    wanted = oracle.keys(300)
    if "hash_tag" in params:
        wanted = [oracle.rng.choice(["{%s}x", "%s", "a{%s}"]) % key for key in wanted]
    shown = {name: alias or "127.0.0.1:%d" % backends.port(name) for name, _, alias in servers}
    real = [shown.get(name, name) for name in run(params, servers, backends, wanted)]
    backends.close()
    spec = "twemproxy:" + ",".join('%s="%s"' % each for each in params.items())
    nodes = ["%s weight=%d%s" % (shown[name], weight, alias and " alias=" + alias)
             for name, weight, alias in servers]
    ours = oracle.route(spec, nodes, wanted)
    count.compare(str(params), wanted, real, [each[0] for each in ours])
count.done()
