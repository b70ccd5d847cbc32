"""Slow and greedy clients beside healthy ones: the server disconnects them, and the healthy ones notice nothing.

Equally many clients of six kinds: `header` and `body` send a byte each interval; `silent` sends nothing; `pipelined`
requests a large session repeatedly and reads nothing; `reader` requests as much and reads a byte each interval;
`stream` listens to a changing session and reads nothing. The latency of the healthy clients is a measurement, not a
check."""

import itertools
import multiprocessing
import resource
import socket
import time
from collections import defaultdict

import httpx
from load import attempt
from navstate import MIB, create, head, metric, percentile, report

KINDS = ("header", "body", "silent", "pipelined", "reader", "stream")
# The status that each kind receives before it is disconnected.
LAST_WORDS = {"header": b"HTTP/1.1 408", "body": b"HTTP/1.1 408", "silent": b""}
UNAVAILABLE = b"HTTP/1.1 503"
INCREMENT = {"type": "increment"}
PHASES = ("alone", "while they connect", "beside them", "after them")
# Seconds. The server looks at its deadlines once a second, and this machine may be busy.
SLACK = 15
CONNECTED = 1


def healthy(server, phase, results):
    """Clients that take turns: each changes its session, reads it, and pauses."""
    # The server may be about to close a connection that was idle for longer.
    clients = [server.client(limits=httpx.Limits(keepalive_expiry=4)) for _ in range(8)]
    paths, times, failures = [create(client)[0] for client in clients], defaultdict(list), []
    for turn in itertools.cycle(range(8)):
        if phase.value < 0:
            break
        for method, path, body in (("POST", paths[turn] + "/actions", INCREMENT), ("GET", paths[turn], None)):
            current, start = phase.value, time.perf_counter()
            try:
                answer = clients[turn].request(method, path, json=body)
                failures += [] if answer.status_code == 200 else [f"{method}: {answer.text[:200]}"]
            except httpx.HTTPError as error:
                failures.append(f"{method}: {error!r}")
            times[PHASES[current]].append(1000 * (time.perf_counter() - start))
        time.sleep(0.004)
    results.put((dict(times), failures))


class Attacker:
    """A slow or greedy client."""

    def __init__(self, kind, port, path):
        get = head(f"GET {path}")
        self.kind, self.received, self.end = kind, b"", None
        self.opening = {
            "header": b"G",
            "body": head("POST /v1/sessions", "Content-Type: application/json", "Content-Length: 1000000")
                    + b"{" + b" " * 30_000,
            "silent": b"", "pipelined": get * 64, "reader": get * 16,
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
        self.begin = self.dripped = time.monotonic()
        self.step(interval=60)

    def step(self, interval):
        """Sends the rest of the opening, or a byte after the interval, and looks for the end of the connection."""
        now = time.monotonic()
        try:
            if self.kind in LAST_WORDS:
                self.receive()
            if self.opening:
                self.opening, self.begin = self.opening[self.socket.send(self.opening):], now
            elif now - self.dripped >= interval:
                self.dripped = now
                if self.kind == "reader":
                    self.socket.recv(1)
                elif self.kind in ("header", "body"):
                    self.socket.send(b" " if self.kind == "body" else b"E")
        except BlockingIOError:
            pass
        except OSError:
            self.end = self.end or now
        if self.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != CONNECTED:
            self.end = self.end or now

    def receive(self):
        """Reads what there is, and the end of the connection."""
        try:
            while data := self.socket.recv(1 << 16):
                self.received = (self.received + data)[:64]
        except BlockingIOError:
            return
        except OSError:
            pass
        self.end = self.end or time.monotonic()


def open_connections(server):
    """The metric, without the connection of this request."""
    with server.client() as client:
        return metric(client, "navstate_connections_open") - 1


def attack(server, path, attackers, others, interval, limit):
    """Runs the attackers until the server has disconnected them; returns the number of the connected by seconds."""
    left, begin = {}, time.monotonic()
    while not left or min(left.values()) > 0 and time.monotonic() - begin < limit:
        for half in (0, 1):
            start = time.monotonic()
            for attacker in attackers[half::2]:
                if not attacker.end:
                    attacker.step(interval)
            time.sleep(max(0, min(interval, 1) / 2 - (time.monotonic() - start)))
        left[round(time.monotonic() - begin)] = open_connections(server) - others
        with server.client() as client:
            # The streams get an event.
            attempt(client, "POST", path + "/actions", json=INCREMENT, headers={"Prefer": "return=minimal"})
    for attacker in attackers:
        if not attacker.end:
            attacker.receive()
    return left


def test_slow_and_greedy_clients_are_disconnected(new_server, setting, is_long):
    count, interval = setting("SLOW_CLIENTS", 300, 10_000), setting("SLOW_INTERVAL", 0.5, 10.0)
    quiet = 10 if is_long else 1
    # Those of the contract, and short ones.
    limits = dict(zip(("header", "body", "silent", "write"), (10, 30, 75, 20) if is_long else (2, 4, 8, 3)))
    held, slack = (64 if is_long else 8) * MIB, SLACK + count / 500
    # Of this process and of the server, its child.
    hard = max(count * 5 // 4 + 1000, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    server = new_server(
        "--header-timeout", limits["header"], "--body-timeout", limits["body"], "--idle-timeout", limits["silent"],
        "--write-timeout", limits["write"], "--max-held", held, "--max-connections", count + 100)
    with server.client() as client:
        path, _ = create(client, data={"text": "x" * 200_000})
    phase, results = multiprocessing.Value("i", 0), multiprocessing.Queue()
    process = multiprocessing.Process(target=healthy, args=(server, phase, results), daemon=True)
    process.start()
    time.sleep(quiet)
    before, others, phase.value = server.memory(), open_connections(server), 1
    attackers = [Attacker(kind, server.port, path) for kind in KINDS * (count // len(KINDS))]
    phase.value = 2
    left = attack(server, path, attackers, others, interval, max(limits.values()) + slack)
    peak, phase.value = server.memory("VmHWM"), 3
    time.sleep(quiet / 2)
    phase.value = -1
    times, failures = results.get(timeout=120)
    process.join()
    assert server.stop() == 0
    allowed = held + count * 32 * 1024 + 48 * MIB
    report("slow clients", count=count, most_connected=max(left.values()), all_disconnected_after=f"{max(left)} s")
    report("memory, MiB", before=before // MIB, peak=peak // MIB, allowed=(before + allowed) // MIB)
    for name, found in times.items():
        report(f"healthy clients {name}", requests=len(found), **{
            f"p{100 * share:g}": f"{percentile(found, share):.2f} ms" for share in (0.5, 0.99, 1)})
    assert not failures, failures[:3]
    assert min(left.values()) <= 0, left
    assert {attacker.kind for attacker in attackers if not attacker.end} == set()
    assert peak - before < allowed
    for kind, last_words in LAST_WORDS.items():
        of_kind = [attacker for attacker in attackers if attacker.kind == kind]
        assert max(attacker.end - attacker.begin for attacker in of_kind) < limits[kind] + slack, kind
        assert [a.received for a in of_kind if not a.received.startswith((last_words, UNAVAILABLE))] == [], kind
