"""Event streams: listeners of a session get each revision once, in order, and not before it is committed."""

import collections
import contextlib
import itertools
import json
import random
import socket
from functools import partial

import httpx
import pytest
from events.listeners import EVENTS, QUERIES, Listener
from load import attempt, in_background
from navstate import MINIMAL, create, define, eventually, expect, pages, report

ORIGIN = "https://app.example"
APP = {
    "app": "live", "version": 1, "root": {"kind": "tabs", "routes": ["home", "other"]},
    "routes": {"home": {"feature": "counter"}, "other": {}},
}
WRITERS = 4


class Shared:
    """Sessions, the changes that were sent to them, and the events that all listeners received."""

    def __init__(self, server, sessions):
        self.server, self.is_restless, self.is_deleted = server, True, False
        self.faults, self.receipts, self.numbers = [], [], itertools.count(1)
        # By session and kind, then by number.
        self.received = collections.defaultdict(dict)
        self.client = server.client()
        define(self.client, **APP)
        self.sessions = [create(self.client, "live")[0] for _ in range(sessions)]
        for session in self.sessions:
            self.write(self.client, session)

    def receive(self, session, kind, number, data):
        if self.received[session, kind].setdefault(number, data) != data:
            self.faults.append(f"{session} {kind} {number} was sent twice, with different data")

    def write(self, client, session):
        """Sends a unique action, so that an event that was sent and lost cannot be repeated undetected."""
        number = next(self.numbers)
        mark = {"type": "setParams", "params": {"n": number, "text": "\u2028é\n" * (number % 5)}}
        action = mark if number % 3 else {"actions": [mark, *[{"type": "push"}] * (number % 4)]}
        answer = attempt(client, "POST", session + "/actions", json=action, headers=MINIMAL)
        if answer is not None and answer.status_code == 200:
            self.receipts.append((session, answer.json()["revision"], number))
        elif answer is not None and answer.status_code < 500:
            self.faults.append(f"a write: {answer.status_code} {answer.text}")

    def load(self, sessions, rate, stop):
        client = self.server.client()
        for session in itertools.cycle(sessions):
            if stop.wait(1 / rate):
                return
            self.write(client, session)

    def wait(self, condition, seconds=60):
        """Waits for a condition, or a fault of a listener."""
        eventually(lambda: self.faults or condition(), seconds)
        assert self.faults == []


@pytest.fixture
def server(new_server):
    return new_server("--history-revisions", 1_000_000, "--log-level", "error", "--allow-origin", ORIGIN)


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
        disconnect_and_resume(shared, listeners, reconnects, kills)
        report(
            "events", seed=seed, kills=kills, reconnects=sum(listener.reconnects for listener in listeners),
            within_an_event=sum(listener.cuts for listener in listeners), revisions=len(shared.receipts),
            distinct_events=sum(map(len, shared.received.values())))
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


def disconnect_and_resume(shared, listeners, reconnects, kills):
    writers = [partial(shared.load, shared.sessions[n::WRITERS], 50) for n in range(WRITERS)]
    with in_background(*writers):
        for due in [*((kill + 0.5) * reconnects / kills for kill in range(kills)), reconnects]:
            shared.wait(lambda: sum(listener.reconnects for listener in listeners) >= due, 600)
            if due < reconnects:
                shared.server.restart()
    shared.is_restless = False


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
    event = {name: item[name] for name in ("revision", "action", "outputs")}
    return {**event, "session": state} if kind == "full" else event


def test_a_slow_reader_is_disconnected_and_misses_nothing(server, client, session):
    options = [(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)]
    reader, last, connections = server.client(transport=httpx.HTTPTransport(socket_options=options)), 1, 0
    # More than the buffers of kernel and server hold.
    bodies = [{"type": "setParams", "params": {"text": str(number) * 20_000}} for number in range(80)]
    while last < 81:
        connections += 1
        path = f"{session}/events?after={last}"
        with contextlib.suppress(httpx.TransportError), reader.stream("GET", path) as stream:
            while bodies:
                expect(client.post(session + "/actions", json=bodies.pop()), 200)
            for line in stream.iter_lines():
                if line.startswith("id: "):
                    number = int(line.removeprefix("id: "))
                elif line.startswith("data: "):
                    assert number == last + 1
                    last = number
                if last == 81:
                    break
    assert connections > 1


def test_a_stream_has_the_headers_that_a_browser_needs(client, session):
    with client.stream("GET", session + "/events", headers={"Origin": ORIGIN}) as answer:
        expected = {
            "content-type": "text/event-stream", "cache-control": "no-store", "access-control-allow-origin": ORIGIN}
        assert expected.items() <= answer.headers.items() and "content-length" not in answer.headers
    expect(client.get(session + "/events", headers={"Accept": "application/json"}), 406)
