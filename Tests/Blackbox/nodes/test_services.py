"""Timers and webhooks while nodes are killed: others take over."""

import contextlib
import random
import time
from functools import partial

from durability.test_timers import PER_SESSION, Timers, seconds_at
from load import in_background
from navstate import create, eventually, report
from receiver import Receiver
from test_webhooks import check_deliveries, put, send_output


def kill_some(nodes, kills, pause, stop):
    for _ in range(kills):
        if stop.wait(random.uniform(pause / 2, pause)):
            return
        node = random.choice(nodes)
        node.kill()
        node.start()


def test_each_timer_fires_once_and_soon_over_kills_of_nodes(group, setting):
    count, kills = setting("NODE_TIMERS", 300, 10_000), setting("NODE_TIMER_KILLS", 3, 20)
    span = setting("TIMER_SPAN", 4.0, 60.0)
    timers = Timers(group)
    begin = timers.store(count // PER_SESSION, lambda begin: begin + random.random() * span)
    with in_background(partial(kill_some, group.nodes, kills, span / kills)):
        time.sleep(max(0, begin + span - time.time()))
    timers.verify()
    late = max(
        seconds_at(item) - deadlines[item["action"]["action"]["state"]["last"]]
        for path, deadlines in timers.deadlines.items() for item in timers.history(path, len(deadlines)))
    report("nodes: timers over kills", timers=count, kills=kills, latest_s=f"{late:.1f}")


def test_each_output_is_delivered_in_order_over_kills_of_nodes(new_nodes, postgres, setting):
    group = new_nodes(
        [postgres.url(postgres.new_database())] * 3, "--allow-private-webhooks", "yes", "--webhook-timeout", "1",
        "--max-webhook-wait", "2", "--log-level", "error")
    client, count, kills = group.client(), setting("NODE_DELIVERIES", 200, 5_000), setting("NODE_WEBHOOK_KILLS", 2, 20)
    with contextlib.closing(Receiver(accept=90, refuse=5, reset=5)) as receiver:
        put(client, "orders", receiver)
        paths, sent = [create(client)[0] for _ in range(20)], set()

        def load(_):
            for number in range(count):
                sent.update(send_output(client, paths[number % 20], number))

        with in_background(load, partial(kill_some, group.nodes, kills, 1)):
            eventually(lambda: len(sent) == count, 600)
        eventually(lambda: receiver.accepted == sent, 600)
        check_deliveries(receiver.attempts)
    report("nodes: webhooks over kills", delivered=count, kills=kills)
