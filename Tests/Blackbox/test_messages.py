"""Messages stay within the apps that accept them, and reveal nothing about other sessions."""

import pytest
from navstate import app_key, create, define, eventually, expect, percentile, problem, report, seconds_of

ROUNDS = 200
UNKNOWN = "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA"
HOME = {"home": {"state": {"seen": False}}}


def send(client, sender, recipient):
    message = {"to": recipient.split("/")[-1], "action": {"type": "setState", "state": {"seen": True}}}
    return client.post(sender + "/messages", json=message, headers={"X-Request-Id": "r"})


def has_arrived(client, recipient):
    return client.get(recipient).json()["revision"] == 2


def test_a_session_of_another_app_is_answered_as_one_that_does_not_exist(admin):
    define(admin, "kitchen", routes=HOME)
    (here, session), (there, _) = create(admin), create(admin, "kitchen")
    client = admin.server.client(session["token"])
    foreign, none = send(client, here, there), send(client, here, UNKNOWN)
    assert problem(foreign) == problem(none) == (409, "no-such-recipient")
    assert foreign.text == none.text
    times = {there: [], UNKNOWN: []}
    for _ in range(ROUNDS):
        for recipient in times:
            times[recipient].append(seconds_of(lambda: send(client, here, recipient)))
    foreign, none = (percentile(values, 0.5) for values in times.values())
    report("messages", foreign_us=round(foreign * 1e6), unknown_us=round(none * 1e6))
    assert 0.5 < foreign / none < 2
    assert admin.get(there).json()["revision"] == 1


def test_a_session_takes_messages_of_its_own_app_and_of_those_that_its_app_names(admin):
    define(admin, "kitchen", routes=HOME, acceptsMessagesFrom=["waiter"])
    define(admin, "waiter", routes=HOME)
    here, session = create(admin, "waiter")
    for app in ["waiter", "kitchen"]:
        recipient, _ = create(admin, app)
        expect(send(admin.server.client(session["token"]), here, recipient), 202)
        eventually(lambda: has_arrived(admin, recipient))


def test_the_admin_sends_to_any_app(admin):
    define(admin, "kitchen", routes=HOME)
    (here, _), (there, _) = create(admin), create(admin, "kitchen")
    expect(send(admin, here, there), 202)
    eventually(lambda: has_arrived(admin, there))


@pytest.mark.parametrize("method, path", [
    ("POST", "/v1/sessions"), ("GET", "/v1/apps/kitchen/schema"), ("GET", "/v1/apps/kitchen/resolve?url=/")])
def test_an_app_key_does_not_read_the_names_of_other_apps(admin, method, path):
    for app in ["kitchen", "secret"]:
        define(admin, app, routes=HOME)
    client = admin.server.client(app_key(admin, "kitchen"))
    expect(admin.delete("/v1/apps/kitchen"), 204)
    answer = client.request(method, path, json={"app": "kitchen"} if method == "POST" else None)
    assert "secret" not in answer.text and "counter" not in answer.text
