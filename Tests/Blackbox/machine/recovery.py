"""Assertions about a server whose machine failed: it continues, keeps what it acknowledged, or says why it cannot
start."""

import itertools
import random

from ledger import Change, LedgerSession
from navstate import eventually, run

NUMBERS = itertools.count(1)


def create_sessions(client, count=2):
    return [LedgerSession(client) for _ in range(count)]


def push(session, client, **members):
    """Pushes a screen and records that in the ledger; returns the response."""
    number = next(NUMBERS)
    session.changes.append(Change(number, {"type": "push", "route": "counter", "params": {"count": number}, **members}))
    return session.send(client, session.changes[-1])


def assert_recovers(session, client):
    """A change succeeds without intervention."""
    assert eventually(lambda: push(session, client).status_code == 200, 10)


def assert_kept(sessions, client):
    faults = [fault for session in sessions for fault in session.faults(client)]
    assert not faults, faults[:3]


def assert_kept_after_restart(server, sessions, client):
    assert server.stop() == 0
    server.start()
    assert_kept(sessions, client)


def verify(session, client):
    """Repeats changes without a response, and some with one, and compares all of them with the ledger."""
    lost = session.lost(session.history(client))
    assert not lost, lost[:3]
    for change in session.changes:
        if not change.is_answered:
            session.send(client, change)
            assert change.is_answered, change
    for change in random.sample(session.changes, min(10, len(session.changes))):
        before = change.revision
        answer = session.send(client, change)
        assert answer.headers.get("Idempotency-Replayed") == "true" and change.revision == before, change
    assert_kept([session], client)


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
    is_ready, status = server.responds("/readyz", 20), server.process.poll()
    assert (is_ready, status, len(error_lines(server))) == (False, 1, 1), server.log_text()
    assert all(word in error_lines(server)[0] for word in words), error_lines(server)
