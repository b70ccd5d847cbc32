"""Definitions with extreme numbers, and links whose screens are opened in a stack that is being filled: the server goes on."""

import json

import pytest

STACK = {"kind": "stack", "initial": "home"}
LINKED = {"app": "linked", "version": 1, "root": STACK, "routes": {
    "home": {"onResult": {"item": {"refuse": "no"}}}, "item": {"path": "/item", "parent": "home"}}}


def test_a_link_opens_its_screen_from_the_one_beneath_it(admin):
    assert admin.put("/v1/apps/linked", json=LINKED).status_code == 201
    by_link = admin.post("/v1/sessions", json={"app": "linked", "url": "/item"}).json()
    pushed = admin.post("/v1/sessions", json={"app": "linked"}).json()
    answer = admin.post(f"/v1/sessions/{pushed['id']}/push", json={"route": "item"}).json()
    assert by_link["current"]["url"] == answer["session"]["current"]["url"] == "/item"
    # Both screens tell `home` of their end, which refuses it.
    for session in (by_link, pushed):
        assert admin.post(f"/v1/sessions/{session['id']}/pop").json()["detail"] == "no"


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
    app = {"app": "deep", "version": 1, "data": {"x": []}, "root": STACK, "routes": {"home": {}}, "actions": {"grow": grow}}
    assert admin.put("/v1/apps/deep", json=app).status_code == 201
    path = f"/v1/sessions/{admin.post('/v1/sessions', json={'app': 'deep'}).json()['id']}"
    answers = [admin.post(f"{path}/actions", json={"type": "grow"}, headers={"Prefer": "return=minimal"}) for _ in range(140)]
    refused = [answer.json()["code"] for answer in answers if answer.status_code != 200]
    assert refused and set(refused) == {"expression-failed"}
    before = admin.get(path).text
    admin.server.restart()
    assert admin.get(path).text == before
