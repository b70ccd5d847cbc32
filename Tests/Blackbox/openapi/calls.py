"""The calls of schemathesis: valid requests refer to objects that exist."""

import itertools
import json
import re
from collections import defaultdict
from pathlib import Path

import schemathesis
from navstate import act, create, expect, export

APP = json.loads(Path(__file__).with_name("app.json").read_text())
# A stack lies over tabs, of which the second is selected; they hold drawers and a switch.
NAVIGATION = json.loads(Path(__file__).with_name("navigation.json").read_text())
WEBHOOK = {"url": "https://receiver.invalid/", "secret": "0123456789abcdef"}
UNUSED = {"key": "unused"}
"""A filter that no session matches."""
SESSION, NAME = re.compile("s_[A-Za-z0-9_-]{21}[AQgw]"), re.compile("[a-z0-9][a-z0-9_-]{0,63}")


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    return {"data": value if isinstance(value, (bytes, str)) else json.dumps(value)}


class Calls:
    """Hooks of schemathesis, and the statuses of each operation."""

    def __init__(self, client):
        self.client, self.statuses, self.numbers = client, defaultdict(set), itertools.count(1)
        for version in (1, 2):
            self.send("PUT", "/v1/apps/shop", {**APP, "version": version})
        self.gone = self.session()
        self.send("DELETE", f"/v1/sessions/{self.gone}")

    def send(self, method, path, body=None):
        return expect(self.client.request(method, path, json=body), 200, 201, 204)

    def session(self):
        return create(self.client, "shop", navigation=NAVIGATION)[1]["id"]

    def token(self, session, **members):
        return self.send("POST", f"/v1/sessions/{session}/tokens", {"role": "watch", **members}).json()

    def job(self):
        """A job that ends at once."""
        return self.client.post("/v1/batches", json={"filter": UNUSED, "delete": True}).json()["id"]

    def migration(self):
        return self.client.post("/v1/apps/shop/migrations", json={"from": 1, "to": 2}).json()["id"]

    def after_call(self, context, case, response):
        self.statuses[f"{case.method} {case.operation.path}"].add(response.status_code)

    def before_call(self, context, case, kwargs):
        """Replaces ids in valid requests by existing ones."""
        path, parameters, headers = case.operation.path, case.path_parameters or {}, case.headers or {}
        end, body = path.rsplit("/", 1)[-1], case.body if isinstance(case.body, dict) else {}
        if end == "events" and case.query:
            # A ticket that was made up is refused, whatever its form.
            case.query.pop("ticket", None)
        if SESSION.fullmatch(str(parameters.get("id"))):
            self.use_session(end, parameters, body)
        if NAME.fullmatch(str(parameters.get("app"))):
            self.use_app(end, parameters, body, case.method)
        if end == "rollout" and NAME.fullmatch(str(parameters.get("app"))):
            self.use_rollout(parameters, body, case)
        if NAME.fullmatch(str(parameters.get("name"))) and case.method != "PUT":
            self.send("PUT", "/v1/webhooks/orders", WEBHOOK)
            parameters["name"] = "orders"
        if end == "{batch}":
            parameters["batch"] = self.migration() if "migrations" in path else self.job()
        if end == "migrations" and {"from", "to"} <= body.keys() and case.meta.generation.mode.is_positive:
            parameters["app"], body["from"], body["to"] = "shop", 1, 2
        if path == "/v1/batches" and isinstance(body.get("filter"), dict) and case.meta.generation.mode.is_positive:
            body["filter"] = UNUSED
        if end == "handoffs" and isinstance(body.get("code"), str):
            body["code"] = self.token(self.session(), once=True)["code"]
        if path == "/v1/imports" and isinstance(case.body, str):
            session, _ = create(self.client, "shop", navigation=NAVIGATION)
            kwargs["data"] = export(self.client, session)
            self.send("DELETE", session)
        # The tool removes the quotes of an entity tag.
        if case.meta and case.meta.generation.mode.is_positive:
            for name in {"If-Match", "If-None-Match"} & headers.keys():
                headers[name] = headers[name] if headers[name] == "*" else '"%s"' % headers[name].strip('"')
        # Only the server is called.
        if end == "{name}" and str(body.get("url", "")).startswith("http"):
            body["url"] = WEBHOOK["url"]
        # Long polls are checked by the unit tests, too.
        if "wait" in str(headers.get("Prefer", "")):
            headers.pop("Prefer")

    def use_session(self, end, parameters, body):
        # An event stream has no end, and is checked by the unit tests; that of a deleted session ends at once.
        parameters["id"] = self.gone if end == "events" else self.session()
        if end in ("{timer}", "fire"):
            session, created = create(self.client, "list")
            act(self.client, session, type="setNavigation", selection="r1")
            timers = self.client.get(f"{session}/timers").json()["items"]
            parameters["id"], parameters["timer"] = created["id"], timers[0]["id"]
        if end == "{token}":
            parameters["token"] = self.token(parameters["id"])["id"]
        for name in {"undo": ["pop"], "redo": ["pop", "undo"], "amend": ["pop"]}.get(end, []):
            self.send("POST", f"/v1/sessions/{parameters['id']}/{name}")
        if body.get("to") == "{id}":
            body["to"] = parameters["id"]

    def use_rollout(self, parameters, body, case):
        if case.method != "PUT":
            self.send("PUT", f"/v1/apps/{parameters['app']}/rollout", {"current": 1})
        elif case.meta.generation.mode.is_positive:
            parameters["app"], body["current"] = "shop", 1
            body.update(dict.fromkeys({"next"} & body.keys(), 2))

    def use_app(self, end, parameters, body, method):
        if method == "PUT" and body.get("app") == "shop":
            parameters["app"] = body["app"] = f"shop-{next(self.numbers)}"
        elif method == "DELETE":
            parameters["app"] = f"spare-{next(self.numbers)}"
            self.send("PUT", "/v1/apps/" + parameters["app"], {**APP, "app": parameters["app"]})
        elif method == "GET":
            parameters["app"] = "shop"
        if end == "{key}" and NAME.fullmatch(str(parameters.get("key"))):
            parameters["key"] = f"spare-{next(self.numbers)}"
            self.send("POST", f"/v1/apps/{parameters['app']}/keys", {"name": parameters["key"]})
