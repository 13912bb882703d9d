#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the documents show is true: their C programs run, their console sessions happen.

README.md, CONTRIBUTING.md and docs/**/*.md are read, and the program in the first comment of berth.h
as if it were a block of C. Of their fenced blocks

    ```c         with a main() is compiled against berth.h alone, with warnings as errors, and run;
                 it must succeed, and print each line of a ```text block that follows it
    ```console   is run line by line in a scratch folder: what stands under "$ command" must be its
                 output, standard error included. "$ cat FILE" for a FILE that is not there yet
                 makes it. A line "..." stands for any number of lines.

BERTH_UPDATE=1 rewrites the output of wrong console sessions; read the change before committing.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

SOURCE = os.environ["BERTH_SOURCE"]
BUILD = os.environ["BERTH_BUILD"]
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CFLAGS = "-std=c11 -Wall -Wextra -Wpedantic -Werror -pthread".split()


def documents():
    names = ["README.md", "CONTRIBUTING.md", "include/berth.h"]
    names += glob.glob("docs/**/*.md", root_dir=SOURCE, recursive=True)
    return [name for name in sorted(names) if os.path.exists(os.path.join(SOURCE, name))]


def read(name):
    """A document's text; of a C header the program in its first comment, fenced."""
    with open(os.path.join(SOURCE, name), encoding="utf-8") as f:
        text = f.read()
    if not name.endswith(".h"):
        return text
    program = re.search(r"((?:^ \*(?:   .*)?\n)*^ \*   int main\((?:.*\n)*?^ \*   }\n)", text,
                        re.MULTILINE)
    return "```c\n" + re.sub(r"^ \*(?:   )?", "", program.group(1), flags=re.MULTILINE) + "```\n"


def blocks(text):
    """(line, language, content) of each fenced block."""
    for match in FENCE.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2)


def matches(wanted, got):
    """Line by line; "..." in what is wanted stands for any lines."""
    parts = [re.escape(line.rstrip()) + "\n" if line.strip() != "..." else "(?:.*\n)*?"
             for line in wanted.splitlines()]
    lines = [line.rstrip() + "\n" for line in got.splitlines()]
    return re.fullmatch("".join(parts), "".join(lines)) is not None


def run_c(content, shown, folder):
    """Returns None, or what is wrong with a C program of a document."""
    source, program = os.path.join(folder, "shown.c"), os.path.join(folder, "shown")
    with open(source, "w", encoding="utf-8") as f:
        f.write(content)
    libraries = [os.path.join(BUILD, "libberth.a"), "-lmd", "-lm"]
    compiler = os.environ.get("CC", "cc")
    built = subprocess.run([compiler, *CFLAGS, "-I", os.path.join(SOURCE, "include"), source,
                            "-o", program, *libraries], capture_output=True, text=True)
    if built.returncode != 0:
        return built.stderr
    ran = subprocess.run([program], capture_output=True, text=True, cwd=folder, timeout=120)
    if ran.returncode != 0:
        return f"it ends with status {ran.returncode}: {ran.stderr}"
    if shown is not None and not matches(shown, ran.stdout):
        return f"it prints\n{ran.stdout}and not\n{shown}"
    return None


def commands(content):
    """(command, expected output) pairs; a backslash at the end of a command continues it."""
    pairs = []
    for line in content.split("\n")[:-1]:
        if pairs and pairs[-1][0].endswith("\\"):
            pairs[-1][0] = pairs[-1][0][:-1] + line.lstrip("> ")
        elif line.startswith("$ "):
            pairs.append([line[2:], ""])
        elif pairs:
            pairs[-1][1] += line + "\n"
    return pairs


def shortened(wanted, got):
    """What to show instead of `wanted`; "..." in its first line goes on standing for the rest."""
    if not wanted.startswith("...\n"):
        return got
    return "...\n" + "".join(got.splitlines(keepends=True)[-wanted.count("\n") + 1:])


def run_console(content, folder, outputs):
    """Returns None, or what is wrong with a session; appends (command, output) to outputs."""
    environment = dict(os.environ, PATH=BUILD + os.pathsep + os.environ["PATH"], NO_COLOR="1",
                       LC_ALL="C.UTF-8", COLUMNS="80")
    status, wrong = 0, None
    for command, wanted in commands(content):
        made = re.fullmatch(r"cat (\S+)", command)
        if made and not os.path.exists(os.path.join(folder, made.group(1))):
            with open(os.path.join(folder, made.group(1)), "w", encoding="utf-8") as f:
                f.write(wanted)
            outputs.append((command, wanted))
            continue
        ran = subprocess.run(["sh", "-c", f"(exit {status}); {command}"], cwd=folder, text=True,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, env=environment, timeout=120)
        status = ran.returncode
        right = matches(wanted, ran.stdout)
        outputs.append((command, wanted if right else shortened(wanted, ran.stdout)))
        if not right and wrong is None:
            wrong = f"$ {command}\nprints\n{ran.stdout}and not\n{wanted}"
    return wrong


def rewrite(name, content, outputs):
    """Writes what the commands printed into the document."""
    path = os.path.join(SOURCE, name)
    with open(path, encoding="utf-8") as f:
        text = f.read()
    said = "".join(f"$ {command}\n{output}" for command, output in outputs)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text.replace(f"```console\n{content}```", f"```console\n{said}```"))


def check(name):
    """(number of blocks run, list of complaints) of one document."""
    found = list(blocks(read(name)))
    count, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for i, (line, language, content) in enumerate(found):
            complaint = None
            if language == "c" and "int main(" in content and not os.environ.get("BERTH_SANITIZE"):
                after = found[i + 1] if i + 1 < len(found) else (0, "", "")
                complaint = run_c(content, after[2] if after[1] == "text" else None, folder)
            elif language == "console":
                outputs = []
                complaint = run_console(content, folder, outputs)
                if complaint and os.environ.get("BERTH_UPDATE"):
                    rewrite(name, content, outputs)
            else:
                continue
            count += 1
            if complaint:
                wrong.append(f"{name}:{line}: {complaint}")
    return count, wrong


def selftest():
    """Proves that the runner finds errors, and accepts what is right."""
    with tempfile.TemporaryDirectory() as folder:
        for content, right in (
            ("$ cat new\na b\n$ wc -w <new\n2\n", True),
            ("$ cat new\nno such line\n", False),
            ("$ echo a; echo b >&2; exit 3\na\n...\n$ echo $?\n3\n", True),
            ("$ echo a\nb\n", False),
            ("$ echo a\n", False),
            ("$ printf '1\\n2\\n3\\n'\n1\n...\n3\n", True),
        ):
            assert (run_console(content, folder, []) is None) == right, content


def main():
    selftest()
    total, complaints = 0, []
    for name in documents():
        count, wrong = check(name)
        print(f"{name}: {count} blocks run, {len(wrong)} wrong")
        total += count
        complaints += wrong
    print("\n\n".join(complaints))
    return 1 if complaints or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
