"""Measures how the cost of a request grows with what there is, and how many sessions, changes and listeners a machine takes.
Asserts nothing; run by `scripts/bench growth`."""

import argparse
import contextlib
import json
import math
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from alone import listeners, number_of_changes, print_head, print_row, running_server, seconds_of, wrk
from navstate import MIB, act, cpu, eventually, expect, percentile

CREATION = b'POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n{"app":"counter"}'
CONNECTIONS, DEEP = 16, 16


def load(server, sessions, mode, options):
    """The figures of a load by wrk, with the CPU of the server in µs for a request."""
    before = cpu(server.process.pid)
    bodies = {"ACTION": '{"type":"increment"}', "CREATION": '{"app":"counter"}'}
    found = wrk(server, sessions, mode, options, allows_refusals=True, **bodies)
    used = (cpu(server.process.pid) - before) / (found.rate * options.seconds)
    return {"requests_per_s": round(found.rate), "cpu_us": round(1e6 * used, 1), "p99_ms": found.p99, "refused": found.refused}


def make(server, count):
    """Creates sessions by pipelined requests; returns their ids."""
    def create(number):
        ids = []
        with server.connect(60) as client:
            while len(ids) < number:
                asked, found, answers = min(DEEP, number - len(ids)), [], b""
                client.sendall(CREATION * asked)
                while len(found) < asked:
                    answers += client.recv(1 << 18)
                    found = re.findall(rb"Location: /v1/sessions/(\S+)\r\n", answers)
                ids += found
        return [id.decode() for id in ids]

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        return sum(pool.map(create, [len(range(first, count, CONNECTIONS)) for first in range(CONNECTIONS)]), [])


def depth(options):
    for count in (1, 10, 100, 1_000):
        with running_server(20) as (server, client, sessions):
            push = {"type": "push", "route": "counter", "params": {"count": 1}}
            for session in sessions:
                for start in range(0, count - 1, 100):
                    actions = [push] * min(100, count - 1 - start)
                    expect(client.post(f"/v1/sessions/{session}/actions", json={"actions": actions}), 200)
            yield count, load(server, sessions, "act", options)


def history(options):
    with running_server(100) as (server, _, sessions):
        for goal in (0, 100_000, 400_000):
            while (count := number_of_changes(server)) < goal:
                load(server, sessions, "act", options)
            yield count // 100, load(server, sessions, "act", options)


def of_listeners(options):
    for count in (0, 10, 100, 1_000):
        with running_server(1, "--max-connections", 4_000) as (server, client, sessions):
            with listeners(server, sessions, count) if count else contextlib.nullcontext():
                before, changes = cpu(server.process.pid), 200
                for _ in range(changes):
                    expect(act(client, f"/v1/sessions/{sessions[0]}", type="increment"), 200)
                time.sleep(0.2)
                yield count, {"cpu_us": round(1e6 * (cpu(server.process.pid) - before) / changes, 1)}


def stored(options):
    for count in options.stored:
        with running_server(0) as (server, _, _):
            sessions = make(server, count)
            server.restart("stop")
            begin = time.monotonic()
            server.restart("kill")
            ready, chosen = time.monotonic() - begin, random.Random(1).sample(sessions, 200)
            figures = {"ready_s": round(ready, 2), "rss_mib": round(server.memory() / MIB, 1)}
            figures |= load(server, chosen, "act", options)
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
        times.append(seconds_of(lambda: expect(client.get("/v1/sessions", params={**parameters, "after": after}), 200)))
    return round(1000 * percentile(times, 0.99), 2)


def loaded(options):
    for count in options.loaded:
        with running_server(0) as (server, client, _):
            before = server.memory()
            sessions = make(server, count)
            figures = load(server, sessions, "get", options)
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
            figures = load(server, ["-"], "create", options)
            yield turn * options.seconds, {**figures, "rss_mib": round(server.memory() / MIB)}


WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 560, 260, 56, 40, 36
# The colours of the reader's system.
STYLE = "text{font:12px system-ui,sans-serif;fill:#333}path{fill:none;stroke:#2563eb;stroke-width:2}circle{fill:#2563eb}" \
        "line{stroke:#ddd}@media(prefers-color-scheme:dark){text{fill:#ddd}line{stroke:#444}}"


def place(count, low, high):
    """The position on a logarithmic axis, of which 0 is the left end."""
    span = math.log10(max(high, 2)) - math.log10(max(low, 1)) or 1
    return LEFT + (WIDTH - LEFT - 24) * (math.log10(max(count, 1)) - math.log10(max(low, 1))) / span


def chart(title, points):
    """A chart, as SVG, of pairs of a count and a figure."""
    counts, top = [count for count, _ in points], 1.2 * max(figure for _, figure in points)
    at = [(place(count, min(counts), max(counts)), TOP + (HEIGHT - TOP - BOTTOM) * (1 - figure / top))
          for count, figure in points]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{title}</title>',
             f"<style>{STYLE}</style>", f'<text x="12" y="20">{title}</text>']
    for step in range(5):
        y = TOP + (HEIGHT - TOP - BOTTOM) * (1 - step / 4)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 16}" y1="{y:.1f}" y2="{y:.1f}"/>'
                     f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{top * step / 4:,.0f}</text>')
    path = " L".join(f"{x:.1f} {y:.1f}" for x, y in at)
    parts.append(f'<path d="M{path}"/>')
    for (x, y), (count, figure) in zip(at, points):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
                     f'<text x="{x:.1f}" y="{y - 9:.1f}" text-anchor="middle">{figure:,.0f}</text>'
                     f'<text x="{x:.1f}" y="{HEIGHT - 14}" text-anchor="middle">{count:,}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


MEASUREMENTS = {
    "depth": (depth, "screens in the stack"), "history": (history, "revisions of a session"),
    "listeners": (of_listeners, "listeners of a session"), "stored": (stored, "stored sessions"),
    "loaded": (loaded, "loaded sessions"), "creation": (creation, "seconds of creations"),
    "resting": (resting, "resting sessions with five screens"),
}


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench growth", description=__doc__)
    parser.add_argument("measurements", nargs="*", metavar="MEASUREMENT", help=", ".join(MEASUREMENTS))
    parser.add_argument("--seconds", type=int, default=3, help="of each measurement")
    parser.add_argument("--stored", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--loaded", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--resting", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--json", type=Path, help="the file for the figures")
    parser.add_argument("--plots", type=Path, help="the folder for the plots")
    parser.set_defaults(connections=64)
    options = parser.parse_args()
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
        if options.plots and name not in ("creation", "resting"):
            options.plots.mkdir(parents=True, exist_ok=True)
            points = [(row["count"], row["cpu_us"]) for row in results[name]]
            (options.plots / f"{name}.svg").write_text(chart(f"CPU of a request, µs, by {unit}", points))
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
