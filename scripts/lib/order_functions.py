"""Records the calls between functions of the server and writes their order: see scripts/order-functions."""

import collections
import contextlib
import re
import subprocess
import tempfile
from pathlib import Path

from navstate import BINARY, ROOT, Server, create, expect

ORDER = ROOT / "scripts" / "lib" / "functions.order"
PUSH, INCREMENT = {"type": "push", "route": "counter", "params": {"count": 1}}, {"type": "increment"}
ACTIONS = [PUSH, INCREMENT, {"actions": [PUSH, INCREMENT]}, {"type": "pop"}, {"type": "popTo", "index": 0}]
# Callers and callees are clustered up to this many bytes: four pages.
LARGEST = 4 * 4096


def load(client):
    for path in [create(client)[0] for _ in range(32)]:
        for turn in range(30):
            prefer = "return=minimal" if turn % 2 else "return=representation"
            expect(client.post(path + "/actions", json=ACTIONS[turn % 5], headers={"Prefer": prefer}), 200)
            expect(client.get(path), 200)


def record(folder):
    """Records a run with callgrind; returns its output."""
    calls, server = folder / "calls", Server(folder)
    # Valgrind cannot read lld's debug information; names suffice.
    server.binary = folder / "navstate"
    subprocess.run(["strip", "--strip-debug", "-o", server.binary, BINARY], check=True)
    with contextlib.closing(server):
        server.start(120, ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={calls}"])
        load(server.client())
        assert server.stop(120) == 0
    return calls


def sizes():
    """Bytes of each function."""
    names = subprocess.run(["nm", "--print-size", BINARY], check=True, capture_output=True, text=True).stdout
    fields = (line.split() for line in names.splitlines())
    return {field[3]: int(field[1], 16) for field in fields if len(field) == 4 and field[2] in "tTwWiI"}


def read(path):
    """Instructions of each function, and the number of calls between functions.

    The format: https://valgrind.org/docs/manual/cl-format.html."""
    costs, calls, names = collections.Counter(), collections.Counter(), {}
    caller = callee = None
    is_call = False
    with open(path) as file:
        for line in file:
            named = re.match(r"(c?fn)=\((\d+)\)(?: (.*))?$", line.rstrip("\n"))
            if named:
                kind, number, name = named.groups()
                if name:
                    names[number] = re.sub(r"'\d+$", "", name)
                if kind == "fn":
                    caller = names[number]
                else:
                    callee = names[number]
            elif line.startswith("calls="):
                calls[caller, callee] += int(line.split()[0].removeprefix("calls="))
                is_call = True
            elif line[0].isdigit() or line[0] in "+-*":
                # The line after a call has the cost of the callee.
                if not is_call:
                    costs[caller] += int(line.split()[1])
                is_call = False
    return costs, calls


def arrange(costs, calls, size):
    """Call-chain clustering: each function behind the one that calls it most, the busiest clusters first (Ottoni and Maher,
    "Optimizing Function Placement for Large-Scale Data-Center Applications", CGO 2017)."""
    known = {name for name, cost in costs.items() if cost and size.get(name)}
    best = {}
    for (caller, callee), count in calls.items():
        if caller != callee and caller in known and callee in known:
            best[callee] = max(best.get(callee, (0, "")), (count, caller))
    clusters = {name: [name] for name in known}
    home = {name: name for name in known}

    def length(cluster):
        return sum(size[name] for name in clusters[cluster])

    def density(names):
        return sum(costs[name] for name in names) / sum(size[name] for name in names)

    for name in sorted(best, key=lambda name: (-costs[name] / size[name], name)):
        front, back = home[best[name][1]], home[name]
        if front != back and length(front) + length(back) <= LARGEST:
            for moved in clusters.pop(back):
                clusters[front].append(moved)
                home[moved] = front
    return [name for cluster in sorted(clusters.values(), key=lambda names: (-density(names), names)) for name in cluster]


def main():
    with tempfile.TemporaryDirectory(prefix="order-") as folder:
        order = arrange(*read(record(Path(folder))), sizes())
    ORDER.write_text("".join(name + "\n" for name in order))
    print(f"{len(order)} functions in {ORDER}")


if __name__ == "__main__":
    main()
