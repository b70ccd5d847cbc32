"""Slow and greedy clients beside healthy ones: the server disconnects them, and the healthy ones notice nothing.

Equally many clients of six kinds: `header` and `body` send a byte each interval; `silent` sends nothing; `pipelined`
requests a large session repeatedly and reads nothing; `reader` requests as much and reads a byte each interval;
`stream` listens to a changing session and reads nothing. The latency of the healthy clients is a measurement, not a
check."""

import contextlib
import itertools
import multiprocessing
import resource
import socket
import time

import httpx
from navstate import MIB, MINIMAL, create, eventually, expect, head, metric, percentile, report

KINDS = ("header", "body", "silent", "pipelined", "reader", "stream")
# The status that each kind receives before it is disconnected, if it reads.
LAST_WORDS = {"header": b"HTTP/1.1 408", "body": b"HTTP/1.1 408", "silent": b""}
UNAVAILABLE = b"HTTP/1.1 503"
INCREMENT = {"type": "increment"}
# Seconds. The server looks at its deadlines once a second, and this machine may be busy.
SLACK = 15
CONNECTED = 1
HEALTHY = 8


def healthy(server, stop, results):
    """Clients that take turns: each changes its session, reads it, and pauses. Results: start, duration, outcome."""
    # The server may be about to close a connection that was idle for longer.
    clients = [server.client(limits=httpx.Limits(keepalive_expiry=4)) for _ in range(HEALTHY)]
    paths, found = [create(client)[0] for client in clients], []
    for client, path in itertools.cycle(zip(clients, paths)):
        for method, url, body in (("POST", path + "/actions", INCREMENT), ("GET", path, None)):
            start = time.monotonic()
            try:
                outcome = client.request(method, url, json=body).status_code
            except httpx.HTTPError as error:
                outcome = repr(error)
            found.append((start, time.monotonic() - start, outcome))
        if stop.wait(0.004):
            return results.put(found)


class Attacker:
    """A slow or greedy client."""

    def __init__(self, kind, port, path):
        self.kind, self.received, self.end, get = kind, b"", None, head(f"GET {path}")
        body = head("POST /v1/sessions", "Content-Type: application/json", "Content-Length: 1000000") + b"{"
        self.opening = {
            "header": b"G", "body": body + b" " * 30_000, "silent": b"", "pipelined": get * 64, "reader": get * 16,
            "stream": head(f"GET {path}/events", "Accept: text/event-stream"),
        }[kind]
        self.socket = socket.socket()
        # Like a network, without the large segments and buffers of the loopback.
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
        if kind not in LAST_WORDS:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(30)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setblocking(False)
        self.begin = self.last = time.monotonic()
        self.step(interval=60)

    def step(self, interval):
        """Sends the rest of the opening, or a byte after the interval, and looks for the end of the connection."""
        is_connected = self.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == CONNECTED
        with contextlib.suppress(OSError):
            if self.kind in LAST_WORDS:
                self.received = (self.received + self.socket.recv(1 << 16))[:64]
        if not is_connected:
            self.end = time.monotonic()
            return self.socket.close()
        with contextlib.suppress(OSError):
            if self.opening:
                self.opening, self.begin = self.opening[self.socket.send(self.opening):], time.monotonic()
            elif time.monotonic() - self.last >= interval:
                self.last = time.monotonic()
                if self.kind == "reader":
                    self.socket.recv(1)
                elif self.kind in ("header", "body"):
                    self.socket.send(b" " if self.kind == "body" else b"E")

    def read_to_the_end(self):
        """Reads what the kernel has sent meanwhile, and the end that follows."""
        self.socket.settimeout(SLACK)
        with contextlib.suppress(ConnectionError):
            while self.socket.recv(1 << 16):
                pass
        self.end = time.monotonic()


def attack(client, path, attackers, interval, seconds):
    """Runs the attackers until the server has disconnected them; returns the numbers of open connections."""
    end, numbers = time.monotonic() + seconds, []
    while not numbers or numbers[-1] > HEALTHY + 1 and time.monotonic() < end:
        start = time.monotonic()
        for attacker in attackers:
            if not attacker.end:
                attacker.step(interval)
        # The streams get an event.
        expect(client.post(path + "/actions", json=INCREMENT, headers=MINIMAL), 200)
        numbers.append(metric(client, "navstate_connections_open"))
        time.sleep(max(0, min(interval, 1) / 2 - (time.monotonic() - start)))
    for attacker in attackers:
        if not attacker.end:
            attacker.read_to_the_end()
    return numbers


def test_slow_and_greedy_clients_are_disconnected(new_server, setting, is_long):
    count, interval = setting("SLOW_CLIENTS", 300, 10_000), setting("SLOW_INTERVAL", 0.5, 10.0)
    # The defaults, and short ones.
    limits = dict(zip(("header", "body", "silent", "write"), (10, 30, 75, 20) if is_long else (2, 4, 8, 3)))
    held, slack = (64 if is_long else 8) * MIB, SLACK + count / 500
    # Of this process and of the server, its child.
    hard = max(count * 5 // 4 + 1000, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    server = new_server(
        "--header-timeout", limits["header"], "--body-timeout", limits["body"], "--idle-timeout", limits["silent"],
        "--write-timeout", limits["write"], "--max-held", held, "--max-connections", count + 100)
    client = server.client()
    path, _ = create(client, data={"text": "x" * 200_000})
    stop, results = multiprocessing.Event(), multiprocessing.Queue()
    multiprocessing.Process(target=healthy, args=(server, stop, results), daemon=True).start()
    eventually(lambda: metric(client, "navstate_connections_open") == HEALTHY + 1)
    before, times = server.memory(), [time.monotonic()]
    time.sleep(10 if is_long else 1)
    times.append(time.monotonic())
    attackers = [Attacker(kind, server.port, path) for kind in KINDS * (count // len(KINDS))]
    times.append(time.monotonic())
    numbers = attack(client, path, attackers, interval, max(limits.values()) + slack)
    times.append(time.monotonic())
    peak = server.memory("VmHWM") - before
    stop.set()
    found = results.get(timeout=120)
    assert server.stop() == 0
    allowed = held + count * 32 * 1024 + 48 * MIB
    report("slow clients", count=count, most_connected=max(numbers), seconds=round(times[3] - times[2]))
    report("memory, MiB", before=before // MIB, growth=peak // MIB, allowed=allowed // MIB)
    for name, begin, end in zip(("alone", "while they connect", "beside them"), times, times[1:]):
        durations = [1000 * duration for start, duration, _ in found if begin <= start < end]
        report(f"healthy clients {name}", requests=len(durations), **{
            f"p{100 * share:g}": f"{percentile(durations, share):.2f} ms" for share in (0.5, 0.99, 1) if durations})
    assert {outcome for _, _, outcome in found} == {200}
    assert numbers[-1] <= HEALTHY + 1
    assert peak < allowed
    for kind, last_words in LAST_WORDS.items():
        of_kind = [attacker for attacker in attackers if attacker.kind == kind]
        assert max(attacker.end - attacker.begin for attacker in of_kind) < limits[kind] + slack, kind
        assert [one.received for one in of_kind if not one.received.startswith((last_words, UNAVAILABLE))] == [], kind
