"""The Markdown documents of the repository, as the tests need them."""

import json
import os
import re
from pathlib import Path
from urllib.parse import unquote

from markdown_it import MarkdownIt
from navstate import ROOT

MARKDOWN = MarkdownIt().enable("table")
# A comment directly above a block that excludes it from the run, with the reason.
MARK = re.compile(r"<!-- not run: .+ -->$")
# "Put this into `kiosk.json`:" above a block names the file that it is.
FILE = re.compile(r"`([\w./-]+\.\w+)`:$")
# "From [`page.js`](../Examples/onboarding/page.js):" above a block names the file that it is a part of.
PART = re.compile(r"From\s\[[^]]+\]\(([^)]+)\):$")
# `POST S/push {…}`, `/v1/apps`, `S/timers`: a request, or its path alone.
REQUEST = re.compile(r"(?:(GET|POST|PUT|DELETE) )?(S(?=[ /]|$)|/v1(?=/))(/[^\s?]*)?(?:\?(\S*))?(?: |$)")
SERVING = re.compile(r"^((?:(?:\S*/)?navstate|swift run \w+) serve(?! --help)\b.*)", re.MULTILINE)
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(\.\d{3})?Z")
ID = re.compile(r"\bs_5r1…")


class Block:
    """A block of code, and the file that it is, or is a part of, according to the line above."""

    def __init__(self, above, token):
        self.language, self.text, self.line = token.info, token.content, token.map[0] + 1
        self.is_marked = MARK.match(above.strip()) is not None
        # Commands of a block that is indented or fenced differently would not be run.
        self.is_plain = token.type == "fence" and token.level == 0 and token.markup == "```"
        file = FILE.search(above)
        self.file = file and file[1]
        part = PART.search(above)
        self.whole = part and part[1]

    def steps(self):
        """Returns the commands, each with its output, or None in a block without output."""
        if self.language == "sh":
            # Each start of a server is a separate step.
            return [(part.strip(), None) for part in SERVING.split(self.text) if part.strip()]
        if self.language != "console":
            return []
        commands = re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]
        parts = [re.match(r"(.*(?:\n> .*)*)\n?((?s:.*))", command) for command in commands]
        return [(part[1].replace("\n> ", "\n"), part[2].rstrip("\n")) for part in parts]


class Document:
    def __init__(self, path):
        self.path = path
        tokens = MARKDOWN.parse((ROOT / path).read_text())
        contents = [token for token in tokens if token.content]
        above = ["", *(token.content for token in contents)]
        self.blocks = [Block(text, token) for text, token in zip(above, contents) if token.tag == "code"]
        self.spans = [span for token in tokens for span in token.children or []]
        headings = [after.content for token, after in zip(tokens, tokens[1:]) if token.type == "heading_open"]
        # As common renderers make them.
        self.anchors = {re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-") for text in headings}

    def code(self, *languages):
        """Returns the blocks that are not marked as not run, optionally of some languages."""
        return [block for block in self.blocks if not block.is_marked and (not languages or block.language in languages)]

    def requests(self):
        """Yields the requests in the text: method or None, path, and the names in the query."""
        for match in [REQUEST.match(span.content) for span in self.spans if span.type == "code_inline"]:
            if match:
                method, start, rest, query = match.groups(default="")
                path = ("/v1/sessions/{id}" if start == "S" else start) + rest
                yield method, path, [part.partition("=")[0] for part in query.split("&") if part]

    def links(self):
        """Yields the links to the repository: file, and anchor or nothing."""
        for target in [unquote(span.attrs.get("href") or span.attrs.get("src") or "") for span in self.spans]:
            if target and not re.match("[a-z]+:", target):
                file, _, anchor = target.partition("#")
                yield os.path.normpath(Path(self.path).parent / file) if file else self.path, anchor


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
