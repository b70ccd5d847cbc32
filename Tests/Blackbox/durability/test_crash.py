"""Kills under load: the server keeps every acknowledged change, once."""

import itertools
import random
import time

from ledger import LedgerSession
from load import in_background
from navstate import report


def test_acknowledged_changes_are_kept_once_over_kills(server, client, setting):
    rounds, numbers, acknowledged, sessions = setting("CRASH_ROUNDS", 5, 1000), itertools.count(1), 0, []

    def load(stop):
        with server.client() as client:
            while not stop.is_set():
                random.choice(sessions).send_new(client, next(numbers))

    for number in range(rounds):
        # The history of new sessions is short.
        if number % 20 == 0:
            sessions = [LedgerSession(client) for _ in range(3)]
        before = acknowledged_in(sessions)
        with in_background(*[load] * 4):
            time.sleep(random.uniform(0.05, 1))
            server.kill()
        acknowledged += acknowledged_in(sessions) - before
        server.start()
        for session in sessions:
            verify(session, client)
    report("crash", kills=rounds, changes_acknowledged=acknowledged)
    assert acknowledged > 0
    assert server.stop() == 0


def acknowledged_in(sessions):
    return sum(change.revision is not None for session in sessions for change in session.changes)


def verify(session, client):
    assert session.lost(session.history(client)) == []
    for change in session.changes:
        if not change.is_answered:
            session.send(client, change)
            assert change.is_answered, f"a change that had no response has none when it is sent again: {change}"
    for change in random.sample(session.changes, min(10, len(session.changes))):
        before = change.revision
        answer = session.send(client, change)
        assert answer.headers.get("Idempotency-Replayed") == "true" and change.revision == before, change
    assert session.faults(client) == []
