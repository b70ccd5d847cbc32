"""The apps of `Examples`, and `navstate paths` on them."""

import json
import subprocess

import pytest
from navstate import BINARY, ROOT, create

APPS = sorted(file.parent.name for file in ROOT.glob("Examples/*/app.json"))


def navstate(command, file):
    result = subprocess.run([BINARY, command, file], cwd=ROOT / "Examples", capture_output=True, text=True)
    return result.returncode, result.stdout.splitlines()


@pytest.mark.parametrize("app", APPS)
def test_the_scenarios_of_each_example_pass(app):
    scenarios = json.loads((ROOT / "Examples" / app / "scenarios.json").read_text())
    assert len(APPS) >= 3
    assert navstate("test", f"{app}/scenarios.json") == (0, [f"{len(scenarios)} passed, 0 failed"])


@pytest.mark.parametrize("app", APPS)
def test_each_example_is_valid_without_warnings(app):
    status, lines = navstate("validate", f"{app}/app.json")
    assert (status, len(lines)) == (0, 1), lines


@pytest.mark.parametrize("app", APPS)
def test_a_server_serves_each_example(app, client):
    definition = json.loads((ROOT / "Examples" / app / "app.json").read_text())
    assert client.put(f"/v1/apps/{definition['app']}", json=definition).status_code == 201
    _, session = create(client, definition["app"])
    assert session["app"] == definition["app"]


@pytest.mark.parametrize("app", APPS)
def test_paths_lists_each_screen_of_the_examples_once(app):
    routes = json.loads((ROOT / "Examples" / app / "app.json").read_text())["routes"]
    status, lines = navstate("paths", f"{app}/app.json")
    assert (status, sorted(line.partition(":")[0] for line in lines)) == (0, sorted(routes))


def test_paths_shows_the_shortest_way_its_means_and_the_link():
    lines = navstate("paths", "kiosk/app.json")[1] + navstate("paths", "tv/app.json")[1]
    assert "dish: welcome → menu (push) → dish (sheet)" in lines
    start = "signIn: welcome → menu (push) → tray (push) → checkout (push if data.cart.size() > 0, data.guest != null)"
    assert f"{start} → signIn (guard)" in lines
    assert "search: at the start; link /search" in lines


def test_paths_lists_unreachable_screens_and_warnings_and_faults(tmp_path):
    app = {"app": "a", "version": 1, "root": {"kind": "stack", "initial": "home"},
           "routes": {"home": {"to": ["list"]}, "list": {"to": []}, "attic": {"path": 5}}}
    file = tmp_path / "app.json"
    file.write_text(json.dumps(app))
    assert navstate("paths", file) == (1, [f"{file}:1:149: /routes/attic/path: `path` is a string; this is an integer."])
    del app["routes"]["attic"]["path"]
    file.write_text(json.dumps(app))
    status, lines = navstate("paths", file)
    assert (status, lines[:3]) == (0, ["home: at the start", "list: home → list (push)", "attic: not reachable"])
    assert lines[3:] == [f"{file}:1:140: warning: /routes/attic: `attic` cannot be reached: no `to` of a reachable screen, "
                         "no step and no link leads to it."]
