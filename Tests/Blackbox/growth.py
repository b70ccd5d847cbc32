"""Measures how the cost of a request grows with what there is, and how many sessions, changes and listeners a machine takes.
Asserts nothing; run by `scripts/bench growth`."""

import argparse
import contextlib
import json
import os
import random
import re
import selectors
import socket
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks import cpu, listeners, print_head, print_row, running_server
from navstate import MIB, ROOT, act, eventually, expect, percentile
from plots import chart

LOAD = {**os.environ, "ACTION": '{"type":"increment"}', "CREATION": '{"app":"counter"}'}
CREATION = b'POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n{"app":"counter"}'


def wrk(server, sessions, mode, seconds, connections=64):
    """Requests per second, CPU of the server in µs for one, p99 in ms, and the number of other statuses than 2xx."""
    with tempfile.NamedTemporaryFile("w") as ids:
        ids.write("\n".join(sessions))
        ids.flush()
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", ROOT / "scripts" / "bench.lua",
                   server.base]
        before = cpu(server)
        text = subprocess.check_output(command, env={**LOAD, "MODE": mode, "IDS": ids.name}, text=True)
        used = cpu(server) - before
    requests = int(re.search(r"(\d+) requests in", text)[1])
    p99, unit = re.search(r"99% +([\d.]+)(us|ms|s)", text).groups()
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    return {"requests_per_s": round(requests / seconds), "cpu_us": round(1e6 * used / requests, 1),
            "p99_ms": float(p99) * {"us": 0.001, "ms": 1, "s": 1000}[unit], "refused": int(refused[1]) if refused else 0}


def make(server, count, connections=16, deep=16):
    """Creates sessions by pipelined requests; returns their ids."""
    ids, asked = [], 0
    with contextlib.ExitStack() as stack, selectors.DefaultSelector() as selector:
        for _ in range(connections):
            client = stack.enter_context(server.connect(60))
            selector.register(client, selectors.EVENT_READ, [b""])
            client.sendall(CREATION * min(deep, count - asked))
            asked += min(deep, count - asked)
        while len(ids) < count:
            for key, _ in selector.select(60):
                key.data[0] += key.fileobj.recv(1 << 18)
                found = re.findall(rb'201 Created.*?"id":"(s_[\w-]{22})"', key.data[0], re.S)
                end = key.data[0].rfind(b"HTTP/1.1 ")
                # The last response may be incomplete.
                if found and not key.data[0].endswith(b"}"):
                    found = re.findall(rb'201 Created.*?"id":"(s_[\w-]{22})"', key.data[0][:end], re.S)
                    key.data[0] = key.data[0][end:]
                elif found:
                    key.data[0] = b""
                ids += [id.decode() for id in found]
                more = min(len(found), count - asked)
                asked += more
                key.fileobj.sendall(CREATION * more)
    return ids


def depth(options):
    for count in (1, 10, 100, 1_000):
        with running_server(20) as (server, client, sessions):
            push = {"type": "push", "route": "counter", "params": {"count": 1}}
            for session in sessions:
                for start in range(0, count - 1, 100):
                    actions = [push] * min(100, count - 1 - start)
                    expect(client.post(f"/v1/sessions/{session}/actions", json={"actions": actions}), 200)
            yield count, wrk(server, sessions, "act", options.seconds)


def history(options):
    with running_server(100) as (server, _, sessions):
        for goal in (0, 100_000, 400_000):
            while (count := rows(server, "changes")) < goal:
                wrk(server, sessions, "act", 2)
            yield count // 100, wrk(server, sessions, "act", options.seconds)


def of_listeners(options):
    for count in (0, 10, 100, 1_000):
        with running_server(1, "--max-connections", 4_000) as (server, client, sessions):
            with listeners(server, sessions, count) if count else contextlib.nullcontext():
                before, changes = cpu(server), 200
                for _ in range(changes):
                    expect(act(client, f"/v1/sessions/{sessions[0]}", type="increment"), 200)
                time.sleep(0.2)
                yield count, {"cpu_us": round(1e6 * (cpu(server) - before) / changes, 1)}


