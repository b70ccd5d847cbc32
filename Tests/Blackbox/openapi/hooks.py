"""Hooks of schemathesis, for test_openapi.py."""

import atexit
import itertools
import json
import os
import re

import httpx
import schemathesis

client = httpx.Client(base_url=os.environ["NAVSTATE_BASE"], verify=False)
STACK = {"kind": "stack", "routes": ["home", "item"]}
APP = {
    "app": "shop", "version": 1, "root": {"kind": "tabs", "routes": ["open", "closed", "stage"]},
    "routes": {
        "home": {"path": "/home/:n?"},
        "item": {"params": {"id": "string"}, "identity": "id", "feature": "counter"},
        "open": {"content": {"kind": "drawer", "routes": ["home"], "open": True}},
        "closed": {"content": {"kind": "drawer", "routes": ["home"]}},
        "stage": {"content": {"kind": "switch", "routes": ["home"]}},
        "basket": {"content": STACK},
    },
}


def tab(route):
    return {"route": route, "content": {"id": route, "screens": [{"route": "home"}]}}


# A stack lies over tabs, of which the second is selected; they hold drawers and a switch.
BASKET = {"screens": [{"id": "a1", "route": "home"}, {"id": "a2", "route": "item", "params": {"id": "7"}}]}
NAVIGATION = {
    "kind": "tabs", "selected": 1, "screens": [tab("open"), tab("closed"), tab("stage")],
    "presented": [{"style": "sheet", "screen": {"route": "basket", "content": BASKET}}],
}
WEBHOOK = {"url": "https://receiver.invalid/", "secret": "0123456789abcdef"}
# The statuses of each operation.
reached, numbers = {}, itertools.count(1)


def send(method, path, body=None):
    return client.request(method, path, json=body).raise_for_status()


def session():
    return send("POST", "/v1/sessions", {"app": "shop", "navigation": NAVIGATION}).json()["id"]


def session_with_timer():
    """The ids of a session and its timer."""
    made = send("POST", "/v1/sessions", {"app": "list"}).json()["id"]
    send("POST", f"/v1/sessions/{made}/actions", {"type": "setNavigation", "selection": "r1"})
    return made, send("GET", f"/v1/sessions/{made}/timers").json()["items"][0]["id"]


def exported():
    """The export of a deleted session."""
    made = session()
    text = send("GET", f"/v1/sessions/{made}/export").text
    send("DELETE", f"/v1/sessions/{made}")
    return text


send("PUT", "/v1/apps/shop", APP)
send("PUT", "/v1/webhooks/orders", WEBHOOK)
gone = session()
send("DELETE", f"/v1/sessions/{gone}")
SESSION, NAME = re.compile("s_[A-Za-z0-9_-]{21}[AQgw]"), re.compile("[a-z0-9][a-z0-9_-]{0,63}")


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    return {"data": value if isinstance(value, (bytes, str)) else json.dumps(value)}


@schemathesis.hook
def after_call(context, case, response):
    reached.setdefault(f"{case.method} {case.operation.path}", []).append(response.status_code)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Replaces ids in valid requests by existing ones."""
    path, parameters, headers = case.operation.path, case.path_parameters or {}, case.headers or {}
    end, body = path.rsplit("/", 1)[-1], case.body if isinstance(case.body, dict) else {}
    if end == "events" and case.query:
        # A ticket that was made up is refused, whatever its form.
        case.query.pop("ticket", None)
    if SESSION.fullmatch(str(parameters.get("id"))):
        use_session(end, parameters, body)
    if NAME.fullmatch(str(parameters.get("app"))):
        use_app(end, parameters, body, case.method)
    if NAME.fullmatch(str(parameters.get("name"))) and case.method != "PUT":
        send("PUT", "/v1/webhooks/orders", WEBHOOK)
        parameters["name"] = "orders"
    if path == "/v1/imports" and isinstance(case.body, str):
        kwargs["data"] = exported()
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


def use_session(end, parameters, body):
    # An event stream has no end, and is checked by the unit tests; that of a deleted session ends at once.
    parameters["id"] = gone if end == "events" else session()
    if end in ("{timer}", "fire"):
        parameters["id"], parameters["timer"] = session_with_timer()
    for name in {"undo": ["pop"], "redo": ["pop", "undo"]}.get(end, []):
        send("POST", f"/v1/sessions/{parameters['id']}/{name}")
    if body.get("to") == "{id}":
        body["to"] = parameters["id"]


def use_app(end, parameters, body, method):
    if method == "PUT" and body.get("app") == "shop":
        parameters["app"] = body["app"] = f"shop-{next(numbers)}"
    elif method == "DELETE":
        parameters["app"] = f"spare-{next(numbers)}"
        send("PUT", "/v1/apps/" + parameters["app"], {**APP, "app": parameters["app"]})
    elif method == "GET":
        parameters["app"] = "shop"
    if end == "{key}" and NAME.fullmatch(str(parameters.get("key"))):
        parameters["key"] = f"spare-{next(numbers)}"
        send("POST", f"/v1/apps/{parameters['app']}/keys", {"name": parameters["key"]})


@atexit.register
def write():
    with open(os.environ["NAVSTATE_CALLS"], "w") as f:
        json.dump(reached, f)
