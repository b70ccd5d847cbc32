"""The event stream of an app: each change of all its sessions once, in the order of its session, over kills."""

import itertools
import json
import random

import pytest
from events.listeners import Listener
from events.shared import APP, Shared, disconnect_and_resume, read_numbers, slow_client
from load import attempt, in_background
from navstate import MIB, act, create, define, expect, pages, report

PATH = "/v1/apps/live"
BERLIN = {"store": "berlin"}


class AppListener(Listener):
    """A subscriber that expects each event of each session after the one before, or the session's deletion."""

    queries = {"full": {}, "minimal": {"view": "minimal"}, "label": {"view": "minimal", "label": "store:berlin"}}

    def __init__(self, shared, view, seed):
        super().__init__(shared, PATH, view, 0, seed)
        # The last revision of each session, and the deleted sessions.
        self.revisions, self.deleted = {}, set()

    def take(self, name, number, data):
        assert number > self.last, f"{number} is repeated, or late"
        assert name in ("created", "change", "deleted", "cursor"), name
        self.last, event = number, json.loads(data)
        if name == "cursor":
            return
        self.shared.receive(PATH, "minimal" if self.view == "label" else self.view, number, data)
        session, revision = event["session"], event.get("revision", 1)
        assert session not in self.deleted
        if name == "deleted":
            # Its last changes may be missing: they were deleted with it.
            assert revision >= self.revisions.get(session, 1)
            self.deleted.add(session)
        else:
            assert revision == self.revisions.get(session, 0) + 1, f"{name} {revision} of {session} after a gap"
            self.revisions[session] = revision


class AppShared(Shared):
    """Also sessions that are created, changed and deleted meanwhile."""

    def __init__(self, server, sessions):
        super().__init__(server, sessions)
        for session in self.sessions[::2]:
            expect(self.client.patch(session, json={"labels": BERLIN}), 200)
        self.lasting, self.gone = list(self.sessions), set()

    def come_and_go(self, stop):
        client = self.server.client()
        while not stop.wait(0.05):
            made = attempt(client, "POST", "/v1/sessions", json={"app": "live", "labels": BERLIN})
            if made is None or made.status_code != 201:
                continue
            path = made.headers["Location"]
            self.write(client, path)
            if attempt(client, "DELETE", path) is not None:
                self.gone.add(path.rsplit("/", 1)[-1])


@pytest.fixture
def server(new_server):
    return new_server("--history-revisions", 1_000_000, "--log-level", "error")


def test_subscribers_of_an_app_get_each_change_once_over_disconnects_and_kills(server, setting):
    seed = setting("APP_EVENT_SEED", *[random.randrange(10**6)] * 2)
    reconnects, kills = setting("APP_EVENT_RECONNECTS", 200, 5_000), setting("APP_EVENT_KILLS", 3, 50)
    shared = AppShared(server, 24)
    listeners = [AppListener(shared, view, f"{seed} {n}") for n, view in zip(range(9), itertools.cycle(AppListener.queries))]
    with in_background(*[listener.run for listener in listeners]):
        disconnect_and_resume(shared, listeners, reconnects, kills, shared.come_and_go, seed=seed)
        report("app-events", deletions=len(shared.gone))
        listen_to_the_end(shared, listeners)
        assert server.stop() == 0
    assert shared.faults == []
    server.start()
    compare_all(shared, listeners)


def listen_to_the_end(shared, listeners):
    """Waits until each subscriber has the event of a last session's creation."""
    last = create(shared.client, "live", labels=BERLIN)[1]["id"]
    shared.wait(lambda: all(last in listener.revisions for listener in listeners))


def compare_all(shared, listeners):
    """Compares the received events with the history, and the history with the acknowledged changes."""
    histories = {path: pages(shared.client, path + "/history") for path in shared.lasting}
    for path, history in histories.items():
        id, revision = path.rsplit("/", 1)[-1], max(item["revision"] for item in history)
        is_labelled = path in shared.lasting[::2]
        assert {one.revisions.get(id) for one in listeners if is_labelled or one.view != "label"} == {revision}
    for session, revision, number in shared.receipts:
        if session in histories:
            assert f'"n": {number},' in json.dumps(histories[session][revision - 2]["action"])
    for listener in listeners:
        assert shared.gone <= listener.deleted
    compare_texts(shared, histories)


def compare_texts(shared, histories):
    """Compares the content of the events of both views with the history."""
    items = {(path.rsplit("/", 1)[-1], item["revision"]): item for path, history in histories.items() for item in history}
    for view in ("full", "minimal"):
        found = [json.loads(data) for data in shared.received[PATH, view].values()]
        changes = {(event["session"], event["revision"]): event for event in found if "outputs" in event}
        assert changes.keys() >= items.keys()
        for place, item in items.items():
            names = ("at", "actor", "action", "outputs") if view == "full" else ("outputs",)
            assert {name: changes[place][name] for name in names} == {name: item[name] for name in names}


def test_a_subscriber_that_does_not_read_takes_little_memory_and_gets_everything_later(server, client):
    define(client, **APP)
    sessions = [create(client, "live")[0] for _ in range(4)]
    slow, numbers = slow_client(server), []
    with slow.stream("GET", PATH + "/events?after=0") as answer:
        growth, _ = server.peak_growth(lambda: [
            expect(act(client, session, type="setParams", params={"text": f"{number}" * 10_000}), 200)
            for number in range(100) for session in sessions])
        assert growth < 24 * MIB
        read_numbers(answer, numbers, 404)
    while len(numbers) < 404:
        with slow.stream("GET", f"{PATH}/events?after={numbers[-1]}") as answer:
            read_numbers(answer, numbers, 404)
    assert numbers == list(range(1, 405))
