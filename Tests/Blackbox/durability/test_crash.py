"""Kills under load: the server keeps every acknowledged change, once."""

import random
import time

from machine.recovery import acknowledged, changing, create_sessions, verify
from navstate import report


def test_acknowledged_changes_are_kept_once_over_kills(server, client, setting):
    rounds, count, sessions = setting("CRASH_ROUNDS", 5, 1000), 0, []
    for number in range(rounds):
        # The history of new sessions is short.
        if number % 20 == 0:
            sessions = create_sessions(client, 3)
        before = acknowledged(sessions)
        with changing(sessions, server):
            time.sleep(random.uniform(0.05, 1))
            server.kill()
        count += acknowledged(sessions) - before
        server.start()
        verify(sessions, client)
    report("crash", kills=rounds, changes_acknowledged=count)
    assert count > 0
    assert server.stop() == 0
