"""`navstate generate`: the generated types of all definitions of the repository compile."""

import json
import shutil
import subprocess

import pytest
from navstate import ADMIN, ROOT, run
from test_app_schema import FOUND

# Names that need quotes, are keywords or names of types, or collide.
NAMES = ["string", "in", "self", "init", "a-b", "a b", "aB", "7", "über", "", "Type", "jSONValue", "members",
         "encoder", "type ", "app", "route", "state", "\"\\(x)", "codingKeys", "CodingKeys", "default", "_"]
PARAM = {"type": "object", "properties": {name: {"enum": [*NAMES, "A-B"]} for name in NAMES}, "required": NAMES[:5],
         "description": "Ends */ a comment\n/* here"}
UNUSUAL = {
    "app": "string", "version": 1, "data": {name: {name: None} for name in NAMES},
    "root": {"kind": "tabs", "routes": ["home"], "reselect": "output"},
    "actions": {name: {"args": {each: "integer?" for each in NAMES},
                       "do": {"emit": name, "value": {name: "${data}"}}}
                for name in NAMES if name not in ("", "route")},
    "routes": {"home": {}} | {name: {
        "params": {each: PARAM if each == "in" else "any?" for each in NAMES}, "state": {name: 1}, "title": "Title",
        "description": "*/"} for name in NAMES if name},
}


@pytest.mark.parametrize("language, suffix, command", [
    ("typescript", "ts", "tsc --strict --noEmit --target es2020"),
    ("swift", "swift", "swiftc -typecheck -swift-version 6 -warnings-as-errors")])
def test_the_types_of_all_definitions_compile(tmp_path, language, suffix, command):
    if shutil.which(command.split()[0]) is None:
        pytest.skip(f"{command.split()[0]} is not on PATH")
    files = [tmp_path / f"types{number}.{suffix}" for number in range(len(FOUND) + 1)]
    for file, definition in zip(files, [*FOUND.values(), UNUSUAL]):
        assert run("generate", language, "-", "--output", file, text=json.dumps(definition)).returncode == 0, definition
    # Types in several files of Swift would be of one module.
    for together in [files] if suffix == "ts" else [[file] for file in files]:
        result = subprocess.run([*command.split(), *together], capture_output=True, text=True)
        assert (result.returncode, result.stdout + result.stderr) == (0, ""), together


@pytest.mark.parametrize("language", ["typescript", "swift"])
def test_a_server_and_a_file_give_the_same_types(language, admin):
    file = ROOT / "Examples" / "kiosk" / "app.json"
    assert admin.put("/v1/apps/bistro-kiosk", json=json.loads(file.read_text())).status_code == 201
    url = f"{admin.base_url}/v1/apps/bistro-kiosk?version=1"
    ended = [run("generate", language, *source) for source in ([url, "--token", ADMIN], [file])]
    assert ended[0].stdout == ended[1].stdout and [one.returncode for one in ended] == [0, 0]


@pytest.mark.parametrize("language, line", [("typescript", "    close: {}"), ("swift", "    case close")])
def test_an_action_of_the_backend_is_marked(language, line):
    actions = {name: {"do": {"type": "popToRoot"}, **more} for name, more in [("close", {"by": "backend"}), ("open", {})]}
    app = {"app": "shop", "version": 1, "root": {"kind": "stack", "initial": "home"}, "routes": {"home": {}}, "actions": actions}
    lines = run("generate", language, "-", text=json.dumps(app)).stdout.splitlines()
    assert "Only a backend may send it." in lines[lines.index(line) - 1]
    assert sum("Only a backend" in line for line in lines) == 1


def test_errors_name_the_fault_and_its_place(admin):
    url = f"{admin.base_url}/v1/apps/none"
    unknown = run("generate", "swift", f"--token={ADMIN}", url)
    assert unknown.returncode == 1 and f"navstate: {url}/schema cannot be read: status 404: " in unknown.stderr
    assert run("generate", "swift", "http://127.0.0.1:1/v1/apps/a").returncode == 1
    assert "typescript or swift" in run("generate", "rust", "-", text="").stderr
    faulty = run("generate", "typescript", "-", text="{")
    assert faulty.returncode == 1
    assert faulty.stdout.startswith("-:1:2: the end of the text where a member's name is expected")
