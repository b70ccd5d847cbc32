"""Expiry over restarts and a clock that is set, and the text of deleted sessions on the disk."""

from navstate import create, eventually, expect, problem

DAY = 86_400
TEXT = "a-text-that-nothing-else-has"


def test_sessions_expire_over_a_restart_and_each_by_its_own_time(new_server, clock):
    server = new_server("--session-expiry", "P10D", environment=clock.environment)
    client = server.client()
    paths = {expires: create(client, **({"expires": expires} if expires else {}))[0] for expires in (None, "P2D", "P30D")}
    # A pass is made at the start. With an offset no other follows: libfaketime treats a timer of the monotonic clock like
    # one of the wall clock.
    clock.set(3 * DAY)
    server.restart()
    eventually(lambda: problem(client.get(paths["P2D"])) == (404, "session-expired"))
    expect(client.get(paths[None]), 200)
    clock.set(12 * DAY)
    server.restart()
    eventually(lambda: problem(client.get(paths[None])) == (404, "session-expired"))
    expect(client.get(paths["P30D"]), 200)
    server.restart()
    assert problem(client.get(paths["P2D"])) == (404, "session-expired")


def files_with(server, text):
    """The names of the files of the database that contain a text."""
    return [file.name for file in server.data.glob("navstate.db*") if text.encode() in file.read_bytes()]


def test_deleted_sessions_leave_no_text_in_the_database_and_its_log(server, client):
    for number in range(20):
        path, _ = create(client, labels={"note": f"{TEXT}-{number}"}, data={"note": TEXT})
        expect(client.post(path + "/push", json={"route": "counter", "params": {"note": TEXT}}), 200, 422)
    kept, _ = create(client)
    assert files_with(server, TEXT)
    body = {"filter": {"sessions": [item["id"] for item in client.get("/v1/sessions").json()["items"]
                                    if "labels" in item]}, "delete": True, "rate": 1_000}
    expect(client.post("/v1/batches", json=body), 202)
    eventually(lambda: files_with(server, TEXT) == [])
    expect(client.get(kept), 200)
