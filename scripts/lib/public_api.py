"""The public declarations of the libraries: public_api.py [--record] GRAPHS RECORDED CATALOGUES...

GRAPHS is a folder with a symbol graph of each library, RECORDED one with a list of its declarations. Prints what differs, and the
symbols in the documentation catalogues that do not exist. Exit status 1: a declaration is gone or has changed, or such a symbol."""

import json
import re
import sys
from pathlib import Path


def declarations(graph):
    """The declarations of a library, each in a line after the path of its symbol."""
    for symbol in graph["symbols"]:
        text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
        yield f"{'.'.join(symbol['pathComponents'])}: {' '.join(text.split())}"


def main(arguments):
    is_recording = arguments[0] == "--record"
    graphs, recorded, *catalogues = map(Path, arguments[is_recording:])
    added, gone, unknown = [], [], []
    for catalogue in catalogues:
        library = catalogue.stem
        graph = json.loads((graphs / f"{library}.symbols.json").read_text())
        lines, file = sorted(set(declarations(graph))), recorded / f"{library}.txt"
        former = file.read_text().splitlines() if file.exists() else []
        if is_recording:
            file.write_text("".join(f"{line}\n" for line in lines))
        added += [f"{library} + {line}" for line in lines if line not in former]
        gone += [f"{library} - {line}" for line in former if line not in lines]
        names = {symbol["pathComponents"][-1] for symbol in graph["symbols"]} | {library}
        mentioned = re.findall(r"``([\w/]+)``", catalogue.read_text())
        unknown += [f"{catalogue}: no public symbol {name}" for name in mentioned if name.split("/")[-1] not in names]
    print(*added, *gone, *unknown, sep="\n")
    print(f"{len(added)} added, {len(gone)} gone or changed")
    return 1 if unknown or gone and not is_recording else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
