"""Measures the server alone, with wrk and with listeners. Asserts nothing; run by scripts/bench."""

import argparse
import contextlib
import json
import multiprocessing
import os
import re
import resource
import selectors
import socket
import statistics
import subprocess
import tempfile
import time
from collections import namedtuple

from navstate import BINARY, MIB, MINIMAL, ROOT, Server, act, cpu, create, define, eventually, expect, metric, percentile

UNITS = {"us": 0.001, "ms": 1, "s": 1000}
Load = namedtuple("Load", "rate p50 p99 longest refused")


@contextlib.contextmanager
def running_server(count, *options):
    """A server on a temporary data folder, a client of it, and the ids of sessions."""
    options = ["--log-level", "error", *options]
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Server(folder, *options)) as server:
        client = server.start().client()
        client.headers.update(MINIMAL)
        yield server, client, [create(client)[1]["id"] for _ in range(count)]


def seconds_of(call):
    """Returns the duration of a call in seconds."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def print_row(*cells):
    print("|", " | ".join(f"{cell:,.2f}" if isinstance(cell, float) else f"{cell}" for cell in cells), "|", flush=True)


def print_head(*cells):
    print_row(*cells)
    print_row(*["---:"] * len(cells))


def wrk(server, sessions, mode, options, threads=1, allows_refusals=False, **environment):
    """Runs wrk; returns its requests per second, percentiles of their duration in milliseconds, and the number refused."""
    with tempfile.NamedTemporaryFile("w") as ids:
        ids.write("\n".join(sessions))
        ids.flush()
        command = ["wrk", f"-t{threads}", f"-c{options.connections}", f"-d{options.seconds}s", "--latency", "-s",
                   ROOT / "Benchmarks" / "alone.lua", server.base]
        environment = {**os.environ, "MODE": mode, "IDS": ids.name, **environment}
        text = subprocess.check_output(command, env=environment, text=True)
    refused = re.search(r"failed requests: (\d+)", text)
    assert allows_refusals or not refused, text
    duration = r" +([\d.]+)(us|ms|s)"
    found = re.search(rf"Latency +\S+ +\S+{duration}.*?50%{duration}.*?99%{duration}", text, re.S)
    longest, p50, p99 = (float(found[n]) * UNITS[found[n + 1]] for n in (1, 3, 5))
    rate = int(re.search(r"(\d+) requests in", text)[1]) / options.seconds
    return Load(rate, p50, p99, longest, int(refused[1]) if refused else 0)


def load(options):
    """Reads, then durable writes, on 100 sessions."""
    print_head("", "requests/s", "p50 ms", "p99 ms", "max ms")
    with running_server(100) as (server, _, sessions):
        for mode in ("get", "post"):
            print_row(mode, *wrk(server, sessions, mode, options)[:4])


def retention(options):
    """Durable writes on 200 sessions until their history is pruned, and some time beyond."""
    print_head("s", "requests/s", "p50 ms", "p99 ms", "max ms", "changes")
    with running_server(200, "--history-revisions", "100") as (server, _, sessions):
        for turn in range(1, 20):
            found = wrk(server, sessions, "post", options)
            print_row(turn * options.seconds, *found[:4], number_of_changes(server))


def listen(port, paths, events, files):
    """Counts the events that listeners receive, and stores what the first of them receive in files."""
    mark = b"\nevent: "
    with selectors.DefaultSelector() as selector, contextlib.ExitStack() as opened:
        for number, path in enumerate(paths):
            client = socket.create_connection(("127.0.0.1", port))
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            file = opened.enter_context(open(files[number], "wb", buffering=0)) if number < len(files) else None
            selector.register(client, selectors.EVENT_READ, [file, b""])
        # One buffer for all: the listeners' own cost is part of the measurement.
        data, keep = bytearray(1 << 16), len(mark) - 1
        view = memoryview(data)
        while True:
            for key, _ in selector.select():
                file, rest = key.data
                begin = len(rest)
                data[:begin] = rest
                if size := key.fileobj.recv_into(view[begin:]):
                    end = begin + size
                    events.value += data.count(mark, 0, end)
                    key.data[1] = bytes(data[max(0, end - keep):end])
                    if file:
                        file.write(view[begin:end])
                else:
                    selector.unregister(key.fileobj)


@contextlib.contextmanager
def listening(server, paths, files=()):
    """Listeners in a separate process; yields the number of their events, of which each has had one."""
    events = multiprocessing.Value("q", lock=False)
    process = multiprocessing.Process(target=listen, args=(server.port, paths, events, files), daemon=True)
    process.start()
    eventually(lambda: events.value >= len(paths), 120)
    yield events
    process.kill()
    process.join()


def listeners(server, sessions, count):
    """Listeners of sessions, as many for each."""
    return listening(server, [f"/v1/sessions/{sessions[n % len(sessions)]}/events" for n in range(count)])


def write_steadily(server, client, sessions, options):
    """Duration of a write in ms (median and 99 %), and the server's CPU for one in µs."""
    times, count, before, begin = [], int(options.rate * options.seconds), cpu(server.process.pid), time.monotonic()
    for number in range(count):
        time.sleep(max(0, begin + number / options.rate - time.monotonic()))
        path = f"/v1/sessions/{sessions[number % len(sessions)]}"
        times.append(1000 * seconds_of(lambda: act(client, path, type="increment")))
    return percentile(times, 0.5), percentile(times, 0.99), (cpu(server.process.pid) - before) / count * 1e6


