"""Keys, leases, tokens, tickets and definitions: a change at one node holds at all nodes."""

import contextlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from navstate import ADMIN, act, app_key, create, define, events, eventually, expect, problem


@pytest.fixture
def admins(new_group):
    """A client of each node with the admin token."""
    return [node.client(ADMIN) for node in new_group(admin=True).nodes]


def at_once(clients, call, times=4):
    """The results of calls at all nodes at the same time."""
    with ThreadPoolExecutor() as pool:
        return list(pool.map(call, clients * times))


def test_the_same_requests_at_all_nodes_at_once_are_carried_out_once(clients):
    for number in range(10):
        headers, body = {"Idempotency-Key": f"key-{number}"}, {"app": "counter"}
        made = at_once(clients, lambda client: client.post("/v1/sessions", json=body, headers=headers))
        assert {answer.status_code for answer in made} <= {201, 409}
        identifier, = {answer.json()["id"] for answer in made if answer.status_code == 201}
        path = f"/v1/sessions/{identifier}"
        sent = at_once(clients, lambda client: client.post(path + "/increment", headers=headers))
        assert {answer.status_code for answer in sent} <= {200, 409}
        assert {answer.json()["revision"] for answer in sent if answer.status_code == 200} == {2}
        assert {client.get(path).json()["revision"] for client in clients} == {2}
        named = {"app": "counter", "key": f"order-{number}", "ifExists": "return"}
        answers = at_once(clients, lambda client: client.post("/v1/sessions", json=named))
        assert len({expect(answer, 200, 201).json()["id"] for answer in answers}) == 1
        assert sorted(answer.status_code for answer in answers)[-1] == 201
        asked = at_once(clients, lambda client: client.post(path + "/lease", json={"seconds": 60}))
        assert sorted(answer.status_code for answer in asked) == [200] + [423] * (len(asked) - 1)


def test_an_amendment_at_any_node_keeps_what_others_change_meanwhile(clients):
    path, _ = create(clients[0])
    expect(clients[1].post(path + "/increment"), 200)
    amendment = {"revision": 2, "action": {"actions": [{"type": "increment"}] * 5}}
    def amend(client): return client.post(path + "/amend", json=amendment)
    sent = at_once(clients, lambda client: (expect(client.post(path + "/increment"), 200), amend(client))[1])
    assert {answer.status_code for answer in sent} <= {200, 409} and expect(amend(clients[2]), 200).json()["dropped"] == []
    assert [client.get(path).json()["current"]["state"]["count"] for client in clients] == [5 + len(sent)] * 3


def test_a_lease_of_one_node_excludes_writers_of_all(clients):
    one, other, third = clients
    path, _ = create(one)
    lease = expect(one.post(path + "/lease", json={"seconds": 60, "name": "till 3"}), 200).json()["lease"]
    for client in clients:
        assert problem(act(client, path, type="increment")) == (423, "session-leased")
        expect(client.post(path + "/increment", headers={"Lease": lease}), 200)
    taken = expect(other.post(path + "/lease", json={"seconds": 60, "takeOver": True}), 200).json()["lease"]
    for client in clients:
        assert problem(client.post(path + "/increment", headers={"Lease": lease})) == (423, "session-leased")
    expect(third.delete(path + "/lease", headers={"Lease": taken}), 204)
    for client in clients:
        expect(act(client, path, type="increment"), 200)


def test_a_token_that_one_node_has_replaced_opens_nothing_at_the_others(admins):
    path, made = create(admins[0])
    former = {"Authorization": f"Bearer {made['token']}"}
    for client in admins:
        expect(client.get(path, headers=former), 200)
    token = expect(admins[1].post(path + "/token"), 200).json()["token"]
    for client in admins:
        expect(client.get(path, headers=former), 401)
        expect(client.get(path, headers={"Authorization": f"Bearer {token}"}), 200)


def test_an_operator_made_or_deleted_at_one_node_is_so_at_all(admins):
    one, other, third = admins
    path, _ = create(one)
    made = expect(other.post("/v1/admin/tokens", json={"name": "desk", "scopes": ["read"]}), 201).json()
    headers = {"Authorization": f"Bearer {made['token']}"}
    assert [client.get(path, headers=headers).status_code for client in admins] == [200] * 3
    stream = events(third, path + "/events", headers=headers)
    assert next(stream)[0] == "snapshot"
    ticket = expect(one.post(path + "/tickets", headers=headers), 201).json()["ticket"]
    expect(one.delete(f"/v1/admin/tokens/{made['id']}"), 204)
    assert list(stream) == [] and listen(other, path, ticket) == 401
    assert [client.get(path, headers=headers).status_code for client in admins] == [401] * 3


def listen(client, path, ticket):
    """The status of a stream that is opened with a ticket."""
    with client.stream("GET", f"{path}/events?ticket={ticket}", headers={"Authorization": ""}) as answer:
        return answer.status_code


