"""The operations described in openapi.json."""

import functools
import json
import os
import re

from server import ROOT


def fault_of_request(method, path, names):
    """Returns the fault of a request in a document, according to openapi.json, or None."""
    paths = described_paths()
    # `S/{type}` stands for the path of any action.
    path = path.replace("/{type}", "/push")
    # A name in the document stands for a parameter: /v1/apps/shop is /v1/apps/{app}; but /docs/style.css is itself.
    fits = [known for known in paths if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", known), path)]
    if not fits:
        return f"the API has no path {path}"
    known = paths[path if path in paths else fits[0]]
    methods = [method.lower()] if method else known.keys() & {"get", "post", "put", "delete"}
    if method and method.lower() not in known:
        return f"{path} does not take {method}"
    takes = {parameter.get("name") for each in methods for parameter in known[each].get("parameters", [])}
    unknown = [name for name in names if name not in takes]
    return f"{method or ''} {path} takes no {', '.join(unknown)} in its query" if unknown else None


@functools.cache
def described_paths():
    with open(os.path.join(ROOT, "openapi.json"), encoding="utf-8") as f:
        return json.load(f)["paths"]
