"""`navstate check` reads a database in bounded memory, regardless of the size of a session."""

import sqlite3
import subprocess
import sys

import pytest
from histories import add_changes, large_steps
from navstate import BINARY, MIB, create, report

SIZE = 250_000


# A process of its own, since the peak of a child begins with that of the process that forked it, and pytest is large.
MEASURE = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stderr=subprocess.STDOUT).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024, file=sys.stderr)
sys.exit(status)
"""


def check(server):
    """The output, the exit status and the peak memory, in bytes, of `navstate check` for a stopped server."""
    process = subprocess.run(
        [sys.executable, "-S", "-E", "-c", MEASURE, str(BINARY), "check", "--data", str(server.data)],
        capture_output=True, text=True)
    return process.stdout, process.returncode, int(process.stderr)


def stopped(new_server, changes, steps=1, indexed=True):
    """A stopped server, with a session of that many changes of half a megabyte a step."""
    server = new_server("--log-level", "warning")
    with server.client() as client:
        _, answer = create(client, "counter")
    assert server.stop() == 0
    add_changes(server, answer["id"], large_steps(SIZE, steps), changes, indexed)
    return server


@pytest.mark.parametrize("changes, steps, indexed", [(200, 1, True), (2, 100, True), (200, 1, False)])
def test_a_check_takes_bounded_memory(new_server, changes, steps, indexed):
    small, large = stopped(new_server, 2), stopped(new_server, changes, steps, indexed)
    peaks = []
    for server in (small, large):
        output, status, peak = check(server)
        assert (output, status) == ("1 session, 0 damaged\n", 0)
        peaks.append(peak)
    report("check", mib=2 * SIZE * changes * steps // MIB, peak_small=f"{peaks[0] / MIB:.1f} MiB",
           peak_large=f"{peaks[1] / MIB:.1f} MiB")
    assert peaks[1] - peaks[0] < 8 * MIB


def test_a_check_finds_a_change_that_is_missing(new_server):
    server = stopped(new_server, 20)
    with sqlite3.connect(server.database) as base:
        base.execute("DELETE FROM revisions WHERE revision = 9")
    base.close()
    output, status, _ = check(server)
    assert status == 1
    assert "the change that made revision 9 is missing" in output
