"""Hooks that check-openapi loads into schemathesis."""

import atexit
import itertools
import json
import os
import re
import urllib.request

import schemathesis

BASE = os.environ["NAVSTATE_BASE"]
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


"""A stack lies over tabs, of which the second is selected; they hold drawers and a switch."""
BASKET = {"screens": [{"id": "a1", "route": "home"}, {"id": "a2", "route": "item", "params": {"id": "7"}}]}
NAVIGATION = {
    "kind": "tabs", "selected": 1, "screens": [tab("open"), tab("closed"), tab("stage")],
    "presented": [{"style": "sheet", "screen": {"route": "basket", "content": BASKET}}],
}
reached, numbers = {}, itertools.count(1)


def send(method, path, body=None):
    request = urllib.request.Request(BASE + path, method=method, headers={"Content-Type": "application/json"})
    request.data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(request) as answer:
        return answer.read()


def session():
    return json.loads(send("POST", "/v1/sessions", {"app": "shop", "navigation": NAVIGATION}))["id"]


def waiting():
    """A session, and its timer."""
    made = json.loads(send("POST", "/v1/sessions", {"app": "list"}))["id"]
    send("POST", f"/v1/sessions/{made}/actions", {"type": "setNavigation", "selection": "r1"})
    return made, json.loads(send("GET", f"/v1/sessions/{made}/timers"))["items"][0]["id"]


def exported():
    """A deleted session."""
    made = session()
    text = send("GET", f"/v1/sessions/{made}/export").decode()
    send("DELETE", f"/v1/sessions/{made}")
    return text


send("PUT", "/v1/apps/shop", APP)
send("PUT", "/v1/webhooks/orders", {"url": "https://receiver.invalid/", "secret": "0123456789abcdef"})
gone = session()
send("DELETE", f"/v1/sessions/{gone}")
SESSION, NAME = re.compile("s_[A-Za-z0-9_-]{21}[AQgw]"), re.compile("[a-z0-9][a-z0-9_-]{0,63}")


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    return {"data": value if isinstance(value, (bytes, str)) else json.dumps(value)}


@schemathesis.hook
def after_call(context, case, response):
    name = f"{case.method} {case.operation.path}"
    statuses = reached.setdefault(name, [])
    if response.status_code not in statuses:
        statuses.append(response.status_code)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Replaces ids in valid requests by existing ones."""
    path, parameters = case.operation.path, case.path_parameters or {}
    end = path.rsplit("/", 1)[-1]
    if end == "events" and case.query:
        # A ticket that was made up is refused, whatever its form.
        case.query.pop("ticket", None)
    if SESSION.fullmatch(str(parameters.get("id"))):
        parameters["id"] = session()
        if end == "events":
            # An event stream has no end, and is checked by the unit tests; that of a deleted session ends at once.
            parameters["id"] = gone
        elif end in ("{timer}", "fire"):
            parameters["id"], parameters["timer"] = waiting()
        elif end in ("undo", "redo"):
            send("POST", f"/v1/sessions/{parameters['id']}/pop")
        if end == "redo":
            send("POST", f"/v1/sessions/{parameters['id']}/undo")
        if isinstance(case.body, dict) and case.body.get("to") == "{id}":
            case.body["to"] = parameters["id"]
    if NAME.fullmatch(str(parameters.get("app"))):
        if case.method == "PUT" and isinstance(case.body, dict) and case.body.get("app") == "shop":
            parameters["app"] = case.body["app"] = f"shop-{next(numbers)}"
        elif case.method == "DELETE":
            parameters["app"] = f"spare-{next(numbers)}"
            send("PUT", "/v1/apps/" + parameters["app"], {**APP, "app": parameters["app"]})
        elif case.method == "GET":
            parameters["app"] = "shop"
        if end == "{key}" and NAME.fullmatch(str(parameters.get("key"))):
            parameters["key"] = f"spare-{next(numbers)}"
            send("POST", f"/v1/apps/{parameters['app']}/keys", {"name": parameters["key"]})
    if NAME.fullmatch(str(parameters.get("name"))) and case.method != "PUT":
        send("PUT", "/v1/webhooks/orders", {"url": "https://receiver.invalid/", "secret": "0123456789abcdef"})
        parameters["name"] = "orders"
    if path == "/v1/imports" and isinstance(case.body, str):
        kwargs["data"] = exported()
    # The tool removes the quotes of an entity tag.
    if case.meta and case.meta.generation.mode.is_positive:
        for name in ("If-Match", "If-None-Match"):
            tag = str((case.headers or {}).get(name, "*")).strip('"')
            if tag != "*":
                case.headers[name] = f'"{tag}"'
    # Only the server is called.
    if isinstance(case.body, dict) and end == "{name}" and str(case.body.get("url", "")).startswith("http"):
        case.body["url"] = "https://receiver.invalid/"
    # Long polls are checked by the unit tests, too.
    if case.headers and "wait" in str(case.headers.get("Prefer", "")):
        case.headers.pop("Prefer")


@atexit.register
def write():
    with open(os.environ["NAVSTATE_CALLS"], "w") as f:
        json.dump(reached, f)
