"""Long reads of one client do not delay short reads of others.

The median time of the first read of sessions beside 16 clients that read a long history is compared with the median
without them. Both are measured in turns, some reads each, so that other load slows both down; each read is of another
session, which is not in memory. The factor may be three: the long reads take their share of the processors.
"""

from functools import partial

from histories.changes import long_session
from load import repeating
from navstate import create, eventually, expect, percentile, report, seconds_of

ATTACKERS, ROUNDS, READS = 16, 6, 25


def read(client, path):
    return seconds_of(lambda: expect(client.get(path), 200)) * 1000


def test_first_reads_are_quick_beside_long_reads(new_server):
    server = new_server()
    client, attackers = server.client(), [server.client() for _ in range(ATTACKERS)]
    paths = [create(client)[0] for _ in range(READS * (3 * ROUNDS + 1))]
    long_path = long_session(server, 20_000, 500)
    server.start()

    def measured(suffix=""):
        return [read(client, paths.pop() + suffix) for _ in range(READS)]

    measured()
    long_read = read(client, long_path + "/revisions/1")
    alone, beside, history = [], [], []
    for _ in range(ROUNDS):
        alone += measured()
        reads = [partial(read, attacker, long_path + "/revisions/1") for attacker in attackers]
        with repeating(*reads) as finished:
            eventually(lambda: len(finished) >= ATTACKERS, 60)
            beside += measured()
            history += measured("/history")
    p50 = [percentile(times, 0.5) for times in (alone, beside, history)]
    report("first read", alone_p50_ms=f"{p50[0]:.2f}", beside_p50_ms=f"{p50[1]:.2f}", history_p50_ms=f"{p50[2]:.2f}",
           long_read_ms=f"{long_read:.0f}")
    assert p50[1] < 3 * p50[0]
    # Reads of a past revision take turns with the long ones, but do not wait for all of them.
    assert p50[2] < ATTACKERS * long_read