def stored(options):
    for count in options.stored:
        with running_server(0) as (server, _, _):
            sessions = make(server, count)
            server.restart("stop")
            begin = time.monotonic()
            server.restart("kill")
            ready, chosen = time.monotonic() - begin, random.Random(1).sample(sessions, 200)
            figures = {"ready_s": round(ready, 2), "rss_mib": round(server.memory() / MIB, 1)}
            figures |= wrk(server, chosen, "act", options.seconds)
            with server.client() as client:
                figures["list_p99_ms"] = listing(client, {"limit": 100})
                figures["route_p99_ms"] = listing(client, {"route": "none", "limit": 100})
                figures["label_p99_ms"] = listing(client, {"label": "store:none", "limit": 100})
            yield count, figures


def listing(client, parameters):
    """p99 in ms of pages of a list from random places."""
    times, chance = [], random.Random(2)
    for _ in range(100):
        after = "s_" + "".join(chance.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", k=21)) + "A"
        begin = time.perf_counter()
        expect(client.get("/v1/sessions", params={**parameters, "after": after}), 200)
        times.append(1000 * (time.perf_counter() - begin))
    return round(percentile(times, 0.99), 2)


def loaded(options):
    for count in options.loaded:
        with running_server(0) as (server, client, _):
            before = server.memory()
            sessions = make(server, count)
            figures = wrk(server, sessions, "get", options.seconds)
            yield count, {**figures, "kib_per_session": round((server.memory() - before) / 1024 / count, 2)}


def resting(options):
    """The memory of a loaded session with five screens, after the tables show its changes."""
    push = {"type": "push", "route": "counter", "params": {"count": 1}}
    for count in options.resting:
        with running_server(0) as (server, client, _):
            time.sleep(2)
            before, sessions = server.memory(), make(server, count)
            for session in sessions:
                expect(client.post(f"/v1/sessions/{session}/actions", json={"actions": [push] * 4},
                                   headers={"Prefer": "return=minimal"}), 200)
            eventually(lambda: server.rows("SELECT count(*) FROM screens") == [(5 * count,)], 120)
            time.sleep(3)
            yield count, {"rss_mib": round(server.memory() / MIB, 1),
                          "bytes_per_session": round((server.memory() - before) / count)}


def creation(options):
    """Creations at full speed, for longer and longer."""
    with running_server(0, "--memory-limit", 100 * MIB) as (server, client, _):
        for turn in range(1, 4):
            figures = wrk(server, ["-"], "create", options.seconds)
            yield turn * options.seconds, {**figures, "rss_mib": round(server.memory() / MIB)}


def hot(options):
    for count in (1, 1_000):
        with running_server(count) as (server, _, sessions):
            yield count, wrk(server, sessions, "act", options.seconds)


def rows(server, table):
    with contextlib.closing(sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)) as database:
        return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


MEASUREMENTS = {
    "depth": (depth, "screens in the stack"), "history": (history, "revisions of a session"),
    "listeners": (of_listeners, "listeners of a session"), "stored": (stored, "stored sessions"),
    "loaded": (loaded, "loaded sessions"), "creation": (creation, "seconds of creations"),
    "hot": (hot, "sessions that 64 connections change"), "resting": (resting, "resting sessions with five screens"),
}


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="scripts/bench growth", description=__doc__)
    parser.add_argument("measurements", nargs="*", metavar="MEASUREMENT", help=", ".join(MEASUREMENTS))
    parser.add_argument("--seconds", type=int, default=3, help="of each measurement")
    parser.add_argument("--stored", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--loaded", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--resting", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--json", type=Path, help="the file for the figures")
    parser.add_argument("--plots", type=Path, help="the folder for the plots")
    options = parser.parse_args(arguments)
    names = options.measurements or list(MEASUREMENTS)
    if unknown := set(names) - set(MEASUREMENTS):
        parser.error(f"there is no measurement {min(unknown)}; there are {', '.join(MEASUREMENTS)}")
    results = {}
    for name in names:
        measure, unit = MEASUREMENTS[name]
        print(f"\n{name}\n")
        for count, figures in measure(options):
            if not results.setdefault(name, []):
                print_head(unit, *figures)
            print_row(count, *figures.values())
            results[name].append({"count": count, **figures})
        if options.plots and name not in ("creation", "hot", "resting"):
            options.plots.mkdir(parents=True, exist_ok=True)
            points = [(row["count"], row["cpu_us"]) for row in results[name]]
            (options.plots / f"{name}.svg").write_text(chart(f"CPU of a request, µs, by {unit}", points))
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
