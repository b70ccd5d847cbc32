#!/usr/bin/env python3
"""Black-box runner of the navigation cases.

    python3 navigation.py --base http://127.0.0.1:8080 [--cases FILE.json] [--only ID] [--verbose] [--restart CMD]

It knows the server through HTTP alone: it PUTs the app of a case, opens a session, sends the actions, and
compares the receipt and the session that GET then answers. One line for each failed case, then `N passed, M failed`.
Exit status: 0 all passed, 1 some failed, 2 it could not run at all. The format of the cases is in README.md.

NAVSTATE_ADMIN_TOKEN, when set, is the bearer of the requests that define apps and create sessions; a session's own
token is that of every request on the session.
"""
import argparse
import http.client
import json
import os
import random
import subprocess
import sys
import time
import urllib.parse


class Failure(Exception):
    """What the server answered is not what the case expects."""

    def __init__(self, what, expected, got):
        super().__init__(what)
        self.what, self.expected, self.got = what, expected, got


class Unreachable(Exception):
    pass


def short(value, limit=300):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= limit else text[:limit] + "…"


def require(condition, what, expected, got):
    if not condition:
        raise Failure(what, expected, got)


# ------------------------------------------------------------------------------------------------------------ HTTP


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body
        self.json = None
        if body:
            try:
                self.json = json.loads(body)
            except ValueError:
                pass

    def header(self, name):
        return self.headers.get(name)

    def __str__(self):
        return "%d %s" % (self.status, short(self.body.decode("utf-8", "replace")))


class Client:
    """One connection, kept alive; opened again only when the server has closed it."""

    def __init__(self, base, timeout):
        url = urllib.parse.urlsplit(base if "//" in base else "http://" + base)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise Unreachable("not a base URL: %s" % base)
        kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        self.connection = kind(url.hostname, url.port, timeout=timeout)
        self.prefix = url.path.rstrip("/")
        self.connections = self.requests = 0

    def close(self):
        self.connection.close()

    def send(self, method, path, body=None, token=None):
        headers = {"Accept": "application/json, application/problem+json"}
        data = None
        if body is not None:
            data = json.dumps(body, ensure_ascii=False).encode("utf-8")
            headers["Content-Type"] = "application/json"
        elif method in ("POST", "PUT"):
            data = b""
        if token:
            headers["Authorization"] = "Bearer " + token
        for attempt in (1, 2):
            fresh = self.connection.sock is None
            try:
                if fresh:
                    self.connection.connect()
                    self.connections += 1
                self.requests += 1
                self.connection.request(method, self.prefix + path, data, headers)
                response = self.connection.getresponse()
                return Answer(response.status, response.headers, response.read())
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError) as error:
                # A kept connection may have been closed between two requests; a fresh one may not.
                self.connection.close()
                if fresh or attempt == 2:
                    raise Unreachable("%s %s: %s" % (method, path, error or type(error).__name__))
            except (OSError, http.client.HTTPException) as error:
                self.connection.close()
                raise Unreachable("%s %s: %s" % (method, path, error or type(error).__name__))


# ------------------------------------------------------------------------------------------------------ comparison


def empty_is_none(params):
    return params or None


