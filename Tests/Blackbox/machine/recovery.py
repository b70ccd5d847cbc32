"""Assertions about a server that was killed, or whose machine failed: it continues, keeps what it acknowledged, or
says why it cannot start."""

import contextlib
import itertools
import random

from ledger import Change, LedgerSession
from load import in_background
from navstate import eventually, run

NUMBERS = itertools.count(1)


def create_sessions(client, count=2):
    return [LedgerSession(client) for _ in range(count)]


def push(session, client, **members):
    """Pushes a screen and records that in the ledger; returns the response."""
    number = next(NUMBERS)
    session.changes.append(Change(number, {"type": "push", "route": "counter", "params": {"count": number}, **members}))
    return session.send(client, session.changes[-1])


def push_all(sessions, client):
    """The statuses of a push to each."""
    return {push(session, client).status_code for session in sessions}


@contextlib.contextmanager
def changing(sessions, server):
    """Changes sessions on four threads, until the end of the block or of the server."""
    def change(stop):
        with server.client() as client:
            while not stop.is_set() and random.choice(sessions).send_new(client, next(NUMBERS)):
                pass

    with in_background(*[change] * 4):
        yield


def acknowledged(sessions):
    """The number of acknowledged changes."""
    return sum(change.revision is not None for session in sessions for change in session.changes)


def assert_recovers(session, client):
    """A change succeeds without intervention."""
    eventually(lambda: (answer := push(session, client)) is not None and answer.status_code == 200, 60)


def assert_kept(sessions, client):
    assert [fault for session in sessions for fault in session.faults(client)] == []


def assert_kept_after_restart(server, sessions, client):
    server.restart("stop")
    assert_kept(sessions, client)


def verify(sessions, client):
    """Repeats changes without a response, and some with one, and compares all of them with the ledger."""
    for session in sessions:
        assert session.lost(session.history(client)) == []
        for change in session.changes:
            if not change.is_answered:
                session.send(client, change)
                assert change.is_answered, change
        for change in random.sample(session.changes, min(10, len(session.changes))):
            before = change.revision
            answer = session.send(client, change)
            assert answer.headers.get("Idempotency-Replayed") == "true" and change.revision == before, change
    assert_kept(sessions, client)


def check(server):
    """The exit status and the output of `navstate check`."""
    ended = run("check", "--data", server.data)
    return ended.returncode, ended.stdout + ended.stderr


def error_lines(server):
    """The lines of the server's log that are not entries in JSON."""
    return [line for line in server.log_text().splitlines() if line and not line.startswith("{")]


def assert_start_fails(server, *words):
    """A start fails with a reason, in one line with these words."""
    server.log.unlink()
    server.launch()
    assert server.process.wait(30) == 1, server.log_text()
    reason, = error_lines(server)
    assert all(word in reason for word in words), reason
