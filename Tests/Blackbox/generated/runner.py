"""Sends generated requests to a server, and checks that it lives and answers as openapi.json says."""

import http.client
import io
import json
import re
import socket

from navstate import head

from .definitions import API
from .requests import OPERATIONS, Request, Requests
from .values import TEXTS

# The codes of problems that each operation can have, by status. Those of the generated apps are in addition.
CODES = {(name, int(status)): set(re.findall("`([a-z-]+)`", (
    API["components"]["responses"][answer["$ref"].rsplit("/", 1)[-1]] if "$ref" in answer else answer)["description"])) | {"sold-out", "refused"} | {text for text in TEXTS if re.fullmatch("[a-z][a-z0-9-]*", text)}
    for name, operation in OPERATIONS.items() for status, answer in operation["responses"].items()}
SESSION = "/v1/sessions/~session0~"
FOUND = {"tokens": "~token~", "batches": "~batch~", "migrations": "~batch~", "lease": "~lease~"}


def without(value, path):
    """A copy without what is at a path, or without what it is missing in; None if there is nothing of it."""
    copied = at = json.loads(json.dumps(value))
    holder = None
    for part in path:
        part = int(part) if isinstance(at, list) and str(part).isdigit() else part
        if not (part in at if isinstance(at, dict) else isinstance(at, list) and part in range(len(at))):
            break
        holder, key, at = at, part, at[part]
    if holder is None:
        return None
    del holder[key]
    return copied


class Failure(Exception):
    """Another answer than the documented ones, or none."""


class Stream(io.BufferedReader):
    """What a connection receives, as the socket of each response: `http.client` closes that at the end of the response."""

    def makefile(self, _):
        return self

    def close(self):
        pass


class Connection:
    """A connection that sends requests at once and reads their answers. `found` has the values of markers in requests."""

    def __init__(self, server):
        self.server, self.found = server, {}
        self.open()

    def open(self):
        self.socket = self.server.connect(60)
        self.stream = Stream(socket.SocketIO(self.socket, "rb"))

    def encoded(self, request):
        content = self.filled((request.content or "").encode("utf-8", "surrogatepass"))
        length = {} if request.content is None else {"Content-Length": len(content)}
        fields = {"Content-Type": "application/json", **request.fields, **length}
        lines = [f"{name}: {value}" for name, value in fields.items()]
        return self.filled(head(f"{request.method} {request.target}", *lines)) + content

    def filled(self, data):
        """Data with the values of the markers in it."""
        for marker, value in self.found.items():
            data = data.replace(marker.encode(), value.encode())
        return data

    def send(self, *requests):
        """Sends requests together; returns a status and a parsed body for each."""
        answers = []
        try:
            while rest := requests[len(answers):]:
                self.socket.sendall(b"".join(map(self.encoded, rest)))
                for request in rest:
                    response = http.client.HTTPResponse(self.stream, method=request.method)
                    response.begin()
                    answers.append((response.status, self.checked(request, response, response.read())))
                    if response.will_close:
                        self.open()
                        break
        except (Failure, OSError, http.client.HTTPException) as error:
            self.server.responds(seconds=2)
            status, sent = self.server.process.poll(), "\n".join(map(str, requests))
            raise Failure(f"{error}; the status of the process is {status}, after these requests:\n{sent}") from None
        return answers

    def checked(self, request, response, content):
        """The body of an answer, which has to be one that the operation can have."""
        status, kind = response.status, response.getheader("Content-Type", "")
        if (request.operation, status) not in CODES or status >= 500:
            raise Failure(f"status {status}: {content[:600]}")
        if not kind.endswith("json") or "ndjson" in kind:
            return content.decode()
        try:
            body = json.loads(content)
        except ValueError as error:
            raise Failure(f"{error} in {content[:600]}") from None
        if status >= 400 and body.get("code") not in CODES[request.operation, status]:
            raise Failure(f"the code of {content[:600]} is not one of {request.operation}")
        if status < 300:
            self.note(request, body)
        return body

    def note(self, request, body):
        """Keeps ids for later requests."""
        end = request.target.rsplit("/", 1)[-1]
        if request.operation == "POST /v1/sessions":
            self.found = {"~session0~": body["id"], **self.found, "~session1~": body["id"]}
        elif request.operation.startswith("POST") and end in FOUND:
            self.found[FOUND[end]] = str(body.get("id", body.get("lease")))
        elif end == "timers" and body["items"]:
            self.found["~timer~"] = body["items"][-1]["id"]


class Case:
    """A definition and its requests, made from a seed."""

    def __init__(self, server, seed, actions, counts):
        self.made, self.actions, self.counts = Requests(seed, f"g{seed}"), actions, counts
        self.connection = Connection(server)

    def send(self, *requests):
        answers = self.connection.send(*requests)
        self.counts.update(status for status, _ in answers)
        self.counts["actions"] += sum(request.actions for request in requests)
        return answers

    def define(self, definition):
        """Defines the app, up to four times without what the server names as faults; returns the accepted definition."""
        for _ in range(5):
            (status, body), = self.send(self.made.put(definition))
            if status < 300 or not body["errors"]:
                return definition if status < 300 else None
            for pointer in sorted({fault["pointer"] for fault in body["errors"]}, reverse=True):
                path = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
                definition = without(definition, path) or definition
            definition.setdefault("root", {"kind": "stack", "initial": self.made.names[0]})

    def run(self):
        made, definition = self.made, self.define(self.made.definition())
        self.counts["definitions"] += 1
        if not definition or all(self.send(made.session("k0", plain))[0][0] >= 400 for plain in (False, True)):
            return
        self.counts["with_a_session"] += 1
        if made.chance(0.3):
            self.send(made.session("k1"))
        requests = list(made.requests(self.actions))
        if made.chance(0.05) and not re.search('"(after|at|every|call|send)"', json.dumps(definition)):
            self.compare(requests)
        else:
            for start in range(0, len(requests), 12):
                self.send(*requests[start:start + 12])
        if made.chance(0.15) and self.define({**made.definition(2), **{name: definition[name] for name in ("routes", "root")}}):
            for dry in (True, False):
                body = json.dumps({"from": 1, "to": 2, "dryRun": dry})
                self.send(Request("POST /v1/apps/{app}/migrations", f"/v1/apps/{made.app}/migrations", {}, body), *made.requests(3))
        (status, archive), = self.send(Request("GET /v1/sessions/{id}/export", SESSION + "/export"))
        if made.chance(0.15) and status == 200:
            self.send(*(made.altered(archive) for _ in range(3)))
        if made.chance(0.6):
            self.send(Request("DELETE /v1/sessions/{id}", SESSION), Request("DELETE /v1/apps/{app}", f"/v1/apps/{made.app}"))

    def compare(self, requests):
        """Checks that refused requests and dry runs do not change the session. Messages and jobs would do it at another time."""
        read = Request("GET /v1/sessions/{id}", SESSION)
        for request in (each for each in requests if not re.search("/(messages|batches|migrations)", each.target)):
            (_, before), (status, _), (_, after) = self.send(read, request, read)
            if (status >= 400 or "dryRun=1" in request.target) and before != after:
                raise Failure(f"status {status} and another state: {before} {after}")
