"""Long histories, written into the database of a stopped server, because requests would take minutes."""

import contextlib
import json
import sqlite3
import time

from navstate import create


def text(value):
    return json.dumps(value, separators=(",", ":"))


def add_changes(server, session, edits_of, count, indexed=True):
    """Appends `count` changes to a session with one screen and no other change.

    `edits_of(screen, number)` returns the steps of a change and the screen's state after it. Unless `indexed`, the
    snapshot and the index are left behind, as after a crash.
    """
    start = int(time.time() * 1000) - 3_600_000  # Recent, so that nothing of it is pruned.
    with contextlib.closing(sqlite3.connect(server.database)) as base, base:
        base.execute("PRAGMA synchronous = OFF")
        screen, = base.execute("SELECT id FROM screens WHERE session = ?", [session]).fetchone()
        first, = base.execute("SELECT 1 + max(low_water, (SELECT coalesce(max(seq), 0) FROM changes)) FROM progress").fetchone()
        for number in range(count):
            steps, state = edits_of(screen, number)
            base.execute(
                "INSERT INTO changes (seq, session, revision, at, actor, action, edits, outputs) "
                "VALUES (?, ?, ?, ?, NULL, ?, ?, '[]')", (first + number, session, number + 2, start + number,
                                                          text({"type": "set", "number": number}), text(steps)))
        base.execute("UPDATE session_rows SET created_at = ?1, updated_at = ?1, active_at = ?1 WHERE id = ?2", (start, session))
        if indexed:
            base.execute("INSERT INTO revisions (session, revision, change) SELECT session, revision, seq FROM changes " "WHERE seq >= ?", [first])
            base.execute("UPDATE session_rows SET revision = ?, updated_at = ?, shown = NULL, tip = NULL WHERE id = ?",
                         (count + 1, start + count - 1, session))
            base.execute("UPDATE session_rows SET navigation = json_set(navigation, '$.screens[0].state', json(?)) "
                         "WHERE id = ?", (text(state), session))
            base.execute("UPDATE progress SET low_water = ?", [first + count - 1])


def long_session(server, size, changes, steps=1, indexed=True):
    """Creates a session with that many changes of so many steps; returns its path. The server is stopped."""
    path, session = create(server.client())
    assert server.stop() == 0
    add_changes(server, session["id"], large_steps(size, steps), changes, indexed)
    return path


def large_state(number, size):
    """A state of about `size` bytes."""
    return {"count": number, "text": chr(97 + number % 26) * size} if number else {"count": 0}


def large_steps(size, steps=1):
    """Changes of `steps` steps, each of which replaces a state of about `size` bytes: `edits_of` of `add_changes`."""
    def edits_of(screen, number):
        states = [large_state(step, size) for step in range(number * steps, (number + 1) * steps + 1)]
        return [["state", screen, former, state] for former, state in zip(states, states[1:])], states[-1]

    return edits_of
