"""A populated database, and altered copies of it."""

import contextlib
import json
import re
import sqlite3
import time
from pathlib import Path

from navstate import ADMIN, act, app_key, create, eventually, expect, metric

ENVIRONMENT = {"NAVSTATE_ADMIN_TOKEN": ADMIN, "NAVSTATE_ALLOW_PRIVATE_WEBHOOKS": "yes"}
OPTIONS = ["--log-level", "warning", "--loops", "1"]
APP = json.loads(Path(__file__).with_name("kiosk.json").read_text())
WEBHOOK = {"url": "http://127.0.0.1:1/", "apps": [], "outputs": [], "secret": "whsec_" + "A" * 32}
PUSH = {"route": "counter"}
ACTION = '{"type":"push","route":"counter"}'

VALUES = [
    None, -1, 0, 2**63 - 1, -2**63, 2**62, 10**15, 1.5, 1e300, float("inf"), "", "x", "-1", "a9223372036854775807",
    "navstate" * 9000, b"", b"\xff\xfe\x00", b"\xed\xa0\x80", "[]", "{}", "null", "[[", '{"a":', "[" * 2000,
    "[" * 300000, '{"type":5}', '[{"type":"x"}]', "[1]", "true", "1e400", '"\\ud800"',
]


def populate(server):
    """Creates rows in each table, and changes that no snapshot has yet.

    Returns the stopped server; `sessions` has the ids, the last one of a session that is not altered."""
    client = server.client(ADMIN)
    expect(client.put("/v1/apps/kiosk", json=APP), 201)
    expect(client.put("/v1/webhooks/hook", json=WEBHOOK), 201)
    app_key(client, name="key")
    named = {"key": "order", "labels": {"store": "berlin"}}
    paths = [create(client, app, **members)[0] for app, members in (("counter", named), ("kiosk", {}), ("list", {}), ("tabs", {}), ("counter", {}))]
    expect(client.post(paths[0] + "/tokens", json={"role": "watch", "once": True}), 201)
    expect(client.post("/v1/batches", json={"filter": {"key": "order"}, "action": {"type": "pop"}}), 202)
    counter, kiosk, _, tabs, spared = paths
    expect(client.delete(create(client)[0]), 204)
    expect(client.post("/v1/sessions", json={"app": "counter"}, headers={"Idempotency-Key": "made"}), 201)
    push, (increment, push_on_screen) = {"type": "push", **PUSH}, [{"type": "screen", "action": {"type": type}} for type in ("increment", "push")]
    for path, action in [
        *[(counter, push), (counter, increment), (counter, push_on_screen)] * 3,
        (kiosk, {"type": "openDrawer"}), (kiosk, {"type": "select", "route": "home"}),
        (kiosk, {"type": "present", "route": "more", "params": {"id": "1"}}), (tabs, {"type": "select", "index": 1}),
    ]:
        expect(act(client, path, **action), 200)
    expect(client.post(counter + "/push", json=PUSH, headers={"Idempotency-Key": "pushed"}), 200)
    expect(client.post(counter + "/undo", json={"steps": 2}), 200)
    eventually(lambda: metric(client, "navstate_journal_sessions_behind") == 0)
    for path, action in [(counter, push), (spared, push), (counter, push_on_screen)]:
        expect(act(client, path, **action), 200)
    server.expected = client.get(spared).content
    server.paths = [path for path, methods in client.get("/openapi.json").json()["paths"].items() if "get" in methods]
    server.close()
    server.sessions = [path.rsplit("/", 1)[1] for path in paths]
    add_pending_rows(server)
    return server


def add_pending_rows(server):
    """Adds timers to a session whose app sets none, a pending message and a call."""
    # Not from the session that is not altered: a sender has the loss of a recipient in its history.
    first, second, now = server.sessions[0], server.sessions[1], int(time.time() * 1000)
    later = now + 10**8
    for number, action in enumerate([ACTION, '{"type":"popToRoot"}']):
        server.execute("INSERT INTO timers (session, id, effect, fire_at, action) VALUES (?, ?, ?, ?, ?)",
                       first, f"t{number}", f"e{number}", later + number, action)
    server.execute("INSERT INTO messages (sender, recipient, action, at, chain) VALUES (?, ?, ?, ?, 0)", second, first, ACTION, now)
    server.execute("INSERT INTO calls "
                   "(key, session, app, revision, at, method, url, fields, timeout, reply, chain, attempts, due) VALUES "
                   "('c_1', ?, 'counter', 1, ?, 'POST', 'http://a.example/', '[]', 1000, '{}', 0, 0, ?)",
                   first, now, later)


def connect(path):
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA writable_schema = ON")
    database.execute("PRAGMA ignore_check_constraints = ON")
    return contextlib.closing(database)


def relax(path):
    """Allows any value in any column; returns the former schema."""
    with connect(path) as database:
        schema = list(database.execute("SELECT sql, name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'"))
    relaxed = [(re.sub(r" (STRICT,?|NOT NULL)", "", sql).rstrip(" \n,"), name) for sql, name in schema]
    restore(path, [(re.sub(r" TEXT| INTEGER(?! PRIMARY KEY)", " BLOB", sql), name) for sql, name in relaxed])
    return schema


def restore(path, schema):
    with connect(path) as database:
        database.executemany("UPDATE sqlite_schema SET sql = ? WHERE name = ?", schema)


def columns(path):
    """Every table with each of its columns."""
    with connect(path) as database:
        return list(database.execute(
            "SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns "
            "WHERE tables.type = 'table' AND (tables.name, columns.name) != ('sqlite_sequence', 'name') "
            "ORDER BY tables.name = 'sqlite_sequence', tables.name, columns.cid"))


def alter(path, schema, table, column, value, spared):
    """Sets a column of all rows except the spared session's, or of one row if the value must be unique.

    Returns whether anything was altered."""
    key = {"session_rows": "id", "messages": "sender"}.get(table, "session")
    altered = False
    with connect(path) as database:
        names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        where = f"WHERE {key} IS NOT '{spared}'" if key in names else ""
        for update in ("UPDATE", "UPDATE OR IGNORE"):
            with contextlib.suppress(sqlite3.IntegrityError, OverflowError):
                altered = database.execute(f"{update} {table} SET {column} = ? {where}", (value,)).rowcount > 0
                break
    restore(path, schema)
    return altered


def flip_bit(path, schema, offset, bit):
    restore(path, schema)
    content = bytearray(path.read_bytes())
    content[offset] ^= 1 << bit
    path.write_bytes(content)
    return True
