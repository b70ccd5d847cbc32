"""Many clients that create a session with the same key get one session, over kills."""

from concurrent.futures import ThreadPoolExecutor

from load import attempt
from navstate import create, expect, metric

RACERS, KILLS = 100, 5


def race(client, key):
    """Creates a session, unless the key has one; returns its id, or none if the server was killed."""
    answer = attempt(client, "POST", "/v1/sessions", json={"app": "counter", "key": key, "ifExists": "return"})
    return expect(answer, 200, 201).json()["id"] if answer is not None else None


def test_a_hundred_racers_for_a_key_make_one_session_over_kills(server):
    for number in range(KILLS):
        client, key = server.client(), f"order-{number}"
        with ThreadPoolExecutor(RACERS) as pool:
            racers = [pool.submit(race, client, key) for _ in range(RACERS)]
            next(filter(None, (racer.result() for racer in racers[:RACERS // 4])))
            server.kill()
        client = server.start().client()
        found = {racer.result() for racer in racers} - {None}
        assert found == {race(client, key)} == {client.get(f"/v1/apps/counter/sessions/{key}").json()["id"]}
    listed = expect(client.get("/v1/sessions", params={"limit": 1000}), 200).json()["items"]
    assert len(listed) == KILLS


def test_a_key_that_a_guest_gets_outlives_a_kill(server, client):
    guest, _ = create(client)
    expect(client.patch(guest, json={"key": "user:ann"}), 200)
    assert metric(client, "navstate_session_keys") == 1
    client = server.restart().client()
    assert expect(client.get("/v1/apps/counter/sessions/user:ann"), 200).json()["id"] in guest
    expect(client.post("/v1/sessions", json={"app": "counter", "key": "user:ann"}), 409)


def test_the_metrics_count_the_keys_and_labels_of_stored_sessions(server, client):
    def counted():
        return metric(client, "navstate_session_keys"), metric(client, "navstate_session_labels")

    assert counted() == (0, 0)
    one, _ = create(client, key="a", labels={"room": "1", "kind": "kiosk"})
    two, _ = create(client, labels={"room": "2"})
    assert counted() == (1, 3)
    expect(client.patch(two, json={"labels": {"room": None, "kind": "tv", "floor": "2"}}), 200)
    assert counted() == (1, 4)
    server.restart()
    expect(client.delete(one), 204)
    assert counted() == (0, 2)
