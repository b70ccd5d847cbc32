"""Measures the server alone, with wrk and with listeners. Asserts nothing; run by scripts/bench."""

import argparse
import contextlib
import multiprocessing
import os
import re
import resource
import selectors
import socket
import subprocess
import tempfile
import time

from navstate import MIB, MINIMAL, ROOT, Server, act, create, eventually, metric, percentile, seconds_of

UNITS = {"us": 0.001, "ms": 1, "s": 1000}


@contextlib.contextmanager
def running_server(count, *options):
    """A server on a temporary data folder, a client of it, and the ids of sessions."""
    options = ["--log-level", "error", *options]
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Server(folder, *options)) as server:
        client = server.start().client()
        client.headers.update(MINIMAL)
        yield server, client, [create(client)[1]["id"] for _ in range(count)]


def print_row(*cells):
    print("|", " | ".join(f"{cell:,.2f}" if isinstance(cell, float) else f"{cell}" for cell in cells), "|", flush=True)


def print_head(*cells):
    print_row(*cells)
    print_row(*["---:"] * len(cells))


def wrk(server, sessions, mode, options):
    """Requests per second, and the percentiles of their duration in milliseconds."""
    with tempfile.NamedTemporaryFile("w") as ids:
        ids.write("\n".join(sessions))
        ids.flush()
        command = ["wrk", "-t1", f"-c{options.connections}", f"-d{options.seconds}s", "--latency", "-s",
                   ROOT / "scripts" / "bench.lua", server.base]
        text = subprocess.check_output(command, env={**os.environ, "MODE": mode, "IDS": ids.name}, text=True)
    duration = r" +([\d.]+)(us|ms|s)"
    found = re.search(rf"Latency +\S+ +\S+{duration}.*?50%{duration}.*?99%{duration}", text, re.S)
    longest, p50, p99 = (float(found[n]) * UNITS[found[n + 1]] for n in (1, 3, 5))
    return int(re.search(r"(\d+) requests in", text)[1]) / options.seconds, p50, p99, longest


def load(options):
    """Reads, then durable writes, on 100 sessions."""
    print_head("", "requests/s", "p50 ms", "p99 ms", "max ms")
    with running_server(100) as (server, _, sessions):
        for mode in ("get", "post"):
            print_row(mode, *wrk(server, sessions, mode, options))


def retention(options):
    """Durable writes on 200 sessions until their history is pruned, and some time beyond."""
    print_head("s", "requests/s", "p50 ms", "p99 ms", "max ms", "changes")
    with running_server(200, "--history-revisions", "100") as (server, _, sessions):
        for turn in range(1, 20):
            found = wrk(server, sessions, "post", options)
            print_row(turn * options.seconds, *found, number_of_changes(server))


def listen(port, paths, events):
    """Counts the events that listeners receive."""
    with selectors.DefaultSelector() as selector:
        for path in paths:
            client = socket.create_connection(("127.0.0.1", port))
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            selector.register(client, selectors.EVENT_READ)
        # One buffer for all: the listeners' own cost is part of the measurement.
        data = bytearray(1 << 16)
        while True:
            for key, _ in selector.select():
                if size := key.fileobj.recv_into(data):
                    events.value += data.count(b"\nevent: ", 0, size)
                else:
                    selector.unregister(key.fileobj)


@contextlib.contextmanager
def listening(server, paths):
    """Listeners in a separate process; yields the number of their events, of which each has had one."""
    events = multiprocessing.Value("q", lock=False)
    process = multiprocessing.Process(target=listen, args=(server.port, paths, events), daemon=True)
    process.start()
    eventually(lambda: events.value >= len(paths), 120)
    yield events
    process.kill()
    process.join()


def listeners(server, sessions, count):
    """Listeners of sessions, as many for each."""
    return listening(server, [f"/v1/sessions/{sessions[n % len(sessions)]}/events" for n in range(count)])


def cpu(server):
    with open(f"/proc/{server.process.pid}/stat") as stat:
        return sum(map(int, stat.read().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def write_steadily(server, client, sessions, options):
    """Duration of a write in ms (median and 99 %), and the server's CPU for one in µs."""
    times, count, before, begin = [], int(options.rate * options.seconds), cpu(server), time.monotonic()
    for number in range(count):
        time.sleep(max(0, begin + number / options.rate - time.monotonic()))
        path = f"/v1/sessions/{sessions[number % len(sessions)]}"
        times.append(1000 * seconds_of(lambda: act(client, path, type="increment")))
    return percentile(times, 0.5), percentile(times, 0.99), (cpu(server) - before) / count * 1e6


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
    """Writes to 200 sessions beside subscribers of their app, and then the reads of all these events again."""
    print_head("subscribers", "changes/s", "p50 ms", "p99 ms", "events/s to all", "s until all have all", "CPU s",
               "fallbacks")
    with running_server(200) as (server, client, sessions):
        path, total = "/v1/apps/counter/events?view=minimal", 0
        for count in (0, 1, 10):
            with listening(server, [path] * count) as received:
                former, before, begin = received.value, cpu(server), time.monotonic()
                rate, p50, p99, _ = wrk(server, sessions, "post", options)
                changes = number_of_changes(server)
                expected, ended = count * (changes - total), time.monotonic()
                # The listeners do not count an event that is split between two reads.
                eventually(lambda: received.value - former >= 0.99 * expected, 120)
                end, total = time.monotonic(), changes
                print_row(count, rate, p50, p99, expected / (end - begin), end - ended, cpu(server) - before,
                          int(metric(client, "navstate_app_listener_fallbacks_total")))
        begin = time.monotonic()
        with listening(server, [path + "&after=0"] * 10) as received:
            eventually(lambda: received.value >= 9.9 * total, 120)
        rate = 10 * total / (time.monotonic() - begin)
        print(f"\nTen subscribers read {total} stored changes each: {rate:,.0f} events/s")


def number_of_changes(server):
    return server.rows("SELECT count(*) FROM changes")[0][0]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmark", choices=["load", "retention", "events", "app-events"])
    parser.add_argument("--seconds", type=int, default=5, help="of each measurement")
    parser.add_argument("--connections", type=int, default=64, help="of wrk")
    parser.add_argument("--rate", type=float, default=500, help="writes a second beside listeners")
    parser.add_argument("--idle", type=int, default=10_000, help="idle listeners")
    options, most = parser.parse_args(), resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    globals()[options.benchmark.replace("-", "_")](options)


if __name__ == "__main__":
    main()
