# SPDX-License-Identifier: MIT
"""HAProxy: names are the servers'. balance uri: the recorded key was sent as a path.

Replayed elsewhere, in tests/unit: redispatch (a server `refuses`, so the owner is the next of the
ranking) by haproxy_redispatch_test.c. haproxy-hashes.json has no nodes."""


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


def expect(config, file):
    refuses = any(node.get("refuses") for node in config["nodes"])
    return [None] * len(config["expect"]) if refuses else config["expect"]


def bound(config):
    """hash-balance-factor is in percent; 0 and none mean no bound."""
    return config["params"].get("hash_balance_factor", 0) / 100
