#!/usr/bin/env python3
"""Black-box runner of the logic cases (docs/app-logic.md).

    python3 logic.py --base http://127.0.0.1:8080 [--cases FILE.json] [--only PREFIX] [--verbose]

It knows the server through HTTP alone: it PUTs the app of a case, opens a session, takes the steps, and compares the
receipt and the session that GET then answers. One line for each failed case, then `N passed, M failed`.
Exit status: 0 all passed, 1 some failed, 2 it could not run at all. The format of the cases is in LOGIC.md.

NAVSTATE_ADMIN_TOKEN, when set, is the bearer of the requests that define apps, create sessions and act as the backend; a
session's own token is that of every other request on the session. Cases that need a backend are left out without it.
"""
import argparse
import json
import os
import re
import sys
import time
import urllib.parse

sys.dont_write_bytecode = True
from navigation import Client, Failure, Unreachable, require, same, short  # noqa: E402, the neighbour


def screens_of(container):
    """Every screen in a container, what is presented over it included, from the bottom up."""
    for screen in container.get("screens") or []:
        yield screen
        yield from screens_of(screen.get("content") or {})
    for item in container.get("presented") or []:
        yield item["screen"]
        yield from screens_of(item["screen"].get("content") or {})


def container_of(container, wanted):
    """The container with that id, or the content of the first screen with that route or id."""
    if container.get("id") == wanted:
        return container
    for screen in screens_of(container):
        content = screen.get("content")
        if content and wanted in (screen.get("route"), screen.get("id"), content.get("id")):
            return content
    return None


def has(got, wanted):
    """Whether the members of `wanted` are in `got`, which may have more."""
    if isinstance(wanted, dict):
        return isinstance(got, dict) and all(k in got and has(got[k], v) for k, v in wanted.items())
    return same(got, wanted)


def compare(what, expected, got):
    require(same(got, expected), what, expected, got)


class Session:
    def __init__(self, path, token, made):
        self.path, self.token, self.made = path, token, made


