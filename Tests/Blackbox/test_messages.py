"""Messages stay within the apps that accept them, and reveal nothing about other sessions."""

import statistics
import time

import pytest
from navstate import create, report

ADMIN = "0123456789abcdef0123456789abcdef"
ROUNDS = 200


@pytest.fixture
def admin(new_server):
    server = new_server("--log-level", "error", environment={"NAVSTATE_ADMIN_TOKEN": ADMIN})
    with server.client(ADMIN) as client:
        client.server = server
        yield client


def define(admin, app, **members):
    definition = {"app": app, "version": 1, "root": {"kind": "stack"}, "routes": {"home": {"state": {"seen": False}}}}
    assert admin.put(f"/v1/apps/{app}", json={**definition, **members}).status_code == 201


def message(path):
    return {"to": path.split("/")[-1], "action": {"type": "setState", "state": {"seen": True}}}


def send(client, sender, recipient):
    return client.post(sender + "/messages", json=message(recipient), headers={"X-Request-Id": "r"})


def wait_for(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_session_of_another_app_is_answered_as_one_that_does_not_exist(admin):
    define(admin, "kitchen")
    here, made = create(admin)
    there, _ = create(admin, "kitchen")
    unknown = "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA"
    with admin.server.client(made["token"]) as client:
        foreign, none = send(client, here, there), send(client, here, unknown)
        assert (foreign.status_code, foreign.json()["code"]) == (409, "no-such-recipient")
        assert (foreign.status_code, foreign.text) == (none.status_code, none.text)
        times = {there: [], unknown: []}
        for _ in range(ROUNDS):
            for recipient in times:
                start = time.perf_counter()
                send(client, here, recipient)
                times[recipient].append(time.perf_counter() - start)
    foreign, none = (statistics.median(values) for values in times.values())
    report("messages", foreign_us=round(foreign * 1e6), unknown_us=round(none * 1e6))
    assert 0.5 < foreign / none < 2
    assert admin.get(there).json()["revision"] == 1


def test_a_session_takes_messages_of_its_own_app_and_of_those_that_its_app_names(admin):
    define(admin, "kitchen", acceptsMessagesFrom=["waiter"])
    define(admin, "waiter")
    here, made = create(admin, "waiter")
    recipients = [create(admin, app)[0] for app in ["waiter", "kitchen"]]
    with admin.server.client(made["token"]) as client:
        for recipient in recipients:
            assert send(client, here, recipient).status_code == 202
            wait_for(lambda: admin.get(recipient).json()["revision"] == 2)


def test_the_admin_sends_to_any_app(admin):
    define(admin, "kitchen")
    here, there = create(admin)[0], create(admin, "kitchen")[0]
    assert send(admin, here, there).status_code == 202
    wait_for(lambda: admin.get(there).json()["revision"] == 2)


def test_an_app_key_is_not_told_the_names_of_other_apps(admin):
    for app in ["kitchen", "secret"]:
        define(admin, app)
    key = admin.post("/v1/apps/kitchen/keys", json={"name": "web"}).json()["key"]
    assert admin.delete("/v1/apps/kitchen").status_code == 204
    with admin.server.client(key) as client:
        answers = [
            client.post("/v1/sessions", json={"app": "kitchen"}), client.get("/v1/apps/kitchen/schema"),
            client.get("/v1/apps/kitchen/resolve?url=/"),
        ]
    for answer in answers:
        assert "secret" not in answer.text and "counter" not in answer.text, answer.text
