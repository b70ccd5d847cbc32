"""Calls of the logic of apps to other servers: what asks nothing, and each answered once over kills."""

import random
import time

import pytest
from navstate import act, create, define, eventually, expect, export, import_archive, report

CALL = {
    "call": "${args.url}", "body": {"n": "${args.n}"}, "timeout": "PT2S",
    "then": {"type": "note", "text": "${string(answer.status) + ' ' + string(args.n)}", "body": "${answer.body}"},
    "otherwise": {"type": "note", "text": "${answer.reason}", "body": None}}
NOTE = {"args": {"text": "string", "body": "any?"}, "by": "backend", "do": [
    {"append": {"data.notes": "args.text"}}, {"set": {"data.body": "args.body"}}]}
ACTIONS = {"ask": {"args": {"url": "string", "n": "integer"}, "do": CALL}, "note": NOTE}


@pytest.fixture
def server(new_server, receiver):
    return new_server("--allow-call", receiver.address, "--allow-private-webhooks", "yes", "--log-level", "error")


@pytest.fixture
def path(client):
    define(client, "caller", data={"notes": [], "body": None}, actions=ACTIONS, routes={"home": {}})
    return create(client, "caller")[0]


def ask(client, path, url, n=1):
    return expect(act(client, path, type="ask", url=url, n=n), 200).json()


def notes(client, path):
    return expect(client.get(path), 200).json()["data"]["notes"]


def await_notes(client, path, *expected):
    eventually(lambda: len(notes(client, path)) >= len(expected))
    assert notes(client, path) == list(expected)


def test_a_waiting_call_is_listed_with_its_attempts_and_last_failure_also_after_a_kill(server, client, receiver):
    then = {"type": "done"}
    call = {"call": "${args.url}", "id": "pay", "deadline": "PT1H", "then": then}
    define(client, "pay", actions={"ask": {"args": {"url": "string"}, "do": call}, "done": {"do": []},
                                   "stop": {"do": {"cancel": "pay"}}}, routes={"home": {}})
    path = create(client, "pay")[0]
    assert expect(act(client, path, type="ask", url=receiver.url("429")), 200).json()["changed"]
    listed = lambda: expect(client.get(path + "/calls"), 200).json()["items"]
    eventually(lambda: [item["attempts"] > 0 for item in listed()] == [True])
    server.restart()
    item, = listed()
    assert item["at"] < item["nextAttemptAt"]
    known = {name: item[name] for name in ["id", "screen", "method", "host", "revision", "lastFailure"]}
    assert known == {"id": "pay", "screen": None, "method": "POST", "host": receiver.address, "revision": 2, "lastFailure": "unavailable"}
    act(client, path, type="stop")
    assert listed() == []
    expect(client.get("/v1/sessions/s_0123456789abcdef0123456789abcdef/calls"), 404)


def test_a_dry_run_an_import_a_fork_and_a_deleted_session_ask_nothing(server, client, path, receiver):
    expect(client.post(path + "/actions?dryRun=1", json={"type": "ask", "url": receiver.url("echo"), "n": 1}), 200)
    expect(client.get(path + "/available"), 200)
    ask(client, path, receiver.url("held"))
    assert receiver.waits_for(1)
    archive = export(client, path)
    expect(client.post(path + "/fork", json={}), 201)
    expect(client.delete(path), 204)
    expect(import_archive(client, archive), 201)
    receiver.release.set()
    eventually(lambda: server.total("navstate_calls_waiting") == 0)
    # Calls to a host are sent in their order: another one would be there before this.
    ask(client, path, receiver.url("echo"), n=2)
    await_notes(client, path, "200 2")
    assert [attempt.content["n"] for attempt in receiver.attempts] == [1, 2]


def test_each_call_is_answered_once_over_kills(server, client, path, receiver, setting):
    kills, sessions, asked = setting("CALL_KILLS", 10, 50), 4, {}
    paths = [path] + [create(client, "caller")[0] for _ in range(sessions - 1)]
    for kill in range(kills):
        for number in range(5):
            target, n = random.choice(paths), kill * 5 + number
            ask(client, target, receiver.url("flaky"), n=n)
            asked[n] = target
        time.sleep(random.random() / 4)
        server.restart()
    # The gauge is 0 until the calls of the former process are read.
    eventually(lambda: sum(len(notes(client, path)) for path in paths) >= len(asked), 60)
    eventually(lambda: server.total("navstate_calls_waiting") == 0, 60)
    report("calls", kills=kills, asked=len(asked), attempts=len(receiver.attempts))
    answered = [int(note.split()[1]) for path in paths for note in notes(client, path)]
    assert sorted(answered) == sorted(asked)
    ids = {(attempt.content["n"], attempt.id) for attempt in receiver.attempts}
    assert sorted(n for n, _ in ids) == sorted(asked), "a call has one key in all its attempts"


def test_a_call_follows_its_session_to_a_version_with_other_routes(server, client, receiver):
    push = {"type": "push", "route": "item", "params": {"n": "${answer.status}"}}
    steps = {"ask": {"do": {"call": receiver.url("held"), "then": push}}}
    define(client, "moving", routes={"home": {}, "item": {"params": {"n": "integer"}}}, actions=steps)
    path = create(client, "moving")[0]
    expect(act(client, path, type="ask"), 200)
    routes = {"home": {}, "product": {"params": {"n": "integer"}}}
    newer = {"app": "moving", "version": 2, "root": {"kind": "stack"}, "routes": routes, "migrate": {"1": {"routes": {"item": "product"}}}}
    without = {**newer, "version": 3, "routes": {"home": {}}, "migrate": {"2": {"routes": {"product": None}}}}
    for definition in (newer, without):
        expect(client.put("/v1/apps/moving", json=definition), 201)
    preview = client.post("/v1/apps/moving/migrations", json={"from": 1, "to": 3, "dryRun": True}).json()["outcomes"]
    assert [outcome["kind"] for outcome in preview] == ["migration-misfit"] and "A pending call" in preview[0]["why"]
    expect(client.post("/v1/apps/moving/migrations", json={"from": 1, "to": 2}), 202)
    eventually(lambda: client.get(path).json()["appVersion"] == 2)
    receiver.release.set()
    eventually(lambda: client.get(path).json()["current"]["route"] == "product")
    assert client.get(path).json()["current"]["params"] == {"n": 200}
