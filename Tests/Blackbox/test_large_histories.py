"""Each request that reads a history with very long changes takes bounded memory."""

import hashlib
import json

import pytest
from histories import add_changes, large_state, large_steps
from navstate import MIB, create, report

SIZE = 250_000
# Of the process, with a tree, a page of changes and what the allocator keeps: a small part of what the history has.
BOUND = 32 * MIB


class Large:
    """A server with one session with a long history."""

    def __init__(self, server, changes, steps=1, indexed=True):
        self.server, self.changes, self.steps = server, changes, steps
        with server.client() as client:
            self.path, answer = create(client, "counter")
        assert server.stop() == 0
        add_changes(server, answer["id"], large_steps(SIZE, steps), changes, indexed)
        self.size = 2 * SIZE * changes * steps
        server.start()

    @property
    def revision(self):
        return self.changes + 1

    def state(self, revision):
        return {"count": 0} if revision == 1 else large_state((revision - 1) * self.steps, SIZE)

    def growth(self, body):
        """The peak memory of a request, in bytes above the memory before."""
        self.server.reset_peak_memory()
        before = self.server.memory()
        result = body()
        return self.server.memory("VmHWM") - before, result


def state_of(answer):
    assert answer.status_code == 200, answer.text[:200]
    return answer.json()["navigation"]["screens"][0]["state"]


@pytest.fixture
def large(new_server, is_long):
    return Large(new_server("--log-level", "warning"), 2_000 if is_long else 250)


def export(client, path):
    """The lines of an export, without their long parts."""
    digest, count, last = hashlib.sha256(), 0, None
    with client.stream("GET", path + "/export") as answer:
        assert answer.status_code == 200
        for line in answer.iter_lines():
            if last is not None:
                digest.update(last.encode() + b"\n")
                count += 1
            last = line
    end = json.loads(last)
    assert end == {"lines": count, "sha256": digest.hexdigest()}
    return count


def test_an_export_is_complete_and_bounded(large):
    with large.server.client() as client:
        client.get(large.path)
        growth, lines = large.growth(lambda: export(client, large.path))
    report("export", megabytes=large.size // MIB, peak_mib=growth // MIB)
    assert lines == large.changes + 1
    assert growth < BOUND


def test_old_revisions_are_read_in_bounded_memory(large):
    with large.server.client() as client:
        client.get(large.path)
        growth, answer = large.growth(lambda: client.get(large.path + "/revisions/1"))
        assert state_of(answer) == large.state(1)
        assert state_of(client.get(large.path + "/revisions/7")) == large.state(7)
    report("revisions/1", megabytes=large.size // MIB, peak_mib=growth // MIB)
    assert growth < BOUND


def test_jump_undo_and_fork_take_bounded_memory(large):
    with large.server.client() as client:
        client.get(large.path)

        def move():
            jump = client.post(large.path + "/jump", json={"revision": 2})
            assert state_of_receipt(jump) == large.state(2)
            back = client.post(large.path + "/undo", json={"steps": 50})
            assert state_of_receipt(back) == large.state(large.revision - 49)
            fork = client.post(large.path + "/fork", json={"revision": 3})
            assert fork.status_code == 201
            assert fork.json()["navigation"]["screens"][0]["state"] == large.state(3)

        growth, _ = large.growth(move)
    report("jump, undo, fork", megabytes=large.size // MIB, peak_mib=growth // MIB)
    assert growth < BOUND


def state_of_receipt(answer):
    assert answer.status_code == 200, answer.text[:200]
    return answer.json()["session"]["navigation"]["screens"][0]["state"]


def test_one_very_long_change_is_read_in_parts(new_server):
    large = Large(new_server("--log-level", "warning"), 2, steps=100)
    with large.server.client() as client:
        client.get(large.path)
        growth, _ = large.growth(lambda: export(client, large.path))
        other, answer = large.growth(lambda: client.get(large.path + "/revisions/1"))
        assert state_of(answer) == large.state(1)
    report("changes of 50 MB", export_peak_mib=growth // MIB, revision_peak_mib=other // MIB)
    assert max(growth, other) < BOUND


def test_a_session_far_ahead_of_its_tables_is_loaded_in_bounded_memory(new_server):
    server = new_server("--log-level", "warning")
    before = server.memory("VmHWM")
    large = Large(server, 100, indexed=False)
    with server.client() as client:
        assert state_of(client.get(large.path)) == large.state(large.revision)
    growth = server.memory("VmHWM") - before
    report("load", megabytes=large.size // MIB, peak_mib=growth // MIB)
    assert growth < BOUND


def test_an_export_needs_no_more_than_little_of_what_connections_may_hold(new_server):
    large = Large(new_server("--log-level", "warning", "--max-held", 1 << 20), 100)
    with large.server.client() as client:
        assert export(client, large.path) == large.changes + 1


def test_events_that_were_missed_are_told_in_bounded_memory(large):
    def listen():
        with large.server.client() as client, client.stream(
            "GET", large.path + f"/events?after={large.revision - 100}&view=minimal"
        ) as answer:
            for line in answer.iter_lines():
                if line == f"id: {large.revision}":
                    return

    with large.server.client() as client:
        client.get(large.path)
    growth, _ = large.growth(listen)
    report("events", megabytes=large.size // MIB, peak_mib=growth // MIB)
    assert growth < BOUND


def test_pages_of_the_history_are_cut_by_bytes(new_server):
    server = new_server("--log-level", "warning")
    with server.client() as client:
        path, _ = create(client, "counter")
        for number in range(4):
            action = {"type": "increment" if number % 2 else "decrement"}
            assert client.post(path + "/actions", content=json.dumps(action) + " " * 400_000, headers={
                "Content-Type": "application/json"}).status_code == 200
        revisions, after, pages = [], 0, 0
        while after is not None:
            page = client.get(path + f"/history?limit=1000&after={after}").json()
            revisions += [item["revision"] for item in page["items"]]
            after, pages = page["next"], pages + 1
        assert revisions == [2, 3, 4, 5]
        assert pages > 1
