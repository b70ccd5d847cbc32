"""The JSON Schema of app definitions, against all definitions of the repository and against faulty ones."""

import json
from pathlib import Path

import jsonschema
import pytest
from docs.document import Document, files_under
from durability.test_calls import ACTIONS
from durability.test_migration import FIRST, SECOND
from durability.test_oracle import ORACLE
from navstate import ROOT

SCHEMA = json.loads((ROOT / "schemas" / "app.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
# Members of a definition and routes, each with a fault.
FAULTY = json.loads(Path(__file__).with_name("faulty.json").read_text())
APP = {"app": "shop", "version": 1, "root": {"kind": "stack", "initial": "home"}, "routes": {"home": {}}}


def objects():
    """Yields the JSON in documents and in files, with its places."""
    for file in files_under(ROOT):
        name = str(file.relative_to(ROOT))
        if file.suffix == ".json" and name != "openapi.json":
            yield name, json.loads(file.read_text())
        if file.suffix == ".md" and name != "CHANGELOG.md":
            for block in Document(name).code("json"):
                if "…" not in block.text and block.text.startswith("{"):
                    yield f"{name}:{block.line}", json.loads(block.text)


FOUND = {name: value for name, value in objects() if isinstance(value, dict) and {"app", "version", "root", "routes"} <= value.keys()}


def faults(definition):
    return [f"{list(fault.absolute_path)}: {fault.message}" for fault in VALIDATOR.iter_errors(definition)]


def test_the_server_has_the_schema_of_the_repository_without_a_token(admin):
    response = admin.server.client().get("/schemas/app.json")
    assert (response.status_code, response.json()) == (200, SCHEMA)
    repeated = admin.server.client().get("/schemas/app.json", headers={"If-None-Match": response.headers["ETag"]})
    assert repeated.status_code == 304


def test_the_schema_is_a_json_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert len(FOUND) > 8


@pytest.mark.parametrize("name", FOUND)
def test_each_definition_of_the_repository_fits_the_schema(name):
    assert faults(FOUND[name]) == []


@pytest.mark.parametrize("change", [*FAULTY["members"], *({"routes": {"home": route}} for route in FAULTY["routes"])])
def test_a_faulty_definition_does_not_fit_the_schema(change):
    assert faults(APP) == [] and faults({**APP, **change}) != []


def test_the_definitions_of_other_tests_and_rare_members_fit_the_schema():
    call = {"call": "https://a.example/${args.id}", "headers": {"X": "${data.x}"}, "body": {}, "timeout": "PT10S",
            "then": {"type": "paid", "id": "${answer.body.id}"}, "otherwise": {"type": "failed"}}
    migration = {"routes": {"item": "home", "promo": None}, "set": {"data.seats": "4"},
                 "screens": {"home": {"params": {"id": "string(params.number)", "old": None}, "state": {"n": "1"}}}}
    pay = {"args": {"id": "string"}, "do": call}
    for members in [{"migrate": {"1": migration}, "actions": {"pay": pay}}, FIRST, SECOND, {"actions": ACTIONS}]:
        assert faults({**APP, **members}) == []


@pytest.mark.parametrize("file", ["navigation", "logic"])
def test_the_definitions_of_the_oracle_fit_the_schema(file):
    cases = [case for case in json.loads((ORACLE / f"{file}.json").read_text()) if "invalid" not in case]
    assert len(cases) >= 100
    assert [(case["id"], found) for case in cases if (found := faults(case["app"]))] == []
