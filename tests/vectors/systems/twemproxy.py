# SPDX-License-Identifier: MIT
"""twemproxy: a name is the line under servers: without the weight; an alias is a name and an attribute."""


def spec(config, file):
    params = []
    for key, value in config["params"].items():
        value = int(value) if value is True else value
        params.append('%s="%s"' % (key, value))
    return "twemproxy" + (":" if params else "") + ",".join(params)


def nodes(config):
    listed = []
    for node in config["nodes"]:
        address = node["server"].split(" ")[0].rsplit(":", 1)[0]
        attributes = {"weight": str(node["weight"])}
        if node["alias"]:
            attributes["alias"] = node["alias"]
        if node.get("dead"):
            attributes["state"] = "down"
        listed.append((node["alias"] or address, attributes))
    return listed
