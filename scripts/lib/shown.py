"""Comparison of output with a document's text, with `…` for omitted parts."""

import json
import re

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(\.\d{3})?Z")
ID = re.compile(r"\bs_5r1…")
STRING = re.compile(r'("(?:[^"\\]|\\.)*")')


def matches(shown, printed):
    """Whether `printed` matches `shown`."""
    shown, printed = ID.sub("…", TIME.sub("…", shown)).strip(), printed.strip()
    if re.match(r"…?[{\[]", shown):
        shown, printed = (re.sub(r"\s+", "", text) for text in (shown, printed))
    pattern = ".*?".join(re.escape(part) for part in shown.split("…"))
    return re.fullmatch(pattern, printed, re.DOTALL) is not None


def parse(text):
    """Parses JSON with `…` for omitted parts; members alone are an object."""
    parts = STRING.split(text)
    parts[::2] = [re.sub(r",?\s*…", "", part) for part in parts[::2]]
    whole = "".join(parts).strip()
    return json.loads("{%s}" % whole if whole.startswith('"') else whole)
