"""A populated database, altered copies of it, and requests to every endpoint."""

import http.client
import json
import os
import http.client
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import time

from navstate import Server, create

ADMIN = "an-admin-token-of-the-tests"
ENVIRONMENT = {"NAVSTATE_ADMIN_TOKEN": ADMIN}
OPTIONS = ["--log-level", "warning", "--loops", "1", "--allow-private-webhooks", "yes"]
HEADERS = {"Authorization": f"Bearer {ADMIN}", "Content-Type": "application/json"}
PAGE = 4096
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

VALUES = [
    None, -1, 0, 2**63 - 1, -2**63, 2**62, 10**15, 1.5, 1e300, float("inf"), "", "x", "-1", "a9223372036854775807",
    "navstate" * 9000, b"", b"\xff\xfe\x00", b"\xed\xa0\x80", "[]", "{}", "null", "[[", '{"a":', "[" * 2000, "[" * 300000,
    '{"type":5}', '[{"type":"x"}]', "[1]", "true", "1e400", '"\\ud800"',
]


def populate(folder):
    """Makes a database in which each table has rows, and changes that the tables do not show."""
    server = Server(folder, *OPTIONS, environment=ENVIRONMENT).start()
    with server.client(ADMIN) as client:
        assert client.put("/v1/apps/kiosk", json=APP).status_code in (200, 201)
        hook = {"url": "http://127.0.0.1:1/", "apps": [], "outputs": [], "secret": "whsec_" + "A" * 32}
        assert client.put("/v1/webhooks/hook", json=hook).status_code in (200, 201)
        assert client.post("/v1/apps/counter/keys", json={"name": "key"}).status_code == 201
        paths = [create(client, app)[0] for app in ("counter", "kiosk", "list", "tabs", "counter")]
        counter, kiosk, rows, tabs, healthy = paths
        gone, _ = create(client)
        assert client.delete(gone).status_code == 204

        def act(path, type, **fields):
            answer = client.post(path + "/actions", json={"type": type, **fields})
            assert answer.status_code == 200, answer.text

        client.post("/v1/sessions", json={"app": "counter"}, headers={"Idempotency-Key": "made"})
        for _ in range(3):
            act(counter, "push", route="counter", params={"count": 2})
            act(counter, "screen", action={"type": "increment"})
            act(counter, "screen", action={"type": "push"})
        client.post(counter + "/push", json={"route": "counter"}, headers={"Idempotency-Key": "pushed"})
        client.post(counter + "/undo", json={"steps": 2})
        act(kiosk, "openDrawer")
        act(kiosk, "select", route="home")
        act(kiosk, "present", route="more", params={"id": "1"})
        act(tabs, "select", index=1)
        act(healthy, "push", route="counter")
        time.sleep(1.3)  # The tables are brought up to date once a session was idle for a second.
        for path in (counter, healthy):
            act(path, "push", route="counter")
        act(counter, "screen", action={"type": "push"})
    server.kill()
    with sqlite3.connect(server.database) as database:
        ids = [path.rsplit("/", 1)[1] for path in paths]
        far = int(time.time() * 1000) + 10**8
        for number, action in enumerate(['{"type":"push","route":"counter"}', '{"type":"popToRoot"}']):
            database.execute(
                "INSERT INTO timers VALUES (?, ?, NULL, ?, ?, ?)", (ids[0], f"t{number}", f"e{number}", far + number, action))
        database.execute(
            "INSERT INTO messages (sender, recipient, action, at, chain) VALUES (?, ?, ?, ?, 0)",
            (ids[4], ids[0], '{"type":"push","route":"counter"}', far - 10**8))
    database.close()
    server.sessions = ids
    return server


def columns(database):
    tables = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    return [
        (table, row[1]) for table in tables if table != "sqlite_sequence" for row in database.execute(f"PRAGMA table_info({table})")
    ] + [("sqlite_sequence", "seq")]


def connect(path):
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA writable_schema = ON")
    database.execute("PRAGMA ignore_check_constraints = ON")
    return database


def relax(path):
    """Lets any value into any column; returns the schema as it was."""
    database = connect(path)
    schema = list(database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'"))
    for name, sql in schema:
        relaxed = re.sub(r" (STRICT,?|NOT NULL)", "", sql).rstrip().rstrip(",")
        relaxed = re.sub(r" TEXT| INTEGER(?! PRIMARY KEY)", " BLOB", relaxed)
        database.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (relaxed, name))
    database.close()
    return schema


def restore(path, schema):
    database = connect(path)
    for name, sql in schema:
        database.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))
    database.close()




def alter(path, schema, table, column, value, spared):
    """Sets a column of all rows that are not of the spared session, or of one where all cannot have the same value.

    Returns whether anything was altered."""
    key = {"sessions": "id", "messages": "sender"}.get(table, "session")
    names = [name for name_table, name in columns_of(path) if name_table == table]
    where = f"WHERE {key} IS NOT '{spared}'" if key in names else ""
    database = connect(path)
    try:
        try:
            return database.execute(f"UPDATE {table} SET {column} = ? {where}", (value,)).rowcount > 0
        except sqlite3.IntegrityError:
            return database.execute(f"UPDATE OR IGNORE {table} SET {column} = ? {where}", (value,)).rowcount > 0
    except (sqlite3.IntegrityError, OverflowError):
        return False
    finally:
        database.close()
        restore(path, schema)


