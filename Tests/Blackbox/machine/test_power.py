"""Power cuts under load: the server keeps every acknowledged change, once."""

import itertools
import random
import shutil
import time

import pytest
from ledger import LedgerSession
from load import in_background
from machine.recovery import check, verify
from navstate import report

# strace skips the call and returns success, as of a disk that does not honour fdatasync.
WITHOUT_SYNCS = ["strace", "-D", "-f", "-q", "-o", "/dev/null", "-e", "trace=fdatasync", "-e", "inject=fdatasync:retval=0"]


def cut_power_under_load(ext4, server):
    """Returns the sessions of the load, as the ledger has them."""
    with server.client() as client:
        sessions = [LedgerSession(client) for _ in range(3)]
    numbers = itertools.count(1)

    def load(stop):
        with server.client() as client:
            while not stop.is_set():
                random.choice(sessions).send_new(client, next(numbers))

    with in_background(*[load] * 4):
        time.sleep(random.uniform(0.1, 0.7))
        cut_power(ext4, server)
    return sessions


def cut_power(ext4, server):
    ext4.cut_power()
    server.kill()
    ext4.unmount()
    ext4.mount()


def acknowledged_in(sessions):
    return sum(change.revision is not None for session in sessions for change in session.changes)


def test_acknowledged_changes_are_kept_once_over_power_cuts(ext4, server_on, setting):
    cuts, server, former = setting("POWER_CUTS", 2, 100), server_on(ext4.folder), []
    for _ in range(cuts):
        sessions = cut_power_under_load(ext4, server)
        if random.random() < 0.3:
            # A second cut, during the recovery.
            server.launch()
            time.sleep(random.uniform(0, 0.1))
            cut_power(ext4, server)
        assert check(server) == (0, f"{len(former) + 3} sessions, 0 damaged\n")
        server.start()
        with server.client() as client:
            for session in sessions:
                verify(session, client)
        former += sessions
    with server.client() as client:
        assert [fault for session in former for fault in session.faults(client)] == []
    report("power cuts", cuts=cuts, acknowledged=acknowledged_in(former), lost=0, applied_twice=0)
    assert acknowledged_in(former) > 0
    assert server.stop() == 0


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_power_cuts_lose_changes_if_syncs_are_skipped(ext4, server_on):
    """The test above detects a missing fdatasync."""
    server = server_on(ext4.folder)
    server.stop()
    server.start(prefix=WITHOUT_SYNCS)
    sessions = cut_power_under_load(ext4, server)
    server.start()
    with server.client() as client:
        assert any(client.get(session.path).status_code == 404 or session.faults(client) for session in sessions)
