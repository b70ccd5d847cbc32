"""The memory that clients cause stays within its limits."""

import contextlib
import json
import socket
import time

import httpx
import pytest
from navstate import ADMIN, MIB, MINIMAL, app_key, create, define, expect, head, metric, poll, problem, report

SHAPES = {
    "one string": lambda: "a" * 200_000,
    "strings": lambda: ["abcdefgh" * 4] * 5_000,
    "integers": lambda: list(range(100_000, 125_000)),
    "small arrays": lambda: [[1]] * 40_000,
    "small objects": lambda: [{"a": 1, "b": True}] * 9_000,
}


def settled(server):
    """The memory of a server, once two consecutive measurements are nearly equal."""
    sizes = [server.memory()]

    def is_settled():
        time.sleep(0.3)
        sizes.append(server.memory())
        return abs(sizes[-1] - sizes[-2]) < MIB

    poll(is_settled, 10)
    return sizes[-1]


def growth(server, client, name, add):
    """The bytes by which the memory of a server grows when things are added, and by which the metric does that counts it."""
    before, counted = settled(server), metric(client, name)
    add()
    return settled(server) - before, metric(client, name) - counted


def silent_stream(server, path):
    """A client that requests events and reads nothing."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", server.port))
    client.sendall(head(f"GET {path}"))
    return client


@pytest.mark.parametrize("query", ["", "?after=1"])
def test_streams_that_do_not_read_hold_no_more_than_max_held(new_server, is_long, query):
    count, held = (6_000, 64 * MIB) if is_long else (500, 16 * MIB)
    server = new_server("--max-held", held)
    client = server.client()
    path, _ = create(client, data={"x": "a" * 100_000})

    def push(count):
        for _ in range(count):
            expect(client.post(path + "/push", headers=MINIMAL), 200)

    push(40)
    before = settled(server)
    with contextlib.ExitStack() as streams:
        for _ in range(count):
            streams.enter_context(silent_stream(server, f"{path}/events{query}"))
        push(5)
        grown = settled(server) - before
        with client.stream("GET", path + "/events") as healthy:
            assert "event: snapshot" in healthy.iter_lines()
        report(f"{count} silent streams{query}", max_held_mib=held // MIB, grown_mib=grown // MIB,
               open=int(metric(client, "navstate_streams_open")))
    assert grown < 5 * held


@pytest.mark.parametrize("shape", SHAPES)
def test_the_counted_memory_of_sessions_is_close_to_the_real_one(server, client, shape):
    data, count = {"x": SHAPES[shape]()}, 60
    create(client, data=data)
    grown = growth(server, client, "navstate_sessions_memory_bytes", lambda: [create(client, data=data) for _ in range(count)])
    memory, counted = (bytes // count for bytes in grown)
    report(f"a session of {shape}", memory=memory, counted=int(counted), ratio=round(counted / memory, 2))
    assert 0.4 < counted / memory < 1.7


def test_definitions_have_a_bound_and_leave_room_for_sessions(new_server, is_long):
    ceiling = 1024 * MIB if is_long else 64 * MIB
    server = new_server("--memory-limit", ceiling // 2)
    client, before = server.client(), settled(server)
    routes, root = {f"r{n}": {} for n in range(400)}, {"kind": "stack", "initial": "r0"}
    for version in range(1, 3_000):
        definition = {"app": "many", "version": version, "root": root, "routes": routes}
        if (answer := client.put("/v1/apps/many", json=definition)).status_code != 201:
            break
    grown = settled(server) - before
    report("definitions", defined=version - 1, grown_mib=grown // MIB, ceiling_mib=ceiling // MIB)
    assert problem(answer) == (507, "too-many-definitions")
    assert grown < ceiling // 2
    create(client)
    create(client, "many")
    server.restart()
    assert client.get("/v1/apps/many").json()["version"] == version - 1


def lease(client, path):
    return expect(client.post(path + "/lease", json={"seconds": 3600}), 200, 503)


def listen(client, path):
    return client.send(client.build_request("GET", path + "/events"), stream=True)


@pytest.mark.parametrize("hold", [lease, listen])
def test_sessions_that_one_key_holds_do_not_keep_others_out(new_server, hold):
    """Sessions of 240 KB, leased or listened to, which exceed the memory limit."""
    server = new_server("--memory-limit", 32 * MIB, "--memory-ceiling", 64 * MIB, admin=True)
    admin, refused = server.client(ADMIN), []
    define(admin, "notes", routes={"home": {}}, data={"x": ""}, clients={"data": ["x"]})
    phone = server.client(app_key(admin, "notes"), limits=httpx.Limits(max_connections=None))
    path, _ = create(admin)
    for _ in range(250):
        answer = expect(phone.post("/v1/sessions", json={"app": "notes", "data": {"x": "a" * 240_000}}), 201, 429, 503)
        if answer.status_code == 201:
            session = server.client(answer.json()["token"], limits=httpx.Limits(max_connections=None))
            answer = hold(session, answer.headers["Location"])
        if answer.status_code >= 400:
            refused.append(json.loads(answer.read())["code"])
    # A request that finds no memory has sessions unloaded, and may succeed when it is repeated.
    assert poll(lambda: admin.get(path).status_code == 200)
    for app in ("counter", "list"):
        assert poll(lambda: admin.post("/v1/sessions", json={"app": app}).status_code == 201), app
    report(f"one app key, {hold.__name__}", refused=len(refused), memory_mib=server.memory() // MIB)
    assert refused.count("memory-full") == len(refused) and (refused or hold is lease)
