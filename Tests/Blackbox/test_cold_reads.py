"""Long reads of one client do not keep the short ones of others waiting."""

import threading
import time

import httpx
from histories import add_changes, large_steps
from navstate import create, percentile, report

ATTACKERS = 16


class Attack:
    """Clients that ask for the first revision of a long session, again and again."""

    def __init__(self, server, path):
        self.server, self.path, self.done = server, path, threading.Event()
        self.answers = []
        self.threads = [threading.Thread(target=self.run, daemon=True) for _ in range(ATTACKERS)]

    def run(self):
        with self.server.client() as client:
            while not self.done.is_set():
                try:
                    with client.stream("GET", self.path + "/revisions/1") as answer:
                        self.answers.append(answer.status_code)
                        answer.read()
                except httpx.HTTPError:
                    return

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        # The reads have begun: an answer has come, or none could in the time of many short reads.
        end = time.monotonic() + 1
        while not self.answers and time.monotonic() < end:
            time.sleep(0.01)
        return self

    def __exit__(self, *_):
        self.done.set()


def first_touches(client, paths, seconds=8):
    """How long the first read of each session takes, in milliseconds; of as many as that time is enough for."""
    times = []
    end = time.monotonic() + seconds
    for path in paths:
        if times and time.monotonic() > end:
            break
        start = time.perf_counter()
        answer = client.get(path)
        times.append((time.perf_counter() - start) * 1000)
        assert answer.status_code == 200
    return times


def test_first_touches_are_quick_beside_long_reads(new_server):
    server = new_server("--log-level", "warning")
    with server.client() as client:
        paths = [create(client, "counter")[0] for _ in range(300)]
        long_path, answer = create(client, "counter")
    assert server.stop() == 0
    add_changes(server, answer["id"], large_steps(20_000), 2_000)
    server.start()
    with server.client() as client:
        first_touches(client, paths[:50])
        alone = first_touches(client, paths[50:150])
        with Attack(server, long_path) as attack:
            beside = first_touches(client, paths[150:250])
            history = first_touches(client, [path + "/history" for path in paths[250:]])
        assert set(attack.answers) <= {200}
    report(
        "first touch", alone_p50_ms=f"{percentile(alone, 0.5):.2f}", alone_p99_ms=f"{percentile(alone, 0.99):.2f}",
        beside_p50_ms=f"{percentile(beside, 0.5):.2f}", beside_p99_ms=f"{percentile(beside, 0.99):.2f}",
        history_p50_ms=f"{percentile(history, 0.5):.2f}")
    # The attackers take their share of the processors; reads that waited for theirs would take hundreds of times as long.
    assert percentile(beside, 0.5) < 10 * percentile(alone, 0.5)
    assert percentile(beside, 0.9) < 20 * percentile(alone, 0.9)
    assert percentile(history, 0.5) < 40 * percentile(alone, 0.5)
