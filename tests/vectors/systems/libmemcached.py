# SPDX-License-Identifier: MIT
"""libmemcached: the recorded calls, in order, come to a distribution, a hash, and the quirks in between.

Names are host:port, an IPv6 host in brackets, or the path of a unix socket."""

RINGS = {"consistent", "ketama", "weighted", "spy"}


class Client:
    """The state that a sequence of calls leaves behind, by the documented rules."""

    def __init__(self, config):
        self.distribution, self.hash, self.points, self.weighted = "modula", "default", "default", False
        self.options, self.down, self.buckets = {}, set(), None
        self.heavy = any(node["weight"] > 1 for node in config["nodes"])
        for step, *values in config["steps"]:
            getattr(self, "do_" + step)(*values)

    def rebuild(self):
        self.points = self.hash

    def do_distribution(self, name):
        self.distribution = name
        if name in ("consistent", "ketama", "weighted"):
            self.weighted = name == "weighted"
        self.rebuild()

    def do_ketama(self):
        self.do_distribution("ketama")

    def do_ketama_weighted(self):
        self.hash = "md5"
        self.do_distribution("weighted")

    def do_hash(self, name):
        self.hash = name  # the ring stays as it is

    def do_ketama_hash(self, name):
        pass  # stored and never used

    def do_servers(self):
        if self.heavy and self.distribution in RINGS:
            self.weighted = True
        self.rebuild()

    def do_sort_hosts(self, on):
        self.options["sort_hosts"] = on
        self.rebuild()

    def do_auto_eject(self):
        self.options["auto_eject"] = 1

    def do_hash_with_prefix(self):
        pass  # always together with a prefix

    def do_prefix(self, text):
        self.options["prefix"] = '"%s"' % text

    def do_buckets(self, owners):
        self.buckets = owners

    def do_eject(self, index):
        self.down.add(index)
        self.rebuild()


def spec(config, file):
    client, params = Client(config), {}
    params["distribution"] = client.distribution
    if client.distribution == "weighted" and client.hash == "md5":
        params["distribution"] = "ketama_weighted"
    elif client.hash != "default":
        params["hash"] = client.hash
    if client.points != client.hash and not client.weighted:
        params["point_hash"] = client.points
    if client.distribution in RINGS and client.weighted != (client.distribution == "weighted" or client.heavy):
        params["weighted"] = int(client.weighted)
    params.update(client.options)
    return "libmemcached:" + ",".join("%s=%s" % each for each in params.items())


def name(node):
    host = node["host"]
    if host.startswith("/"):
        return host
    return ("[%s]:%d" if ":" in host else "%s:%d") % (host, node["port"])


def nodes(config):
    client, listed = Client(config), []
    for i, node in enumerate(config["nodes"]):
        attributes = {"weight": str(node["weight"])}
        if i in client.down:
            attributes["state"] = "down"
        if client.buckets:
            mine = [str(bucket) for bucket, owner in enumerate(client.buckets) if owner == i]
            attributes["buckets"] = ",".join(mine)
        listed.append((name(node), attributes))
    return listed
