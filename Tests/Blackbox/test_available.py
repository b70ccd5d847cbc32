"""The list of available actions and `can` agree with the answers to the actions."""

import pytest
from navstate import act, create, define, expect, problem, read

ROUTES = {
    "menu": {"onResult": {"dish": {"if": "cancelled && data.strict", "then": {"refuse": "Choose a dish.", "code": "no-dish"}}}},
    "dish": {}, "form": {"leave": {"when": "false", "message": "Discard?"}},
    "size": {"params": {"size": {"type": "string", "enum": ["small", "large"]}}, "guard": {"when": "params.size != 'small'"}},
    "huge": {"params": {"size": {"enum": ["xl", "xxl"]}}, "guard": {"when": "params.size == 's'"}},
}
ACTIONS = {"pay": {"by": "backend", "do": {"emit": "paid"}}, "relax": {"do": {"set": {"data.strict": "false"}}}}


@pytest.fixture
def path(admin):
    define(admin, "meal", root={"kind": "stack", "initial": "menu"}, routes=ROUTES, actions=ACTIONS, data={"strict": True})
    return create(admin, "meal")[0]


@pytest.fixture
def guest(admin, path):
    return admin.server.client(expect(admin.post(path + "/tokens", json={"role": "act"}), 201).json()["token"])


def item(client, path, **action):
    return next(item for item in read(client, path + "/available")["items"] if item["action"] == action)


def test_what_only_backends_may_do_is_listed_for_the_caller(admin, guest, path):
    assert item(admin, path, type="pay")["allowed"]
    assert item(guest, path, type="pay")["code"] == "backend-only" == act(guest, path, type="pay").json()["code"]


def test_all_values_of_an_enum_are_tried(admin, path):
    assert item(admin, path, type="push", route="size")["needs"] == ["/params/size"]
    assert item(admin, path, type="push", route="huge")["code"] == "guarded"


def test_a_screen_that_asks_before_it_is_left_needs_a_confirmation(guest, path):
    expect(act(guest, path, type="push", route="form"), 200)
    assert item(guest, path, type="pop") == {"action": {"type": "pop"}, "allowed": True, "needs": ["/confirmed"]}
    assert problem(act(guest, path, type="pop")) == (409, "confirmation-needed") and read(guest, path)["can"]["pop"]


@pytest.mark.parametrize("kind", ["goBack", "pop"])
def test_an_opener_that_refuses_is_named_and_foreseen(admin, path, kind):
    expect(act(admin, path, type="push", route="dish"), 200)
    assert not read(admin, path)["can"][kind] and item(admin, path, type=kind)["code"] == "no-dish"
    answer = act(admin, path, type=kind)
    assert problem(answer) == (409, "no-dish") and answer.json()["detail"] == "Choose a dish."
    assert answer.json()["errors"] == [{"pointer": "", "screen": "a1", "detail": '`onResult` of "menu" refuses to close "dish".'}]
    expect(act(admin, path, type="relax"), 200)
    assert read(admin, path)["can"][kind] and expect(act(admin, path, type=kind), 200)
