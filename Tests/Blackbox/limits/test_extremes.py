"""Definitions with extreme numbers, and links whose screens are opened in a stack that is being filled: the server goes on."""

import json

import pytest
from navstate import act, create, define

STACK = {"kind": "stack", "initial": "home"}


def test_a_link_opens_its_screen_from_the_one_beneath_it(admin):
    define(admin, "linked", root=STACK, routes={
        "home": {"onResult": {"item": {"refuse": "no"}}}, "item": {"path": "/item", "parent": "home"}})
    (linked, by_link), (pushed, _) = create(admin, "linked", url="/item"), create(admin, "linked")
    answer = act(admin, pushed, type="push", route="item").json()
    assert by_link["current"]["url"] == answer["session"]["current"]["url"] == "/item"
    # Both screens tell `home` of their end, which refuses it.
    for path in (linked, pushed):
        assert act(admin, path, type="pop").json()["detail"] == "no"


@pytest.mark.parametrize("number", ["-9223372036854775808", "-9.3e15", "-1e308", "1e308", "-5e-324", "9223372036854775807"])
def test_a_duration_of_an_extreme_size_is_a_fault_of_the_definition(admin, number):
    pop = {"type": "pop"}
    after = {"after": "N", "action": pop}
    places = {
        "/idle/after": {"idle": after}, "/routes/home/timers/t/after": {"routes": {"home": {"timers": {"t": after}}}},
        "/actions/a/do/after": {"actions": {"a": {"do": {**after, "id": "t"}}}}, "/expires": {"expires": "N"},
        "/actions/a/do/timeout": {"actions": {"a": {"do": {"call": "https://a.example", "timeout": "N", "then": pop}}}},
    }
    for place, members in places.items():
        text = json.dumps({"app": "x", "version": 1, "root": STACK, "routes": {"home": {}}, **members})
        response = admin.put("/v1/apps/x", content=text.replace('"N"', number), headers={"Content-Type": "application/json"})
        assert (response.status_code, [error["pointer"] for error in response.json()["errors"]]) == (422, [place])


def test_a_value_that_grows_with_each_action_is_refused_and_survives_a_restart(admin):
    grow = {"do": {"set": {"data.x": "[" * 15 + "data.x" + "]" * 15}}}
    define(admin, "deep", data={"x": []}, root=STACK, routes={"home": {}}, actions={"grow": grow})
    path, _ = create(admin, "deep")
    answers = [act(admin, path, type="grow") for _ in range(140)]
    refused = [answer.json()["code"] for answer in answers if answer.status_code != 200]
    assert refused and set(refused) == {"expression-failed"}
    before = admin.get(path).text
    admin.server.restart()
    assert admin.get(path).text == before
