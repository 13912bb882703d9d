# SPDX-License-Identifier: MIT
"""berth, the tool, asked by files: nodes in the text format, keys in hexadecimal."""

import json
import os
import subprocess
import tempfile


class ToolError(Exception):
    """berth refused; its sentence."""


class Tool:
    def __init__(self, path):
        self.path = path
        self.folder = tempfile.TemporaryDirectory(prefix="berth-vectors-")
        self.files = {}
        self.schemes = {}

    def close(self):
        self.folder.cleanup()

    def run(self, *words, keys=0):
        """What berth prints. With `keys`, exit status 1 says that some of so many keys have no node; each has its
        line even so."""
        done = subprocess.run([self.path, *words], capture_output=True)
        no = done.returncode == 1 and keys > 0 and done.stdout.count(b"\n") == keys
        if done.returncode != 0 and not no:
            said = done.stderr.decode("utf-8", "replace").strip() or "exit status %d" % done.returncode
            raise ToolError(said.splitlines()[-1])
        return done.stdout

    def file(self, data):
        """The path of a file that holds these bytes."""
        if data not in self.files:
            path = os.path.join(self.folder.name, str(len(self.files)))
            with open(path, "wb") as out:
                out.write(data)
            self.files[data] = path
        return self.files[data]

    def scheme(self, name):
        """What `berth schemes` knows of a scheme; None = there is none."""
        if name not in self.schemes:
            try:
                self.schemes[name] = json.loads(self.run("schemes", name, "-o", "json"))["schemes"][0]
            except ToolError:
                self.schemes[name] = None
        return self.schemes[name]

    def keys(self, keys):
        """Options for a list of keys: bytes, or integers."""
        if keys and isinstance(keys[0], int):
            lines, kind = ["%d" % key for key in keys], "--u64"
        else:
            lines, kind = [key.hex() for key in keys], "--hex"
        return ["-k", self.file("".join(line + "\n" for line in lines).encode()), kind]

    def route(self, spec, nodes, keys, replicas=None):
        """Per key the names of its nodes; a count of numbered nodes or a list of (name, attributes)."""
        if not keys:
            return []
        words = ["route", "-a", spec, *self.nodes(nodes), *self.keys(keys)]
        if replicas is not None:
            words += ["-r", str(replicas)]
        lines = self.run(*words, keys=len(keys)).decode("utf-8", "surrogateescape").split("\n")[:-1]
        return [line.split("\t")[1:] for line in lines]

    def owners(self, spec, nodes, keys):
        """Per key its node's name; "none" where nobody owns it."""
        try:
            return [(names or ["none"])[0] for names in self.route(spec, nodes, keys)]
        except ToolError as error:
            if "no node can own a key" not in str(error):
                raise
            return ["none"] * len(keys)

    def load(self, spec, nodes, records, bound=None, ops=False):
        """Per take the node's name, "none" where nobody takes; records are keys, or operations as text."""
        lines = "".join(each + "\n" for each in records).encode() if ops else b""
        given = ["--ops", "--hex", "-k", self.file(lines)] if ops else self.keys(records)
        words = ["load", "-a", spec, *self.nodes(nodes), *given]
        if bound is not None:
            words += ["--bound", "%.6f" % bound]
        lines = self.run(*words, keys=len(records)).decode("utf-8", "surrogateescape").split("\n")[:-1]
        return [(line.split("\t")[1:] or ["none"])[0] for line in lines]

    def rooms(self, spec, nodes):
        """Per node how many partitions or slots it may own."""
        text = self.run("balance", "-a", spec, *self.nodes(nodes), "-o", "json")
        return {node["name"]: node.get("room") for node in json.loads(text)["nodes"]}

    def marks(self, spec, nodes):
        """The points or entries: (value, name)."""
        text = self.run("dump", "-a", spec, *self.nodes(nodes)).decode("utf-8", "surrogateescape")
        return [(int(value, 0), name) for value, name in
                (line.split("\t") for line in text.split("\n")[:-1])]

    def hash(self, name, keys):
        """The hash of each key as text in hexadecimal."""
        text = self.run("hash", name, *self.keys(keys)).decode()
        return [line.split("\t")[1] for line in text.split("\n")[:-1]]

    def nodes(self, nodes):
        if isinstance(nodes, int):
            return ["--count", str(nodes)]
        return ["-n", self.file(nodes_text(nodes).encode("utf-8", "surrogateescape"))]


def quoted(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"')


def nodes_text(nodes):
    lines = []
    for name, attributes in nodes:
        words = ["node", quoted(name)] + ["%s=%s" % (key, quoted(value)) for key, value in attributes.items()]
        lines.append(" ".join(words) + "\n")
    return "".join(lines)
