"""Long reads of one client do not delay short reads of others.

Compares the median time of the first read of sessions beside 16 clients that repeatedly read a long history with the
median while these clients pause. Both are measured in turns, some reads each, so that other load slows both down;
each read is of another session, which is not in memory. The factor may be three: the long reads take their share of the processors.
"""

import threading
import time

import httpx
from histories import add_changes, large_steps
from navstate import create, percentile, report

ATTACKERS = 16
ROUNDS = 6
READS = 25


class Attack:
    """Clients that repeatedly read the first revision of a long session, except in pauses."""

    def __init__(self, server, path):
        self.server, self.path, self.done = server, path, False
        self.changed = threading.Condition()
        self.runs, self.reading = False, 0
        self.answers = []
        self.threads = [threading.Thread(target=self.run, daemon=True) for _ in range(ATTACKERS)]
        for thread in self.threads:
            thread.start()

    def run(self):
        with self.server.client() as client:
            while self.begin():
                try:
                    self.answers.append(client.get(self.path + "/revisions/1").status_code)
                except httpx.HTTPError as error:
                    self.answers.append(repr(error))
                finally:
                    self.count(-1)

    def begin(self):
        with self.changed:
            self.changed.wait_for(lambda: self.runs or self.done)
            self.reading += not self.done
            self.changed.notify_all()
            return not self.done

    def count(self, difference):
        with self.changed:
            self.reading += difference
            self.changed.notify_all()

    def __enter__(self):
        with self.changed:
            self.runs = True
            self.changed.notify_all()
            assert self.changed.wait_for(lambda: self.reading == ATTACKERS, timeout=60)

    def __exit__(self, *_):
        with self.changed:
            self.runs = False
            assert self.changed.wait_for(lambda: self.reading == 0, timeout=120)

    def end(self):
        with self.changed:
            self.done = True
            self.changed.notify_all()
        for thread in self.threads:
            thread.join()


def milliseconds(client, path):
    start = time.perf_counter()
    answer = client.get(path)
    assert answer.status_code == 200
    return (time.perf_counter() - start) * 1000


def test_first_touches_are_quick_beside_long_reads(new_server):
    server = new_server("--log-level", "warning")
    with server.client() as client:
        paths = [create(client, "counter")[0] for _ in range(READS * (3 * ROUNDS + 1))]
        long_path, answer = create(client, "counter")
    assert server.stop() == 0
    add_changes(server, answer["id"], large_steps(20_000), 500)
    server.start()
    attack = Attack(server, long_path)
    with server.client() as client:

        def measured(suffix=""):
            return [milliseconds(client, paths.pop() + suffix) for _ in range(READS)]

        measured()
        long_read = milliseconds(client, long_path + "/revisions/1")
        alone, beside, history = [], [], []
        for _ in range(ROUNDS):
            alone += measured()
            with attack:
                beside += measured()
                history += measured("/history")
        attack.end()
    assert set(attack.answers) == {200}
    report(
        "first touch", alone_p50_ms=f"{percentile(alone, 0.5):.2f}", alone_p90_ms=f"{percentile(alone, 0.9):.2f}",
        beside_p50_ms=f"{percentile(beside, 0.5):.2f}", beside_p90_ms=f"{percentile(beside, 0.9):.2f}",
        history_p50_ms=f"{percentile(history, 0.5):.2f}", long_read_ms=f"{long_read:.0f}")
    assert percentile(beside, 0.5) < 3 * percentile(alone, 0.5)
    # Reads of a past take turns with the long ones, but do not wait for all of them.
    assert percentile(history, 0.5) < ATTACKERS * long_read
