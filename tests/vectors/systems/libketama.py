# SPDX-License-Identifier: MIT
"""libketama: names and memory as in the servers file; `points` is the size of the ring."""


def spec(config, file):
    return "libketama"


def nodes(config):
    return [(node["name"], {"weight": str(node["weight"])}) for node in config["nodes"]]


def extras(config):
    return [("marks", config["points"])]
