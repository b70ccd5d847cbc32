"""Random requests: actions of an app, and all other operations of openapi.json."""

import json
import re
from collections import namedtuple
from urllib.parse import quote

from .definitions import API, OWN, TYPES, Definitions
from .values import EXTREMES, unquoted

OPERATIONS = {f"{method.upper()} {path}": {**operation, "parameters": methods.get("parameters", []) + operation.get("parameters", [])}
              for path, methods in API["paths"].items() for method, operation in methods.items() if method != "parameters"}
# Not sent: streams, which do not end, requests to other servers, copies of the database, and deletions of what is used.
OMITTED = re.compile("/events|/webhooks|/backups|/docs|/ui|/tickets|/imports|(PUT|DELETE) /v1/apps/{app}$|(POST|DELETE) /v1/sessions(/{id})?$|DELETE .*/sessions/{key}$")
OTHERS = [name for name in OPERATIONS if not OMITTED.search(name)]
READS = [name for name in OTHERS if re.search("/(available|history|revisions/{revision}|timers|stack|resolve|export|graph|schema)$", name)]
MOVES = [name for name in OTHERS if re.search("/(undo|redo|jump|fork|messages|fire|lease)$", name)]
MALFORMED = ["", "null", "[]", "{", "{}", '{"type":1}', '{"type":"pop","type":"push"}', '{"type":"\\ud83d"}', '{"actions":{}}', "\xff", "[" * 99]
# Values of parameters; those like `~token~` stand for what an earlier answer contained.
PARAMETERS = {
    "id": ["~session0~"] * 8 + ["~session1~"], "timer": ["~timer~", "~timer~", "t1"], "token": ["~token~"], "batch": ["~batch~", "b_1"],
    "sessionKey": ["k0", "k1"], "url": ["/0/1", "/1?n=1", "%"], "type": TYPES, "revision": [1, 1, 2, 3, 2**63 - 1], "version": [1, 2],
    "label": ["a:1"], "code": ["bad-json"], "If-Match": ['"1"', '"2"', "*", '"9223372036854775808"'], "If-None-Match": ['"1"', "*"],
    "Lease": ["~lease~"] * 19 + ["none"], "Idempotency-Key": ["i1", "i2"], "Prefer": ["return=minimal", "wait=0", "x"], "dryRun": ["1"],
    "action": list(OWN), "limit": [1, 2, 1000, 2**63 - 1], "after": [0, 1, 2**63 - 1]}


class Request(namedtuple("Request", "operation target fields content actions", defaults=[{}, None, 0])):
    """A request of an operation. `actions` is their number."""

    @property
    def method(self):
        return self.operation.split(" ")[0]


class Requests(Definitions):
    """Makes requests for the sessions of an app."""

    def put(self, definition):
        return Request("PUT /v1/apps/{app}", f"/v1/apps/{self.app}", {}, unquoted(json.dumps(definition)))

    def session(self, key, plain=False):
        body = {} if plain else {
            **self.some(0.2, url=self.url()), **self.some(0.2, navigation=self.navigation()), **self.some(0.1, version=self.version),
            **self.some(0.2, data={"i": self.choice(EXTREMES), "li": [1, 2]}), **self.some(0.2, labels={"a": "1"}),
            **self.some(0.1, expires=self.choice(["P30D", "PT1M", "P9999W"])), **self.some(0.2, ifExists="return")}
        return Request("POST /v1/sessions", "/v1/sessions", {}, unquoted(json.dumps({"app": self.app, "key": key, **body})))

    def requests(self, actions):
        """So many actions, with other requests between them."""
        while actions > 0:
            kind, = self.choices(["action", "batch", "malformed", MOVES, READS, OTHERS], [74, 4, 1, 7, 8, 6])
            request = getattr(self, f"send_{kind}")() if isinstance(kind, str) else self.of(self.choice(kind), actions=int(kind is MOVES))
            actions -= request.actions
            yield request

    def send_action(self):
        body = self.action()
        name = body.get("type")
        if self.chance(0.6) or not isinstance(name, str) or name in ("", ".", ".."):
            return self.of("POST /v1/sessions/{id}/actions", body, 1)
        known = f"POST /v1/sessions/{{id}}/{name}"
        return self.of(known if known in OPERATIONS else "POST /v1/sessions/{id}/{action}", body, 1, action=name)

    def send_batch(self):
        actions = [self.action() for _ in range(self.choice([0, 1, 101]) if self.chance(self.wrong) else self.randint(2, 8))]
        return self.of("POST /v1/sessions/{id}/actions", {"actions": actions}, len(actions))

    def send_malformed(self):
        return self.of("POST /v1/sessions/{id}/actions")._replace(content=self.choice(MALFORMED))

    def of(self, name, body=None, actions=0, **path):
        """A request of an operation, with values of its schemas."""
        operation, target, fields, query = OPERATIONS[name], name.split(" ")[1], {}, []
        for parameter in operation["parameters"]:
            key, kind = parameter["name"], parameter["in"]
            if kind != "path" and not parameter.get("required") and not self.chance(0.9 if key == "Lease" else 0.06):
                continue
            values = EXTREMES if kind != "header" and self.chance(0.02) else [self.app] if key == "app" else PARAMETERS.get(key, ["x", "1", "a1"])
            text = str(path.get(key) or self.choice(values))
            if kind == "header":
                fields[key] = text
            else:
                text = quote(text.encode("utf-8", "replace"), safe="~")[:6000]
                target = target.replace(f"{{{key}}}", text)
                query += [f"{key}={text}"] if kind == "query" else []
        if body is None and "requestBody" in operation:
            schema = next(iter(operation["requestBody"]["content"].values()))["schema"]
            body = self.of_api(schema, target.rsplit("/", 1)[-1], 0.5)
        if body is not None and self.chance(0.7):
            fields.setdefault("Prefer", "return=minimal")
        content = None if body is None else unquoted(json.dumps(body))
        return Request(name, target + ("?" + "&".join(query) if query else ""), fields, content, actions)

    def altered(self, archive):
        """An archive with another value in one of its lines, or with a line twice or not at all."""
        lines = archive.split("\n")
        at, kind = self.randrange(len(lines)), self.random()
        scalars = list(re.finditer(r'(?<=[:\[,])("(?:[^"\\]|\\.)*"|-?[0-9.]+|true|false|null)(?=[,\]}])', lines[at]))
        if kind < 0.2 or not scalars:
            lines[at:at + 1] = [lines[at]] * self.choice([0, 2])
        else:
            found, value = self.choice(scalars), unquoted(json.dumps(self.choice(EXTREMES)))
            lines[at] = lines[at][:found.start()] + value + lines[at][found.end():]
        return Request("POST /v1/imports", "/v1/imports", {"Content-Type": "application/x-ndjson"}, "\n".join(lines))