def events(options):
    """The cost of listeners: the memory of idle ones, and the duration of writes beside them."""
    with running_server(200, "--max-connections", options.idle + 200) as (server, client, sessions):
        before = server.memory()
        with listeners(server, sessions, options.idle):
            during = server.memory()
        print_head("RSS before, MiB", "idle listeners", "KiB for a listener")
        print_row(before / MIB, options.idle, (during - before) / 1024 / options.idle)
    print("\nWrites to 100 sessions, with listeners on other sessions and on the same:\n")
    print_head("listeners", "others: p50 ms", "p99 ms", "CPU µs", "same: p50 ms", "p99 ms", "CPU µs", "deliveries/s")
    with running_server(200, "--max-connections", 2000) as (server, client, sessions):
        for count in (0, 100, 1000):
            with listeners(server, sessions[100:], count):
                elsewhere = write_steadily(server, client, sessions[:100], options)
            with listeners(server, sessions[:100], count) as received:
                former, here = received.value, write_steadily(server, client, sessions[:100], options)
                print_row(count, *elsewhere, *here, (received.value - former) / options.seconds)


def app_events(options):
    """Writes to 200 sessions beside subscribers of their app, and then the reads of all these events again.

    Each subscriber has to get each change once, and those of a session in their order."""
    print_head("subscribers", "changes/s", "p50 ms", "p99 ms", "events/s to all", "s until all have all", "CPU s",
               "fallbacks", "wrong")
    with running_server(200) as (server, client, sessions), tempfile.TemporaryDirectory() as folder:
        path, total = "/v1/apps/counter/events?view=minimal", 0
        for count in (0, 1, 10):
            files = [os.path.join(folder, str(number)) for number in range(count)]
            with listening(server, [path] * count, files) as received:
                former, before, begin = received.value, cpu(server.process.pid), time.monotonic()
                rate, p50, p99, *_ = wrk(server, sessions, "post", options)
                # The last requests of wrk, which it does not wait for.
                eventually(lambda: metric(client, "navstate_actions_waiting") == 0)
                changes = number_of_changes(server)
                expected, ended = count * (changes - total), time.monotonic()
                eventually(lambda: received.value - former >= expected, 120)
                end = time.monotonic()
                row = [rate, p50, p99, expected / (end - begin), end - ended, cpu(server.process.pid) - before,
                       int(metric(client, "navstate_app_listener_fallbacks_total"))]
            print_row(count, *row, sum(wrong_events(file, changes - total) for file in files))
            total = changes
        begin = time.monotonic()
        with listening(server, [path + "&after=0"] * 10) as received:
            eventually(lambda: received.value >= 10 * total, 120)
        rate = 10 * total / (time.monotonic() - begin)
        print(f"\nTen subscribers read {total} stored changes each: {rate:,.0f} events/s")


def wrong_events(file, expected):
    """The number of changes in a stream that are missing, repeated or out of the order of their session."""
    with open(file, "rb") as stream:
        # The frames of the transfer coding stand between the parts of the stream.
        text = re.sub(rb"\r\n[0-9a-f]+\r\n", b"", stream.read())
    last, wrong, count = {}, 0, 0
    for session, revision in re.findall(rb'event: change\ndata: \{"session":"([^"]+)","revision":(\d+)', text):
        revision, count = int(revision), count + 1
        wrong += revision != last.get(session, revision - 1) + 1
        last[session] = revision
    return wrong + abs(expected - count)


