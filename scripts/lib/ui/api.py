"""A client of the API, to compare the page with."""

import json

from client import Client


class Api:
    def __init__(self, server, token=None):
        self.client = Client(server)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def ask(self, method, path, body=None, headers=None):
        """Returns the content of a successful response."""
        status, content = self.client.ask(method, path, body, {**self.headers, **(headers or {})})
        fault = f"{method} {path} was answered {status}: {json.dumps(content)[:300]}"
        assert status is not None and status < 400, fault
        return content

    def define(self, app):
        self.ask("PUT", f"/v1/apps/{app['app']}", app)

    def session(self, app, *actions, **fields):
        """Creates a session with these actions; returns its id."""
        made = self.ask("POST", "/v1/sessions", {"app": app, **fields})["id"]
        self.act(made, *actions)
        return made

    def act(self, session, *actions):
        for action in actions:
            body = {"type": action} if isinstance(action, str) else action
            self.ask("POST", f"/v1/sessions/{session}/actions", body, {"Prefer": "return=minimal"})

    def read(self, session, rest=""):
        return self.ask("GET", f"/v1/sessions/{session}{rest}")

    def text(self, path, headers=None):
        """Returns a raw response: status, header fields, bytes."""
        http = self.client.http
        http.request("GET", path, None, {**self.headers, **(headers or {})})
        response = http.getresponse()
        content = response.read()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, content
