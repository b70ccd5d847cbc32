"""A populated database, altered copies of it, and requests to every endpoint."""

import contextlib
import http.client
import json
import re
import sqlite3
import time

from navstate import Server, create

ADMIN = "an-admin-token-of-the-tests"
ENVIRONMENT = {"NAVSTATE_ADMIN_TOKEN": ADMIN, "NAVSTATE_ALLOW_PRIVATE_WEBHOOKS": "yes"}
OPTIONS = ["--log-level", "warning", "--loops", "1"]
HEADERS = {"Authorization": f"Bearer {ADMIN}", "Content-Type": "application/json"}
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

VALUES = [
    None, -1, 0, 2**63 - 1, -2**63, 2**62, 10**15, 1.5, 1e300, float("inf"), "", "x", "-1", "a9223372036854775807",
    "navstate" * 9000, b"", b"\xff\xfe\x00", b"\xed\xa0\x80", "[]", "{}", "null", "[[", '{"a":', "[" * 2000, "[" * 300000,
    '{"type":5}', '[{"type":"x"}]', "[1]", "true", "1e400", '"\\ud800"',
]


def populate(folder):
    """Creates a database with rows in each table, and changes that the tables do not include yet.

    Returns the stopped server; `sessions` has the ids, the last one of a session that is not altered."""
    server = Server(folder, *OPTIONS, environment=ENVIRONMENT).start()
    with server.client(ADMIN) as client:
        assert client.put("/v1/apps/kiosk", json=APP).status_code == 201
        assert client.put("/v1/webhooks/hook", json=WEBHOOK).status_code == 201
        assert client.post("/v1/apps/counter/keys", json={"name": "key"}).status_code == 201
        paths = [create(client, app)[0] for app in ("counter", "kiosk", "list", "tabs", "counter")]
        counter, kiosk, _, tabs, spared = paths
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
        act(spared, "push", route="counter")
        wait_for_projection(server)
        for path in (counter, spared):
            act(path, "push", route="counter")
        act(counter, "screen", action={"type": "push"})
    server.kill()
    server.sessions = [path.rsplit("/", 1)[1] for path in paths]
    add_pending_rows(server)
    return server


