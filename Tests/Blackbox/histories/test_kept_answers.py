"""Answers stored for an `Idempotency-Key` take disk in proportion to the request, and are repeated to the byte."""

import contextlib
import hashlib
import os
import sqlite3

import pytest
from navstate import KIB, MIB, act, app_key, expect, report
from histories.test_history_size import LARGE, UNDO, action, disk, notes, set_state

ROUNDS = 100
ATTACKS = {
    "set a member": lambda round: set_state(count=round),
    "pop and undo": lambda round: UNDO if round % 2 else action("pop"),
    "undo and redo": lambda round: ("redo" if round % 2 else "undo", {"steps": 1}),
    "nothing": lambda round: action("popTo", index=1),
}
DAMAGED = ["", "no JSON", "[]", "{}", "[[[", '["session",[1,1,1],"0","{",[0,9000000000000000000]]',
           '["session",[1,1,1],"0","{",[-1,5]]', '["session",[1,1,1],0,"{",[]]', "\0", '{"revision": 1e300}']


def ask(client, path, request, key="k"):
    name, body = request
    return client.post(f"{path}/{name}", json=body, headers={"Idempotency-Key": key})


def creation(client):
    return ask(client, "/v1", ("sessions", {"app": "counter"}))


def is_replay(answer):
    return answer.headers.get("Idempotency-Replayed") == "true"


def results(answers):
    return [(answer.status_code, answer.headers["ETag"], hashlib.sha256(answer.content).hexdigest())
            for answer in answers]


@pytest.mark.parametrize("attack", ATTACKS)
def test_small_requests_with_a_key_cost_little_disk_and_are_answered_again(server, client, attack):
    requests, path = [ATTACKS[attack](round) for round in range(ROUNDS)], notes(client, LARGE)

    def ask_all():
        return [expect(ask(client, path, request, f"k{round}"), 200) for round, request in enumerate(requests)]

    for round, request in enumerate(requests[:2]):
        ask(client, path, request, f"before {round}")
    before = disk(server)
    first = ask_all()
    sent = sum(len(answer.request.content) for answer in first)
    assert max(len(answer.content) for answer in first) > 200 * KIB
    again = ask_all()
    assert results(again) == results(first) and all(map(is_replay, again))
    grown = disk(server) - before
    report(attack, requests=f"{sent / KIB:.1f} KiB", disk=f"{grown / KIB:.0f} KiB", each=f"{grown // ROUNDS} bytes")
    # Pages that are not full yet and the tables' own come on top.
    assert grown <= 4 * sent + KIB * ROUNDS + MIB / 4
    server.restart()
    again = ask_all()
    assert results(again) == results(first) and all(map(is_replay, again))


def test_an_answer_whose_revision_was_pruned_is_repeated_without_the_session(new_server):
    client = new_server("--history-bytes", 100_000).client()
    path = notes(client, {"other": "x" * 50_000})
    first = ask(client, path, set_state(count=0)).json()
    for _ in range(40):
        if client.get(f"{path}/revisions/{first['revision']}").status_code == 410:
            break
        expect(act(client, path, type="setState", state={"text": os.urandom(10_000).hex()}), 200)
    again = expect(ask(client, path, set_state(count=0)), 200)
    assert is_replay(again)
    assert again.json() == {name: first[name] for name in ["revision", "changed", "outputs"]}


def alter_answers(server, sql, *values):
    """Changes the stored answers in the database of a stopped server."""
    server.stop()
    with contextlib.closing(sqlite3.connect(server.database)) as database, database:
        database.execute("UPDATE answers SET " + sql, values)
    server.start()


@pytest.mark.parametrize("body", DAMAGED)
def test_a_damaged_answer_ends_no_server(server, client, body):
    path, lease = notes(client, LARGE), ("lease", {"seconds": 60})
    ask(client, path, set_state(count=0))
    creation(client)
    ask(client, path, lease, "lease")
    alter_answers(server, "body = ?", body)
    expect(ask(client, path, set_state(count=0)), 200, 503)
    for answer in (creation(client), ask(client, path, lease, "lease")):
        expect(answer, 200, 201, 503)
    expect(client.get(path), 200)
    assert server.is_running()


def test_an_answer_that_was_stored_whole_is_answered_again(server, client):
    path = notes(client, LARGE)
    first = ask(client, path, set_state(count=0))
    alter_answers(server, "body = ?", first.text)
    assert expect(ask(client, path, set_state(count=0)), 200).content == first.content


def test_a_creation_stored_before_keys_had_a_scope_is_answered_again(admin):
    client = admin.server.client(app_key(admin))
    first = creation(client)
    # The name of such a key was the one that the client had sent.
    alter_answers(admin.server, "key = 'k' WHERE key LIKE '%k'")
    again = expect(creation(client), 201)
    assert again.content == first.content and is_replay(again)
    # Another credential has another fingerprint; its key is the name itself.
    expect(creation(admin), 422)
