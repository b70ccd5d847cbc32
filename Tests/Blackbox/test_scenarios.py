"""`navstate test`: scenarios of apps, run without a server."""

import json
import subprocess

import pytest
from durability.test_oracle import ORACLE
from navstate import BINARY, ROOT

APP = {
    "app": "cafe", "version": 1, "data": {"cart": [], "user": None},
    "root": {"kind": "stack", "initial": "menu"},
    "actions": {
        "add": {"args": {"dish": "string"}, "when": "data.cart.size() < 2", "message": "The cart is full.",
                "do": [{"append": {"data.cart": "args.dish"}}, {"emit": "added", "value": "${args.dish}"}]},
        "signIn": {"by": "backend", "do": {"set": {"data.user": "'Ann'"}}},
        "pay": {"args": {"amount": "integer"}, "do": {
            "call": "https://pay.example/charges", "body": {"amount": "${args.amount}"},
            "then": {"type": "paid", "by": "${answer.body}"}, "otherwise": {"type": "paid", "by": "${answer.reason}"}}},
        "paid": {"by": "backend", "args": {"by": "string"}, "do": {"set": {"data.user": "args.by"}}}},
    "routes": {
        "menu": {}, "dish": {"as": "sheet", "timers": {"close": {"after": "PT20S", "action": {"type": "dismiss"}}}},
        "order": {"leave": {"when": "false", "message": "Cancel the order?"}}},
    "idle": {"after": "PT60S", "do": {"restart": True}},
}
MENU, ADD = {"routes": ["menu"]}, {"type": "add", "dish": "soup"}


def run(folder, scenarios, name="scenarios.json"):
    """Runs scenarios, and returns the exit status and the lines."""
    (folder / name).write_text(json.dumps(scenarios, indent=1))
    result = subprocess.run([BINARY, "test", name], cwd=folder, capture_output=True, text=True)
    return result.returncode, (result.stdout + result.stderr).splitlines()


def scenario(*steps, **members):
    return {"app": APP, "steps": list(steps), **members}


@pytest.mark.parametrize("steps", [
    [{"expect": MENU}],
    [{"action": ADD, "expect": {"data": {"cart": ["soup"], "user": None}, "outputs": ["added"], "changed": True}}],
    [{"action": ADD, "expect": {"outputs": [{"name": "added", "value": "soup"}]}}],
    [{"action": ADD}, {"action": ADD}, {"action": ADD, "expect": {"refused": "condition-not-met", "status": 409}}],
    [{"action": ADD}, {"action": ADD}, {"action": ADD, "expect": {"refused": {"detail": "is full"}, "handled": False}}],
    [{"action": {"type": "signIn"}, "expect": {"refused": "backend-only"}},
     {"action": {"type": "signIn"}, "as": "backend", "expect": {"dataHas": {"user": "Ann"}}}],
    [{"action": {"type": "route", "route": "dish"}, "expect": {"presented": ["dish"], "timers": ["dismiss", "idle"]}},
     {"wait": 19.9, "expect": {"presented": ["dish"]}}, {"wait": 0.1, "expect": {"presented": []}}],
    [{"action": ADD}, {"wait": "PT59.9S", "expect": {"dataHas": {"cart": ["soup"]}}},
     {"wait": "PT1S", "expect": {"dataHas": {"cart": []}}}],
    [{"action": {"type": "push", "route": "order"}},
     {"action": {"type": "pop"}, "expect": {"refused": {"code": "confirmation-needed", "screens": ["order"]}}},
     {"action": {"type": "pop", "confirmed": ["$id:order"]}, "expect": MENU}],
    [{"action": {"type": "pay", "amount": 7}, "expect": {"calls": [{"url": "https://pay.example/charges", "body": {"amount": 7}}]}},
     {"answer": {"status": 201, "body": "Ann"}, "expect": {"dataHas": {"user": "Ann"}, "calls": []}},
     {"answer": {"status": 201}, "expect": {"refused": "no-such-call", "status": 404}}],
    [{"action": {"type": "pay", "amount": 7}}, {"wait": "PT30S", "expect": {"changed": False}},
     {"answer": {"reason": "unreachable", "url": "https://pay.example/charges"}, "expect": {"dataHas": {"user": "unreachable"}}}],
    [{"action": {"type": "push", "route": "order"}, "expect": {"ids": ["a1", "$1"], "current": {"route": "order"}}},
     {"action": {"actions": [ADD, {"type": "push", "route": "dish"}]}, "expect": {"ids": [None, "$1", "$2"]}}],
])
def test_a_scenario_that_holds_passes(tmp_path, steps):
    assert run(tmp_path, scenario(*steps)) == (0, ["1 passed, 0 failed"])


