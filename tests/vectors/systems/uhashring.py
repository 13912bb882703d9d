# SPDX-License-Identifier: MIT
"""uhashring: `points` is the size of the ring, `successors` the distinct nodes clockwise."""


def spec(config, file):
    return "uhashring:" + ",".join("%s=%s" % each for each in config["params"].items())


def nodes(config):
    listed = []
    for node in config["nodes"]:
        attributes = {"weight": str(node.get("weight", 1))}
        if "vnodes" in node:
            attributes["vnodes"] = str(node["vnodes"])
        listed.append((node["name"], attributes))
    return listed


def extras(config):
    found = [("marks", config["points"])]
    if "successors" in config:
        found.append(("rankings", config["successors"]))
    return found
