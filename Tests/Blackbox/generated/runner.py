"""Sends generated requests to a server, and checks that it lives and answers as openapi.json says."""

import json
import re
import tempfile

from navstate import Server

from .definitions import API
from .requests import OPERATIONS, Request, Requests
from .values import TEXTS, unquoted

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
    """Another answer than the contract's."""


class Ended(Failure):
    """The server's process has ended, or does not answer."""


class Connection:
    """A connection that sends requests at once and reads their answers. `found` has the values of markers in requests."""

    def __init__(self, server):
        self.server, self.found = server, {}
        self.open()

    def open(self):
        self.socket = self.server.connect(60)
        self.stream = self.socket.makefile("rb")

    def encoded(self, request):
        content = (request.content or "").encode("utf-8", "surrogatepass")
        head = f"{request.operation.split(' ')[0]} {request.target} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in {"Content-Type": "application/json", **request.fields}.items())
        for marker, value in self.found.items():
            head, content = head.replace(marker, value), content.replace(marker.encode(), value.encode())
        return (head + (f"Content-Length: {len(content)}\r\n" if request.content is not None else "") + "\r\n").encode() + content

    def send(self, *requests):
        """Sends requests together; returns a status and a parsed body for each."""
        answers = []
        try:
            while rest := requests[len(answers):]:
                self.socket.sendall(b"".join(map(self.encoded, rest)))
                for request in rest:
                    status, fields, content = self.receive()
                    answers.append((status, self.checked(request, status, fields.get(b"content-type", b""), content)))
                    if fields.get(b"connection") == b"close":
                        self.open()
                        break
        except OSError as error:
            self.server.responds(seconds=2)
            raise Ended(f"{error!r}; the status of the process is {self.server.process.poll()}") from None
        return answers

    def receive(self):
        line, fields = self.stream.readline(), {}
        if not line:
            raise ConnectionResetError("the connection was closed")
        while (field := self.stream.readline().rstrip()):
            name, _, value = field.partition(b":")
            fields[name.lower()] = value.strip().lower()
        content, status = b"", int(line[9:12])
        if b"transfer-encoding" in fields:
            while size := int(self.stream.readline() or b"0", 16):
                content += self.stream.read(size + 2)[:-2]
            self.stream.readline()
        elif status != 304:
            content = self.stream.read(int(fields.get(b"content-length", 0)))
        return status, fields, content

    def checked(self, request, status, kind, content):
        """The body of an answer, which has to be one that the operation can have."""
        if (request.operation, status) not in CODES or status >= 500:
            raise Failure(f"status {status}: {content[:600]}")
        if not kind.endswith(b"json") or b"ndjson" in kind:
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
    """A definition and its requests, made from a seed. `sent` is what was sent, for a reproduction."""

    def __init__(self, server, seed, actions, counts):
        self.made, self.actions, self.counts, self.sent = Requests(seed, f"g{seed}"), actions, counts, []
        self.connection = Connection(server)

    def send(self, *requests):
        self.sent += requests
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
        if not definition or all(
                self.send(made.session("k0", plain))[0][0] >= 400 for plain in (False, True)):
            return
        self.counts["with_a_session"] += 1
        if made.chance(0.3):
            self.send(made.session("k1"))
        requests = list(made.requests(self.actions))
        if made.chance(0.05) and not re.search('"(after|call|send)"', json.dumps(definition)):
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


def failure(requests, together):
    """What goes wrong when a new server gets these requests, so many at once, or at its next start; None if nothing does."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, "--log-level", "error")
        try:
            connection = Connection(server.start())
            for start in range(0, len(requests), together):
                connection.send(*requests[start:start + together])
            server.restart()
        except (Failure, RuntimeError) as error:
            return error
        finally:
            server.close()


def places(value, path=()):
    """The paths of members and items, the outermost first."""
    pairs = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    return [(*path, key) for key, _ in pairs] + [place for key, each in pairs for place in places(each, (*path, key))]


def reproduction(requests, attempts=300):
    """The text of a failure with few requests, and few members in them, that reproduce it."""
    error, together = next(((found, size) for size in (1, 12, 12) if (found := failure(requests, size))), (None, 1))

    def fails(candidate):
        nonlocal attempts
        attempts -= 1
        return attempts >= 0 and str(failure(candidate, together))[:20] == str(error)[:20]

    for size in (64, 16, 4, 1) if error else ():
        at = 0
        while at < len(requests):
            candidate = requests[:at] + requests[at + size:]
            requests, at = (candidate, at) if candidate and fails(candidate) else (requests, at + size)
    for index, request in enumerate(requests if error else []):
        value = json.loads(request.content) if (request.content or "").startswith("{\"") and "\n" not in request.content else None
        for path in places(value):
            changed = without(value, path)
            candidate = [*requests[:index], request._replace(content=unquoted(json.dumps(changed))), *requests[index + 1:]]
            value, requests = (changed, candidate) if changed is not None and fails(candidate) else (value, requests)
    lines = [f"{request.operation.split(' ')[0]} {request.target} {request.fields} {request.content}" for request in requests]
    return "\n".join([str(error or "not reproduced by these requests: an earlier definition, or a race"), *lines])
