"""Each request that reads a history with very long changes takes bounded memory."""

import hashlib
import json

import pytest
from histories.changes import add_changes, large_state, large_steps
from navstate import AS_JSON, MIB, create, expect, report

SIZE = 250_000
# Of the process, with a tree, a page of changes and what the allocator keeps: a small part of what the history has.
BOUND = 32 * MIB


class Large:
    """A server with one session with a long history."""

    def __init__(self, server, changes, steps=1, indexed=True):
        self.server, self.steps, self.lines = server, steps, changes + 1
        self.client = server.client()
        self.path, session = create(self.client)
        assert server.stop() == 0
        add_changes(server, session["id"], large_steps(SIZE, steps), changes, indexed)
        self.revision, self.megabytes = changes + 1, 2 * SIZE * changes * steps // MIB
        server.start()

    def get(self, suffix=""):
        return self.client.get(self.path + suffix)

    def state(self, revision):
        return large_state((revision - 1) * self.steps, SIZE)

    def assert_bounded(self, name, call):
        """Asserts a bound of the peak memory of a call, and returns its result."""
        growth, result = self.server.peak_growth(call)
        report(name, megabytes=self.megabytes, peak_mib=growth // MIB)
        assert growth < BOUND
        return result


def state_of(answer):
    body = expect(answer, 200, 201).json()
    return body.get("session", body)["navigation"]["screens"][0]["state"]


def exported_lines(client, path):
    """The number of lines of an export, whose digest must be right."""
    digest, count, last = hashlib.sha256(), -1, ""
    with client.stream("GET", path + "/export") as answer:
        assert answer.status_code == 200
        for line in answer.iter_lines():
            digest.update(last.encode() + b"\n" if count >= 0 else b"")
            count, last = count + 1, line
    assert json.loads(last) == {"lines": count, "sha256": digest.hexdigest()}
    return count


@pytest.fixture
def large(server, is_long):
    large = Large(server, 2_000 if is_long else 250)
    expect(large.get(), 200)
    return large


def test_an_export_is_complete_and_bounded(large):
    lines = large.assert_bounded("export", lambda: exported_lines(large.client, large.path))
    assert lines == large.lines


def test_old_revisions_are_read_in_bounded_memory(large):
    answer = large.assert_bounded("revisions/1", lambda: large.get("/revisions/1"))
    assert state_of(answer) == large.state(1)
    assert state_of(large.get("/revisions/7")) == large.state(7)


def test_jump_undo_and_fork_take_bounded_memory(large):
    def move():
        for name, body, revision in [("jump", {"revision": 2}, 2), ("undo", {"steps": 50}, large.revision - 49),
                                     ("fork", {"revision": 3}, 3)]:
            assert state_of(large.client.post(f"{large.path}/{name}", json=body)) == large.state(revision)

    large.assert_bounded("jump, undo, fork", move)


def test_one_very_long_change_is_read_in_parts(server):
    large = Large(server, 2, steps=100)
    expect(large.get(), 200)
    large.assert_bounded("export of changes of 50 MB", lambda: exported_lines(large.client, large.path))
    answer = large.assert_bounded("revision before changes of 50 MB", lambda: large.get("/revisions/1"))
    assert state_of(answer) == large.state(1)


def test_a_session_far_ahead_of_its_tables_is_loaded_in_bounded_memory(server):
    before = server.memory("VmHWM")
    large = Large(server, 100, indexed=False)
    assert state_of(large.get()) == large.state(large.revision)
    growth = server.memory("VmHWM") - before
    report("load", megabytes=large.megabytes, peak_mib=growth // MIB)
    assert growth < BOUND


def test_an_export_needs_a_small_part_of_max_held(new_server):
    large = Large(new_server("--max-held", MIB), 100)
    assert exported_lines(large.client, large.path) == large.lines


def test_missed_events_are_sent_in_bounded_memory(large):
    def listen():
        with large.client.stream("GET", f"{large.path}/events?after={large.revision - 100}&view=minimal") as answer:
            assert f"id: {large.revision}" in answer.iter_lines()

    large.assert_bounded("events", listen)


def test_pages_of_the_history_are_limited_in_bytes(client):
    path, _ = create(client)
    for number in range(4):
        content = json.dumps({"type": "increment" if number % 2 else "decrement"}) + " " * 400_000
        expect(client.post(path + "/actions", content=content, headers=AS_JSON), 200)
    revisions, after, pages = [], 0, 0
    while after is not None:
        page = client.get(path + f"/history?limit=1000&after={after}").json()
        revisions += [item["revision"] for item in page["items"]]
        after, pages = page["next"], pages + 1
    assert revisions == [2, 3, 4, 5]
    assert pages > 1