def columns_of(path):
    with sqlite3.connect(path) as database:
        found = columns(database)
    database.close()
    return found


class Asker:
    """Asks a server for everything that it has endpoints for."""

    def __init__(self, server):
        self.server = server
        self.answers = []
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)

    def ask(self, method, path, body=None, **headers):
        content = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        for attempt in (1, 2):
            try:
                self.connection.request(method, path, content, {**HEADERS, **headers})
                response = self.connection.getresponse()
                answer = response.status, response.read()
                self.answers.append((f"{method} {path}", *answer))
                return answer
            except (OSError, http.client.HTTPException):
                self.connection.close()
                if attempt == 2 or not self.server.is_running():
                    raise

    def stream(self, path):
        """The first bytes of an event stream."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=5)
        connection.request("GET", path, None, HEADERS)
        response = connection.getresponse()
        self.answers.append((f"GET {path}", response.status, b"" if "after" in path else response.read1(20)))
        connection.close()


def reads(document, sessions):
    """The path of every GET, for each session."""
    for template, operations in sorted(document["paths"].items()):
        if "get" in operations and not template.endswith("/events"):
            yield from filled(template, operations["get"], sessions)


def filled(template, operation, sessions):
    query = "?url=/home" if template.endswith("/resolve") else ""
    path = template.replace("{app}", "kiosk").replace("{name}", "hook").replace("{code}", "no-such-path").replace("{file}", "x")
    path = path.replace("{revision}", "2").replace("{timer}", "t1").replace("{key}", "key") + query
    return [path.replace("{id}", id) for id in sessions] if "{id}" in path else [path]


def ask_reads(asker, document, sessions):
    for path in reads(document, sessions):
        asker.ask("GET", path)
    for id in sessions:
        path = f"/v1/sessions/{id}"
        for query in ("?limit=2", "?after=1", "?type=push"):
            asker.ask("GET", path + "/history" + query)
        asker.ask("GET", path + "/revisions/3")
        asker.stream(path + "/events")
        asker.stream(path + "/events?after=1")
    asker.ask("GET", "/v1/sessions?updatedAfter=2020-01-01T00:00:00.000Z")
    asker.ask("GET", "/v1/sessions?route=counter")
    asker.ask("GET", f"/v1/sessions?after={sessions[0]}")
    asker.ask("GET", "/v1/apps/kiosk/graph", Accept="text/vnd.mermaid")


def ask_writes(asker, document, sessions):
    asker.ask("POST", "/v1/sessions", {"app": "counter"}, **{"Idempotency-Key": "made"})
    asker.ask("POST", "/v1/sessions", {"app": "kiosk"})
    for id in sessions:
        path = f"/v1/sessions/{id}"
        archive = asker.ask("GET", path + "/export")
        asker.ask("POST", path + "/push", {"route": "counter"}, **{"Idempotency-Key": "pushed"})
        asker.ask("POST", path + "/push", {"route": "counter"})
        for type in ("undo", "redo", "undo", "fork", "goBack", "pop"):
            asker.ask("POST", f"{path}/{type}", {})
        asker.ask("POST", path + "/jump", {"revision": 1})
        asker.ask("POST", path + "/undo", {"steps": 100})
        asker.ask("POST", path + "/fork", {"revision": 2})
        asker.ask("POST", path + "/messages", {"to": sessions[0], "action": {"type": "popToRoot"}})
        asker.ask("POST", path + "/lease", {"seconds": 1})
        asker.ask("DELETE", path + "/lease")
        asker.ask("POST", path + "/timers/t0/fire")
        asker.ask("DELETE", path + "/timers/t1")
        asker.ask("POST", path + "/tickets", {})
        asker.ask("POST", path + "/token")
        if archive[0] == 200:
            asker.ask("POST", "/v1/imports", archive[1])
    asker.ask("PUT", "/v1/apps/kiosk", {**APP, "version": 2})
    asker.ask("PUT", "/v1/webhooks/hook", {"url": "http://127.0.0.1:1/", "apps": [], "outputs": [], "secret": "whsec_" + "B" * 32})
    asker.ask("POST", "/v1/webhooks/hook/resume")
    asker.ask("POST", "/v1/apps/counter/keys", {"name": "other"})
    asker.ask("POST", "/v1/admin/backups")


def ask_deletions(asker, document, sessions):
    for id in sessions:
        asker.ask("DELETE", f"/v1/sessions/{id}")
        asker.ask("GET", f"/v1/sessions/{id}")
    for path in ("/v1/apps/counter/keys/key", "/v1/webhooks/hook", "/v1/apps/kiosk"):
        asker.ask("DELETE", path)
