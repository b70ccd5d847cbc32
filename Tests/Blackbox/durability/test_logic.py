"""The logic of an app definition over kills: forgotten revisions, the data of a restart, the outputs of the start."""

from navstate import act, create, define, events, expect, move, pages, run


def done(client, path, type, **fields):
    """The receipt of an action."""
    return expect(act(client, path, type=type, **fields), 200).json()


def test_forgotten_revisions_stay_unavailable_after_a_kill(server, client):
    define(client, "kiosk", data={"name": ""}, routes={"home": {}}, actions={
        "enter": {"args": {"name": "string"}, "do": {"set": {"data.name": "args.name"}}},
        "leave": {"do": [{"restart": True}, {"forget": True}]}})
    path, _ = create(client, "kiosk", data={"name": "nobody yet"})
    done(client, path, "enter", name="Ann")
    assert done(client, path, "leave")["session"]["data"] == {"name": "nobody yet"}
    server.restart()
    for revision in (1, 2):
        expect(client.get(f"{path}/revisions/{revision}"), 410)
    expect(client.get(f"{path}/revisions/3"), 200)
    expect(client.post(f"{path}/undo", json={}), 410)
    assert "Ann" not in expect(client.get(f"{path}/history"), 200).text
    assert done(client, path, "enter", name="Bob")["revision"] == 4


def test_the_outputs_of_the_start_are_those_of_revision_2_after_a_kill_and_in_archives(server, client):
    define(client, "greeter", routes={"home": {"onEnter": {"emit": "entered", "value": "${session.key}"}}})
    path, session = create(client, "greeter", key="k")
    assert session["revision"] == 1
    assert expect(client.get(path), 200).json()["revision"] == 2
    server.restart()
    started = {"seq": 1, "revision": 2, "by": None, "name": "entered", "value": "k"}
    assert [{name: item[name] for name in started} for item in pages(client, path + "/outputs")] == [started]
    assert [item["action"] for item in pages(client, path + "/history")] == [{"type": "start"}]
    revision = next(data for name, data in events(client, "/v1/apps/greeter/events?after=0") if name == "change")
    assert revision["revision"] == 2 and revision["outputs"] == [{"seq": 1, "name": "entered", "value": "k"}]
    assert [expect(client.get(f"{path}/revisions/{n}"), 200).json()["revision"] for n in (1, 2)] == [1, 2]
    expect(client.post(path + "/undo", json={}), 409)
    move(client, path)
    assert expect(client.get(path), 200).json()["revision"] == 2
    assert server.stop() == 0 and run("check", "--data", server.data).returncode == 0
