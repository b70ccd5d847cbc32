"""Calls of the logic of apps to other servers: answers, failures, and each answered once over kills."""

import contextlib
import json
import random
import time

import pytest
from answering import Answering
from navstate import act, create, define, eventually, expect, export, import_archive, metric, pages, poll, report

CALL = {
    "call": "${args.url}", "body": {"n": "${args.n}"}, "timeout": "PT2S",
    "then": {"type": "note", "text": "${string(answer.status) + ' ' + string(args.n)}", "body": "${answer.body}"},
    "otherwise": {"type": "note", "text": "${answer.reason}", "body": None}}
ARGS = {"url": "string", "n": "integer"}
NOTE = {"args": {"text": "string", "body": "any?"}, "by": "backend", "do": [
    {"append": {"data.notes": "args.text"}}, {"set": {"data.body": "args.body"}}]}
ACTIONS = {
    "ask": {"args": ARGS, "do": CALL}, "note": NOTE,
    "plain": {"args": ARGS, "do": {key: CALL[key] for key in ["call", "body", "timeout", "then"]}},
    "restartNow": {"do": {"restart": True}}}
ROUTES = {"home": {}, "pay": {"state": {"answer": None}, "actions": {"payNow": {"args": ARGS, "do": {
    **CALL, "then": {"type": "paid", "answer": "${answer.body}"}}},
    "paid": {"args": {"answer": "any"}, "do": {"set": {"state.answer": "args.answer"}}}}}}


@pytest.fixture
def other():
    with contextlib.closing(Answering()) as other:
        yield other


@pytest.fixture
def server(new_server, other):
    return new_server("--allow-call", other.address, "--allow-private-webhooks", "yes", "--log-level", "error")


@pytest.fixture
def path(client):
    define(client, "caller", data={"notes": [], "body": None}, actions=ACTIONS, routes=ROUTES,
           root={"kind": "stack", "initial": "home"})
    return create(client, "caller")[0]


def url(other, name):
    return f"http://{other.address}/{name}"


def ask(client, path, url, n=1, action="ask"):
    return expect(act(client, path, type=action, url=url, n=n), 200).json()


def session(client, path):
    return expect(client.get(path), 200).json()


def notes(client, path):
    return session(client, path)["data"]["notes"]


def await_notes(client, path, *expected, seconds=20):
    poll(lambda: len(notes(client, path)) >= len(expected), seconds)
    assert notes(client, path) == list(expected)


def test_an_answer_is_an_action_of_the_actor_call(client, path, other):
    assert ask(client, path, url(other, "ok"), n=7)["changed"]
    await_notes(client, path, "200 7")
    assert session(client, path)["data"]["body"] == {"n": 7}
    call, = other.calls
    assert (call.method, json.loads(call.body)) == ("POST", {"n": 7})
    assert call.headers["Content-Type"] == "application/json"
    asked, answered = pages(client, path + "/history")
    assert (answered["actor"], answered["action"]["type"], answered["revision"]) == ("call", "note", 3)
    assert metric(client, "navstate_calls_answered_total") == 1
    assert metric(client, "navstate_calls_waiting") == 0


def test_any_answer_counts_and_redirects_are_not_followed(client, path, other):
    for number, status in enumerate([404, 302, 201], 1):
        ask(client, path, url(other, status), n=number)
        eventually(lambda: len(notes(client, path)) == number)
    assert notes(client, path) == ["404 1", "302 2", "201 3"]
    assert session(client, path)["data"]["body"] == "status 201"
    assert [call.path for call in other.calls] == ["/404", "/302", "/201"]


def test_content_without_an_end_is_a_failure(client, path, other):
    ask(client, path, url(other, "endless"))
    await_notes(client, path, "too-large")
    assert len(other.calls) == 1


def test_an_unavailable_server_is_asked_again_with_the_same_key(client, path, other):
    ask(client, path, url(other, "503"))
    eventually(lambda: len(other.calls) == 3)
    assert set(other.counts.values()) == {3}
    assert other.calls[1].time - other.calls[0].time >= 0.99
    assert notes(client, path) == []


