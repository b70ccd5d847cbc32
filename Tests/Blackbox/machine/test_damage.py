"""Flipped bytes in the database: damaged sessions are reported, the others continue."""

import contextlib
import re
import sqlite3

from machine.recovery import (assert_kept, assert_kept_after_restart, assert_start_fails, check, create_sessions, push,
                              push_all)
from navstate import expect, metric, problem


def flip(file, offset, bits=1):
    content = bytearray(file.read_bytes())
    content[offset] ^= bits
    file.write_bytes(content)


def query(server, statement):
    with contextlib.closing(sqlite3.connect(server.database)) as database:
        return [row[0] for row in database.execute(statement)]


def stopped_sessions(server, client, count):
    """Sessions that fill some pages each, all of it in the database file of the stopped server."""
    sessions = create_sessions(client, count)
    push_all(sessions * 40, client)
    assert server.stop() == 0
    return sessions


def damaged_sessions(server, client, sessions):
    """Divides sessions: the damaged are reported, counted and logged once; the others are intact and take changes."""
    server.log.unlink()
    server.start()
    damaged = [session for session in sessions if client.get(session.path).status_code != 200]
    others = [session for session in sessions if session not in damaged]
    for session in damaged * 2:
        assert problem(client.get(session.path)) == problem(push(session, client)) == (503, "session-damaged")
    assert metric(client, "navstate_sessions_damaged") == len(damaged)
    assert server.log_text().count("a session is damaged") == len(damaged)
    assert_kept(others, client)
    assert push_all(others * 3, client) == {200}
    server.stop()
    status, output = check(server)
    assert status == 1 and all(session.path.rsplit("/", 1)[1] in output for session in damaged), output
    return damaged, others


def test_a_flipped_byte_in_a_text_damages_one_session_until_it_is_deleted(server, client):
    sessions = stopped_sessions(server, client, 4)
    name = sessions[1].path.rsplit("/", 1)[1]
    data, = query(server, f"SELECT data FROM sessions WHERE id = '{name}'")
    # In the row of `sessions`, the app's data comes after the id.
    row = re.search(f"{name}.{{0,200}}?({re.escape(data)})".encode(), server.database.read_bytes(), re.S)
    flip(server.database, row.start(1), 0x40)
    damaged, others = damaged_sessions(server, client, sessions)
    assert damaged == [sessions[1]]
    server.start()
    expect(client.delete(damaged[0].path), 204)
    expect(client.get(damaged[0].path), 404)
    assert metric(client, "navstate_sessions_damaged") == 0
    assert_kept_after_restart(server, others, client)
    assert server.stop() == 0
    assert check(server) == (0, "3 sessions, 0 damaged\n")


def test_a_flipped_byte_in_a_page_damages_the_sessions_of_its_rows(server, client):
    sessions = stopped_sessions(server, client, 8)
    leaves = query(server, "SELECT pageno FROM dbstat WHERE name = 'screens' AND pagetype = 'leaf' ORDER BY pageno")
    # The page's type.
    flip(server.database, (leaves[len(leaves) // 2] - 1) * 4096, 0x20)
    assert all(damaged_sessions(server, client, sessions))


def test_a_flipped_byte_in_the_write_ahead_log_prevents_the_start(server, client):
    sessions = create_sessions(client)
    push_all(sessions * 20, client)
    server.kill()
    log = server.data / "navstate.db-wal"
    middle = log.stat().st_size // 2
    flip(log, middle)
    assert_start_fails(server, "navstate.db-wal", "corrupted")
    status, output = check(server)
    assert status == 1 and "write-ahead log" in output
    flip(log, middle)
    server.start()
    assert_kept(sessions, client)