def wait_for_projection(server, seconds=10):
    """Waits until the tables include all changes."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        metrics = server.client(ADMIN).get("/metrics").text
        if re.search(r"^navstate_journal_sessions_behind 0$", metrics, re.M):
            return
        time.sleep(0.05)
    raise AssertionError("the tables were not brought up to date")


def add_pending_rows(server):
    """Adds timers to a session whose app sets none, and a pending message."""
    far = int(time.time() * 1000) + 10**8
    with contextlib.closing(sqlite3.connect(server.database)) as database, database:
        for number, action in enumerate(['{"type":"push","route":"counter"}', '{"type":"popToRoot"}']):
            database.execute(
                "INSERT INTO timers VALUES (?, ?, NULL, ?, ?, ?)",
                (server.sessions[0], f"t{number}", f"e{number}", far + number, action))
        database.execute(
            "INSERT INTO messages (sender, recipient, action, at, chain) VALUES (?, ?, ?, ?, 0)",
            (server.sessions[-1], server.sessions[0], '{"type":"push","route":"counter"}', far - 10**8))


# Altering


def connect(path):
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA writable_schema = ON")
    database.execute("PRAGMA ignore_check_constraints = ON")
    return contextlib.closing(database)


def relax(path):
    """Allows any value in any column; returns the former schema."""
    with connect(path) as database:
        schema = list(database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'"))
        for name, sql in schema:
            relaxed = re.sub(r" (STRICT,?|NOT NULL)", "", sql).rstrip().rstrip(",")
            relaxed = re.sub(r" TEXT| INTEGER(?! PRIMARY KEY)", " BLOB", relaxed)
            database.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (relaxed, name))
    return schema


def restore(path, schema):
    with connect(path) as database:
        for name, sql in schema:
            database.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))


def columns(path):
    """Every table with each of its columns."""
    with connect(path) as database:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        found = [
            (table, row[1]) for table in tables if table != "sqlite_sequence"
            for row in database.execute(f"PRAGMA table_info({table})")]
    return found + [("sqlite_sequence", "seq")]


def alter(path, schema, table, column, value, spared):
    """Sets a column of all rows except the spared session's, or of one row if the value must be unique.

    Returns whether anything was altered."""
    key = {"sessions": "id", "messages": "sender"}.get(table, "session")
    with connect(path) as database:
        names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        where = f"WHERE {key} IS NOT '{spared}'" if key in names else ""
        try:
            try:
                altered = database.execute(f"UPDATE {table} SET {column} = ? {where}", (value,)).rowcount > 0
            except sqlite3.IntegrityError:
                altered = database.execute(f"UPDATE OR IGNORE {table} SET {column} = ? {where}", (value,)).rowcount > 0
        except (sqlite3.IntegrityError, OverflowError):
            altered = False
    restore(path, schema)
    return altered


def flip_bit(path, offset, bit):
    with open(path, "r+b") as file:
        file.seek(offset)
        byte = file.read(1)[0]
        file.seek(offset)
        file.write(bytes([byte ^ 1 << bit]))


# Asking


def launch(server, seconds=30):
    """Starts a server and waits until it responds; returns false if it ends."""
    server.launch()
    end = time.monotonic() + seconds
    while time.monotonic() < end and server.process.poll() is None:
        try:
            return Asker(server).ask("GET", "/livez")[0] == 200
        except (OSError, http.client.HTTPException):
            time.sleep(0.005)
    return False


class Asker:
    """Sends requests over one connection, and records the last one."""

    def __init__(self, server):
        self.server = server
        self.last = "nothing"
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)

    def ask(self, method, path, body=None, **headers):
        content = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        self.last = f"{method} {path}"
        for attempt in (1, 2):
            try:
                self.connection.request(method, path, content, {**HEADERS, **headers})
                response = self.connection.getresponse()
                return response.status, response.read()
            except (OSError, http.client.HTTPException):
                self.connection.close()
                if attempt == 2 or not self.server.is_running():
                    raise

    def listen(self, path, waits=True):
        """Reads the first event of a stream, unless the corruption prevents it."""
        self.last = f"GET {path}"
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=0.3)
        connection.request("GET", path, None, HEADERS)
        try:
            response = connection.getresponse()
            if waits:
                response.read1(20)
        except TimeoutError:
            pass
        finally:
            connection.close()


def ask_for_all(asker, paths, sessions):
    """Sends every GET request of the server."""
    for template in paths:
        if template.endswith("/events"):
            continue
        path = template.replace("{name}", "hook").replace("{code}", "no-such-path").replace("{file}", "x")
        path = path.replace("{revision}", "2") + ("?url=/home" if template.endswith("/resolve") else "")
        for app in ("kiosk", "counter") if "{app}" in path else ("",):
            for id in sessions if "{id}" in path else ("",):
                asker.ask("GET", path.replace("{id}", id).replace("{app}", app))
    for id in sessions:
        path = f"/v1/sessions/{id}"
        for query in ("?limit=2", "?after=1", "?type=push"):
            asker.ask("GET", path + "/history" + query)
        asker.ask("GET", path + "/revisions/3")
        asker.listen(path + "/events")
        for query in ("after=1", "after=1&view=minimal", "outputs=1&after=0"):
            asker.listen(path + "/events?" + query, waits=id == sessions[0])
    for query in ("updatedAfter=2020-01-01T00:00:00.000Z", "route=counter", f"after={sessions[0]}", "limit=2"):
        asker.ask("GET", "/v1/sessions?" + query)
    asker.ask("GET", "/v1/apps/kiosk/graph", Accept="text/vnd.mermaid")


def change_all(asker, sessions):
    """Sends requests that change sessions and the server, but delete nothing that is read later."""
    asker.ask("POST", "/v1/sessions", {"app": "counter"}, **{"Idempotency-Key": "made"})
    asker.ask("POST", "/v1/sessions", {"app": "kiosk"})
    for id in sessions:
        path = f"/v1/sessions/{id}"
        status, archive = asker.ask("GET", path + "/export")
        asker.ask("POST", path + "/push", {"route": "counter"}, **{"Idempotency-Key": "pushed"})
        asker.ask("POST", path + "/push", {"route": "counter"})
        asker.ask("POST", path + "/screen", {"action": {"type": "push"}})
        for type in ("undo", "redo", "undo", "fork", "goBack", "pop"):
            asker.ask("POST", f"{path}/{type}", {})
        asker.ask("POST", path + "/jump", {"revision": 1})
        asker.ask("POST", path + "/undo", {"steps": 100})
        asker.ask("POST", path + "/push", {"route": "counter"})
        asker.ask("POST", path + "/fork", {"revision": 2})
        asker.ask("POST", path + "/messages", {"to": sessions[0], "action": {"type": "popToRoot"}})
        asker.ask("POST", path + "/lease", {"seconds": 1})
        asker.ask("DELETE", path + "/lease")
        asker.ask("POST", path + "/timers/t0/fire")
        asker.ask("DELETE", path + "/timers/t1")
        asker.ask("POST", path + "/tickets", {})
        asker.ask("POST", path + "/token")
        if status == 200:
            asker.ask("POST", "/v1/imports", archive, **{"Content-Type": "application/x-ndjson"})
    asker.ask("PUT", "/v1/apps/kiosk", {**APP, "version": 2})
    asker.ask("PUT", "/v1/webhooks/hook", WEBHOOK)
    asker.ask("POST", "/v1/webhooks/hook/resume")
    asker.ask("POST", "/v1/apps/counter/keys", {"name": "other"})
    asker.ask("POST", "/v1/admin/backups")


def delete_all(asker, sessions):
    for id in sessions:
        asker.ask("DELETE", f"/v1/sessions/{id}")
        asker.ask("GET", f"/v1/sessions/{id}")
    for path in ("/v1/apps/counter/keys/key", "/v1/webhooks/hook", "/v1/apps/kiosk"):
        asker.ask("DELETE", path)
