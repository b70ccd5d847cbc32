"""Many clients that create a session with the same key get one session, over kills."""

from concurrent.futures import ThreadPoolExecutor

from load import attempt
from navstate import create, expect, metric, read

RACERS, KILLS = 100, 5


def race(client, key):
    """Creates a session, unless the key has one; returns its id, or none if the server was killed."""
    answer = attempt(client, "POST", "/v1/sessions", json={"app": "counter", "key": key, "ifExists": "return"})
    return expect(answer, 200, 201).json()["id"] if answer is not None else None


def count(client, key):
    """Counts in the session of the key, which is created if there is none; returns its id as `race` does."""
    answer = attempt(client, "POST", f"/v1/apps/counter/sessions/{key}/increment", json={"create": {}})
    return expect(answer, 200).json()["session"]["id"] if answer is not None else None


def test_a_hundred_racers_for_a_key_make_one_session_over_kills(server):
    for number in range(KILLS):
        client, key, contend = server.client(), f"order-{number}", [race, count][number % 2]
        with ThreadPoolExecutor(RACERS) as pool:
            racers = [pool.submit(contend, client, key) for _ in range(RACERS)]
            next(filter(None, (racer.result() for racer in racers[:RACERS // 4])))
            server.kill()
        client = server.start().client()
        done, session = [racer.result() for racer in racers], read(client, f"/v1/apps/counter/sessions/{key}")
        assert set(done) - {None} == {race(client, key)} == {session["id"]}
        if contend is count:
            assert session["navigation"]["screens"][0]["state"]["count"] >= RACERS - done.count(None)
    listed = expect(client.get("/v1/sessions", params={"limit": 1000}), 200).json()["items"]
    assert len(listed) == KILLS
    # The first action is in the first snapshot.
    count(client, "new")
    assert server.rows("SELECT revision, behind FROM sessions WHERE key = 'new'") == [(2, 0)]


def test_keys_and_labels_outlive_a_kill_and_are_counted_by_the_metrics(server, client):
    def counted():
        return metric(client, "navstate_session_keys"), metric(client, "navstate_session_labels")

    assert counted() == (0, 0)
    one, _ = create(client, key="a", labels={"room": "1", "kind": "kiosk"})
    two, _ = create(client, labels={"room": "2"})
    assert counted() == (1, 3)
    expect(client.patch(two, json={"key": "user:ann", "labels": {"room": None, "kind": "tv", "floor": "2"}}), 200)
    assert counted() == (2, 4)
    server.restart()
    expect(client.delete(one), 204)
    assert counted() == (1, 2) and read(client, "/v1/apps/counter/sessions/user:ann")["id"] in two
