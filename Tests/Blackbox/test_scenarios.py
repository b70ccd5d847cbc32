"""`navstate test`: files of scenarios, and the cases of the oracle as scenarios."""

import json

import navstate
import pytest
from durability.test_oracle import ORACLE

APP = {"app": "cafe", "version": 1, "root": {"kind": "stack", "initial": "menu"}, "routes": {"menu": {}}}


def run(folder, scenarios):
    """Runs scenarios, and returns the exit status and the lines."""
    (folder / "scenarios.json").write_text(json.dumps(scenarios, indent=1))
    result = navstate.run("test", "scenarios.json", cwd=folder)
    return result.returncode, (result.stdout + result.stderr).splitlines()


@pytest.mark.parametrize("content, line, failed", [
    ({"app": "none.json", "steps": []}, "none.json cannot be read", 0),
    ({"app": {**APP, "version": 0}, "steps": []}, "/app/version: The version must be an integer from 1; it is 0.", 0),
    ({"app": APP, "steps": [{"answer": {"status": 503}}]}, "/steps/0/answer/status: `status` must be an integer from 200 to 499", 0),
    ({"app": APP, "steps": [{"action": {"type": "pop"}}]}, "step 1 (pop): the action is refused: nothing-to-pop: ", 1),
])
def test_a_failure_is_reported_with_status_1_and_an_unreadable_file_with_status_2(tmp_path, content, line, failed):
    status, lines = run(tmp_path, content)
    assert (status, lines[-1]) == (1 if failed else 2, f"0 passed, {failed} failed")
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
    return {"name": case["id"], "app": case["app"], "start": start, "steps": [{"expect": case.get("created", {})}, *case["steps"]]}


@pytest.mark.parametrize("file, convert, least", [("navigation", navigation_scenario, 130), ("logic", logic_scenario, 100)])
def test_the_cases_of_the_oracle_pass_without_a_server(tmp_path, file, convert, least):
    cases = [case for case in json.loads((ORACLE / f"{file}.json").read_text()) if "invalid" not in case]
    scenarios = [scenario for scenario in map(convert, cases) if scenario]
    status, lines = run(tmp_path, scenarios)
    assert (status, lines) == (0, [f"{len(scenarios)} passed, 0 failed"]) and len(scenarios) >= least