def test_other_hosts_and_private_addresses_are_not_asked(new_server, other):
    for options in [["--allow-call", "example.com"], ["--allow-call", other.address]]:
        client = new_server(*options, "--log-level", "error").client()
        define(client, "caller", data={"notes": [], "body": None}, actions=ACTIONS, routes=ROUTES,
               root={"kind": "stack", "initial": "home"})
        path, _ = create(client, "caller")
        ask(client, path, url(other, "ok"))
        await_notes(client, path, "not-allowed")
        ask(client, path, url(other, "ok"), action="plain")
        eventually(lambda: len(pages(client, path + "/history")) == 4)
        last = pages(client, path + "/history")[-1]
        assert (last["actor"], last["refused"]["code"]) == ("call", "call-failed")
        assert "not-allowed" in last["refused"]["detail"]
    assert other.calls == []


def test_a_call_goes_with_its_screen(client, path, other):
    screen = expect(act(client, path, type="push", route="pay"), 200).json()["session"]["current"]["id"]
    ask(client, path, url(other, "held"), action="payNow")
    eventually(lambda: len(other.calls) == 1)
    expect(act(client, path, type="remove", id=screen), 200)
    other.release.set()
    eventually(lambda: metric(client, "navstate_calls_waiting") == 0)
    assert len(pages(client, path + "/history")) == 3


def test_the_answer_for_a_screen_goes_to_that_screen(client, path, other):
    expect(act(client, path, type="push", route="pay"), 200)
    ask(client, path, url(other, "held"), n=5, action="payNow")
    expect(act(client, path, type="push", route="home"), 200)
    other.release.set()
    eventually(lambda: len(pages(client, path + "/history")) == 4)
    assert session(client, path)["navigation"]["screens"][1]["state"] == {"answer": {"n": 5}}


ENDS = {
    "undo": lambda client, path: client.post(path + "/undo", json={}),
    "jump": lambda client, path: client.post(path + "/jump", json={"revision": 1}),
    "restart": lambda client, path: act(client, path, type="restartNow"),
    "deletion": lambda client, path: client.delete(path)}


@pytest.mark.parametrize("end", ENDS)
def test_a_call_ends_with_the_revision_that_asked(client, path, other, end):
    ask(client, path, url(other, "held"))
    eventually(lambda: len(other.calls) == 1)
    expect(ENDS[end](client, path), 200, 204)
    other.release.set()
    eventually(lambda: metric(client, "navstate_calls_waiting") == 0)
    if end == "deletion":
        return
    assert "call" not in [item["actor"] for item in pages(client, path + "/history")]
    expect(client.post(path + ("/redo" if end == "undo" else "/undo"), json={}), 200)
    assert (notes(client, path), metric(client, "navstate_calls_waiting"), len(other.calls)) == ([], 0, 1)


def test_a_dry_run_and_an_import_and_a_fork_ask_nothing(client, path, other):
    expect(client.post(path + "/actions?dryRun=1", json={"type": "ask", "url": url(other, "ok"), "n": 1}), 200)
    expect(client.get(path + "/available"), 200)
    ask(client, path, url(other, "held"))
    eventually(lambda: len(other.calls) == 1)
    archive = export(client, path)
    expect(client.post(path + "/fork", json={}), 201)
    expect(client.delete(path), 204)
    expect(import_archive(client, archive), 201)
    other.release.set()
    time.sleep(0.3)
    assert (len(other.calls), metric(client, "navstate_calls_waiting")) == (1, 0)


def test_each_call_is_answered_once_over_kills(server, client, path, other, setting):
    kills, sessions, asked = setting("CALL_KILLS", 10, 50), 4, {}
    paths = [path] + [create(client, "caller")[0] for _ in range(sessions - 1)]
    for kill in range(kills):
        for number in range(5):
            target, n = random.choice(paths), kill * 5 + number
            ask(client, target, url(other, "flaky"), n=n)
            asked[n] = target
        time.sleep(random.random() / 4)
        server.restart()
        client = server.client()
    eventually(lambda: metric(client, "navstate_calls_waiting") == 0, 60)
    report("calls", kills=kills, asked=len(asked), attempts=len(other.calls))
    answered = [int(note.split()[1]) for path in paths for note in notes(client, path)]
    assert sorted(answered) == sorted(asked)
    numbers = {}
    for call in other.calls:
        numbers.setdefault(json.loads(call.body)["n"], set()).add(call.key)
    assert all(len(keys) == 1 for keys in numbers.values()) and set(numbers) == set(asked)
