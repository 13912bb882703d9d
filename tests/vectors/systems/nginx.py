# SPDX-License-Identifier: MIT
"""nginx: names are the text after `server`; `order` is what was tried one after the other.

The recorded order goes on by round robin where berth, which knows only the key, ends."""


def spec(config, file):
    return "nginx" if config["params"]["method"].endswith("consistent") else "nginx-plain"


def nodes(config):
    listed = []
    for node in config["nodes"]:
        attributes = {"weight": str(node["weight"])}
        if node["down"]:
            attributes["state"] = "down"
        listed.append((node["server"], attributes))
    return listed


def extras(config):
    return [("ranking starts", config["order"])] if "order" in config else []
