"""Listeners at every node get each revision once, in order, with hints of the database and without."""

from functools import partial

from load import in_background
from navstate import act, create, eventually, events, expect, metric


def listen(client, path, last, heard, _):
    """Notes the revisions of a stream up to the last one."""
    for name, event in events(client, path + "/events?view=minimal"):
        heard.append(event["revision"])
        if event["revision"] >= last:
            return


def first_event(answer):
    """The name and the id of the first event of a stream."""
    fields = {}
    for line in answer.iter_lines():
        name, _, value = line.partition(": ")
        fields[name] = value
        if not line and fields.keys() >= {"event", "id"}:
            return fields["event"], int(fields["id"])


def test_a_stream_of_an_app_is_resumed_at_a_node_that_has_not_seen_the_last_event_yet(clients):
    path, _ = create(clients[0])
    stream, cursor = "/v1/apps/counter/events?view=minimal&after=", 0
    for number in range(24):
        one, other = clients[number % 3], clients[(number + 1) % 3]
        with one.stream("GET", f"{stream}{cursor}") as answer:
            name, cursor = first_event(answer)
            assert name == ("change" if number else "created")
        with other.stream("GET", f"{stream}{cursor}") as answer:
            expect(act(one, path, type="increment"), 200)
            name, seen = first_event(answer)
        assert (name, seen > cursor) == ("change", True)


def test_a_stream_of_an_app_has_no_event_for_each_commit_of_other_apps(clients):
    create(clients[0], "list")
    with clients[0].stream("GET", "/v1/apps/list/events?view=minimal&after=0") as answer:
        lines = answer.iter_lines()
        assert next(line for line in lines if line.startswith("event:")) == "event: created"
        path, _ = create(clients[1])
        for number in range(20):
            expect(act(clients[number % 3], path, type="increment"), 200)
        create(clients[2], "list")
        assert next(line for line in lines if line.startswith("event:")) == "event: created"


def check_streams(clients, sessions, count):
    """Checks that listeners at every node get each of so many changes of each session once; returns the sessions."""
    paths = [create(clients[0])[0] for _ in range(sessions)]
    heard = {(path, client): [] for path in paths for client in clients}
    with in_background(*(partial(listen, client, path, count + 1, seen) for (path, client), seen in heard.items())):
        eventually(lambda: all(heard.values()))
        for number in range(count):
            for path in paths:
                expect(act(clients[number % 3], path, type="increment"), 200)
    assert all(revisions == list(range(1, count + 2)) for revisions in heard.values()), heard
    return paths


def test_listeners_at_every_node_get_each_revision_once(clients):
    assert [metric(client, "navstate_store_polling") for client in clients] == [0.0] * 3
    check_streams(clients, 4, 60)
