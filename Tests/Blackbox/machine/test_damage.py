"""A flipped byte in a text of the database: the damaged session is reported, the others continue."""

import re

from machine.recovery import assert_kept, assert_kept_after_restart, check, create_sessions, push, push_all
from navstate import expect, metric, problem


def flip_text(server, session):
    """Flips a byte of the app's data, which comes after the id in the row of a session."""
    (data,), = server.rows("SELECT data FROM sessions WHERE id = ?", session)
    content = bytearray(server.database.read_bytes())
    pattern = re.compile(f"{session}.{{0,200}}?({re.escape(data)})".encode(), re.S)
    for page, size in server.rows("SELECT pageno, pgsize FROM dbstat WHERE name = 'session_rows' AND pagetype = 'leaf'"):
        if found := pattern.search(content, (page - 1) * size, page * size):
            content[found.start(1)] ^= 0x40
            return server.database.write_bytes(content)
    raise AssertionError(f"no page has the row of {session}")


def test_a_flipped_byte_damages_one_session_until_it_is_deleted(server, client):
    sessions = create_sessions(client, 4)
    # They fill some pages each, all of it in the database file of the stopped server.
    push_all(sessions * 40, client)
    assert server.stop() == 0
    damaged = sessions.pop(1)
    id = damaged.path.rsplit("/", 1)[1]
    flip_text(server, id)
    status, output = check(server)
    assert status == 1 and id in output, output
    server.start()
    for _ in range(2):
        assert problem(client.get(damaged.path)) == problem(push(damaged, client)) == (503, "session-damaged")
    assert metric(client, "navstate_sessions_damaged") == 1
    assert server.log_text().count("a session is damaged") == 1
    assert_kept(sessions, client)
    assert push_all(sessions * 3, client) == {200}
    expect(client.delete(damaged.path), 204)
    expect(client.get(damaged.path), 404)
    assert metric(client, "navstate_sessions_damaged") == 0
    assert_kept_after_restart(server, sessions, client)
    assert server.stop() == 0
    assert check(server) == (0, "3 sessions, 0 damaged\n")
