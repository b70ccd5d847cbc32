"""Batch jobs over kills: each session is done once, whatever other clients write meanwhile."""

import collections
import functools
import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from load import attempt, repeating
from navstate import create, eventually, expect, read, report

KILLS = 10
ALL = {"all": True}


@pytest.fixture
def fleet(new_server, setting):
    """A server with the paths of its sessions."""
    server = new_server("--max-creations-per-address", 0)
    with ThreadPoolExecutor(8) as pool:
        client = server.client()
        server.sessions = list(pool.map(lambda _: create(client)[0], range(setting("BATCH_SESSIONS", 2_000, 100_000))))
    return server


def begin(client, **members):
    """Starts a job; returns its path."""
    return expect(client.post("/v1/batches", json={"filter": ALL, **members}), 202).headers["Location"]


def kill_during(server, path):
    """Kills the server each time that a tenth of the sessions is done; returns the finished job."""
    client = server.client()
    for number in range(1, KILLS + 1):
        threshold = len(server.sessions) * number // (KILLS + 1)
        # A migration counts the sessions that do not fit apart.
        eventually(lambda: (job := read(client, path))["done"] + job.get("failed", 0) >= threshold, 600)
        server.restart()
    eventually(lambda: read(client, path)["state"] != "running", 600)
    return read(client, path)


def write(server, client):
    """Sends an action to a random session."""
    answer = attempt(client, "POST", random.choice(server.sessions) + "/increment")
    assert answer is None or answer.status_code in (200, 503), answer.text


def test_a_job_changes_each_session_once_over_kills_beside_other_writers(fleet):
    client = fleet.client()
    path = begin(client, action={"type": "increment"}, rate=max(500, len(fleet.sessions) // 30))
    with repeating(functools.partial(write, fleet, fleet.client())):
        finished = kill_during(fleet, path)
    assert (finished["state"], finished["progress"], finished["refused"]) == ("done", 1, [])
    assert finished["changed"] == finished["done"] == len(fleet.sessions)
    actor = "batch:" + path.rsplit("/", 1)[1]
    assert fleet.stop() == 0
    changed = collections.Counter(session for session, in fleet.rows("SELECT session FROM changes WHERE actor = ?", actor))
    assert changed == dict.fromkeys((path.rsplit("/", 1)[1] for path in fleet.sessions), 1)
    assert fleet.rows("SELECT * FROM batch_sessions") == []
    report("batch", sessions=len(fleet.sessions), kills=KILLS)


def test_a_job_counts_each_deleted_and_each_refusing_session_once_over_kills(fleet):
    refused = read(fleet.client(), begin(fleet.client(), action={"type": "popToRoot"}, rate=1_000))
    finished = kill_during(fleet, "/v1/batches/" + refused["id"])
    assert [(item["code"], item["count"]) for item in finished["refused"]] == [("nothing-to-pop", len(fleet.sessions))]
    deleted = kill_during(fleet, begin(fleet.client(), delete=True, rate=1_000))
    assert deleted["changed"] == deleted["done"] == len(fleet.sessions)
    assert expect(fleet.client().get("/v1/sessions"), 200).json()["items"] == []


def test_after_a_kill_a_cancelled_job_stays_cancelled_and_a_repeated_request_starts_none(server, client):
    body, key = {"filter": {"key": "none"}, "delete": True}, {"Idempotency-Key": "once"}
    first = expect(client.post("/v1/batches", json=body, headers=key), 202)
    for _ in range(2):
        create(client)
    path = begin(client, action={"type": "increment"}, rate=1)
    eventually(lambda: read(client, path)["done"] == 1)
    expect(client.delete(path), 204)
    before = read(client, path)
    server.restart()
    assert read(client, path) == before and before["state"] == "cancelled"
    again = expect(client.post("/v1/batches", json=body, headers=key), 202)
    assert again.json()["id"] == first.json()["id"] and len(read(client, "/v1/batches")["items"]) == 2
