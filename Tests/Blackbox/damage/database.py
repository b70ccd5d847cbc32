"""A populated database, altered copies of it, and requests to every endpoint."""

import contextlib
import http.client
import json
import re
import sqlite3
import time

from navstate import ADMIN, AS_JSON, AS_LINES, Server, act, app_key, create, eventually, expect, metric

ENVIRONMENT = {"NAVSTATE_ADMIN_TOKEN": ADMIN, "NAVSTATE_ALLOW_PRIVATE_WEBHOOKS": "yes"}
OPTIONS = ["--log-level", "warning", "--loops", "1"]
HEADERS = {"Authorization": f"Bearer {ADMIN}", **AS_JSON}
APP = {
    "app": "kiosk", "version": 1,
    "routes": {
        "home": {}, "more": {"params": {"id": "string"}},
        "main": {"content": {"kind": "tabs", "routes": ["home", "list"], "initial": "home"}},
        "list": {"content": {"kind": "stack", "routes": ["home", "more"], "initial": "home"}},
    },
    "root": {"kind": "drawer", "routes": ["main", "home"], "initial": "main"},
    "idle": {"after": 3000, "action": {"type": "select", "route": "home"}},
}
WEBHOOK = {"url": "http://127.0.0.1:1/", "apps": [], "outputs": [], "secret": "whsec_" + "A" * 32}
PUSH = {"route": "counter"}
ACTION = '{"type":"push","route":"counter"}'

VALUES = [
    None, -1, 0, 2**63 - 1, -2**63, 2**62, 10**15, 1.5, 1e300, float("inf"), "", "x", "-1", "a9223372036854775807",
    "navstate" * 9000, b"", b"\xff\xfe\x00", b"\xed\xa0\x80", "[]", "{}", "null", "[[", '{"a":', "[" * 2000,
    "[" * 300000, '{"type":5}', '[{"type":"x"}]', "[1]", "true", "1e400", '"\\ud800"',
]

CHANGES = [
    ("POST", "push", PUSH), ("POST", "screen", {"action": {"type": "push"}}),
    *(("POST", name, {}) for name in ("undo", "redo", "undo", "fork", "goBack", "pop")),
    ("POST", "jump", {"revision": 1}), ("POST", "undo", {"steps": 100}), ("POST", "push", PUSH),
    ("POST", "fork", {"revision": 2}), ("POST", "messages", {"action": {"type": "popToRoot"}}),
    ("POST", "lease", {"seconds": 1}), ("DELETE", "lease", None), ("POST", "timers/t0/fire", None),
    ("DELETE", "timers/t1", None), ("POST", "tickets", {}), ("POST", "token", None),
]
"""The requests that change a session."""


def populate(folder):
    """Creates a database with rows in each table, and changes that the tables do not include yet.

    Returns the stopped server; `sessions` has the ids, the last one of a session that is not altered."""
    server = Server(folder, *OPTIONS, environment=ENVIRONMENT).start()
    client = server.client(ADMIN)
    expect(client.put("/v1/apps/kiosk", json=APP), 201)
    expect(client.put("/v1/webhooks/hook", json=WEBHOOK), 201)
    app_key(client, name="key")
    paths = [create(client, app)[0] for app in ("counter", "kiosk", "list", "tabs", "counter")]
    counter, kiosk, _, tabs, spared = paths
    expect(client.delete(create(client)[0]), 204)

    def do(path, type, **fields):
        expect(act(client, path, type=type, **fields), 200)

    client.post("/v1/sessions", json={"app": "counter"}, headers={"Idempotency-Key": "made"})
    for _ in range(3):
        do(counter, "push", route="counter", params={"count": 2})
        do(counter, "screen", action={"type": "increment"})
        do(counter, "screen", action={"type": "push"})
    client.post(counter + "/push", json=PUSH, headers={"Idempotency-Key": "pushed"})
    client.post(counter + "/undo", json={"steps": 2})
    do(kiosk, "openDrawer")
    do(kiosk, "select", route="home")
    do(kiosk, "present", route="more", params={"id": "1"})
    do(tabs, "select", index=1)
    do(spared, "push", route="counter")
    eventually(lambda: metric(client, "navstate_journal_sessions_behind") == 0)
    for path in (counter, spared):
        do(path, "push", route="counter")
    do(counter, "screen", action={"type": "push"})
    server.close()
    server.sessions = [path.rsplit("/", 1)[1] for path in paths]
    add_pending_rows(server)
    return server


def add_pending_rows(server):
    """Adds timers to a session whose app sets none, and a pending message."""
    first, last, now = server.sessions[0], server.sessions[-1], int(time.time() * 1000)
    with contextlib.closing(sqlite3.connect(server.database)) as database, database:
        database.executemany("INSERT INTO timers VALUES (?, ?, NULL, ?, ?, ?)", [
            (first, "t0", "e0", now + 10**8, ACTION), (first, "t1", "e1", now + 10**8 + 1, '{"type":"popToRoot"}')])
        database.execute("INSERT INTO messages (sender, recipient, action, at, chain) VALUES (?, ?, ?, ?, 0)",
                         (last, first, ACTION, now))


