"""Measures the server alone, with wrk and with listeners. Asserts nothing; run by scripts/bench."""

import argparse
import contextlib
import itertools
import multiprocessing
import os
import re
import resource
import select
import socket
import sqlite3
import statistics
import subprocess
import tempfile
import time

from navstate import MIB, MINIMAL, ROOT, Server, create, expect, percentile, seconds_of

# Actions after which a tree is no larger.
ACTIONS = [
    {"type": "push", "route": "counter", "params": {"count": 1}}, {"type": "increment"}, {"type": "popTo", "index": 0}]
UNITS = {"us": 0.001, "ms": 1, "s": 1000}


@contextlib.contextmanager
def running_server(count, *options):
    """A server on a temporary data folder, a client of it, and sessions."""
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Server(folder, *options)) as server:
        client = server.start().client()
        yield server, client, [create(client)[1] for _ in range(count)]


def wrk(server, sessions, mode, seconds, connections):
    """Requests, requests per second, and the percentiles of their duration in milliseconds."""
    with tempfile.NamedTemporaryFile("w") as ids:
        ids.writelines(f"{session['id']} {session.get('token', '')}\n" for session in sessions)
        ids.flush()
        text = subprocess.run([
            "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", ROOT / "scripts" / "bench.lua", server.base,
        ], env={**os.environ, "MODE": mode, "IDS": ids.name}, capture_output=True, text=True, check=True).stdout
    duration = r" +([\d.]+)(us|ms|s)"
    found = re.search(rf"Latency +\S+ +\S+{duration}.*?50%{duration}.*?99%{duration}", text, re.S)
    longest, p50, p99 = (float(found[n]) * UNITS[found[n + 1]] for n in (1, 3, 5))
    requests = int(re.search(r"(\d+) requests in", text)[1])
    return {"requests": requests, "per_second": requests / seconds, "p50": p50, "p99": p99, "max": longest}


def load(options):
    """Reads, then durable writes, on 100 sessions."""
    print("| | requests/s | p50 ms | p99 ms | max ms |\n| --- | ---: | ---: | ---: | ---: |")
    with running_server(100, "--log-level", "warning") as (server, client, sessions):
        for mode in ("get", "post"):
            found = wrk(server, sessions, mode, options.seconds, options.connections)
            print(f"| {mode} " + "| {per_second:,.0f} | {p50:.2f} | {p99:.2f} | {max:.1f} |".format(**found))


def retention(options):
    """Durable writes on 200 sessions until their history is pruned, and some time beyond."""
    print("| s | requests/s | p50 ms | p99 ms | max ms | changes |\n| ---: | ---: | ---: | ---: | ---: | ---: |")
    with running_server(200, "--history-revisions", "100") as (server, client, sessions):
        for second in range(5, 100, 5):
            found = wrk(server, sessions, "post", 5, options.connections)
            with contextlib.closing(sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)) as database:
                changes = database.execute("SELECT count(*) FROM changes").fetchone()[0]
            row = "| {second} | {per_second:,.0f} | {p50:.2f} | {p99:.2f} | {max:.1f} | {changes:,} |"
            print(row.format(second=second, changes=changes, **found), flush=True)


class Crowd:
    """Listeners in a separate process."""

    def __init__(self, server, sessions, count):
        self.pipe, theirs = multiprocessing.Pipe()
        paths = [f"/v1/sessions/{sessions[n % len(sessions)]['id']}/events" for n in range(count)]
        self.process = multiprocessing.Process(target=listen, args=(theirs, server.port, paths), daemon=True)

    def __enter__(self):
        self.process.start()
        while self.ask()["events"] < self.ask()["listeners"]:
            time.sleep(0.05)
        return self

    def __exit__(self, *_):
        self.pipe.send(None)
        self.process.join()

    def ask(self):
        self.pipe.send("count")
        return self.pipe.recv()


def listen(pipe, port, paths):
    """Counts events. `moments` are the times at which all listeners had received so many."""
    poll, sockets, events, moments = select.epoll(), {}, 0, []
    # One buffer for all: the listeners' own cost is part of the measurement.
    data = bytearray(1 << 16)
    poll.register(pipe.fileno(), select.EPOLLIN)
    for path in paths:
        client = socket.create_connection(("127.0.0.1", port))
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        sockets[client.fileno()] = client
        poll.register(client.fileno(), select.EPOLLIN)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor == pipe.fileno():
                if pipe.recv() is None:
                    return
                lost = len(paths) - len(sockets)
                pipe.send({"events": events, "listeners": len(paths), "lost": lost, "moments": moments})
            elif size := sockets[descriptor].recv_into(data):
                events += data.count(b"\nevent: ", 0, size)
                while events >= len(paths) * (len(moments) + 1):
                    moments.append(time.monotonic())
            else:
                poll.unregister(descriptor)
                sockets.pop(descriptor).close()