def same(a, b):
    """JSON equality: unlike Python's, true is not 1; like JSON's, 1.0 is 1."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    return type(a) == type(b) and a == b or isinstance(a, (int, float)) and isinstance(b, (int, float)) and a == b


def every_id(container, found=None):
    found = set() if found is None else found
    if isinstance(container, dict):
        screens = list(container.get("screens") or [])
        screens += [p.get("screen") or {} for p in container.get("presented") or [] if isinstance(p, dict)]
        for screen in screens:
            if isinstance(screen, dict):
                found.add(screen.get("id"))
                every_id(screen.get("content"), found)
    return found


class Identities:
    """Which id the server gave to "$1", "$2", …: bound on first sight, equal from then on, and never an id that
    the session has had before."""

    def __init__(self):
        self.bound, self.seen = {}, set()

    def check(self, expected, got, where):
        if expected is None:
            return
        if not expected.startswith("$"):
            require(got == expected, where, expected, got)
        elif expected in self.bound:
            require(got == self.bound[expected], where, "%s = %s" % (expected, self.bound[expected]), got)
        else:
            require(isinstance(got, str) and got != "", where, "%s, a new id" % expected, got)
            require(got not in self.seen, where, "%s, a new id" % expected, "%s, an id used before" % got)
            self.bound[expected] = got

    def saw(self, navigation):
        self.seen |= every_id(navigation)


def check_container(expect, got, identities, where):
    require(isinstance(got, dict) and isinstance(got.get("screens"), list), where, "a container", got)
    screens = got["screens"]
    routes = [s.get("route") for s in screens]
    if "routes" in expect:
        require(routes == expect["routes"], where + ".screens[].route", expect["routes"], routes)
    if "selected" in expect:
        require(got.get("selected") == expect["selected"], where + ".selected", expect["selected"], got.get("selected"))
    for index, identity in enumerate(expect.get("ids") or []):
        identities.check(identity, screens[index].get("id"), "%s.screens[%d].id" % (where, index))
    if "params" in expect:
        params = [empty_is_none(s.get("params")) for s in screens]
        wanted = [empty_is_none(p) for p in expect["params"]]
        require(same(params, wanted), where + ".screens[].params", wanted, params)
    if "history" in expect:
        names = {s.get("id"): s.get("route") for s in screens}
        history = got.get("history")
        require(isinstance(history, list), where + ".history", expect["history"], history)
        history = [names.get(i, "unknown id %s" % i) for i in history]
        require(history == expect["history"], where + ".history, as routes", expect["history"], history)
    if "open" in expect:
        require(got.get("open") is expect["open"], where + ".open", expect["open"], got.get("open"))
    if "presented" in expect:
        presented, wanted = got.get("presented") or [], expect["presented"]
        routes = [(p.get("screen") or {}).get("route") for p in presented]
        require(routes == [w["route"] for w in wanted], where + ".presented", [w["route"] for w in wanted], routes)
        for index, want in enumerate(wanted):
            here = "%s.presented[%d]" % (where, index)
            screen = presented[index]["screen"]
            if "style" in want:
                require(presented[index].get("style") == want["style"], here + ".style", want["style"],
                        presented[index].get("style"))
            identities.check(want.get("id"), screen.get("id"), here + ".screen.id")
            if "params" in want:
                require(same(empty_is_none(screen.get("params")), empty_is_none(want["params"])),
                        here + ".screen.params", want["params"], screen.get("params"))
            if "content" in want:
                check_container(want["content"], screen.get("content"), identities, here + ".screen.content")


def as_expectation(container):
    """What a session must look like that was created with this navigation."""
    screens = container["screens"]
    expect = {
        "routes": [s["route"] for s in screens], "selected": container["selected"],
        "ids": [s.get("id") for s in screens], "params": [s.get("params") for s in screens],
    }
    if "open" in container:
        expect["open"] = container["open"]
    if "history" in container:
        names = {s.get("id"): s["route"] for s in screens}
        expect["history"] = [names[i] for i in container["history"]]
    if "presented" in container:
        expect["presented"] = [
            dict({"style": p["style"], "route": p["screen"]["route"], "id": p["screen"].get("id")},
                 **({"content": as_expectation(p["screen"]["content"])} if "content" in p["screen"] else {}))
            for p in container["presented"]]
    return expect


# ----------------------------------------------------------------------------------------------------------- a case


class Runner:
    def __init__(self, client, admin_token, options):
        self.client, self.admin_token, self.options = client, admin_token, options
        self.defined = set()

    def define(self, app):
        key = json.dumps(app, sort_keys=True)
        if key in self.defined:
            return
        answer = self.client.send("PUT", "/v1/apps/" + urllib.parse.quote(app["app"]), app, self.admin_token)
        require(answer.status in (200, 201, 204), "PUT of the app", "200, 201 or 204", str(answer))
        self.defined.add(key)

    def get(self, path, token):
        answer = self.client.send("GET", path, None, token)
        require(answer.status == 200 and isinstance(answer.json, dict), "GET", "200 and the session", str(answer))
        revision = answer.json.get("revision")
        require(type(revision) is int, "GET revision", "an integer", revision)
        require(answer.header("ETag") == '"%d"' % revision, "GET ETag", '"%d"' % revision, answer.header("ETag"))
        return answer.json

    def run(self, case, restart_after=None):
        self.step = "app"
        self.define(case["app"])
        self.step = "create"
        body = {"app": case["app"]["app"], "version": case["app"]["version"]}
        if case.get("initial") is not None:
            body["navigation"] = case["initial"]
        answer = self.client.send("POST", "/v1/sessions", body, self.admin_token)
        require(answer.status == 201 and isinstance(answer.json, dict), "POST /v1/sessions", "201 and the session",
                str(answer))
        session_id, token = answer.json.get("id"), answer.json.get("token")
        require(isinstance(session_id, str) and session_id, "id of the session", "a string", session_id)
        require(isinstance(token, str) and token, "token of the session", "a string", token)
        require(answer.json.get("revision") == 1, "revision", 1, answer.json.get("revision"))
        path = "/v1/sessions/" + urllib.parse.quote(session_id, safe="")
        try:
            identities = Identities()
            expect = case["created"] if "created" in case else as_expectation(case["initial"])
            before = self.get(path, token)
            check_container(expect, answer.json.get("navigation"), identities, "navigation")
            check_container(expect, before.get("navigation"), identities, "GET navigation")
            identities.saw(before["navigation"])
            ways = random.Random("%s %s" % (self.options.seed, case["id"]))
            for index, step in enumerate(case["steps"]):
                self.step = "step %d, %s" % (index + 1, step["action"]["type"])
                before = self.perform(path, token, step, before, identities, ways)
                if restart_after == index:
                    self.step += ", after the restart"
                    self.restart()
                    after = self.get(path, token)
                    require(same(after, before), "session", before, after)
        finally:
            if not self.options.keep:
                try:
                    self.client.send("DELETE", path, None, token)
                except Unreachable:
                    pass

    def perform(self, path, token, step, before, identities, ways):
        action, expect = step["action"], step["expect"]
        if ways.random() < 0.5:
            way, body = "/actions", action
        else:
            way = "/" + action["type"]
            body = {k: v for k, v in action.items() if k != "type"} or ways.choice([None, {}])
        if self.options.verbose:
            print("    POST S%s %s" % (way, "" if body is None else json.dumps(body, ensure_ascii=False)))
        answer = self.client.send("POST", path + way, body, token)
        self.step += " by S" + way
        after = self.get(path, token)
        if not expect["handled"]:
            allowed = [expect["status"]] if "status" in expect else [409, 422]
            require(answer.status in allowed, "status", " or ".join(map(str, allowed)), str(answer))
            kind = (answer.header("Content-Type") or "").split(";")[0].strip()
            require(kind == "application/problem+json", "Content-Type", "application/problem+json", kind)
            require(after["revision"] == before["revision"], "GET revision", before["revision"], after["revision"])
            require(same(after.get("navigation"), before.get("navigation")), "GET navigation",
                    before.get("navigation"), after.get("navigation"))
            return before
        require(answer.status == 200 and isinstance(answer.json, dict), "status", "200 and a receipt", str(answer))
        receipt = answer.json
        session = receipt.get("session")
        require(isinstance(session, dict), "receipt.session", "the session", session)
        check_container(expect, session.get("navigation"), identities, "navigation")
        identities.saw(session["navigation"])
        changed = not same(session["navigation"], before.get("navigation"))
        revision = before["revision"] + (1 if changed else 0)
        require(receipt.get("changed") is changed, "receipt.changed", changed, receipt.get("changed"))
        require(receipt.get("revision") == revision, "receipt.revision", revision, receipt.get("revision"))
        require(session.get("revision") == revision, "receipt.session.revision", revision, session.get("revision"))
        require(isinstance(receipt.get("outputs"), list), "receipt.outputs", "a list", receipt.get("outputs"))
        require(after["revision"] == revision, "GET revision", revision, after["revision"])
        require(same(after.get("navigation"), session["navigation"]), "GET navigation", session["navigation"],
                after.get("navigation"))
        return after

    def restart(self):
        self.client.close()
        subprocess.run(self.options.restart, shell=True, check=True, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while True:
            try:
                if self.client.send("GET", "/readyz").status == 200:
                    return
            except Unreachable:
                pass
            if time.monotonic() > deadline:
                raise Unreachable("the server did not come back within 60 s of the restart")
            time.sleep(0.1)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description="Runs the navigation cases against a server.")
    parser.add_argument("--base", required=True, help="for example http://127.0.0.1:8080")
    parser.add_argument("--cases", default=os.path.join(here, "navigation.json"), help="a file of cases")
    parser.add_argument("--only", metavar="ID", help="the cases with this id, or whose id starts with it")
    parser.add_argument("--verbose", action="store_true", help="every case and request")
    parser.add_argument("--restart", metavar="CMD",
                        help="restarts the server, and returns; run in the middle of three cases, whose session has to "
                             "be as it was")
    parser.add_argument("--keep", action="store_true", help="leave the sessions on the server")
    parser.add_argument("--seed", default="1", help="decides which actions go by S/actions and which by S/{type}")
    parser.add_argument("--timeout", type=float, default=10, help="seconds that an answer may take")
    options = parser.parse_args()

    with open(options.cases, encoding="utf-8") as file:
        cases = json.load(file)
    if options.only:
        cases = [c for c in cases if c["id"] == options.only] or [c for c in cases if c["id"].startswith(options.only)]
        if not cases:
            print("no case has the id %s" % options.only, file=sys.stderr)
            return 2
    restarts = set()
    if options.restart:
        with_steps = [c["id"] for c in cases if any(s["expect"]["handled"] for s in c["steps"])]
        restarts = set(random.Random(options.seed).sample(with_steps, min(3, len(with_steps))))

    try:
        client = Client(options.base, options.timeout)
        runner = Runner(client, os.environ.get("NAVSTATE_ADMIN_TOKEN"), options)
        client.send("GET", "/livez")
    except Unreachable as error:
        print("cannot reach the server: %s" % error, file=sys.stderr)
        return 2

    begun, passed, failed, lost = time.monotonic(), 0, 0, 0
    for case in cases:
        if options.verbose:
            print("  %s" % case["id"])
        try:
            runner.run(case, 0 if case["id"] in restarts else None)
            passed, lost = passed + 1, 0
        except Failure as failure:
            failed, lost = failed + 1, 0
            print("%s: %s: %s: expected %s, got %s" % (case["id"], runner.step, failure.what, short(failure.expected),
                                                       short(failure.got)))
        except Unreachable as error:
            failed, lost = failed + 1, lost + 1
            print("%s: %s: expected an answer, got none: %s" % (case["id"], runner.step, error))
        except Exception as error:  # an answer of a shape that nothing above has foreseen
            failed, lost = failed + 1, 0
            print("%s: %s: expected an answer of the documented shape, got one that raised %s: %s"
                  % (case["id"], runner.step, type(error).__name__, error))
        if lost == 3:
            print("gave up: three cases in a row without an answer", file=sys.stderr)
            failed += len(cases) - passed - failed
            break
    closed = client.connections - 1 - len(restarts)
    if closed > 0:
        print("note: the server closed the kept connection %d times in %d requests" % (closed, client.requests))
    if options.verbose:
        print("%d requests on %d connections in %.2f s" % (client.requests, client.connections,
                                                           time.monotonic() - begun))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