def connect(path):
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA writable_schema = ON")
    database.execute("PRAGMA ignore_check_constraints = ON")
    return contextlib.closing(database)


def relax(path):
    """Allows any value in any column; returns the former schema."""
    with connect(path) as database:
        strict = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'"
        schema = list(database.execute(strict))
        for name, sql in schema:
            relaxed = re.sub(r" (STRICT,?|NOT NULL)", "", sql).rstrip().rstrip(",")
            relaxed = re.sub(r" TEXT| INTEGER(?! PRIMARY KEY)", " BLOB", relaxed)
            database.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (relaxed, name))
    return schema


def restore(path, schema):
    with connect(path) as database:
        database.executemany("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [(sql, name) for name, sql in schema])


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
    key = {"sessions": "id", "messages": "sender"}.get(table, "session")
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


def flip_bit(path, offset, bit):
    with open(path, "r+b") as file:
        file.seek(offset)
        byte = file.read(1)[0]
        file.seek(offset)
        file.write(bytes([byte ^ 1 << bit]))
    return True


class Asker:
    """Sends requests over one connection, and records the last one."""

    def __init__(self, server):
        self.server, self.last = server, "nothing"
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)

    def ask(self, method, path, body=None, **headers):
        """The status and the body of a response. A connection that the server has closed is opened again once."""
        content = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        self.last = f"{method} {path}"
        for is_last in (False, True):
            try:
                self.connection.request(method, path, content, {**HEADERS, **headers})
                response = self.connection.getresponse()
                return response.status, response.read()
            except (OSError, http.client.HTTPException):
                self.connection.close()
                if is_last or not self.server.is_running():
                    raise

    def listen(self, path, waits=True):
        """Reads the first event of a stream, unless the corruption prevents it."""
        self.last = f"GET {path}"
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=0.3)
        with contextlib.closing(connection), contextlib.suppress(TimeoutError):
            connection.request("GET", path, None, HEADERS)
            response = connection.getresponse()
            if waits:
                response.read1(20)

    def ask_for_all(self, paths, sessions):
        """Sends every GET request of the server."""
        values = {"{name}": "hook", "{code}": "no-such-path", "{file}": "x", "{revision}": "2"}
        for template in paths:
            if template.endswith("/events"):
                continue
            path = re.sub(r"\{\w+\}", lambda name: values.get(name[0], name[0]), template)
            path += "?url=/home" if template.endswith("/resolve") else ""
            for app in ("kiosk", "counter") if "{app}" in path else ("",):
                for id in sessions if "{id}" in path else ("",):
                    self.ask("GET", path.replace("{id}", id).replace("{app}", app))
        for id in sessions:
            path = f"/v1/sessions/{id}"
            for suffix in ("/history?limit=2", "/history?after=1", "/history?type=push", "/revisions/3"):
                self.ask("GET", path + suffix)
            self.listen(path + "/events")
            for query in ("after=1", "after=1&view=minimal", "outputs=1&after=0"):
                self.listen(f"{path}/events?{query}", waits=id == sessions[0])
        for query in ("updatedAfter=2020-01-01T00:00:00.000Z", "route=counter", f"after={sessions[0]}", "limit=2"):
            self.ask("GET", "/v1/sessions?" + query)
        self.ask("GET", "/v1/apps/kiosk/graph", Accept="text/vnd.mermaid")

    def change_all(self, sessions):
        """Sends requests that change sessions and the server, but delete nothing that is read later."""
        self.ask("POST", "/v1/sessions", {"app": "counter"}, **{"Idempotency-Key": "made"})
        self.ask("POST", "/v1/sessions", {"app": "kiosk"})
        for id in sessions:
            path = f"/v1/sessions/{id}"
            status, archive = self.ask("GET", path + "/export")
            self.ask("POST", path + "/push", PUSH, **{"Idempotency-Key": "pushed"})
            for method, name, body in CHANGES:
                body = {**body, "to": sessions[0]} if name == "messages" else body
                self.ask(method, f"{path}/{name}", body)
            if status == 200:
                self.ask("POST", "/v1/imports", archive, **AS_LINES)
        self.ask("PUT", "/v1/apps/kiosk", {**APP, "version": 2})
        self.ask("PUT", "/v1/webhooks/hook", WEBHOOK)
        self.ask("POST", "/v1/webhooks/hook/resume")
        self.ask("POST", "/v1/apps/counter/keys", {"name": "other"})
        self.ask("POST", "/v1/admin/backups")

    def delete_all(self, sessions):
        for id in sessions:
            self.ask("DELETE", f"/v1/sessions/{id}")
            self.ask("GET", f"/v1/sessions/{id}")
        for path in ("/v1/apps/counter/keys/key", "/v1/webhooks/hook", "/v1/apps/kiosk"):
            self.ask("DELETE", path)
