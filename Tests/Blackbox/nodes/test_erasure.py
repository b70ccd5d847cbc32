"""What was deleted is erased from PostgreSQL beside healthy clients, which do not wait for it."""

import base64
import random
import time

import pytest
from histories.test_history_size import notes
from load import in_background
from navstate import MIB, MINIMAL, create, expect, percentile, report, seconds_of


def fill(client, path, changes, size):
    """Makes changes that take four times a size, and do not compress."""
    for number in range(changes):
        value = base64.b64encode(random.randbytes(size)).decode()
        actions = [{"type": "setState", "state": {"a": value}}, {"type": "setState", "state": {"a": None, "n": number}}]
        expect(client.post(path + "/actions", json={"actions": actions}, headers=MINIMAL), 200)


def milliseconds(durations):
    return {f"p{share}": round(percentile(durations, share / 100) * 1e3, 1) for share in (50, 99, 100)}


@pytest.mark.long
def test_a_healthy_client_beside_the_erasure_of_long_histories(new_nodes, new_postgres, setting):
    database = (postgres := new_postgres(fsync="on")).new_database()
    client, other = [node.client() for node in new_nodes([postgres.url(database)] * 2, "--history-bytes", "0").nodes]
    healthy, _ = create(client)
    deleted = [notes(client, {}) for _ in range(setting("SESSIONS", 4, 4))]
    for path in deleted:
        fill(client, path, setting("CHANGES", 500, 500), setting("CHANGE_BYTES", 70_000, 70_000))

    def push():
        expect(client.post(healthy + "/increment", headers=MINIMAL), 200)

    def size():
        return int(postgres.query("SELECT coalesce(sum(pg_column_size(edits) + pg_column_size(action)), 0) FROM navstate.changes", database))

    def measure(stop):
        while not stop.is_set():
            beside.append(seconds_of(push))

    for _ in range(200):
        push()
    time.sleep(3)
    alone, beside, before = [seconds_of(push) for _ in range(2_000)], [], size()
    begin = time.monotonic()
    with in_background(measure):
        for path in deleted:
            expect(other.delete(path), 204)
        while size() > 4 * MIB and time.monotonic() < begin + 100:
            time.sleep(1)
        took = time.monotonic() - begin
    assert size() < 4 * MIB
    report("erasure", mib=before // MIB, took_s=round(took, 1), requests=len(beside), alone_ms=milliseconds(alone),
           beside_ms=milliseconds(beside))
