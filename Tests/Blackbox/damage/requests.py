"""Requests to every endpoint."""

import contextlib
import itertools
import json

import httpx
from damage.database import APP, PUSH, WEBHOOK
from navstate import ADMIN, AS_JSON, AS_LINES

SESSION = "/v1/sessions/{id}"
PATHS = [
    "/v1/apps/{app}/resolve?url=/home", SESSION + "/history?limit=2", SESSION + "/history?after=1",
    SESSION + "/history?type=push", SESSION + "/revisions/3", "/v1/sessions?updatedAfter=2020-01-01T00:00:00.000Z",
    "/v1/sessions?label=store:berlin", "/v1/sessions?key=order", "/v1/sessions?route=counter", "/v1/sessions?after={first}", "/v1/sessions?limit=2",
]
"""Paths with queries. The others come from the OpenAPI document."""
EVENTS = ["", "?after=1", "?after=1&view=minimal", "?outputs=1&after=0"]
APP_EVENTS = ["?after=0", "?after=0&view=minimal&label=store:berlin&route=counter"]

CHANGES = [
    ("POST", "/v1/sessions", {"app": "counter"}, {"Idempotency-Key": "made"}),
    ("POST", "/v1/sessions", {"app": "kiosk"}), ("POST", SESSION + "/push", PUSH, {"Idempotency-Key": "pushed"}),
    *(("POST", f"{SESSION}/{name}", body) for name, body in (
        ("push", PUSH), ("screen", {"action": {"type": "push"}}), ("undo", {}), ("redo", {}), ("undo", {}),
        ("fork", {}), ("goBack", {}), ("pop", {}), ("jump", {"revision": 1}), ("undo", {"steps": 100}), ("push", PUSH),
        ("fork", {"revision": 2}), ("messages", {"to": "{first}", "action": {"type": "popToRoot"}}),
        ("lease", {"seconds": 1}))),
    ("DELETE", SESSION + "/lease"), ("POST", SESSION + "/timers/t0/fire"), ("DELETE", SESSION + "/timers/t1"),
    ("POST", "/v1/batches", {"filter": {"label": "store:berlin"}, "undo": {}}),
    ("PATCH", SESSION, {"labels": {"store": "hamburg"}}), ("POST", SESSION + "/tokens", {"role": "act"}),
    ("POST", SESSION + "/tickets", {}), ("POST", SESSION + "/token"),
    ("PUT", "/v1/apps/kiosk", {**APP, "version": 2}),
    ("POST", "/v1/apps/kiosk/migrations", {"from": 1, "to": 2, "dryRun": True}),
    ("POST", "/v1/apps/kiosk/migrations", {"from": 1, "to": 2}), ("PUT", "/v1/webhooks/hook", WEBHOOK),
    ("POST", "/v1/webhooks/hook/resume"), ("POST", "/v1/apps/counter/keys", {"name": "other"}),
    ("POST", "/v1/admin/backups"), ("GET", "/v1/apps/kiosk/graph", None, {"Accept": "text/vnd.mermaid"}),
]
DELETIONS = [
    ("DELETE", SESSION), ("GET", SESSION), ("DELETE", "/v1/apps/counter/keys/key"), ("DELETE", "/v1/webhooks/hook"),
    ("DELETE", "/v1/apps/kiosk"),
]


class Asker:
    """Sends requests, and records the last one. `paths`: those of the OpenAPI document."""

    def __init__(self, server, sessions, paths):
        self.sessions, self.paths, self.last, self.client = sessions, paths, "nothing", server.client(ADMIN)

    def ask(self, method, path, body=None, headers={}):
        """The status and the body of a response."""
        self.last = f"{method} {path}"
        content = body if body is None or isinstance(body, bytes) else json.dumps(body)
        answer = self.client.request(method, path, content=content, headers={**AS_JSON, **headers}, timeout=30)
        return answer.status_code, answer.content

    def ask_all(self, requests):
        """Sends each request, for all sessions and apps if they are in its path."""
        for method, path, *rest in json.loads(json.dumps(requests).replace("{first}", self.sessions[0])):
            for id in self.sessions if "{id}" in path else [""]:
                for app in ["kiosk", "counter"] if "{app}" in path else [""]:
                    filled = path.format(id=id, app=app, name="hook", code="no-such-path", file="x", revision=2, sessionKey="order", batch="b_1")
                    self.ask(method, filled, *rest)

    def listen(self, path, waits):
        """Reads the beginning of a stream, unless the corruption prevents it."""
        self.last = f"GET {path}"
        with contextlib.suppress(httpx.TimeoutException), self.client.stream("GET", path, timeout=0.3) as answer:
            if waits:
                next(answer.iter_raw(), None)

    def read_and_change_all(self):
        """Sends every GET request of the server, and those that change it, but delete nothing that is read later."""
        self.ask_all([("GET", path) for path in [*self.paths, *PATHS] if not path.endswith("/events")])
        for id, query in itertools.product(self.sessions, EVENTS):
            self.listen(f"/v1/sessions/{id}/events{query}", not query or id == self.sessions[0])
        for app, query in itertools.product(["kiosk", "counter"], APP_EVENTS):
            self.listen(f"/v1/apps/{app}/events{query}", True)
        exports = [self.ask("GET", f"/v1/sessions/{id}/export") for id in self.sessions]
        self.ask_all(CHANGES)
        for status, archive in exports:
            if status == 200:
                self.ask("POST", "/v1/imports", archive, AS_LINES)
