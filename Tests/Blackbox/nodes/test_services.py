"""Timers and webhooks while nodes are killed: others take over."""

import random

from durability.test_batches import KILLS, begin, kill_during
from durability.test_timers import PER_SESSION, Timers, seconds_at, sleep_until
from navstate import create, define, eventually, events, expect, problem, report
from test_webhooks import deliver_over_kills, put


def test_each_timer_fires_once_and_soon_over_kills_of_nodes(group, setting):
    count, kills = setting("NODE_TIMERS", 300, 10_000), setting("NODE_TIMER_KILLS", 3, 20)
    span = setting("TIMER_SPAN", 4.0, 60.0)
    timers = Timers(group)
    begin = timers.store(count // PER_SESSION, lambda begin: begin + random.random() * span)
    for number in range(kills):
        sleep_until(begin + span * (number + random.uniform(0.2, 0.8)) / kills)
        random.choice(group.nodes).restart()
    timers.verify()
    late = max(
        seconds_at(item) - deadlines[item["action"]["action"]["state"]["last"]]
        for path, deadlines in timers.deadlines.items() for item in timers.history(path, len(deadlines)))
    report("nodes: timers over kills", timers=count, kills=kills, latest_s=f"{late:.1f}")


def test_each_output_is_delivered_in_order_over_kills_of_nodes(new_group, new_receiver, setting):
    group = new_group("--allow-private-webhooks", "yes", "--webhook-timeout", "1", "--max-webhook-wait", "2", "--log-level", "error")
    count, kills = setting("NODE_DELIVERIES", 200, 5_000), setting("NODE_WEBHOOK_KILLS", 2, 20)
    receiver = new_receiver(accept=90, refuse=5, reset=5)
    deliver_over_kills(group, receiver, count, kills, lambda: random.choice(group.nodes).restart(), len(group.nodes))


def test_outputs_and_messages_of_the_start_are_sent_once(new_group, receiver):
    group = new_group("--allow-private-webhooks", "yes", "--log-level", "error")
    clients = [node.client() for node in group.nodes]
    home = {"onEnter": [{"emit": "entered", "value": "${session.key}"}, {"send": "session.id", "action": {"type": "hear"}}]}
    define(
        clients[0], "greeter", data={"heard": 0}, root={"kind": "stack", "initial": "home"},
        actions={"hear": {"do": {"set": {"data.heard": "data.heard + 1"}}}}, routes={"home": home})
    put(clients[0], "greetings", receiver, "entered")
    paths = [create(clients[number % 3], "greeter", key=f"k{number}")[0] for number in range(12)]
    for number, path in enumerate(paths):
        client = clients[(number + 1) % 3]
        eventually(lambda: client.get(path).json()["data"] == {"heard": 1})
        actions = [item["action"] for item in expect(client.get(path + "/history"), 200).json()["items"]]
        assert actions == [{"type": "start"}, {"type": "hear"}]
        output, = expect(client.get(path + "/outputs"), 200).json()["items"]
        assert (output["seq"], output["revision"], output["value"]) == (1, 2, f"k{number}")
        expect(client.post(path + "/undo", json={"steps": 9}), 200)
        expect(client.post(path + "/undo", json={}), 409)
    eventually(lambda: len(receiver.accepted) == len(paths))
    created = [data for _, data in zip(range(48), events(clients[1], "/v1/apps/greeter/events?after=0"))]
    revisions = {path: [] for path in paths}
    for name, data in created:
        if name == "change":
            revisions["/v1/sessions/" + data["session"]].append(data["revision"])
    assert set(map(tuple, revisions.values())) == {(2, 3, 4)}


def test_a_backup_names_the_tools_of_postgresql(group):
    answer = group.client().post("/v1/admin/backups")
    assert problem(answer) == (501, "backups-elsewhere")
    assert "pg_basebackup" in answer.json()["detail"] and "pg_dump" in answer.json()["detail"]


def test_rows_of_commits_whose_events_have_gone_are_erased(new_nodes, postgres):
    database = postgres.new_database()
    group = new_nodes([postgres.url(database)] * 2)
    client = group.nodes[0].client()
    gone, kept = [create(client)[0] for _ in range(5)], create(client)[0]
    for path in [*gone, kept]:
        expect(client.post(path + "/increment"), 200)
    for path in gone:
        expect(client.delete(path), 204)
    # A node looks for such rows when it has started.
    group.nodes[0].restart()
    count = "SELECT count(*) FROM navstate.commits WHERE kind < 2"
    eventually(lambda: postgres.query(count, database) == "2")
    heard = [name for _, (name, _) in zip(range(7), events(client, "/v1/apps/counter/events?after=0"))]
    assert sorted(heard) == ["change", "created", *["deleted"] * 5]


def test_a_job_changes_each_session_once_over_kills_of_nodes(group, setting):
    count, client = setting("NODE_BATCH_SESSIONS", 300, 20_000), group.client()
    group.sessions = [create(client)[0] for _ in range(count)]
    group.restart = lambda: random.choice(group.nodes).restart()
    job = begin(client, action={"type": "increment"}, rate=max(50, count // 30))
    kill_during(group, job)
    for node in group.nodes:
        ended = expect(node.client().get(job), 200).json()
        assert (ended["state"], ended["changed"], ended["done"], ended["refused"]) == ("done", count, count, [])
    assert {expect(client.get(path), 200).json()["revision"] for path in group.sessions} == {2}
    report("nodes: a job over kills", sessions=count, kills=KILLS)


def test_a_job_is_shown_and_cancelled_at_each_node(group):
    one, other, third = [node.client() for node in group.nodes]
    paths = [create(one)[0] for _ in range(60)]
    request = {"filter": {"all": True}, "action": {"type": "increment"}, "rate": 20}
    answers = [client.post("/v1/batches", json=request, headers={"Idempotency-Key": "once"}) for client in (one, other)]
    assert len({expect(answer, 202).headers["Location"] for answer in answers}) == 1
    job = answers[0].headers["Location"]
    for client in (one, other, third):
        eventually(lambda: 0 < expect(client.get(job), 200).json()["changed"] < 60)
    expect(third.delete(job), 204)
    # No session is changed after the cancellation.
    changed = [path for path in paths if expect(one.get(path), 200).json()["revision"] == 2]
    for client in (one, other, third):
        ended = expect(client.get(job), 200).json()
        assert (ended["state"], ended["changed"]) == ("cancelled", len(changed))
    assert [path for path in paths if expect(one.get(path), 200).json()["revision"] == 2] == changed
    numbers = [expect(client.post("/v1/batches", json=request), 202).json()["id"] for client in (one, other, third)]
    assert len(set(numbers)) == 3