class Runner:
    def __init__(self, client, admin_token, options):
        self.client, self.admin_token, self.options = client, admin_token, options

    def send(self, method, path, body, token):
        if self.options.verbose:
            print("    %s %s %s" % (method, path, "" if body is None else json.dumps(body, ensure_ascii=False)))
        answer = self.client.send(method, path, body, token)
        if self.options.verbose:
            print("      %s" % answer)
        return answer

    # -------------------------------------------------------------------------------------------------- a case

    def run(self, case):
        self.step, self.case = "app", case
        self.sessions, self.tokens = {}, {"admin": self.admin_token}
        if "invalid" in case:
            return self.refused_definition(case["app"], case["invalid"])
        self.define(case["app"], (200, 201, 204))
        try:
            self.step = "start"
            self.create("main", case.get("start", {}), case.get("started", {}))
            for index, step in enumerate(case.get("steps", [])):
                self.step = "step %d, %s" % (index + 1, self.name(step))
                self.perform(step)
            if case.get("replay") and "main" in self.sessions:
                self.step = "replay"
                self.replay(self.sessions["main"])
        finally:
            for session in self.sessions.values():
                try:
                    self.client.send("DELETE", session.path, None, self.admin_token or session.token)
                except Unreachable:
                    pass

    @staticmethod
    def name(step):
        for kind in ("action", "post", "get", "wait", "undo", "redo", "jump", "create", "define", "migrate", "look"):
            if kind in step:
                value = step[kind]
                if kind == "action":
                    return value.get("type") or "batch"
                return value[0] if kind == "post" else "%s %s" % (kind, value if kind in ("get", "wait", "jump") else "")
        raise ValueError("a step without a kind")

    def define(self, app, allowed):
        answer = self.send("PUT", "/v1/apps/" + urllib.parse.quote(app["app"]), app, self.admin_token)
        require(answer.status in allowed, "PUT of the app", " or ".join(map(str, allowed)), str(answer))
        return answer

    def refused_definition(self, app, faults):
        answer = self.define(app, (422,))
        errors = (answer.json or {}).get("errors")
        require(isinstance(errors, list), "errors", "a list", errors)
        for fault in faults:
            found = [e for e in errors if isinstance(e, dict) and e.get("pointer") == fault["pointer"]]
            require(found, "a fault at", fault["pointer"], [e.get("pointer") for e in errors])
            if "detailHas" in fault:
                require(any(fault["detailHas"] in (e.get("detail") or "") for e in found), "detail of " + fault["pointer"],
                        fault["detailHas"], [e.get("detail") for e in found])
            if fault.get("column"):
                require(any(type(e.get("column")) is int or re.search(r"column \d+", e.get("detail") or "") for e in found),
                        "column in " + fault["pointer"], "a column", found)

    def create(self, name, start, expect):
        body = dict({"app": self.case["app"]["app"], "version": self.case["app"]["version"]}, **self.filled(start))
        answer = self.send("POST", "/v1/sessions", body, self.admin_token)
        if "status" in expect and expect["status"] != 201:
            require(answer.status == expect["status"], "status", expect["status"], str(answer))
            return self.check_problem(expect, answer, {})
        require(answer.status == 201 and isinstance(answer.json, dict), "POST /v1/sessions", "201 and the session", str(answer))
        session_id, token = answer.json.get("id"), answer.json.get("token")
        require(isinstance(session_id, str) and session_id, "id of the session", "a string", session_id)
        session = Session("/v1/sessions/" + urllib.parse.quote(session_id, safe=""), token, answer.json)
        self.sessions[name] = session
        compare("revision", 1, answer.json.get("revision"))
        self.check(expect, self.get(session), session)

    def get(self, session):
        answer = self.send("GET", session.path, None, session.token)
        require(answer.status == 200 and isinstance(answer.json, dict), "GET", "200 and the session", str(answer))
        return answer.json

    def filled(self, value):
        """`$id:ROUTE` is the id of the last screen of that route, `$session:NAME` that of a session of this case."""
        if isinstance(value, dict):
            return {k: self.filled(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self.filled(v) for v in value]
        if isinstance(value, str) and value.startswith("$id:"):
            ids = [s["id"] for s in screens_of(self.now["navigation"]) if s["route"] == value[4:]]
            require(ids, "a screen of", value[4:], "none")
            return ids[-1]
        if isinstance(value, str) and value.startswith("$session:"):
            return self.sessions[value[9:]].made["id"]
        return value

    # -------------------------------------------------------------------------------------------------- a step

    def perform(self, step):
        expect = step.get("expect", {})
        if "wait" in step:
            time.sleep(step["wait"])
            if not expect:
                return
        if "create" in step:
            return self.create(step["create"], step.get("body", {}), expect)
        if "define" in step:
            self.define(step["define"], (200, 201, 204))
            return
        session = self.sessions[step.get("on", "main")]
        if "migrate" in step:
            return self.migrate(step, expect, session)
        if "wait" in step or "look" in step:
            return self.look(expect, session)
        token = self.tokens[step["as"]] if "as" in step else session.token
        if "get" in step:
            answer = self.send("GET", session.path + "/" + step["get"], None, token)
            return self.check_answer(expect, answer, 200)
        self.now = before = self.get(session)
        if "action" in step:
            path, body = "actions", step["action"]
        elif "post" in step:
            path, body = step["post"]
        else:
            path = next(k for k in ("undo", "redo", "jump") if k in step)
            body = {"revision": step["jump"]} if path == "jump" else {} if step[path] is True else {"steps": step[path]}
        path = path if path.startswith("/") else session.path + "/" + path
        answer = self.send("POST", path, self.filled(body), token)
        status = expect.get("status", 200)
        allowed = status if isinstance(status, list) else [status]
        require(answer.status in allowed, "status", " or ".join(map(str, allowed)), str(answer))
        if "keep" in step:
            self.tokens[step["keep"]] = answer.json["token"]
            return
        if answer.status >= 400:
            self.check_problem(expect, answer, before)
            after = self.get(session)
            require(same(after, before), "GET after a refusal", before, after)
            return
        receipt = answer.json
        require(isinstance(receipt, dict) and isinstance(receipt.get("session"), dict), "the receipt", "with the session",
                str(answer))
        got, revision = receipt["session"], receipt.get("revision")
        if "changed" in expect:
            require(receipt.get("changed") is expect["changed"], "changed", expect["changed"], receipt.get("changed"))
        if "revisionGrows" in expect:
            compare("revision", before["revision"] + expect["revisionGrows"], revision)
        if "outputs" in expect:
            self.check_outputs(expect["outputs"], receipt.get("outputs"))
        self.check(expect, got, session)
        if not step.get("async"):
            after = self.get(session)
            for member in ("revision", "navigation", "data"):
                compare("GET %s, against the receipt's" % member, got.get(member), after.get(member))

    def look(self, expect, session):
        """The session as GET answers it; again until it is as expected or `within` seconds are over."""
        deadline = time.monotonic() + expect.get("within", 0)
        while True:
            try:
                answer = self.send("GET", session.path, None, session.token)
                if expect.get("status", 200) != 200:
                    require(answer.status == expect["status"], "GET", expect["status"], str(answer))
                    return
                require(answer.status == 200, "GET", 200, str(answer))
                if "historyHas" in expect:
                    items = self.send("GET", session.path + "/history", None, self.admin_token or session.token).json["items"]
                    require(any(has(item, expect["historyHas"]) for item in items), "history", expect["historyHas"], items)
                if "revision" in expect:
                    compare("revision", expect["revision"], answer.json["revision"])
                if "outputs" in expect:
                    items = self.send("GET", session.path + "/outputs", None, session.token).json["items"]
                    self.check_outputs(expect["outputs"], items)
                return self.check(expect, answer.json, session)
            except Failure:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def check_answer(self, expect, answer, usual):
        status = expect.get("status", usual)
        allowed = status if isinstance(status, list) else [status]
        require(answer.status in allowed, "status", " or ".join(map(str, allowed)), str(answer))
        self.check_problem(expect, answer, {})
        for text in expect.get("bodyHas", []):
            require(text in answer.body.decode("utf-8"), "body", text, str(answer))
        if answer.status < 300 and ("data" in expect or "routes" in expect):
            self.check({k: v for k, v in expect.items() if k in ("data", "routes")}, answer.json, None)

    def check_problem(self, expect, answer, before):
        if answer.status < 400:
            return
        kind = (answer.header("Content-Type") or "").split(";")[0].strip()
        require(kind == "application/problem+json", "Content-Type", "application/problem+json", kind)
        problem = answer.json or {}
        if "code" in expect:
            compare("code", expect["code"], problem.get("code"))
        for text in [expect["detailHas"]] if isinstance(expect.get("detailHas"), str) else expect.get("detailHas", []):
            require(text in (problem.get("detail") or ""), "detail", text, problem.get("detail"))
        errors = problem.get("errors") or []
        if "errors" in expect:
            routes = {s["id"]: s["route"] for s in screens_of(before.get("navigation", {}))}
            compare("screens of errors", expect["errors"], [routes.get(e.get("screen"), e.get("screen")) for e in errors])
        for index, text in enumerate(expect.get("errorDetails", [])):
            require(text in (errors[index].get("detail") or ""), "errors[%d].detail" % index, text, errors[index])

    def check_outputs(self, wanted, got):
        require(isinstance(got, list), "outputs", "a list", got)
        compare("names of outputs", [w["name"] for w in wanted], [o.get("name") for o in got])
        for want, output in zip(wanted, got):
            if "value" in want:
                compare("value of the output " + want["name"], want["value"], output.get("value"))

    def check(self, expect, got, session):
        """What a session has to look like; what `expect` leaves out is not compared."""
        navigation = got["navigation"]
        if "container" in expect:
            navigation = container_of(navigation, expect["container"])
            require(navigation is not None, "container", expect["container"], "no such container")
        routes = [s["route"] for s in navigation["screens"]]
        if "routes" in expect:
            compare("routes", expect["routes"], routes)
        if "top" in expect:
            compare("the last routes", expect["top"], routes[-len(expect["top"]):])
        if "params" in expect:
            compare("params", expect["params"], [s.get("params") or {} for s in navigation["screens"]])
        if "states" in expect:
            compare("states", expect["states"], [s.get("state") or {} for s in navigation["screens"]])
        if "presented" in expect:
            compare("presented", expect["presented"], [p["screen"]["route"] for p in navigation.get("presented") or []])
        current = got.get("current") or {}
        for member, value in expect.get("current", {}).items():
            compare("current." + member, value, current.get(member))
        if "currentHas" in expect:
            require(has(current, expect["currentHas"]), "current", expect["currentHas"], current)
        if "data" in expect:
            compare("data", expect["data"], got.get("data"))
        if "dataHas" in expect:
            require(has(got.get("data"), expect["dataHas"]), "data", expect["dataHas"], got.get("data"))
        if "appVersion" in expect:
            compare("appVersion", expect["appVersion"], got.get("appVersion"))
        if "intent" in expect:
            intent = current.get("intent")
            for screen in screens_of(got["navigation"]):
                if screen["id"] == current.get("id") and screen.get("intent") is not None:
                    intent = screen["intent"]
            right = intent is None if expect["intent"] is None else has(intent, expect["intent"])
            require(right, "intent of the current screen", expect["intent"], intent)
        if "timers" in expect:
            answer = self.send("GET", session.path + "/timers", None, session.token)
            require(answer.status == 200, "GET S/timers", 200, str(answer))
            items = sorted(answer.json["items"], key=lambda item: item["fireAt"])
            compare("timers", [t if isinstance(t, str) else t["type"] for t in expect["timers"]],
                    [item["action"]["type"] for item in items])

    # ------------------------------------------------------------------------------------ migration and replay

    def migrate(self, step, expect, session):
        path = "/v1/apps/%s/migrations" % urllib.parse.quote(self.case["app"]["app"])
        before = self.get(session)
        answer = self.send("POST", path, self.filled(step["migrate"]), self.admin_token)
        status = expect.get("status", 200 if step["migrate"].get("dryRun") else 202)
        self.check_answer({k: v for k, v in expect.items() if k in ("code", "detailHas", "bodyHas")}, answer, status)
        if status == 200 or status >= 400:
            after = self.get(session)
            require(same(after, before), "GET after what migrates nothing", before, after)
        if status != 202:
            return
        job = answer.header("Location") or path + "/" + str((answer.json or {}).get("id"))
        deadline = time.monotonic() + 20
        while True:
            answer = self.send("GET", urllib.parse.urlsplit(job).path, None, self.admin_token)
            require(answer.status == 200, "GET of the job", 200, str(answer))
            if answer.json.get("left") == 0:
                break
            require(time.monotonic() < deadline, "left", 0, answer.json)
            time.sleep(0.05)
        for member in ("done", "failed"):
            if member in expect:
                compare(member, expect[member], answer.json.get(member))
        self.check({k: v for k, v in expect.items() if k not in ("done", "failed")}, self.get(session), session)

    def replay(self, session):
        """To the first revision and back again, by undo and redo and by jumps: equal states, and nothing is sent anew."""
        last = self.get(session)
        steps, end = {"steps": last["revision"] - 1}, last["revision"]
        for path, body, wanted in (("undo", steps, session.made), ("redo", steps, last),
                                   ("jump", {"revision": 1}, session.made), ("jump", {"revision": end}, last)):
            answer = self.send("POST", session.path + "/" + path, body, session.token)
            require(answer.status == 200, path, 200, str(answer))
            compare("outputs of " + path, [], answer.json.get("outputs"))
            for member in ("navigation", "data"):
                compare("%s after %s" % (member, path), wanted.get(member), answer.json["session"].get(member))


def needs_admin(case):
    return any(step.get("as") == "admin" or "migrate" in step for step in case.get("steps", []))


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description="Runs the logic cases against a server.")
    parser.add_argument("--base", required=True, help="for example http://127.0.0.1:8080")
    parser.add_argument("--cases", default=os.path.join(here, "logic.json"), help="a file of cases")
    parser.add_argument("--only", metavar="PREFIX", help="the cases whose id starts with it")
    parser.add_argument("--verbose", action="store_true", help="every case, request and answer")
    parser.add_argument("--timeout", type=float, default=10, help="seconds that an answer may take")
    options = parser.parse_args()

    try:
        with open(options.cases, encoding="utf-8") as file:
            cases = json.load(file)
    except (OSError, ValueError) as error:
        print("cannot read the cases: %s" % error, file=sys.stderr)
        return 2
    if options.only:
        cases = [c for c in cases if c["id"].startswith(options.only)]
        if not cases:
            print("no case has an id that starts with %s" % options.only, file=sys.stderr)
            return 2
    admin_token = os.environ.get("NAVSTATE_ADMIN_TOKEN")
    if not admin_token and any(map(needs_admin, cases)):
        print("note: %d cases left out, which need NAVSTATE_ADMIN_TOKEN" % sum(map(needs_admin, cases)))
        cases = [c for c in cases if not needs_admin(c)]
    try:
        client = Client(options.base, options.timeout)
        runner = Runner(client, admin_token, options)
        client.send("GET", "/livez")
    except Unreachable as error:
        print("cannot reach the server: %s" % error, file=sys.stderr)
        return 2

    begun, passed, failed, lost = time.monotonic(), 0, 0, 0
    for case in cases:
        if options.verbose:
            print("  %s" % case["id"])
        try:
            runner.run(case)
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
    if options.verbose:
        print("%d requests on %d connections in %.2f s" % (client.requests, client.connections, time.monotonic() - begun))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
