# SPDX-License-Identifier: MIT
"""IPVS: names are IP:PORT; keys are written as the client's IP:PORT. A recorded null is a refusal."""


def spec(config, file):
    return "ipvs-" + config["sched"] + (":" if config["flags"] else "") + ",".join(
        flag + "=1" for flag in config["flags"])


def address(addr, port):
    return ("[%s]:%d" if ":" in addr else "%s:%d") % (addr, port)


def nodes(config):
    listed = {}
    for dest in config["dests"] + config["reweight"]:
        attributes = listed.setdefault(address(dest["addr"], dest["port"]), {"last-weight": "0"})
        attributes["weight"] = str(dest["weight"])
        if dest["weight"]:
            attributes["last-weight"] = attributes["weight"]
    return list(listed.items())


def keys(config, file):
    return [address(*client).encode() for client in file["keys_v%d" % config["family"]]]


def expect(config, file):
    return ["none" if owner is None else owner for owner in config["expect"]]
