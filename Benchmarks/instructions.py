"""Counts the instructions of the server for a request, with callgrind on fixed input: a figure that other load on the
machine does not change. Run by scripts/bench; ends with 1 if a figure is above its bound."""

import contextlib
import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import navstate
from navstate import AS_JSON, Server, create, eventually, expect

# About a tenth above what was measured.
BOUNDS = {"GET": 20_500, "action": 125_000, "creation": 290_000, "event": 5_000}
REQUESTS = 300
PUSH = '{"type":"push","route":"counter","params":{"count":1}}'


class Counter:
    """A server under callgrind, and one connection to it."""

    def __init__(self, folder):
        self.folder = Path(folder)
        # valgrind does not read the compiler's debug information.
        subprocess.run(["strip", "--strip-debug", "-o", self.folder / "navstate", navstate.BINARY], check=True)
        navstate.BINARY = self.folder / "navstate"
        self.server = Server(folder, "--log-level", "error", "--max-creations-per-address", 0)
        tool = ["valgrind", "--tool=callgrind", "--cache-sim=no", f"--callgrind-out-file={folder}/counts",
                "--trace-children=no", "--fair-sched=yes"]
        self.server.start(120, tool)
        self.client = self.server.client()
        self.dumps = 0

    def control(self, *arguments):
        subprocess.run(["callgrind_control", *arguments, str(self.server.process.pid)], check=True, capture_output=True)

    def follow(self):
        """Waits until the snapshots are those of the last revisions, without a request to the server."""
        eventually(lambda: self.server.rows("SELECT count(*) FROM sessions WHERE behind > 0") == [(0,)], 60)

    def instructions(self, call):
        """The instructions of all threads for one of REQUESTS equal calls, with those of the snapshots that follow."""
        for _ in range(REQUESTS // 3):
            call()
        self.follow()
        self.control("--zero")
        for _ in range(REQUESTS):
            call()
        self.follow()
        self.dumps += 1
        self.control("--dump")
        text = (self.folder / f"counts.{self.dumps}").read_text()
        return int(re.search(r"^(?:summary|totals): (\d+)", text, re.M)[1]) / REQUESTS


@contextlib.contextmanager
def streams(counter, path, count):
    """Event streams that are open and are not read: their events fit into the buffers of the sockets."""
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", counter.server.port), 60))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
            connection.sendall(f"GET {path}/events?view=plan HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert connection.recv(65536).startswith(b"HTTP/1.1 200")
        yield


def count(counter):
    """The instructions of each kind of request."""
    client = counter.client
    path, _ = create(client)
    for _ in range(4):
        expect(client.post(path + "/actions", content=PUSH, headers=AS_JSON), 200)
    actions, turn = [PUSH, '{"type":"increment"}', '{"type":"pop"}'], 0

    def act():
        nonlocal turn
        turn += 1
        expect(client.post(path + "/actions", content=actions[turn % 3], headers=AS_JSON), 200)

    def increment():
        expect(client.post(path + "/actions", json={"type": "increment"}, headers={"Prefer": "return=minimal"}), 200)

    counts = {"GET": counter.instructions(lambda: expect(client.get(path), 200)), "action": counter.instructions(act),
              "creation": counter.instructions(lambda: create(client))}
    # Many, so that what a request itself takes more or less in the two runs counts little.
    alone, listeners = counter.instructions(increment), 40
    with streams(counter, path, listeners):
        counts["event"] = (counter.instructions(increment) - alone) / listeners
    return counts


def main():
    with tempfile.TemporaryDirectory() as folder:
        counter = Counter(folder)
        with contextlib.closing(counter.server):
            counts = count(counter)
    print("| request | instructions | bound |\n| --- | ---: | ---: |")
    for name, figure in counts.items():
        print(f"| {name} | {figure:,.0f} | {BOUNDS[name]:,} |")
    sys.exit(any(figure > BOUNDS[name] for name, figure in counts.items()))


if __name__ == "__main__":
    main()
