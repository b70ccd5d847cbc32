"""The memory that clients cause stays within its limits."""

import json
import socket
import threading
import time

import pytest
from navstate import MIB, create, report


def metric(client, name):
    lines = client.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(name + " "))


def settled(measure, seconds=10):
    """A measurement, once two consecutive ones are nearly equal."""
    former, end = measure(), time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.3)
        now = measure()
        if abs(now - former) < MIB:
            return now
        former = now
    return former


def silent_stream(server, path, query=""):
    """A client that requests events and reads nothing."""
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.connect(("127.0.0.1", server.port))
    s.sendall(f"GET {path}/events{query} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return s


@pytest.mark.parametrize("query", ["", "?after=1"])
def test_streams_that_do_not_read_hold_no_more_than_max_held(new_server, is_long, query):
    count, held = (6_000, 64 * MIB) if is_long else (500, 16 * MIB)
    server = new_server("--log-level", "warning", "--max-held", held)
    with server.client() as client:
        path, _ = create(client, data={"x": "a" * 100_000})
        for n in range(40):
            answer = client.post(path + "/actions", json={"type": "push"}, headers={"Prefer": "return=minimal"})
            assert answer.status_code == 200
        before = settled(server.memory)
        streams = [silent_stream(server, path, query) for _ in range(count)]
        for _ in range(5):
            assert client.post(path + "/push", headers={"Prefer": "return=minimal"}).status_code == 200
        grown = settled(server.memory) - before
        with socket.create_connection(("127.0.0.1", server.port), 10) as healthy:
            healthy.sendall(f"GET {path}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            received = b""
            while b"event: snapshot" not in received:
                received += healthy.recv(65536)
        report(f"{count} silent streams{query}", max_held_mib=held // MIB, grown_mib=grown // MIB,
               open=int(metric(client, "navstate_streams_open")))
        assert grown < 5 * held
        for s in streams:
            s.close()


@pytest.mark.parametrize("loops", ["1", "16"])
def test_an_idle_server_takes_long_requests_and_gives_long_answers_whatever_its_loops(new_server, loops):
    """--max-held applies to the process, not to each event loop."""
    server = new_server("--log-level", "warning", "--loops", loops, "--max-held", 64 * MIB)
    with server.client() as client:
        path, _ = create(client)
        text = "a" * 200_000
        for n in range(60):
            body = {"type": "push"} if n == 0 else {"actions": [{"type": "setParams", "params": {"t": text + str(n)}}]}
            client.post(path + "/actions", json=body, headers={"Prefer": "return=minimal"})
        client.post(path + "/push")
        answer = client.get(path + "/export")
        assert answer.status_code == 200
        # As long as an archive may be, and not one: what counts is that the server reads it to its end.
        padded = answer.content + b" " * (30 * MIB - len(answer.content))
        status = client.post("/v1/imports", content=padded, headers={"Content-Type": "application/x-ndjson"}).status_code
        report(f"an import of 30 MiB with {loops} loops", status=status)
        assert status in (409, 422), "not 503"
        slow = socket.create_connection(("127.0.0.1", server.port), 20)
        slow.sendall(f"GET {path}/export HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        time.sleep(0.5)  # The answer waits in memory, and must not be cut.
        received = 0
        while received < len(answer.content):
            part = slow.recv(1 << 20)
            assert part, "the answer was cut"
            received += len(part)
        slow.close()


SHAPES = {
    "one string": lambda: "a" * 200_000,
    "strings": lambda: ["abcdefgh" * 4] * 5_000,
    "integers": lambda: list(range(100_000, 125_000)),
    "small arrays": lambda: [[1]] * 40_000,
    "small objects": lambda: [{"a": 1, "b": True}] * 9_000,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_sessions_are_counted_about_as_they_are_whatever_their_shape(new_server, shape):
    server = new_server("--log-level", "warning")
    with server.client() as client:
        data = {"x": SHAPES[shape]()}
        create(client, data=data)
        count = 60
        memory, counted = settled(server.memory), metric(client, "navstate_sessions_memory_bytes")
        for _ in range(count):
            create(client, data=data)
        memory = (settled(server.memory) - memory) // count
        counted = (metric(client, "navstate_sessions_memory_bytes") - counted) // count
        report(f"a session of {shape}", memory=memory, counted=int(counted), ratio=round(counted / memory, 2))
        assert 0.4 < counted / memory < 1.7


def definition(version, routes):
    return {"app": "many", "version": version, "root": {"kind": "stack", "initial": "r0"},
            "routes": {f"r{n}": {} for n in range(routes)}}


def test_definitions_have_a_bound_and_leave_room_for_sessions(new_server, is_long):
    ceiling = 1024 * MIB if is_long else 64 * MIB
    server = new_server("--log-level", "warning", "--memory-limit", ceiling // 2)
    with server.client() as client:
        before, statuses = settled(server.memory), []
        while len(statuses) < 3_000 and (not statuses or statuses[-1] == 201):
            answer = client.put("/v1/apps/many", content=json.dumps(definition(len(statuses) + 1, 400)),
                                headers={"Content-Type": "application/json"})
            statuses.append(answer.status_code)
        grown = settled(server.memory) - before
        report("definitions", defined=statuses.count(201), grown_mib=grown // MIB, ceiling_mib=ceiling // MIB)
        assert (answer.status_code, answer.json()["code"]) == (507, "too-many-definitions")
        assert grown < ceiling // 2
        create(client)
        create(client, app="many")
        server.kill()
        server.start()
        assert client.get("/v1/apps/many").json()["version"] == statuses.count(201)


def test_half_sent_requests_of_many_connections_are_bounded_in_all(new_server):
    held = 4 * MIB
    server = new_server("--log-level", "warning", "--max-held", held, "--loops", "4")
    head = b"POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n"
    sockets, stop, failures = [], threading.Event(), []

    def healthy():
        with server.client() as client:
            while not stop.is_set():
                if client.get("/v1/apps").status_code != 200:
                    failures.append("refused")

    thread = threading.Thread(target=healthy)
    thread.start()
    before = server.memory()
    for _ in range(300):
        s = socket.create_connection(("127.0.0.1", server.port), 10)
        s.sendall(head + b"x" * 15_000)  # As much as one connection might hold without being counted.
        sockets.append(s)
    grown = settled(server.memory) - before
    stop.set()
    thread.join()
    cut = 0
    for s in sockets:
        s.setblocking(False)
        try:
            cut += s.recv(100).startswith(b"HTTP/1.1 503")
        except BlockingIOError:
            pass
        s.close()
    report("300 half-sent requests of 15 KB", held_mib=held // MIB, grown_mib=round(grown / MIB, 1), cut=cut)
    assert not failures
    assert cut >= 20
