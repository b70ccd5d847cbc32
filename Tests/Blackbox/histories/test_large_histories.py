"""Each request that reads a history with very long changes takes bounded memory."""

import hashlib
import json

import pytest
from histories.changes import large_state, long_session
from histories.test_check import check
from navstate import MIB, expect, report

SIZE = 250_000
# Of the process, with a tree, a page of changes and what the allocator keeps: a small part of what the history has.
BOUND = 32 * MIB


class Large:
    """A server with one session with a long history."""

    def __init__(self, server, changes, steps=1, indexed=True):
        self.server, self.steps, self.revision = server, steps, changes + 1
        self.megabytes, self.client = 2 * SIZE * changes * steps // MIB, server.client()
        self.path = long_session(server, SIZE, changes, steps, indexed)
        *result, self.check_peak = check(server)
        assert result == ["1 session, 0 damaged\n", 0]
        server.start()

    def assert_state(self, revision, name="", body=None):
        """Asserts the state in the response to a request."""
        method = "POST" if body else "GET"
        answer = expect(self.client.request(method, f"{self.path}/{name}".rstrip("/"), json=body), 200, 201).json()
        state = answer.get("session", answer)["navigation"]["screens"][0]["state"]
        assert state == large_state((revision - 1) * self.steps, SIZE)

    def assert_exported(self):
        """Asserts the number of lines of an export, and its digest."""
        digest, count, last = hashlib.sha256(), -1, ""
        with self.client.stream("GET", self.path + "/export") as answer:
            assert answer.status_code == 200
            for line in answer.iter_lines():
                digest.update(last.encode() + b"\n" if count >= 0 else b"")
                count, last = count + 1, line
        assert json.loads(last) == {"lines": count, "sha256": digest.hexdigest()}
        assert count == self.revision

    def listen(self):
        """Asserts that missed events are sent."""
        after = max(1, self.revision - 100)
        with self.client.stream("GET", f"{self.path}/events?after={after}&view=minimal") as answer:
            assert f"id: {self.revision}" in answer.iter_lines()

    def move(self):
        self.assert_state(2, "jump", {"revision": 2})
        self.assert_state(self.revision - 49, "undo", {"steps": 50})
        self.assert_state(3, "fork", {"revision": 3})


@pytest.mark.parametrize("changes, steps, indexed", [(250, 1, True), (2, 80, True), (100, 1, False)])
def test_requests_and_a_check_take_bounded_memory(new_server, server, is_long, changes, steps, indexed):
    before = server.memory("VmHWM")
    large = Large(server, changes * 8 if is_long and changes == 250 else changes, steps, indexed)
    assert large.check_peak - Large(new_server(), 2).check_peak < 8 * MIB
    large.assert_state(large.revision)
    growth = {"load": server.memory("VmHWM") - before}
    growth["export"], _ = server.peak_growth(large.assert_exported)
    growth["revision 1"], _ = server.peak_growth(lambda: large.assert_state(1, "revisions/1"))
    growth["events"], _ = server.peak_growth(large.listen)
    if steps == 1:
        growth["jump, undo, fork"], _ = server.peak_growth(large.move)
    report(f"{large.megabytes} MiB", **{name: f"{size / MIB:.1f} MiB" for name, size in growth.items()})
    assert max(growth.values()) < BOUND


def test_an_export_needs_a_small_part_of_max_held(new_server):
    Large(new_server("--max-held", MIB), 100).assert_exported()
