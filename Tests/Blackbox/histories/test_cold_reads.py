"""Long reads of one client do not delay short reads of others.

The median time of the first read of sessions beside 16 clients that read a long history is compared with the median
without them. Both are measured in turns, some reads each, so that other load slows both down; each read is of another
session, which is not in memory. The factor may be three: the long reads take their share of the processors.
"""

import contextlib
from functools import partial

from histories.changes import add_changes, large_steps
from navstate import create, eventually, expect, percentile, repeating, report, seconds_of

ATTACKERS, ROUNDS, READS = 16, 6, 25


@contextlib.contextmanager
def long_reads(clients, path):
    """Clients that read the first revision of a long session, over and over, until the block ends."""
    reading = set()

    def read(client):
        reading.add(client)
        expect(client.get(path + "/revisions/1"), 200)

    with repeating(*(partial(read, client) for client in clients)):
        eventually(lambda: len(reading) == len(clients), 60)
        yield


def test_first_reads_are_quick_beside_long_reads(new_server):
    server = new_server()
    client, attackers = server.client(), [server.client() for _ in range(ATTACKERS)]
    paths = [create(client)[0] for _ in range(READS * (3 * ROUNDS + 1))]
    long_path, session = create(client)
    assert server.stop() == 0
    add_changes(server, session["id"], large_steps(20_000), 500)
    server.start()

    def milliseconds(path):
        return seconds_of(lambda: expect(client.get(path), 200)) * 1000

    def measured(suffix=""):
        return [milliseconds(paths.pop() + suffix) for _ in range(READS)]

    measured()
    long_read = milliseconds(long_path + "/revisions/1")
    alone, beside, history = [], [], []
    for _ in range(ROUNDS):
        alone += measured()
        with long_reads(attackers, long_path):
            beside += measured()
            history += measured("/history")
    medians = [percentile(times, 0.5) for times in (alone, beside, history)]
    report("first read", alone_p50_ms=f"{medians[0]:.2f}", alone_p90_ms=f"{percentile(alone, 0.9):.2f}",
           beside_p50_ms=f"{medians[1]:.2f}", beside_p90_ms=f"{percentile(beside, 0.9):.2f}",
           history_p50_ms=f"{medians[2]:.2f}", long_read_ms=f"{long_read:.0f}")
    assert medians[1] < 3 * medians[0]
    # Reads of a past revision take turns with the long ones, but do not wait for all of them.
    assert medians[2] < ATTACKERS * long_read