@pytest.mark.parametrize("step, line", [
    ({"expect": {"routes": ["order"]}}, 'routes: expected ["order"], found ["menu"]'),
    ({"action": ADD, "expect": {"data": {}}}, 'data: expected {}, found {"cart":["soup","soup"],"user":null}'),
    ({"action": ADD, "expect": {"outputs": []}}, 'outputs: expected [], found [{"name":"added","value":"soup"}]'),
    ({"action": ADD, "expect": {"refused": True}}, "refused: expected true, found false"),
    ({"action": {"type": "add"}}, "the action is refused: missing-arg: `add` needs the argument `dish`, a string."),
    ({"action": {"type": "signIn"}, "expect": {"refused": "full"}}, 'refused: expected "full", found "backend-only": …'),
    ({"wait": 1, "expect": {"state": 1}}, "state: expected 1, found {}"),
    ({"answer": {"status": 200}}, "the action is refused: no-such-call: No call waits for an answer."),
    ({"action": {"type": "pay", "amount": 1}, "expect": {"calls": []}}, 'calls: expected [], found [{"url":"https://pay…'),
])
def test_a_failure_names_the_step_the_expectation_and_what_is(tmp_path, step, line):
    status, lines = run(tmp_path, [scenario(name="short"), scenario({"action": ADD}, step, name="long")])
    kind = step.get("action", {}).get("type") or next(name for name in ("wait", "answer", "expect") if name in step)
    place, _, text = lines[0].partition(": ")
    assert (status, lines[1:]) == (1, ["1 passed, 1 failed"])
    assert place.startswith("scenarios.json:") and place.count(":") == 2
    start, _, _ = f'"long", step 2 ({kind}): {line}'.partition("…")
    assert text.startswith(start)


def test_a_part_that_is_refused_is_a_failure_unless_it_is_expected(tmp_path):
    routes = {**APP["routes"], "order": {"onLeave": {"type": "add", "dish": "soup"}}}
    steps = [{"action": ADD}, {"action": ADD}, {"action": {"type": "push", "route": "order"}}]
    silent, expecting = {"action": {"type": "pop"}}, {"action": {"type": "pop"}, "expect": {**MENU, "refused": "condition-not-met"}}
    scenarios = [{"app": {**APP, "routes": routes}, "steps": [*steps, last]} for last in (silent, expecting)]
    status, lines = run(tmp_path, scenarios)
    assert (status, lines[1:]) == (1, ["1 passed, 1 failed"])
    assert "step 4 (pop): a part of the change is refused: condition-not-met: The cart is full." in lines[0]


def test_the_definition_is_found_beside_the_scenario(tmp_path):
    (tmp_path / "kiosk").mkdir()
    (tmp_path / "kiosk" / "app.json").write_text(json.dumps(APP))
    steps = [{"expect": MENU}]
    assert run(tmp_path, {"app": "app.json", "steps": steps}, "kiosk/scenarios.json") == (0, ["1 passed, 0 failed"])