def cpu(server):
    with open(f"/proc/{server.process.pid}/stat") as stat:
        return sum(map(int, stat.read().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def write_fast(server, sessions, options):
    """Requests a second, and the server's CPU for one in µs."""
    before = cpu(server)
    found = wrk(server, sessions[:100], "post", options.seconds, options.connections)
    return found["per_second"], (cpu(server) - before) / found["requests"] * 1e6


def write(client, session, turn):
    expect(client.post(f"/v1/sessions/{session['id']}/actions", json=ACTIONS[turn % 3], headers=MINIMAL), 200)


def write_steadily(server, client, sessions, options):
    """Duration of a write in ms (median and 99 %), and the server's CPU for one in µs."""
    times, count, before, begin = [], int(options.rate * options.seconds), cpu(server), time.monotonic()
    for number in range(count):
        time.sleep(max(0, begin + number / options.rate - time.monotonic()))
        times.append(1000 * seconds_of(lambda: write(client, sessions[number % 100], number // 100)))
    return statistics.median(times), percentile(times, 0.99), (cpu(server) - before) / count * 1e6


def writers(options):
    """Writers beside listeners: alternating measurements, of which the median is shown."""
    print("\nWriters to 100 sessions, with listeners on other sessions (elsewhere) and on the same (here):\n")
    print("| listeners | most POST/s | CPU µs | elsewhere: p50 ms | p99 ms | CPU µs "
          "| here: p50 ms | p99 ms | CPU µs | deliveries/s |")
    print("| ---: " * 10 + "|")
    rows = {0: [], 100: [], 1000: []}
    with running_server(200, "--max-connections", 2000, "--log-level", "error") as (server, client, sessions):
        write_fast(server, sessions, options)
        for _, (count, measures) in itertools.product(range(options.rounds), rows.items()):
            with Crowd(server, sessions[100:], count):
                elsewhere = write_fast(server, sessions, options) + write_steadily(server, client, sessions, options)
            with Crowd(server, sessions[:100], count) as crowd:
                before = crowd.ask()["events"]
                here = write_steadily(server, client, sessions, options)
                deliveries = (crowd.ask()["events"] - before) / options.seconds
                measures.append([*elsewhere, *here, deliveries])
                if lost := crowd.ask()["lost"]:
                    print(f"{lost} listeners were disconnected")
    row = "| {:,} | {:,.0f} | {:.1f} | {:.2f} | {:.2f} | {:.0f} | {:.2f} | {:.2f} | {:.0f} | {:,.0f} |"
    for count, measures in rows.items():
        print(row.format(count, *map(statistics.median, zip(*measures))))


def one_session(_):
    """The time until the last of 1,000 listeners of one session has an event, and its cost."""
    count, rounds, receipts = 1000, 100, []
    with running_server(1, "--max-connections", 2000) as (server, client, sessions):
        with Crowd(server, sessions, count) as crowd:
            before = cpu(server)
            for number in range(rounds):
                write(client, sessions[0], number)
                receipts.append(time.monotonic())
                time.sleep(0.03)
            time.sleep(0.2)
            used, moments = cpu(server) - before, crowd.ask()["moments"][1:]
    late = [(moment - receipt) * 1000 for moment, receipt in zip(moments, receipts)]
    print(f"\n{count:,} listeners on one session, {rounds} changes:\n")
    print("| last listener after the receipt, p50 ms | p99 ms | CPU µs a delivery |\n| ---: | ---: | ---: |")
    print(f"| {percentile(late, 0.5):.1f} | {percentile(late, 0.99):.1f} | {used / count / rounds * 1e6:.1f} |")


def idle(options):
    """The memory of idle listeners."""
    with running_server(200, "--max-connections", options.idle + 200) as (server, client, sessions):
        before = server.memory()
        with Crowd(server, sessions, options.idle):
            time.sleep(1)
            during = server.memory()
        time.sleep(1)
        after = server.memory()
    print(f"\n| RSS before, MiB | with {options.idle:,} idle listeners | a listener, KiB | after |")
    print("| ---: " * 4 + "|")
    each = (during - before) / 1024 / max(1, options.idle)
    print(f"| {before / MIB:.1f} | {during / MIB:.1f} | {each:.1f} | {after / MIB:.1f} |")


def events(options):
    """The cost of listeners: memory, writers beside them, and many on one session. A listener gets whole sessions."""
    for measure in (idle, writers, one_session):
        measure(options)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmark", choices=["load", "retention", "events"])
    parser.add_argument("--seconds", type=int, default=5, help="of each measurement")
    parser.add_argument("--connections", type=int, default=64, help="of wrk")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rate", type=float, default=500, help="writes a second beside listeners")
    parser.add_argument("--idle", type=int, default=10_000, help="idle listeners")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    globals()[options.benchmark](options)


if __name__ == "__main__":
    main()