def jobs(options):
    """Writes of one client, 500 a second, alone and beside a job over other sessions at several rates."""
    print_head("sessions/s of the job", "p50 ms", "p99 ms", "p99 alone", "ratio")
    with running_server(100, "--max-creations-per-address", 0) as (server, client, sessions):
        # As many sessions as the fastest job changes in its time.
        labelled, others = '{"app": "counter", "labels": {"of": "job"}}', 0
        while others < 1000 * options.seconds:
            others += int(wrk(server, [], "create", options, CREATION=labelled).rate * options.seconds)
        for rate in (100, 1000):
            ratios = []
            for _ in range(options.rounds):
                alone = write_steadily(server, client, sessions, options)
                body = {"filter": {"label": "of:job"}, "action": {"type": "increment"}, "rate": rate}
                job = expect(client.post("/v1/batches", json=body), 202).headers["Location"]
                beside = write_steadily(server, client, sessions, options)
                assert expect(client.get(job), 200).json()["done"] > 0
                expect(client.delete(job), 200, 202, 204)
                ratios.append((beside[1] / alone[1], beside[0], beside[1], alone[1]))
            ratio, p50, p99, p99_alone = sorted(ratios)[len(ratios) // 2]
            print_row(rate, p50, p99, p99_alone, ratio)
    print(f"\nThe job's filter fits {others} sessions.")


def creation(options):
    """Creations with and without a key, in turn; the figures are medians."""
    plain, keyed = '{"app": "counter"}', '{"app": "counter", "key": "r%s-%%d"}'
    with running_server(1, "--max-creations-per-address", 0) as (server, _, sessions):
        kinds = {"without a key": lambda _: plain, "with a key": lambda turn: keyed % turn}
        compare(kinds, lambda body: wrk(server, sessions, "create", options, CREATION=body), server, options)


LOGIC = {
    "app": "logic", "version": 1, "data": {"n": 0, "m": 0}, "root": {"kind": "stack", "initial": "home"},
    "routes": {"home": {}}, "actions": {
        "plain": {"do": {"set": {"data.n": "data.n + 1"}}},
        "guarded": {"when": "data.n >= 0", "do": {"set": {"data.n": "data.n + 1"}}},
        "whole": {"when": "data.n >= 0",
                  "do": [{"set": {"data.n": "data.n + 1"}}, {"set": {"data.m": "data.n * 2"}},
                         {"emit": "changed", "value": {"n": "${data.n}"}}]},
    },
}


def logic(options):
    """Actions of a JSON app beside `increment` of the built-in counter; the figures are medians."""
    with running_server(100) as (server, client, sessions):
        define(client, **LOGIC)
        others = [create(client, "logic")[1]["id"] for _ in range(100)]
        kinds = {
            "increment of counter": lambda _: (sessions, "increment"),
            "one `set`": lambda _: (others, "plain"),
            "a guard and one `set`": lambda _: (others, "guarded"),
            "a guard, two `set`, an `emit`": lambda _: (others, "whole"),
        }

        def measure(case):
            return wrk(server, case[0], "act", options, ACTION=json.dumps({"type": case[1]}))

        compare(kinds, measure, server, options)


def compare(kinds, measure, server, options):
    """Measures each kind in turn for several rounds; prints the medians and the CPU relative to the first kind."""
    found = {name: [] for name in kinds}
    for turn in range(options.rounds):
        for name, case in kinds.items():
            before = cpu(server.process.pid)
            rate, p50, *_ = measure(case(turn))
            found[name].append(((cpu(server.process.pid) - before) / (rate * options.seconds) * 1e6, rate, p50))
    print_head("", "CPU µs", "ratio", "requests/s", "p50 ms")
    first = next(iter(found.values()))
    for name, figures in found.items():
        ratios = [one[0] / other[0] for one, other in zip(figures, first)]
        cpu_time, rate, p50 = map(statistics.median, zip(*figures))
        print_row(name, cpu_time, statistics.median(ratios), rate, p50)


def definitions(options):
    """The check of a definition with 1,000 routes and 5,000 expressions."""
    routes = {
        f"r{n}": {
            "params": {"id": "string"}, "state": {"n": 0}, "guard": {"when": f"data.total >= {n} || params.id != ''"},
            "actions": {"add": {
                "args": {"by": "integer"}, "when": "state.n < 100 && data.total < 1000",
                "do": [{"set": {"state.n": "state.n + args.by", "data.total": "data.total + state.n * 2"}},
                       {"emit": "added", "value": {"n": "${state.n + 1}"}}]}},
        } for n in range(1000)}
    app = {"app": "large", "version": 1, "data": {"total": 0}, "root": {"kind": "stack", "initial": "home"},
           "routes": {"home": {}, **routes}}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(app, file)
        file.flush()
        times = [seconds_of(lambda: subprocess.run([BINARY, "validate", file.name], check=True, capture_output=True))
                 for _ in range(options.rounds)]
        print(f"1,000 routes, 5,000 expressions, {file.tell() / 1024:,.0f} KiB: {statistics.median(times):.3f} s")


def number_of_changes(server):
    return server.rows("SELECT count(*) FROM changes")[0][0]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmark", choices=[
        "load", "retention", "events", "app-events", "jobs", "creation", "logic", "definitions"])
    parser.add_argument("--seconds", type=int, default=5, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=5, help="of what is compared")
    parser.add_argument("--connections", type=int, default=64, help="of wrk")
    parser.add_argument("--rate", type=float, default=500, help="writes a second beside listeners")
    parser.add_argument("--idle", type=int, default=10_000, help="idle listeners")
    options, most = parser.parse_args(), resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    globals()[options.benchmark.replace("-", "_")](options)


if __name__ == "__main__":
    main()
