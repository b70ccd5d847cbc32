"""Keys, leases, tokens, tickets and definitions: a change at one node holds at all nodes."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from navstate import ADMIN, act, app_key, create, define, events, eventually, expect, problem


@pytest.fixture
def admins(new_nodes, postgres):
    """A client of each node with the admin token."""
    stores = [postgres.url(postgres.new_database())] * 3
    group = new_nodes(stores, environment={"NAVSTATE_ADMIN_TOKEN": ADMIN})
    return [node.client(ADMIN) for node in group.nodes]


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


def test_one_of_many_requests_for_a_lease_gets_it(clients):
    path, _ = create(clients[0])
    asked = at_once(clients, lambda client: client.post(path + "/lease", json={"seconds": 60}))
    assert sorted(answer.status_code for answer in asked) == [200] + [423] * (len(asked) - 1)


def test_a_token_that_one_node_has_replaced_opens_nothing_at_the_others(admins):
    path, made = create(admins[0])
    former = {"Authorization": f"Bearer {made['token']}"}
    for client in admins:
        expect(client.get(path, headers=former), 200)
    token = expect(admins[1].post(path + "/token"), 200).json()["token"]
    for client in admins:
        expect(client.get(path, headers=former), 404)
        expect(client.get(path, headers={"Authorization": f"Bearer {token}"}), 200)


def test_tickets_and_handoff_codes_are_used_once_at_any_node(admins):
    path, made = create(admins[0])
    headers = {"Authorization": f"Bearer {made['token']}"}
    ticket = expect(admins[0].post(path + "/tickets", headers=headers), 200, 201).json()["ticket"]

    def listen(client):
        with client.stream("GET", f"{path}/events?ticket={ticket}", headers={"Authorization": ""}) as answer:
            return answer.status_code

    assert sorted(at_once(admins, listen)) == [200] + [401] * 11
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
    # A node lists its own listeners.
    eventually(lambda: [item["id"] for item in third.get(path + "/listeners").json()["items"]])
    expect(one.delete(path), 204)
    assert next(stream)[0] == "closed"
    for client in admins:
        expect(client.get(path), 404)
        expect(client.get(path + "/events"), 204)
