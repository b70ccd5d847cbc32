"""Flipped bytes in the database: damaged sessions are reported, the others continue."""

import contextlib
import re
import sqlite3

from machine.recovery import assert_kept, assert_kept_after_restart, assert_start_fails, check, create_sessions, push
from navstate import expect, metric, problem

PAGE = 4096


def flip(file, offset, bits=1):
    content = bytearray(file.read_bytes())
    content[offset] ^= bits
    file.write_bytes(content)


def query(server, statement, *values):
    with contextlib.closing(sqlite3.connect(server.database)) as database:
        return [row[0] for row in database.execute(statement, values)]


def stopped_sessions(server, client, count):
    """Sessions that fill some pages each, all of it in the database file of the stopped server."""
    sessions = create_sessions(client, count)
    for session in sessions * 40:
        push(session, client)
    assert server.stop() == 0
    return sessions


def assert_damage_is_contained(server, client, damaged, others):
    """Damaged sessions are reported, counted and logged once; the others are intact and take changes."""
    status, output = check(server)
    assert status == 1 and all(session.path.rsplit("/", 1)[1] in output for session in damaged), output
    server.log.unlink()
    server.start()
    for session in damaged * 2:
        assert problem(client.get(session.path)) == problem(push(session, client)) == (503, "session-damaged")
    assert metric(client, "navstate_sessions_damaged") == len(damaged)
    assert server.log_text().count("a session is damaged") == len(damaged)
    assert_kept(others, client)
    assert {push(session, client).status_code for session in others * 3} == {200}


def test_a_flipped_byte_in_a_text_damages_one_session_until_it_is_deleted(server, client):
    sessions = stopped_sessions(server, client, 4)
    damaged = sessions.pop(1)
    name = damaged.path.rsplit("/", 1)[1]
    data = query(server, "SELECT data FROM sessions WHERE id = ?", name)[0].encode()
    # In the row of `sessions`, the app's data comes after the id.
    row = re.search(re.escape(name.encode()) + rb".{0,200}?" + re.escape(data), server.database.read_bytes(), re.S)
    flip(server.database, row.end() - len(data), 0x40)
    assert_damage_is_contained(server, client, [damaged], sessions)
    expect(client.delete(damaged.path), 204)
    expect(client.get(damaged.path), 404)
    assert metric(client, "navstate_sessions_damaged") == 0
    assert_kept_after_restart(server, sessions, client)
    assert server.stop() == 0
    assert check(server) == (0, "3 sessions, 0 damaged\n")


def test_a_flipped_byte_in_a_page_damages_the_sessions_of_its_rows(server, client):
    sessions = stopped_sessions(server, client, 8)
    leaves = query(server, "SELECT pageno FROM dbstat WHERE name = 'screens' AND pagetype = 'leaf' ORDER BY pageno")
    # The page's type.
    flip(server.database, (leaves[len(leaves) // 2] - 1) * PAGE, 0x20)
    server.start()
    # The page may have rows of several sessions.
    damaged = [session for session in sessions if client.get(session.path).status_code == 503]
    server.stop()
    assert 0 < len(damaged) < len(sessions)
    assert_damage_is_contained(server, client, damaged, [session for session in sessions if session not in damaged])
    assert server.stop() == 0


def test_a_flipped_byte_in_the_write_ahead_log_prevents_the_start(server, client):
    sessions = create_sessions(client)
    for session in sessions * 20:
        push(session, client)
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
