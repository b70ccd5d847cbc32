"""The apps of `Examples`: their scenarios, the paths to their screens, and a server of them."""

import json

import pytest
from navstate import ROOT, create, expect, run

APPS = sorted(file.parent.name for file in ROOT.glob("Examples/*/app.json"))


def navstate(command, file):
    result = run(command, file, cwd=ROOT / "Examples")
    assert result.returncode == 0, result.stdout
    return result.stdout.splitlines()


@pytest.mark.parametrize("app", APPS)
def test_an_example_is_valid_without_warnings_is_served_and_its_scenarios_and_paths_have_each_screen(app, client):
    assert len(APPS) >= 3
    definition, scenarios = (json.loads((ROOT / "Examples" / app / name).read_text()) for name in ("app.json", "scenarios.json"))
    assert len(navstate("validate", f"{app}/app.json")) == 1
    assert navstate("test", f"{app}/scenarios.json") == [f"{len(scenarios)} passed, 0 failed"]
    paths = navstate("paths", f"{app}/app.json")
    assert sorted(line.partition(":")[0] for line in paths) == sorted(definition["routes"])
    expect(client.put(f"/v1/apps/{definition['app']}", json=definition), 201)
    assert create(client, definition["app"])[1]["app"] == definition["app"]
