"""The JSON Schema of app definitions, against all definitions of the repository and against faulty ones."""

import json

import jsonschema
import pytest
from docs.document import Document, files_under
from durability.test_calls import ACTIONS
from durability.test_migration import FIRST, SECOND
from durability.test_oracle import ORACLE
from navstate import ROOT

SCHEMA = json.loads((ROOT / "schemas" / "app.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
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


FOUND = {
    name: value for name, value in objects()
    if isinstance(value, dict) and {"app", "version", "root", "routes"} <= value.keys()}


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


@pytest.mark.parametrize("change", [
    {"routs": {}}, {"version": "1"}, {"version": 0}, {"app": "Shop"}, {"data": []}, {"root": {"kind": "stak"}},
    {"root": {"kind": "stack", "open": True}}, {"expires": "30 days"}, {"undo": True}, {"routes": {}},
    {"idle": {"after": 60}}, {"idle": {"after": "60", "action": {"type": "popToRoot"}}}, {"clientRole": "admin"},
    {"actions": {"add": {}}}, {"actions": {"push": {"do": []}}}, {"actions": {"add": {"do": {"type": 5}}}},
    {"actions": {"add": {"do": {"set": {"cart": "1"}}}}}, {"actions": {"add": {"do": {"append": {"data.a": 1}}}}},
    {"actions": {"add": {"do": [{"emit": "added", "valu": 1}]}}}, {"actions": {"add": {"do": {"restart": False}}}},
    {"actions": {"add": {"do": {"if": "true"}}}}, {"actions": {"add": {"do": {"after": "PT8S", "id": "a"}}}},
    {"actions": {"add": {"do": [], "by": "client"}}}, {"actions": {"add": {"do": [], "message": "No."}}},
    {"actions": {"add": {"do": {}}}}, {"actions": {"add": {"do": {"call": "https://a.example", "method": "HEAD"}}}},
    {"actions": {"add": {"do": {"call": "pay.example", "then": {"type": "pop"}}}}},
    {"actions": {"add": {"do": {"call": "https://a.example", "method": "GET", "body": 1, "then": {"type": "pop"}}}}},
    {"actions": {"add": {"do": {"call": "https://a.example", "timeout": 61, "then": {"type": "pop"}}}}},
    {"actions": {"add": {"do": [], "args": {"id": "text"}}}}, {"actions": {"add": {"do": [], "args": {"screen": "string"}}}},
    {"migrate": {"one": {}}}, {"migrate": {"1": {"route": {}}}},
])
def test_a_faulty_definition_does_not_fit_the_schema(change):
    assert faults(APP) == [] and faults({**APP, **change}) != []


@pytest.mark.parametrize("route", [
    {"param": {}}, {"params": {"id": "text"}}, {"params": {"id": {"typ": "string"}}}, {"identity": False},
    {"onDuplicate": "popTo"}, {"as": "modal"}, {"to": "home"}, {"to": [{"when": "true"}]}, {"content": {}},
    {"guard": {"message": "No."}}, {"guard": {"when": "true", "resume": True}}, {"leave": {}}, {"onResult": []},
    {"timers": {"reprompt": {"after": "PT8S"}}}, {"onEnter": {"cancel": ""}}, {"parent": {"params": {}}},
])
def test_a_faulty_route_does_not_fit_the_schema(route):
    assert faults({**APP, "routes": {"home": route}}) != []


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
