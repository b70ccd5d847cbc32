"""Long histories, written into the database of a stopped server, because requests would take minutes."""

import json
import sqlite3
import time


def _text(value):
    return json.dumps(value, separators=(",", ":"))


def add_changes(server, session, edits_of, count, indexed=True):
    """Appends `count` changes to a session with one screen and no other change.

    `edits_of(screen, number)` returns the steps of a change and the screen's state after it. Unless `indexed`, the tables
    and the index are left behind, as after a crash.
    """
    # Recent, so that nothing of it is pruned.
    start = int(time.time() * 1000) - 3_600_000
    with sqlite3.connect(server.database) as base:
        base.execute("PRAGMA synchronous = OFF")
        screen = base.execute("SELECT id FROM screens WHERE session = ?", (session,)).fetchone()[0]
        seq = max(base.execute("SELECT coalesce(max(seq), 0) FROM changes").fetchone()[0],
                  base.execute("SELECT low_water FROM progress").fetchone()[0])
        state = None
        for number in range(count):
            steps, state = edits_of(screen, number)
            seq += 1
            base.execute(
                "INSERT INTO changes (seq, session, revision, at, actor, action, edits, outputs) "
                "VALUES (?, ?, ?, ?, NULL, ?, ?, '[]')",
                (seq, session, number + 2, start + number, _text({"type": "set", "number": number}), _text(steps)))
            if indexed:
                base.execute("INSERT INTO revisions VALUES (?, ?, ?)", (session, number + 2, seq))
        base.execute("UPDATE sessions SET created_at = ?, updated_at = ? WHERE id = ?", (start, start, session))
        if indexed:
            base.execute("UPDATE sessions SET revision = ?, updated_at = ?, shown = NULL, tip = NULL WHERE id = ?",
                         (count + 1, start + count - 1, session))
            base.execute("UPDATE screens SET state = ? WHERE session = ?", (_text(state), session))
            base.execute("UPDATE progress SET low_water = ?", (seq,))
    base.close()


def large_state(number, size):
    """A state of about `size` bytes."""
    return {"count": number, "text": chr(97 + number % 26) * size}


def large_steps(size, steps=1):
    """Changes of `steps` steps, each of which replaces a state of about `size` bytes: `edits_of` of `add_changes`."""

    def edits_of(screen, number):
        edits = []
        for step in range(number * steps, (number + 1) * steps):
            former = {"count": 0} if step == 0 else large_state(step, size)
            edits.append(["state", screen, former, large_state(step + 1, size)])
        return edits, large_state((number + 1) * steps, size)

    return edits_of
