"""Event streams: listeners of a session get each revision once, in order, and not before it is committed."""

import itertools
import json
import random

import pytest
from events.listeners import EVENTS, QUERIES, Listener
from events.shared import APP, Shared, disconnect_and_resume, read_numbers, slow_client
from load import in_background
from navstate import create, define, expect, pages


@pytest.fixture
def server(new_server):
    return new_server("--history-revisions", 1_000_000, "--log-level", "error")


@pytest.fixture
def session(client):
    define(client, **APP)
    return create(client, "live")[0]


def test_listeners_get_each_revision_once_over_disconnects_kills_and_a_stop(server, setting):
    seed = setting("EVENT_SEED", *[random.randrange(10**6)] * 2)
    reconnects, kills = setting("EVENT_RECONNECTS", 400, 10_000), setting("EVENT_KILLS", 3, 50)
    shared = Shared(server, 6)
    listeners = [
        Listener(shared, shared.sessions[n % 6], view, None if n % 2 else 0 if view == "outputs" else 1, f"{seed} {n}")
        for n, view in zip(range(60), itertools.cycle(QUERIES))]
    with in_background(*[listener.run for listener in listeners]):
        disconnect_and_resume(shared, listeners, reconnects, kills, seed=seed)
        listen_to_the_end(shared, listeners)
        stop_and_start(shared, listeners)
        listen_to_the_end(shared, listeners)
        compare_all(shared)
        # Each listener gets an event of the deletion, and then 204.
        shared.is_deleted = True
        for session in shared.sessions:
            expect(shared.client.delete(session), 204)
        shared.wait(lambda: all(listener.is_done for listener in listeners))
        assert all(listener.is_closed for listener in listeners)
    assert shared.faults == []


def listen_to_the_end(shared, listeners):
    ends = {session: {
        "change": shared.client.get(session).json()["revision"],
        "output": max([0, *(item["seq"] for item in pages(shared.client, session + "/outputs"))]),
    } for session in shared.sessions}

    def is_at_end(listener):
        waits_for_outputs = listener.view == "outputs" and listener.last is None
        is_at_end = waits_for_outputs or listener.last == ends[listener.session][EVENTS[listener.view]]
        return listener.is_calm and is_at_end

    shared.wait(lambda: all(map(is_at_end, listeners)))
    assert [vars(one) for one in listeners if one.last is not None and one.last != one.start + one.heard] == []


def stop_and_start(shared, listeners):
    """A stop sends the time to reconnect after, and ends each stream."""
    assert shared.server.stop() == 0
    shared.wait(lambda: all(listener.is_told for listener in listeners))
    shared.server.start()
    for session in shared.sessions * 2:
        shared.write(shared.client, session)


def compare_all(shared):
    """Compares acknowledged changes and received events with the history."""
    client = shared.client
    history = {s: {item["revision"]: item for item in pages(client, s + "/history")} for s in shared.sessions}
    outputs = {s: {item["seq"]: item for item in pages(client, s + "/outputs")} for s in shared.sessions}
    for session, revision, number in shared.receipts:
        assert f'"n": {number},' in json.dumps(history[session][revision]["action"])
    for (session, kind), events in shared.received.items():
        for number, data in events.items():
            item = (outputs if kind == "outputs" else history)[session].get(number)
            assert json.loads(data) == expected_event(client, f"{session}/revisions/{number}", kind, item)


def expected_event(client, path, kind, item):
    if kind == "outputs":
        return item
    state = client.get(path).json()
    if kind == "snapshot":
        return state
    assert state["updatedAt"] == item["at"]
    event = {name: item[name] for name in ("revision", "action", "by", "requestId", "outputs")}
    return {**event, "session": state} if kind == "full" else event


def test_a_slow_reader_is_disconnected_and_misses_nothing(server, client, session):
    reader, numbers, connections = slow_client(server), [1], 0
    # More than the buffers of kernel and server hold.
    bodies = [{"type": "setParams", "params": {"text": str(number) * 20_000}} for number in range(80)]
    while numbers[-1] < 81:
        connections += 1
        with reader.stream("GET", f"{session}/events?after={numbers[-1]}") as stream:
            while bodies:
                expect(client.post(session + "/actions", json=bodies.pop()), 200)
            read_numbers(stream, numbers, 81)
    assert numbers == list(range(1, 82)) and connections > 1