def test_tickets_and_handoff_codes_are_used_once_at_any_node(admins):
    path, made = create(admins[0])
    headers = {"Authorization": f"Bearer {made['token']}"}
    tickets = [expect(admins[0].post(path + "/tickets", headers=headers), 201).json()["ticket"] for _ in range(18)]
    # A session has at most 16 tickets; the newest ones replace the oldest.
    assert [listen(admins[1], path, ticket) for ticket in tickets[:4]] == [401, 401, 200, 200]
    assert listen(admins[2], path, tickets[2]) == 401
    assert sorted(at_once(admins, lambda client: listen(client, path, tickets[4]))) == [200] + [401] * 11
    expect(admins[2].post(path + "/token"), 200)
    assert listen(admins[1], path, tickets[5]) == 401
    code = expect(admins[1].post(path + "/tokens", json={"role": "act", "once": True}), 200, 201).json()["code"]
    traded = at_once(admins, lambda client: client.post("/v1/handoffs", json={"code": code}), 1)
    assert sorted(answer.status_code for answer in traded)[0] in (200, 201)
    assert [answer.status_code for answer in traded].count(404) == 2


def test_apps_keys_and_deletions_are_known_to_all_nodes(admins):
    one, other, third = admins
    define(one, "shop", routes={"home": {}})
    path, made = create(other, "shop")
    key = app_key(third, "shop")
    expect(one.post("/v1/sessions", json={"app": "shop"}, headers={"Authorization": f"Bearer {key}"}), 201)
    expect(other.delete("/v1/apps/shop/keys/web"), 204)
    expect(one.post("/v1/sessions", json={"app": "shop"}, headers={"Authorization": f"Bearer {key}"}), 401, 403)
    stream = events(third, path + "/events")
    assert next(stream)[0] == "snapshot"
    assert [item["name"] for item in one.get(path + "/listeners").json()["items"]] == [None]
    expect(one.delete(path), 204)
    assert next(stream)[0] == "closed"
    for client in admins:
        expect(client.get(path), 404)
        expect(client.get(path + "/events"), 204)


def names(client, path):
    return sorted(item["name"] for item in expect(client.get(path + "/listeners"), 200).json()["items"])


def test_listeners_of_all_nodes_are_listed_counted_and_keep_a_session(group, clients):
    kept, gone = [create(clients[0], expires="PT1S")[0] for _ in range(2)]
    with contextlib.ExitStack() as streams:
        for number in (0, 2):
            streams.enter_context(clients[number].stream("GET", f"{kept}/events?name=device-{number}"))
        for client in clients:
            assert names(client, kept) == ["device-0", "device-2"]
            items = expect(client.get("/v1/sessions"), 200).json()["items"]
            assert [item["listeners"] for item in items if kept.endswith(item["id"])] == [2]
        eventually(lambda: clients[1].get(gone).status_code in (404, 410))
        expect(clients[1].get(kept), 200)
        group.nodes[2].kill()
        eventually(lambda: names(clients[1], kept) == ["device-0"])
    eventually(lambda: clients[1].get(kept).status_code in (404, 410))


def test_a_waiting_request_keeps_a_session_and_is_not_listed(clients):
    path, _ = create(clients[0], expires="PT1S")
    waiting = {"If-None-Match": '"1"', "Prefer": "wait=4"}
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(clients[1].get, path, headers=waiting)
        while not answer.done():
            assert names(clients[2], path) == []
    assert answer.result().status_code == 304
    eventually(lambda: clients[2].get(path).status_code == 404)


def test_a_report_at_one_node_is_heard_at_all(admins):
    path, _ = create(admins[0])
    devices = [expect(admins[0].post(path + "/tokens", json={"role": "watch"}), 201).json()["token"] for _ in range(2)]
    headers = [{"Authorization": f"Bearer {token}"} for token in devices]
    with contextlib.ExitStack() as streams:
        # The first device listens at the first node, and reports at the others.
        opened = streams.enter_context(admins[0].stream("GET", f"{path}/events?name=phone", headers=headers[0]))
        heard = streams.enter_context(contextlib.closing(events(admins[2], f"{path}/events")))
        assert next(heard)[0] == "snapshot"
        expect(admins[1].put(path + "/shown", json={"revision": 1}, headers=headers[0]), 204)
        assert next((name, data["revision"]) for name, data in heard if name == "shown") == ("shown", 1)
        listed = {client: expect(client.get(path + "/listeners"), 200).json()["items"] for client in admins}
        assert {item["shown"]["revision"] for items in listed.values() for item in items if item["name"]} == {1}
        with ThreadPoolExecutor() as pool:
            waits = {"Prefer": "wait=20; until=shown, return=minimal"}
            sent = pool.submit(lambda: admins[2].post(path + "/increment", headers=waits))
            eventually(lambda: admins[1].get(path).json()["revision"] == 2)
            expect(admins[1].put(path + "/shown", json={"revision": 2, "screen": "a2"}, headers=headers[1]), 204)
            assert expect(sent.result(), 200).json()["shown"] is True
        assert problem(admins[0].put(path + "/shown", json={"revision": 3})) == (404, "no-such-revision")
        assert opened.status_code == 200


def test_a_session_is_read_at_all_nodes_while_it_moves_to_a_new_version(admins):
    app = {"root": {"kind": "stack", "initial": "item"}, "routes": {"item": {}}}
    for number in range(20):
        name = f"cart-{number}"
        define(admins[0], name, **app)
        path, _ = create(admins[0], name)
        for client in admins:
            expect(client.get(path), 200)
        define(admins[0], name, **app, version=2, title="Cart")
        expect(admins[0].post(f"/v1/apps/{name}/migrations", json={"from": 1, "to": 2}), 202)
        eventually(lambda: {expect(client.get(path), 200).json()["appVersion"] for client in admins} == {2})
