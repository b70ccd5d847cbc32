"""Traps: the process ends, what has ended it twice is quarantined, and everything else is served.

The server is Tests/TrapServer, which has an app whose actions end the process. A supervisor starts it again, as systemd does."""

import contextlib
import hashlib
import json
import time
from functools import partial

import pytest
from load import attempt, in_background, send_until_answered
from navstate import AS_JSON, act, built, create, define, eventually, expect, poll, problem

CLIENTS, ACTIONS = 50, 10


@pytest.fixture(scope="session")
def program():
    return built("trap-server", "checked", "-Xswiftc", "-warnings-as-errors")


@pytest.fixture
def new_trap_server(new_server, program):
    def make(*options, **members):
        server = new_server(*options, started=False, **members)
        server.binary, server.starts = program, 0
        return server
    return make


def supervise(server, stop):
    """Starts the server again whenever it has ended."""
    while not stop.is_set():
        if not server.is_running():
            server.launch()
            server.starts += 1
        time.sleep(0.01)


def items(client):
    return expect(client.get("/v1/admin/quarantine"), 200).json()["items"]


def logged(server, message):
    """The lines of the log with a message."""
    lines = [line[line.find('{"time"'):] for line in server.log_text().splitlines() if '{"time"' in line]
    return [line for line in map(json.loads, lines) if line["message"] == message]


def traps(server, **members):
    """Two lines of the file of traps, as two processes leave them."""
    server.data.mkdir(exist_ok=True)
    with open(server.data / "traps.jsonl", "a") as file:
        file.writelines(json.dumps({"at": int(time.time() * 1000) - 1000, "signal": "SIGILL", **members}) + "\n" for _ in "12")


def count(client, path):
    return expect(client.get(path), 200).json()["current"]["state"]["count"]


def test_a_deadly_request_and_a_deadly_timer_cost_others_two_restarts_each(new_trap_server):
    server = new_trap_server().start()
    client = server.client()
    deadly, timed = create(client, "trap")[0], create(client, "trap")[0]
    paths = [create(client, "trap")[0] for _ in range(CLIENTS)]
    expect(act(client, timed, type="later", after=0, then={"type": "later", "after": 300, "then": {"type": "trap"}}), 200)

    def send(path, stop):
        own = server.client()
        for number in range(ACTIONS):
            answer = send_until_answered(own, "POST", path + "/actions", json={"type": "count"}, headers={"Idempotency-Key": f"k{number}"})
            assert answer.json()["revision"] == number + 2

    def repeat(stop):
        """Sends the deadly request until the server answers it."""
        own = server.client()
        while (answer := attempt(own, "POST", deadly + "/actions", json={"type": "trap"})) is None:
            time.sleep(0.01)
        assert problem(answer) == (503, "quarantined") and 3500 < int(answer.headers["Retry-After"]) <= 3600

    with in_background(partial(supervise, server)):
        with in_background(repeat, *(partial(send, path) for path in paths)):
            pass
        eventually(lambda: poll(server.responds) and len(items(client)) == 2, 60)
        assert {item["session"] for item in items(client)} == {path.split("/")[-1] for path in [deadly, timed]}
        assert server.starts <= 4
        # Each acknowledged action was applied once.
        assert [count(client, path) for path in paths] == [ACTIONS] * CLIENTS
        assert problem(client.get(timed)) == (503, "quarantined")
        assert 'navstate_quarantined{kind="session"} 2' in client.get("/metrics").text
    reports = logged(server, "a trap ends the process")
    assert {(line["signal"], line["app"], line["action"], line["session"]) for line in reports} == {
        ("SIGILL", "trap", "trap", path.split("/")[-1]) for path in [deadly, timed]}
    assert {"requestId" in line for line in reports if line["session"] == deadly.split("/")[-1]} == {True}
    assert len(logged(server, "a trap ended an earlier process")) == len(reports) == server.starts


def test_a_quarantine_ends_after_an_hour_or_when_it_is_lifted_and_is_kept_over_restarts(new_trap_server, clock):
    server = new_trap_server(environment=clock.environment).start()
    client = server.client()
    paths = [create(client, "trap")[0] for _ in range(2)]
    for path in paths:
        for action in ["recurse", "trap"]:
            assert attempt(client, "POST", path + "/actions", json={"type": action}, headers={"X-Request-Id": "r-1"}) is None
            assert server.process.wait(20) == {"recurse": -11, "trap": -4}[action]
            server.start()
    assert {line["requestId"] for line in logged(server, "a trap ends the process")} == {"r-1"}
    server.restart("stop")
    assert [problem(act(client, path, type="count")) for path in paths] == [(503, "quarantined")] * 2
    expect(client.delete(f"/v1/admin/quarantine/{paths[0].split('/')[-1]}"), 204)
    assert problem(client.delete(f"/v1/admin/quarantine/{paths[0].split('/')[-1]}")) == (404, "not-quarantined")
    server.restart("kill")
    expect(act(client, paths[0], type="count"), 200)
    clock.set(3601)
    assert items(client) == [] and count(client, paths[1]) == 0


def test_the_timer_of_a_quarantined_session_waits_and_fires_after_the_quarantine(new_trap_server, clock):
    server = new_trap_server(environment=clock.environment).start()
    path, made = create(server.client(), "trap")
    expect(act(server.client(), path, type="later", after=2000), 200)
    server.stop()
    traps(server, session=made["id"], app="trap", action="trap")
    client = server.start().client()
    clock.set(1800)
    expect(client.get("/livez"), 200)
    assert problem(client.get(path)) == (503, "quarantined") and server.rows("SELECT count(*) FROM timers") == [(1,)]
    clock.set(3700)
    # Within a process, what is held is tried again a minute of the machine's clock later, which the test does not move.
    server.restart("stop")
    eventually(lambda: client.get(path).json()["revision"] == 3)
    assert count(client, path) == 1


def test_a_deadly_definition_is_neither_taken_nor_compiled_at_the_start_and_its_sessions_wait(new_trap_server):
    server = new_trap_server().start()
    client = server.client()
    text = json.dumps({"app": "shop", "version": 1, "root": {"kind": "stack", "initial": "home"}, "routes": {"home": {}}})
    expect(client.put("/v1/apps/shop", content=text, headers=AS_JSON), 201)
    path, _ = create(client, "shop")
    server.stop()
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    traps(server, definition=digest, app="shop")
    client = server.start().client()
    assert problem(client.get(path)) == (503, "quarantined")
    assert problem(client.put("/v1/apps/shop", content=text, headers=AS_JSON)) == (503, "quarantined")
    define(client, "shop", version=2, routes={"home": {}})
    expect(client.delete(f"/v1/admin/quarantine/definition_{digest}"), 204)
    eventually(lambda: client.get(path).status_code == 200)


def test_held_timers_fire_with_the_next_start_and_a_killed_process_is_no_trap(new_trap_server):
    server = new_trap_server("--hold-timers").start()
    client = server.client()
    path, made = create(client, "trap")
    expect(act(client, path, type="later", after=0), 200)
    server.restart("kill")
    with contextlib.closing(server.client()) as again:
        assert expect(again.get(path), 200).json()["revision"] == 2 and items(again) == []
    server.stop()
    server.options.remove("--hold-timers")
    server.start()
    eventually(lambda: client.get(path).json()["revision"] == 3)
    server.process.send_signal(6)
    server.process.wait()
    assert logged(server, "a signal of another process ends the process") and items(server.start().client()) == []
