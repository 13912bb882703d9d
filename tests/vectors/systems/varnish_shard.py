# SPDX-License-Identifier: MIT
"""Varnish: names are the backends'; a recorded key of by=URL and by=HASH was sent as the URL "/key" to
the host "vhost"."""


def spec(config, file):
    params = dict(config["params"])
    if params["by"] == "HASH":
        params["host"] = "vhost"
    return "varnish-shard:" + ",".join("%s=%s" % each for each in params.items())


def key(config, data):
    return data if config["params"]["by"] == "KEY" else b"/" + data


def nodes(config):
    listed = []
    for node in config["nodes"]:
        attributes = {"weight": str(node.get("weight", 1))}
        if "ident" in node:
            attributes["ident"] = node["ident"]
        if node.get("sick"):
            attributes["state"] = "down"
        listed.append((node["name"], attributes))
    return listed
