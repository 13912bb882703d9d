# SPDX-License-Identifier: MIT
"""Redis Cluster: masters have no names in the file; each carries the ranges of its slots."""


def spec(config, file):
    return "redis-cluster"


def nodes(config):
    listed = []
    for i, node in enumerate(config["nodes"]):
        ranges = ("%d-%d" % (first, last) for first, last in node["slots"])
        listed.append(("master-%d" % i, {"slots": ",".join(ranges)}))
    return listed
