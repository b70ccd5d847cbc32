"""Devices report the revision that they have drawn: events, listeners and responses that wait for it."""

from concurrent.futures import ThreadPoolExecutor

from navstate import create, eventually, events, expect, problem

UNTIL_SHOWN = "wait=20; until=shown"


def shown(client, path, **report):
    return client.put(path + "/shown", json=report)


def test_other_listeners_get_a_report_as_an_event_and_in_the_list(admin):
    path, session = create(admin)
    device = admin.server.client(session["token"])
    backend, tv = events(admin, path + "/events"), events(device, path + "/events?name=tv")
    assert (next(backend)[0], next(tv)[0]) == ("snapshot", "snapshot")
    expect(shown(device, path, revision=1, screen="a2"), 204)
    name, event = next(backend)
    assert (name, {**event, "at": ""}) == ("shown", {"revision": 1, "screen": "a2", "at": ""})
    listeners = {item["name"]: item.get("shown") for item in admin.get(path + "/listeners").json()["items"]}
    assert listeners == {"tv": event, None: None}


def test_an_action_waits_until_its_revision_is_shown(server, client):
    path, _ = create(client)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(client.post, path + "/push", json={}, headers={"Prefer": UNTIL_SHOWN})
        eventually(lambda: client.get(path).json()["revision"] == 2)
        expect(shown(client, path, revision=1), 204)
        assert not waiting.done()
        expect(shown(client, path, revision=2), 204)
        receipt = expect(waiting.result(), 200).json()
    assert (receipt["revision"], receipt["shown"], receipt["session"]["revision"]) == (2, True, 2)
    again = client.post(path + "/pop", json={}, headers={"Prefer": "wait=1; until=shown, return=minimal"})
    assert (again.json()["shown"], again.headers["ETag"]) == (False, '"3"')


def test_a_deletion_ends_the_wait(server, client):
    path, _ = create(client)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(client.post, path + "/push", json={}, headers={"Prefer": UNTIL_SHOWN})
        eventually(lambda: client.get(path).json()["revision"] == 2)
        expect(client.delete(path), 204)
        assert expect(waiting.result(), 200).json()["shown"] is False


def test_a_report_of_an_absent_revision_is_refused(server, client):
    path, _ = create(client)
    assert problem(shown(client, path, revision=2)) == (404, "no-such-revision")
    assert problem(shown(client, path)) == (422, "missing-member")
    assert problem(shown(client, path, revision=1, screen=7)) == (422, "bad-member")
