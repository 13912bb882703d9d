# SPDX-License-Identifier: MIT
"""What the checks know about the tree: which files there are, and how to look at C.

A check is a module check_NAME.py with a line SUMMARY, a function find(tree) that returns Findings,
and a list PLANTS of violations that --selftest plants one by one into a copy of the tree.
"""

import os
import re
from typing import NamedTuple

# Folders without files that were written by hand for this project.
SKIPPED_FOLDERS = {".git", ".cache", "__pycache__", "vectors", "corpus"}
C_FOLDERS = ("include", "src", "cli", "bench", "examples", "tests")


class Finding(NamedTuple):
    path: str  # from the root of the tree
    line: int  # 0 = about the whole file
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}" if self.line else f"{self.path}: {self.text}"


class Plant(NamedTuple):
    """A violation: `files` (path -> text) are written, and a finding must hold the words `says`.
    With says=None nothing may be found: the files come close to a violation and are none."""

    files: dict
    says: str | None


SPDX = "/* SPDX-License-Identifier: MIT */\n"


class Skip(Exception):
    """Raised by a check that cannot be made on this machine; the text says why."""


class Tree:
    def __init__(self, root, build=None):
        self.root = os.path.abspath(root)
        self.build = build  # None: the checks that look at compiled code compile it themselves

    def files(self, *suffixes, under=()):
        """Paths from the root, sorted; of these suffixes, inside these folders when given."""
        found = []
        for folder, folders, names in os.walk(self.root):
            inside = os.path.relpath(folder, self.root)
            folders[:] = sorted(f for f in folders if self._wanted(inside, f))
            for name in names:
                path = os.path.normpath(os.path.join(inside, name))
                if name.endswith(suffixes) and (not under or path.split(os.sep)[0] in under):
                    found.append(path)
        return sorted(found)

    @staticmethod
    def _wanted(inside, folder):
        return folder not in SKIPPED_FOLDERS and not (inside == "." and folder.startswith("build"))

    def c_files(self, *folders):
        return self.files(".c", ".h", under=folders or C_FOLDERS)

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8", errors="surrogateescape") as f:
            return f.read()


_COMMENT_OR_LITERAL = re.compile(
    r"""//(?:[^\n\\]|\\.)*            # line comment, continued by a backslash
      | /\*.*?\*/                    # block comment
      | "(?:[^"\\\n]|\\.)*"          # string
      | '(?:[^'\\\n]|\\.)*'          # character""",
    re.DOTALL | re.VERBOSE,
)


def _blank(match):
    text = match.group(0)
    lines = "\n" * text.count("\n")
    return text[0] + lines + text[0] if text[0] in "\"'" else " " + lines


def code_only(text):
    """C without comments and without the insides of literals; lines stay where they were."""
    return _COMMENT_OR_LITERAL.sub(_blank, text)


def code_lines(path, text):
    """How many lines hold code: neither blank nor comment alone."""
    if path.endswith((".c", ".h")):
        lines = code_only(text).split("\n")
    else:
        lines = [line for line in text.split("\n") if not line.lstrip().startswith("#")]
    return sum(line.strip() != "" for line in lines)


def includes(text):
    """(line, name, quoted) of each #include."""
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', line)
        if match:
            yield number, match.group(1) or match.group(2), match.group(1) is not None


def _without_directives(lines):
    """The lines, directives blanked; paired with "if", "else" or "endif" where one stood."""
    continued = False
    for line in lines:
        directive = continued or line.lstrip().startswith("#")
        continued = directive and line.rstrip().endswith("\\")
        match = re.match(r"\s*#\s*(if|else|elif|endif)", line)
        kind = match.group(1).replace("elif", "else") if match else None
        yield ("" if directive else line), kind


def functions(text):
    """(name, first line, last line) of each function defined in C, signature to closing brace."""
    depth = 0
    saved = []  # the depth at each open #if: every branch starts from the same
    head, head_line, function = "", 0, None
    for number, (line, kind) in enumerate(_without_directives(code_only(text).split("\n")), 1):
        if kind == "if":
            saved.append(depth)
        elif kind == "else" and saved:
            depth = saved[-1]
        elif kind == "endif" and saved:
            saved.pop()
        for char in line:
            if char == "{":
                if depth == 0 and head.rstrip().endswith('"'):
                    head = ""  # extern "C" {
                    continue
                if depth == 0:
                    function = _function_name(head)
                depth += 1
            elif char == "}":
                depth = max(depth - 1, 0)
                if depth == 0:
                    if function:
                        yield function, head_line, number
                    head, function = "", None
            elif depth == 0:
                if char == ";":
                    head = ""
                elif char.strip():
                    if not head:
                        head_line = number
                    head += char
                elif head:
                    head += " "
        if depth == 0 and head:
            head += " "


def _function_name(head):
    """The name in "static int name(int a)"; None for struct, enum, initialisers."""
    head = re.sub(r"__attribute__ *\(\((?:[^()]|\([^()]*\))*\)\)", " ", head).strip()
    if not head.endswith(")") or re.search(r"(?<![=!<>])=(?!=)", head):
        return None
    match = re.search(r"([A-Za-z_]\w*)\s*\(", head)
    return match.group(1) if match else None
