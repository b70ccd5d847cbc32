"""A parser for the Markdown documents of the repository, limited to the needs of the tests."""

import os
import re
from dataclasses import dataclass

FENCE = re.compile(r"^```(\S*)\s*$")
# A comment directly above a block that excludes it from the run, with the reason.
MARK = re.compile(r"^<!-- not run: (.+) -->$")
# "Put this into `kiosk.json`:" above a block names the file that it is.
FILE = re.compile(r"`([\w./-]+\.\w+)`:$")
# `POST S/push {…}`, `/v1/apps`, `S/timers`: a request, or its path alone.
REQUEST = re.compile(r"`(?:(GET|POST|PUT|DELETE) )?(S(?=[ /`])|/v1(?=/))(/[^\s`?]*)?(?:\?([^\s`]*))?[ `]")
LINK = re.compile(r"\]\(([^)\s]+)\)")


@dataclass
class Block:
    line: int
    language: str
    text: str
    file: str | None
    mark: str | None


class Document:
    def __init__(self, root, path):
        self.root, self.path = root, path
        with open(os.path.join(root, path), encoding="utf-8") as f:
            self.text = f.read()
        self.blocks, self.prose = [], []
        self._read()

    def _read(self):
        above, block = "", None
        for number, line in enumerate(self.text.splitlines(), 1):
            fence = FENCE.match(line)
            if block is None and fence:
                file, mark = FILE.search(above), MARK.match(above)
                block = Block(number, fence[1], "", file and file[1], mark and mark[1])
                above = ""
            elif block is not None and line == "```":
                self.blocks.append(block)
                block = None
            elif block is not None:
                block.text += line + "\n"
            else:
                self.prose.append((number, line))
                above = line or above

    def hidden_blocks(self):
        """The lines of blocks that are indented or fenced differently, whose commands would not be run."""
        former, in_list = "", False
        for number, line in self.prose:
            if line and not line[0].isspace():
                in_list = re.match(r"([-*+]|\d+[.)])\s", line) is not None
            if re.match(r"\s*(```|~~~)", line) or line.startswith("    ") and not former and not in_list:
                yield number
            former = line

    def requests(self):
        """The requests in the text: line, method or None, path, and the names in the query."""
        for number, line in self.prose:
            for method, start, path, query in REQUEST.findall(line):
                names = [part.partition("=")[0] for part in query.split("&") if part]
                yield number, method or None, ("/v1/sessions/{id}" if start == "S" else start) + path, names

    def broken_links(self):
        """The links to missing files and headings of the repository."""
        for number, line in self.prose:
            for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                if re.match(r"[a-z]+:", target):
                    continue
                file, _, anchor = target.partition("#")
                place = os.path.normpath(os.path.join(os.path.dirname(self.path), file)) if file else self.path
                whole = os.path.join(self.root, place)
                if not os.path.exists(whole) or anchor and anchor not in anchors(whole):
                    yield number, target


def anchors(file):
    """The anchors of a document's headings, as common renderers make them."""
    with open(file, encoding="utf-8") as f:
        headings = re.findall(r"^#+ (.*)$", f.read(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def documents(root):
    """README, docs, and the README of each app; the changelog has no commands."""
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "navstate-data")
        found += [os.path.relpath(os.path.join(folder, name), root) for name in sorted(files) if name.endswith(".md")]
    return [Document(root, path) for path in found if path != "CHANGELOG.md"]


def steps(block):
    """The commands of a block, each with its output, or None in a block without output."""
    if block.language == "sh":
        return [(command, None) for command in split_serving(block.text)]
    found = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.startswith("> "):
            command, shown = found[-1]
            found[-1] = (command + "\n" + line[2:], shown)
        else:
            found[-1][1].append(line)
    return [(command, "\n".join(shown)) for command, shown in found]


SERVING = re.compile(r"^(\S*/)?navstate serve(?! --help)\b")


def split_serving(text):
    """Makes a block without output one step, with each start of a server a separate step."""
    parts = [""]
    for line in text.splitlines(keepends=True):
        if SERVING.match(line):
            parts += [line, ""]
        else:
            parts[-1] += line
    return [part.strip() for part in parts if part.strip()]
