"""Requests that take long are done in turns beside the event loops."""

from functools import partial

import pytest
from navstate import act, create, define, eventually, expect, metric

# About 5,000 evaluation steps each: more than an event loop takes at once.
CONDITION = "!data.items.exists(a, data.items.exists(b, a * b == -1))"
STEPS_OF_DATA = {"set": {"data.name": "'aaa'"}}
STEPS = [{"set": {"data.count": "data.count + 1"}}]
BATCH = {"actions": [{"type": "c0"}] * 100}
LONG = {"type": "unknown", "x": [{"a": 1}] * 20_000}
MANY_OUTPUTS = [{"emit": "big", "value": "${data.big}"}] * 16


@pytest.fixture
def path(admin):
    """A session of an app with costly actions."""
    typed = {"args": {"text": {"type": "string", "pattern": "[a-z]+"}}, "do": STEPS}
    actions = {"typed": typed} | {f"c{number}": {"when": CONDITION, "do": STEPS} for number in range(60)}
    define(admin, "costly", data={"items": list(range(40)), "count": 0}, root={"kind": "stack", "initial": "home"},
           routes={"home": {}, "hooked": {"onEnter": STEPS}}, actions=actions)
    return create(admin, "costly")[0]


def turns_of(admin, queue, call):
    def figure(name):
        return metric(admin, f'navstate_turns_{name}{{queue="{queue}"}}')

    # A turn may send its answer before it ends.
    eventually(lambda: figure("waiting") == 0)
    before = figure("total")
    call()
    return figure("total") - before


def test_what_may_take_long_is_done_in_turns_and_what_is_short_is_not(admin, path):
    of = partial(turns_of, admin)
    assert of("sessions", lambda: expect(admin.post(path + "/push", json={"route": "home"}), 200)) == 0
    assert of("sessions", lambda: expect(admin.get(path), 200)) == 0
    assert of("sessions", lambda: expect(admin.get(path + "/available"), 200)) >= 10
    assert of("sessions", lambda: expect(admin.post(path + "/actions", json=BATCH), 200)) >= 10
    assert of("sessions", lambda: expect(admin.post(path + "/actions?dryRun=1", json=BATCH), 200)) >= 10
    assert of("sessions", lambda: expect(admin.post(path + "/actions", json=LONG), 422)) == 1
    assert of("sessions", lambda: expect(act(admin, path, type="typed", text="a"), 200)) == 0
    assert of("sessions", lambda: expect(act(admin, path, type="typed", text="a" * 100), 200)) == 1
    assert of("sessions", lambda: create(admin, "costly")) == 0
    define(admin, "entering", data={"items": list(range(40)), "count": 0}, routes={"hooked": {"onEnter": {"if": CONDITION, "then": STEPS}}})
    assert of("sessions", lambda: create(admin, "entering")) == 1
    define(admin, "checked", data={"name": ""}, schema={"properties": {"name": {"type": "string", "pattern": "^a*$"}}},
           actions={"go": {"do": STEPS_OF_DATA}}, routes={"home": {}})
    checked = create(admin, "checked")[0]
    assert of("sessions", lambda: expect(act(admin, checked, type="go"), 200)) == 1
    for size, turns in ((1_000, 0), (10_000, 1)):
        define(admin, f"emits{size}", routes={"home": {}}, data={"big": "x" * size}, actions={"go": {"do": MANY_OUTPUTS}})
        emitting, _ = create(admin, f"emits{size}")
        assert of("sessions", lambda: expect(act(admin, emitting, type="go"), 200)) == turns
    for name in ("schema", "graph", "resolve?url=/x"):
        assert of("definitions", lambda: expect(admin.get("/v1/apps/costly/" + name), 200, 404)) == 1
    assert of("definitions", lambda: define(admin, "other", routes={"home": {}})) == 1
    body = admin.get(path).json()
    assert (body["data"]["count"], body["revision"]) == (102, 5)
