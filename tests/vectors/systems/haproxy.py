# SPDX-License-Identifier: MIT
"""HAProxy: names are the servers'. balance uri: the recorded key was sent as a path.

`refuses` is a server that took no connection, so that redispatch went on to the next: the recorded
owner is the first of the ranking that did not refuse.

haproxy-bounded.json depends on the requests open at the time: tests/unit/haproxy_bounded_test.c replays
it. haproxy-hashes.json has no nodes."""


def spec(config, file):
    scheme = "haproxy-3.0" if file["system"].startswith("haproxy-3.0") else "haproxy"
    given = {key: value for key, value in config["params"].items() if key in ("balance", "hash_type")}
    return scheme + ":" + ",".join('%s="%s"' % each for each in sorted(given.items()))


def nodes(config):
    listed = []
    for node in config["nodes"]:
        attributes = {key: str(node[key]) for key in ("id", "addr", "hash_key", "guid") if key in node}
        attributes["weight"] = str(node.get("weight", 1))
        if node.get("disabled"):
            attributes["state"] = "down"
        listed.append((node["name"], attributes))
    return listed


def keys(config, file):
    if config["params"].get("keys") == "source_addresses":
        return [address.encode() for address in file["source_addresses"]]
    path = b"/" if config["params"]["balance"].startswith("uri") else b""
    return [path + bytes.fromhex(key["hex"]) for key in file["keys"]]


def refusing(config):
    return [i for i, node in enumerate(config["nodes"]) if node.get("refuses")]


def expect(config, file):
    return [None] * len(config["expect"]) if refusing(config) else config["expect"]


def extras(config):
    return [("owners past", (refusing(config), config["expect"]))] if refusing(config) else []
