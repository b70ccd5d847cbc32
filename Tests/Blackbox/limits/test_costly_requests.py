"""Requests that take long are done in turns beside the event loops, and hold up no other client."""

import contextlib
import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from limits.test_bounds import PATTERN
from navstate import ADMIN, act, create, define, eventually, expect, head, metric

# About 5,000 evaluation steps each: more than an event loop takes at once.
CONDITION = "!data.items.exists(a, data.items.exists(b, a * b == -1))"
STEPS_OF_DATA = {"set": {"data.name": "'aaa'"}}
STEPS = [{"set": {"data.count": "data.count + 1"}}]
BATCH = {"actions": [{"type": "c0"}] * 100}
LONG = {"type": "unknown", "x": [{"a": 1}] * 20_000}
# Steps of an action that one small request sends.
STEPS_OF_ATTACKS = {
    "messages by key": [{"send": "'box'", "action": {"type": "note", "x": "${data.big}"}}] * 12,
    "outputs": [{"emit": "big", "value": "${data.big}"}] * 16,
    "patterns that fail": [{"if": f"data.many.exists(x, x.matches('{PATTERN}(' + data.empty))", "then": []}],
    "separators": [{"if": "data.many.exists(x, x.split(data.big).size() > 5)", "then": []}],
}


def costly(admin, app, conditions):
    """Defines an app with costly actions and creates a session; returns its path."""
    typed = {"args": {"text": {"type": "string", "pattern": "[a-z]+"}}, "do": STEPS}
    actions = {"typed": typed} | {f"c{number}": {"when": CONDITION, "do": STEPS} for number in range(conditions)}
    define(admin, app, data={"items": list(range(40)), "count": 0}, root={"kind": "stack", "initial": "home"},
           routes={"home": {}, "hooked": {"onEnter": STEPS}}, actions=actions)
    return create(admin, app)[0]


def figure(client, name, queue="sessions"):
    return metric(client, f'navstate_turns_{name}{{queue="{queue}"}}')


def turns_of(admin, queue, call):
    # A turn may send its answer before it ends.
    eventually(lambda: figure(admin, "waiting", queue) == 0)
    before = figure(admin, "total", queue)
    call()
    return figure(admin, "total", queue) - before


def test_what_may_take_long_is_done_in_turns_and_what_is_short_is_not(admin):
    path = costly(admin, "costly", 60)
    of = partial(turns_of, admin)
    assert of("sessions", lambda: expect(admin.post(path + "/push", json={"route": "home"}), 200)) == 0
    assert of("sessions", lambda: expect(admin.get(path), 200)) == 0
    assert of("sessions", lambda: expect(admin.get(path + "/available"), 200)) >= 10
    assert of("sessions", lambda: expect(admin.post(path + "/actions", json=BATCH), 200)) >= 10
    assert of("sessions", lambda: expect(admin.post(path + "/actions?dryRun=1", json=BATCH), 200)) >= 10
    assert of("sessions", lambda: expect(admin.post(path + "/actions", json=LONG), 422)) == 1
    assert of("sessions", lambda: expect(act(admin, path, type="typed", text="a"), 200)) == 0
    assert of("sessions", lambda: expect(act(admin, path, type="typed", text="a" * 100), 200)) == 1
    assert of("sessions", lambda: create(admin, "costly")) == 0
    define(admin, "entering", data={"items": list(range(40)), "count": 0}, routes={"hooked": {"onEnter": {"if": CONDITION, "then": STEPS}}})
    assert of("sessions", lambda: create(admin, "entering")) == 1
    define(admin, "checked", data={"name": ""}, schema={"properties": {"name": {"type": "string", "pattern": "^a*$"}}},
           actions={"go": {"do": STEPS_OF_DATA}}, routes={"home": {}})
    checked = create(admin, "checked")[0]
    assert of("sessions", lambda: expect(act(admin, checked, type="go"), 200)) == 1
    for size, turns in ((1_000, 0), (10_000, 1)):
        define(admin, f"emits{size}", routes={"home": {}}, data={"big": "x" * size},
               actions={"go": {"do": STEPS_OF_ATTACKS["outputs"]}})
        emitting, _ = create(admin, f"emits{size}")
        assert of("sessions", lambda: expect(act(admin, emitting, type="go"), 200)) == turns
    for name in ("schema", "graph", "resolve?url=/x"):
        assert of("definitions", lambda: expect(admin.get("/v1/apps/costly/" + name), 200, 404)) == 1
    assert of("definitions", lambda: define(admin, "other", routes={"home": {}})) == 1
    body = admin.get(path).json()
    assert (body["data"]["count"], body["revision"]) == (102, 5)


def test_a_session_is_served_while_many_costly_requests_of_another_app_wait(admin):
    busy, other = costly(admin, "busy", 60), costly(admin, "other", 2)
    with ThreadPoolExecutor(20) as pool:
        waiting = [pool.submit(admin.get, busy + "/available") for _ in range(20)]
        eventually(lambda: figure(admin, "waiting") >= 10)
        expect(admin.post(other + "/actions", json=BATCH), 200)
        expect(admin.post(busy + "/push", json={"route": "home"}), 200)
        assert figure(admin, "waiting") > 0
        assert {answer.result().status_code for answer in waiting} == {200}


def test_requests_on_one_connection_behind_a_costly_one_keep_their_order(admin):
    path = costly(admin, "order", 1)
    key = f"Authorization: Bearer {ADMIN}"

    def request(line, body=b"", *fields):
        return head(line, key, f"Content-Length: {len(body)}", "Content-Type: application/json", *fields) + body

    answers = admin.server.exchange(b"".join([
        request(f"POST {path}/actions", json.dumps(BATCH).encode(), "Prefer: return=minimal"),
        request(f"POST {path}/push", b'{"route":"home"}', "Prefer: return=minimal"),
        request(f"GET {path}", b"", "Connection: close")]))
    assert [answer.split(b'"revision":')[1].split(b",")[0] for answer in answers.split(b"HTTP/1.1 200 ")[1:]] == [
        b"2", b"3", b"3"]


def test_a_session_has_a_share_of_the_costly_requests(admin):
    path = costly(admin, "greedy", 20)
    request = head(f"GET {path}/available", f"Authorization: Bearer {ADMIN}", "Connection: close")
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(admin.server.connect(120)) for _ in range(90)]
        for connection in connections:
            connection.sendall(request)
        answers = [b"".join(iter(partial(connection.recv, 65_536), b"")) for connection in connections]
    refused = [answer for answer in answers if not answer.startswith(b"HTTP/1.1 200 ")]
    assert 0 < len(refused) < 30
    assert all(b" 429 " in answer and b"too-many-costly-requests" in answer for answer in refused)
    assert all(b"\r\nRetry-After: 1\r\n" in answer for answer in refused)
