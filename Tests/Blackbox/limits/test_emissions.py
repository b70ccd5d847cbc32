"""What one small request can send is limited in numbers and in bytes."""

import pytest
from navstate import KIB, act, create, define, expect, metric, problem

BIG = "x" * 30_000


def app(client, name, steps, **data):
    """An app with one action of these steps; returns the path of a session with the key `box`, and the session."""
    define(client, name, root={"kind": "stack", "initial": "home"}, routes={"home": {}}, data={"n": 0, **data},
           actions={"go": {"do": steps}, "note": {"args": {"x": "string"}, "do": {"set": {"data.n": "data.n + 1"}}}})
    return create(client, name, key="box")


@pytest.mark.parametrize("options", [["--max-mailbox", 3], ["--max-mailbox-bytes", 100 * KIB]])
def test_messages_by_key_and_by_id_count_towards_one_mailbox(new_server, options):
    client = new_server(*options).client()
    note = {"type": "note", "x": "${data.big}"}
    path, _ = app(client, "mixed", [{"send": to, "action": note} for to in ["'box'", "session.id"] * 2], big=BIG)
    assert problem(act(client, path, type="go")) == (429, "mailbox-full")
    path, _ = app(client, "unknown", [{"send": "'nobody'", "action": note}] * 4, big=BIG)
    assert problem(act(client, path, type="go")) == (429, "mailbox-full")
    assert metric(client, "navstate_messages_pending") == 0


def test_outputs_messages_and_calls_of_a_change_have_a_limit_in_bytes(new_server):
    client = new_server("--max-output-bytes", 64 * KIB, "--allow-call", "127.0.0.1:9").client()
    steps = {
        "emit": [{"emit": "big", "value": "${data.big}"}] * 3,
        "send": [{"send": "'box'", "action": {"type": "note", "x": "${data.big}"}}] * 3,
        "call": [{"call": "http://127.0.0.1:9/", "body": "${data.big}", "then": {"type": "note", "x": ""}}] * 3,
    }
    for name, repeated in steps.items():
        path, _ = app(client, name, repeated[:2], big=BIG)
        expect(act(client, path, type="go"), 200)
        path, _ = app(client, name + "s", repeated, big=BIG)
        assert problem(act(client, path, type="go")) == (409, "outputs-too-large")
        assert expect(client.get(path), 200).json()["revision"] == 1
