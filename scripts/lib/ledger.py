"""A ledger of sent and acknowledged changes, to be compared with the server's data after a failure.

Each change has a unique number, in the action and in its Idempotency-Key, by which it is found in the
history. Sessions are of the app `counter`."""

import http.client
import json


class Connection:
    """A JSON client that reconnects after an error. The status `None`: the server ended before it responded."""

    def __init__(self, server, seconds=10):
        self.http = http.client.HTTPConnection("127.0.0.1", server.port, timeout=seconds)
        # Responses that timed out.
        self.silences = 0

    def ask(self, method, path, body=None, headers=None):
        try:
            content = None if body is None else json.dumps(body)
            self.http.request(method, path, content, {"Content-Type": "application/json", **(headers or {})})
            response = self.http.getresponse()
            return response.status, json.loads(response.read() or "null"), response.headers
        except (OSError, http.client.HTTPException) as error:
            self.silences += isinstance(error, TimeoutError)
            self.http.close()
            return None, None, None


class Change:
    """One action sent to a session. `revision` is set when it is acknowledged."""

    def __init__(self, number, action):
        self.number, self.action, self.revision, self.refused = number, action, None, False

    @property
    def answered(self):
        return self.refused or self.revision is not None


class Session:
    def __init__(self, connection):
        status, body, _ = connection.ask("POST", "/v1/sessions", {"app": "counter"})
        if status != 201:
            raise SystemExit(f"no session was created: {status} {body}")
        self.path, self.first, self.changes = "/v1/sessions/" + body["id"], body["revision"], []
        self.authorization = {"Authorization": f"Bearer {body['token']}"} if body.get("token") else {}

    def get(self, connection, rest=""):
        status, body, _ = connection.ask("GET", self.path + rest, headers=self.authorization)
        if status != 200:
            raise SystemExit(f"GET {self.path}{rest} answered {status} {body}")
        return body

    def history(self, connection):
        """All of it, page by page."""
        items, after = [], 0
        while True:
            page = self.get(connection, f"/history?after={after}&limit=100")
            items += page["items"]
            if not page["items"] or page.get("next") is None:
                return [item for item in items if item["revision"] > self.first]
            after = page["items"][-1]["revision"]

    def send(self, connection, change):
        """Records the response in the change; returns its headers."""
        headers = {**self.authorization, "Idempotency-Key": f"change-{change.number}", "Prefer": "return=minimal"}
        status, body, answer = connection.ask("POST", self.path + "/actions", change.action, headers)
        if status == 200:
            change.revision = body["revision"]
        elif status == 409 and body["code"] == "nothing-to-pop":
            change.refused = True
        elif status not in (None, 503, 507):
            raise SystemExit(f"{change.action} answered {status} {body}")
        return answer


def number(action):
    return action["params"]["count"] if action["type"] == "push" else action["result"]


def lost(session, history):
    stored = {item["revision"]: item["action"] for item in history}
    return [f"{change.action} was acknowledged as revision {change.revision}, which is {stored.get(change.revision)}"
            for change in session.changes
            if change.revision is not None and stored.get(change.revision) != change.action]


def doubled(session, history):
    left = {change.number for change in session.changes if not change.refused}
    faults = []
    for item in history:
        if number(item["action"]) not in left:
            faults.append(item)
        left.discard(number(item["action"]))
    return faults


def gaps(session, history, revision):
    expected = list(range(session.first + 1, revision + 1))
    found = [item["revision"] for item in history]
    return [] if found == expected else [f"revisions {sorted(set(expected) ^ set(found))[:10]}"]


def stack(history):
    counts = [0]
    for item in history:
        if item["action"]["type"] == "push":
            counts.append(item["action"]["params"]["count"])
        else:
            counts.pop()
    return counts