def test_the_start_and_the_time_are_those_of_the_scenario(tmp_path):
    app = {**APP, "actions": {"tell": {"do": {"emit": "told", "value": "${string(now)} ${session.key}"}}}}
    steps = [{"wait": "PT1S"}, {"action": {"type": "tell"}, "expect": {
        "outputs": [{"value": "2030-05-06T07:08:10Z hall"}], "dataHas": {"user": "Eve"}}}]
    start = {"data": {"user": "Eve"}, "key": "hall"}
    assert run(tmp_path, {"app": app, "start": start, "at": "2030-05-06T07:08:09Z", "steps": steps})[0] == 0


@pytest.mark.parametrize("content, line", [
    ({"app": "none.json", "steps": []}, "none.json cannot be read"),
    ({"app": {**APP, "version": 0}, "steps": []}, "/app/version: The version is an integer from 1; this is 0."),
    ({"steps": []}, "`app` is missing"), (scenario({"actoin": ADD}), "no member `actoin`; it has `action`, "),
    (scenario({"expect": {"rout": []}}), "/steps/0/expect/rout: `expect` has no member `rout`"),
    (scenario({"answer": {"status": 503}}), "/steps/0/answer/status: `status` is an integer from 200 to 499"),
    (scenario({"wait": "1 minute"}), '`wait` is a number of seconds or a duration such as "PT60S"'),
    (scenario({"action": ADD, "as": "admin"}), '`as` is "client" or "backend"; this is "admin".'),
])
def test_an_unreadable_file_is_reported_with_status_2(tmp_path, content, line):
    status, lines = run(tmp_path, content)
    assert (status, lines[-1]) == (2, "0 passed, 0 failed")
    assert line in lines[0]


def expectation(expect):
    """An expectation of the oracle's cases of logic, as one of a scenario; None: a part of it has no counterpart."""
    same = {"data", "dataHas", "routes", "container", "params", "states", "presented", "outputs", "changed", "status", "timers"}
    wanted = {name: value for name, value in expect.items() if name in same}
    wanted |= {"current": value for name, value in expect.items() if name in ("current", "currentHas")}
    refused = {"code": "code", "errors": "screens"}
    if parts := {refused[name]: value for name, value in expect.items() if name in refused}:
        wanted["refused"] = parts
    known = same | refused.keys() | {"current", "currentHas", "within", "errorDetails", "detailHas", "revisionGrows", "revision"}
    return wanted if expect.keys() <= known else None


def logic_scenario(case):
    """A case of logic as a scenario; None: it needs a server."""
    steps = []
    for step in case["steps"]:
        expect = expectation(step.get("expect", {}))
        if expect is None or not step.keys() <= {"action", "wait", "look", "expect", "as"}:
            return None
        if "action" in step:
            steps.append({"action": step["action"], "as": "backend" if "as" in step else "client", "expect": expect})
        else:
            wait = {"wait": step.get("wait", 0) + step.get("expect", {}).get("within", 0)}
            steps.append({**wait, "expect": {name: value for name, value in expect.items() if name != "outputs"}})
    return {"name": case["id"], "app": case["app"], "start": case.get("start", {}), "steps": steps}


def navigation_scenario(case):
    start = {"navigation": case["initial"]} if case["initial"] else {}
    return {"name": case["id"], "app": case["app"], "start": start,
            "steps": [{"expect": case.get("created", {})}, *case["steps"]]}


@pytest.mark.skipif(not ORACLE.exists(), reason="the oracle is missing (NAVSTATE_ORACLE)")
@pytest.mark.parametrize("file, convert, least", [("navigation", navigation_scenario, 130), ("logic", logic_scenario, 100)])
def test_the_cases_of_the_oracle_pass_without_a_server(tmp_path, file, convert, least):
    cases = [case for case in json.loads((ORACLE / f"{file}.json").read_text()) if "invalid" not in case]
    scenarios = [scenario for scenario in map(convert, cases) if scenario]
    status, lines = run(tmp_path, scenarios)
    assert (status, lines) == (0, [f"{len(scenarios)} passed, 0 failed"]) and len(scenarios) >= least
