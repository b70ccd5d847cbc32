"""Measures three nodes over PostgreSQL beside BlackSheep with asyncpg on the same PostgreSQL, in turns."""

import argparse
import contextlib
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from alone import wrk
from navstate import ROOT, Server, cpu, create, poll
from nodes.cluster import Postgres
from nodes.group import Nodes

PEERS = Path(__file__).parent / "peers"
PACKAGES = ["asyncpg", "blacksheep", "granian", "orjson"]
# The measured value, its goal as a share of the peer's, and whether it is an upper bound.
GOALS = {
    "PostgreSQL CPU of a POST, affinity": (0.07, True), "CPU of a POST in all, affinity": (0.08, True),
    "POST/s, affinity": (12, False), "POST/s, random nodes": (6, False),
    "CPU of a GET in all, affinity": (0.08, True), "PostgreSQL CPU of a GET, random nodes": (0.1, True),
}


class Peer(Server):
    """BlackSheep in one process, under granian."""

    def launch(self, prefix=()):
        folder = ROOT / ".build" / "peer-venv"
        if not (folder / "installed").exists():
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
            subprocess.run([folder / "bin" / "pip", "install", "--quiet", *PACKAGES], check=True)
            (folder / "installed").touch()
        command = [folder / "bin" / "granian", "--interface", "asgi", "--host", "127.0.0.1", "--port", str(self.port),
                   "--workers", "1", "--no-ws", "--log-level", "warning", "--working-dir", PEERS, "blacksheep_postgres:app"]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)

    def kill(self):
        if self.process:
            # SIGKILL would leave its worker behind.
            self.process.terminate()
            self.process.wait()


def tree(process):
    """The numbers of a process and of all its descendants."""
    children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True).stdout
    return [process, *(number for child in children.split() for number in tree(int(child)))]


class Contender:
    """A group of servers, and sessions on them, each of which is used through one node or through any."""

    def __init__(self, server, choice, ports, processes, postgres, count):
        self.server, self.processes, self.postgres, client = server, processes, postgres, server.client()
        self.sessions = [create(client)[1]["id"] for _ in range(count)]
        self.environment = {"PORTS": " ".join(map(str, ports)), "CHOICE": choice}

    def measure(self, mode, options):
        """Requests a second, and the CPU of servers and PostgreSQL in µs a request."""
        def used():
            return cpu(*self.processes), cpu(*tree(self.postgres.postmaster))

        before, rate = used(), wrk(self.server, self.sessions, mode, options, threads=3, **self.environment).rate
        requests = rate * options.seconds
        servers, database = ((late - early) / requests * 1e6 for early, late in zip(before, used()))
        return {"rate": rate, "servers": servers, "database": database, "all": servers + database}


def compare(contenders, options):
    """The medians of all rounds, by the name of the contender and the mode."""
    rounds = {}
    for number in range(options.rounds):
        for mode in ("post", "get"):
            for name, contender in contenders.items():
                rounds.setdefault((name, mode), []).append(contender.measure(mode, options))
    return {key: {field: statistics.median(one[field] for one in found) for field in found[0]} for key, found in rounds.items()}


def show(found):
    print("| load | requests/s, ours / peer | CPU of servers, µs | CPU of PostgreSQL, µs |\n| --- | ---: | ---: | ---: |")
    shares = {}
    for mode in ("post", "get"):
        peer = found["peer", mode]
        for text in ("affinity", "random nodes"):
            ours = found[text, mode]
            cells = [f"{ours[field]:,.0f} / {peer[field]:,.0f}" for field in ("rate", "servers", "database")]
            print("|", " | ".join([f"{mode.upper()}, {text}", *cells]), "|")
            for name, field in {f"{mode.upper()}/s": "rate", f"CPU of a {mode.upper()} in all": "all",
                                f"PostgreSQL CPU of a {mode.upper()}": "database"}.items():
                shares[f"{name}, {text}"] = ours[field] / peer[field]
    print("\n| of the peer's | goal | measured | |\n| --- | ---: | ---: | --- |")
    for name, (goal, is_bound) in GOALS.items():
        is_met = shares[name] <= goal if is_bound else shares[name] >= goal
        print(f"| {name} | {'≤' if is_bound else '≥'} {goal} | {shares[name]:.3g} | {'met' if is_met else '**missed**'} |")


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench nodes", description=__doc__)
    parser.add_argument("--seconds", type=int, default=3, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--connections", type=int, default=192, help="of wrk, to all nodes")
    parser.add_argument("--sessions", type=int, default=999)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        def closing(thing):
            stack.callback(thing.close)
            return thing

        postgres, folder = closing(Postgres()).start(), Path(folder)
        (folder / "peer").mkdir()
        peer = closing(Peer(folder / "peer", environment={"PEER_DATABASE": postgres.url(postgres.new_database())}))
        stores = [postgres.url(postgres.new_database())] * 3
        ours = closing(Nodes(folder, "--log-level", "error", stores=stores)).start()
        peer.start()
        poll(lambda: len(tree(peer.process.pid)) > 1)
        nodes = [node.port for node in ours.nodes], [node.process.pid for node in ours.nodes], postgres, options.sessions
        show(compare({
            "affinity": Contender(ours, "affinity", *nodes),
            "peer": Contender(peer, "random", [peer.port], tree(peer.process.pid), postgres, options.sessions),
            "random nodes": Contender(ours, "random", *nodes),
        }, options))


if __name__ == "__main__":
    main()
