"""A parser for the Markdown documents of the repository, limited to the needs of the tests."""

import json
import os
import re
from pathlib import Path

from navstate import ROOT

BLOCK = re.compile(r"^```(\S*)[ \t]*\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)
# A comment directly above a block that excludes it from the run, with the reason.
MARK = re.compile(r"^<!-- not run: (.+) -->$")
# "Put this into `kiosk.json`:" above a block names the file that it is.
FILE = re.compile(r"`([\w./-]+\.\w+)`:$")
# `POST S/push {…}`, `/v1/apps`, `S/timers`: a request, or its path alone.
REQUEST = re.compile(r"`(?:(GET|POST|PUT|DELETE) )?(S(?=[ /`])|/v1(?=/))(/[^\s`?]*)?(?:\?([^\s`]*))?[ `]")
LINK = re.compile(r"\]\(([^)\s]+)\)")
SERVING = re.compile(r"^(?:\S*/)?navstate serve(?! --help)\b")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(\.\d{3})?Z")
ID = re.compile(r"\bs_5r1…")


class Block:
    def __init__(self, match):
        before = match.string[:match.start()]
        above = before.rstrip().rpartition("\n")[2]
        self.line, self.language, self.text = before.count("\n") + 1, match[1], match[2]
        self.file = FILE.search(above)[1] if FILE.search(above) else None
        self.mark = MARK.match(above)

    def steps(self):
        """Returns the commands, each with its output, or None in a block without output."""
        if self.language == "sh":
            # Each start of a server is a separate step.
            parts = re.split(rf"({SERVING.pattern}.*)", self.text, flags=re.MULTILINE)
            return [(part.strip(), None) for part in parts if part.strip()]
        if self.language != "console":
            return []
        commands = re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]
        parts = [re.match(r"(.*(?:\n> .*)*)\n?((?s:.*))", command) for command in commands]
        return [(part[1].replace("\n> ", "\n"), part[2].rstrip("\n")) for part in parts]


class Document:
    def __init__(self, path):
        self.path = path
        text = (ROOT / path).read_text()
        self.blocks = [Block(match) for match in BLOCK.finditer(text)]
        prose = BLOCK.sub(lambda match: "\n" * match[0].count("\n"), text)
        self.prose = list(enumerate(prose.splitlines(), 1))

    def code(self, *languages):
        """Returns the blocks that are not marked as not run, optionally of some languages."""
        return [block for block in self.blocks if not block.mark and (not languages or block.language in languages)]

    def hidden_blocks(self):
        """Yields the lines of blocks that are indented or fenced differently, whose commands would not be run."""
        former, in_list = "", False
        for number, line in self.prose:
            if line and not line[0].isspace():
                in_list = re.match(r"([-*+]|\d+[.)])\s", line) is not None
            if re.match(r"\s*(```|~~~)", line) or line.startswith("    ") and not former and not in_list:
                yield number
            former = line

    def requests(self):
        """Yields the requests in the text: line, method or None, path, and the names in the query."""
        for number, line in self.prose:
            for method, start, path, query in REQUEST.findall(line):
                names = [part.partition("=")[0] for part in query.split("&") if part]
                yield number, method or None, ("/v1/sessions/{id}" if start == "S" else start) + path, names

    def broken_links(self):
        """Yields the links to missing files and headings of the repository."""
        for number, line in self.prose:
            for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                file, _, anchor = target.partition("#")
                place = (ROOT / self.path).parent / file if file else ROOT / self.path
                is_broken = not place.exists() or anchor and anchor not in anchors(place)
                if not re.match(r"[a-z]+:", target) and is_broken:
                    yield number, target


def anchors(file):
    """Returns the anchors of a document's headings, as common renderers make them."""
    headings = re.findall(r"^#+ (.*)$", file.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def files_under(folder):
    """Yields all files except those in hidden folders, such as builds, and in data folders."""
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "navstate-data")
        yield from (Path(place, name) for name in sorted(files))


def matches(shown, printed):
    """Whether the output matches the text of a document, with `…` for omitted parts."""
    shown, printed = ID.sub("…", TIME.sub("…", shown)).strip(), printed.strip()
    if re.match(r"…?[{\[]", shown):
        shown, printed = (re.sub(r"\s+", "", text) for text in (shown, printed))
    return re.fullmatch(".*?".join(map(re.escape, shown.split("…"))), printed, re.DOTALL) is not None


def parse_json(text):
    """Parses JSON with `…` for omitted parts; members alone are an object."""
    parts = re.split(r'("(?:[^"\\]|\\.)*")', text)
    parts[::2] = [re.sub(r",?\s*…", "", part) for part in parts[::2]]
    whole = "".join(parts).strip()
    return json.loads("{%s}" % whole if whole.startswith('"') else whole)
