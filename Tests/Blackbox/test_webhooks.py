"""Webhooks: deliveries to a bad receiver and over kills."""

import base64
import collections
import hmac
import random
import time
from functools import partial

from load import in_background, send_until_answered
from navstate import MINIMAL, create, eventually, expect, report

KEY = b"0123456789abcdef0123456789abcdef"
SECRET = "whsec_" + base64.b64encode(KEY).decode()


def put(client, name, receiver, output="push"):
    webhook = {"url": receiver.url(), "outputs": [output], "secret": SECRET}
    made = client.put(f"/v1/webhooks/{name}", json=webhook)
    assert SECRET not in expect(made, 201).text


def test_each_output_is_delivered_in_order_by_a_bad_receiver_and_over_kills(new_server, new_receiver, setting):
    server = new_server("--allow-private-webhooks", "yes", "--webhook-timeout", "1", "--max-webhook-wait", "2", "--log-level", "error")
    count, kills = setting("WEBHOOK_DELIVERIES", 300, 10_000), setting("WEBHOOK_KILLS", 2, 10)
    bad = new_receiver(accept=60, accept_with_content=30, refuse=4, busy=1, reset=3, hang=1, drip=1)
    deliver_over_kills(server, bad, count, kills, server.restart)
    assert server.stop() == 0


def deliver_over_kills(server, receiver, count, kills, restart, senders=1):
    """Sends outputs while `restart` kills the server, and compares what the receiver gets."""
    sent, workers, start, client = set(), 8, time.monotonic(), server.client()
    put(client, "orders", receiver)
    paths = [create(client)[0] for _ in range(50)]

    def load(worker, _):
        client = server.client()
        for number in range(worker, count, workers):
            sent.update(send_output(client, random.choice(paths[worker::workers]), number))

    with in_background(*[partial(load, worker) for worker in range(workers)]):
        for kill in range(kills):
            # A kill after each part of the deliveries.
            eventually(lambda: len(receiver.accepted) >= (kill + 0.5) / kills * count, 600)
            restart()
    eventually(lambda: len(receiver.accepted) >= count, 600)
    behaviours = collections.Counter(delivery.behaviour for delivery in receiver.attempts)
    report("webhooks", delivered=count, kills=kills, seconds=round(time.monotonic() - start), **behaviours)
    eventually(lambda: client.get("/v1/webhooks/orders").json()["state"] == "active")
    assert len(sent) == count
    assert receiver.accepted == {delivery.id for delivery in receiver.attempts} == sent
    check_deliveries(receiver.attempts, senders)


def send_output(client, path, number):
    """Sends an output, again if there is no response; returns the ids of its deliveries."""
    headers = {**MINIMAL, "Idempotency-Key": f"output-{number}"}
    answer = send_until_answered(client, "POST", path + "/push", json={}, headers=headers)
    return {f"msg_orders_{path.split('/')[-1]}_{output['seq']}" for output in answer.json()["outputs"]}


def check_deliveries(deliveries, senders=1):
    """Checks signatures, times and order, and that the attempts of an output are the same.

    Several senders may overlap: one repeats an output that another has sent before, while that one goes on."""
    bodies, accepted, newest, last = {}, set(), collections.Counter(), collections.Counter()
    for delivery in deliveries:
        content, stamp = delivery.content, delivery.headers["webhook-timestamp"]
        session, seq = content["session"], content["seq"]
        digest = hmac.digest(KEY, f"{delivery.id}.{stamp}.".encode() + delivery.body, "sha256")
        assert delivery.headers["webhook-signature"] == "v1," + base64.b64encode(digest).decode()
        assert abs(delivery.time - int(stamp)) <= 60
        assert content["id"] == delivery.id and bodies.setdefault(delivery.id, delivery.body) == delivery.body
        # The first attempt follows the acceptance of the output before. Accepted outputs are repeated after a kill.
        assert seq == 1 or f"msg_orders_{session}_{seq - 1}" in accepted, delivery
        assert seq <= newest[session] + 1 and (seq <= last[session] + 1 or senders > 1), delivery
        newest[session], last[session] = max(newest[session], seq), seq
        if delivery.is_accepted:
            accepted.add(delivery.id)
