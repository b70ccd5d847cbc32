"""Answers stored for an `Idempotency-Key` take disk in proportion to the request, and are repeated to the byte."""

import contextlib
import hashlib
import os
import sqlite3

import pytest
from navstate import MIB, create, report
from test_history_size import KIB, disk, large, notes

ROUNDS = 100


def set_member(round):
    return "actions", {"type": "setState", "state": {"count": round}}


def pop_and_undo(round):
    return ("undo", {}) if round % 2 else ("actions", {"type": "pop"})


def undo_and_redo(round):
    return ("redo" if round % 2 else "undo"), {"steps": 1}


def nothing(round):
    return "actions", {"type": "popTo", "index": 1}


def ask(client, path, request, key):
    name, body = request
    return client.post(f"{path}/{name}", json=body, headers={"Idempotency-Key": key})


def replay(client, path, request, key):
    answer = ask(client, path, request, key)
    assert answer.headers.get("Idempotency-Replayed") == "true"
    return result(answer)


def result(answer):
    return answer.status_code, answer.headers["ETag"], hashlib.sha256(answer.content).hexdigest()


@pytest.mark.parametrize("attack", [set_member, pop_and_undo, undo_and_redo, nothing])
def test_small_requests_with_a_key_cost_little_disk_and_are_answered_again(server, attack):
    requests = [attack(round) for round in range(ROUNDS)]
    with server.client() as client:
        path = notes(client, large())
        for round, request in enumerate(requests[:2]):
            ask(client, path, request, f"before {round}")
        before, sent, longest, first = disk(server), 0, 0, []
        for round, request in enumerate(requests):
            answer = ask(client, path, request, f"k{round}")
            assert answer.status_code == 200, answer.text[:200]
            longest = max(longest, len(answer.content))
            sent += len(answer.request.content)
            first.append(result(answer))
        assert longest > 200 * KIB
        assert [replay(client, path, request, f"k{round}") for round, request in enumerate(requests)] == first
        grown = disk(server) - before
        report(attack.__name__, requests=f"{sent / KIB:.1f} KiB", disk=f"{grown / KIB:.0f} KiB",
               each=f"{grown // ROUNDS} bytes")
        # Pages that are not full yet and the tables' own come on top.
        assert grown <= 4 * sent + KIB * ROUNDS + MIB / 4
        server.kill()
        server.start()
        assert [replay(client, path, request, f"k{round}") for round, request in enumerate(requests)] == first


def test_an_answer_whose_revision_was_pruned_comes_again_without_the_session(new_server):
    server = new_server("--log-level", "warning", "--history-bytes", 100_000)
    with server.client() as client:
        path = notes(client, {"other": "x" * 50_000})
        first = ask(client, path, set_member(0), "k").json()
        for _ in range(40):
            if client.get(f"{path}/revisions/{first['revision']}").status_code == 410:
                break
            state = {"text": os.urandom(10_000).hex()}
            client.post(path + "/actions", json={"type": "setState", "state": state}).raise_for_status()
        again = ask(client, path, set_member(0), "k")
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
    assert again.json() == {name: first[name] for name in ["revision", "changed", "outputs"]}


def alter_answers(server, sql, *values):
    """Changes the stored answers in the database of a stopped server."""
    server.stop()
    with contextlib.closing(sqlite3.connect(server.database)) as database, database:
        database.execute("UPDATE answers SET " + sql, values)
    server.start()


DAMAGED = ["", "no JSON", "[]", "{}", "[[[", '["session",[1,1,1],"0","{",[0,9000000000000000000]]',
           '["session",[1,1,1],"0","{",[-1,5]]', '["session",[1,1,1],0,"{",[]]', "\0", '{"revision": 1e300}']


@pytest.mark.parametrize("body", DAMAGED)
def test_a_damaged_answer_ends_no_server(server, body):
    with server.client() as client:
        path = notes(client, large())
        ask(client, path, set_member(0), "k")
        client.post("/v1/sessions", json={"app": "counter"}, headers={"Idempotency-Key": "k"})
        client.post(path + "/lease", json={"seconds": 60}, headers={"Idempotency-Key": "lease"})
        alter_answers(server, "body = ?", body)
        assert ask(client, path, set_member(0), "k").status_code in (200, 503)
        for request in [("/v1/sessions", {"app": "counter"}, "k"), (path + "/lease", {"seconds": 60}, "lease")]:
            answer = client.post(request[0], json=request[1], headers={"Idempotency-Key": request[2]})
            assert answer.status_code in (200, 201, 503)
        assert client.get(path).status_code == 200
    assert server.is_running()


def test_an_answer_that_was_kept_whole_is_answered_again(server):
    with server.client() as client:
        path = notes(client, large())
        first = ask(client, path, set_member(0), "k")
        alter_answers(server, "body = ?", first.text)
        again = ask(client, path, set_member(0), "k")
    assert (again.status_code, again.content) == (200, first.content)


def test_a_creation_kept_before_keys_had_a_scope_is_answered_again(new_server):
    admin = "0123456789abcdef0123456789abcdef"
    server = new_server("--log-level", "error", environment={"NAVSTATE_ADMIN_TOKEN": admin})
    with server.client(admin) as client:
        key = client.post("/v1/apps/counter/keys", json={"name": "web"}).json()["key"]

    def made(client):
        return client.post("/v1/sessions", json={"app": "counter"}, headers={"Idempotency-Key": "k"})

    with server.client(key) as client:
        first = made(client)
        # The name of such a key was what the client had sent.
        alter_answers(server, "key = 'k' WHERE key LIKE '%k'")
        again = made(client)
        assert (again.status_code, again.content) == (201, first.content)
        assert again.headers["Idempotency-Replayed"] == "true"
    with server.client(admin) as client:
        # Another credential has another fingerprint; its key is the name itself.
        assert made(client).status_code == 422
