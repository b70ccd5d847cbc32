"""`navstate check` reads a database in bounded memory, regardless of the size of a session."""

import subprocess
import sys

import pytest
from histories.changes import long_session
from navstate import BINARY, MIB, report

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


def checked(server, changes, steps=1, indexed=True):
    """The peak memory of a check of a session of that many changes of half a megabyte a step."""
    long_session(server, SIZE, changes, steps, indexed)
    output, status, peak = check(server)
    assert (output, status) == ("1 session, 0 damaged\n", 0)
    return peak


@pytest.mark.parametrize("changes, steps, indexed", [(200, 1, True), (2, 40, True), (200, 1, False)])
def test_a_check_takes_bounded_memory(new_server, changes, steps, indexed):
    small, large = checked(new_server(), 2), checked(new_server(), changes, steps, indexed)
    report("check", mib=2 * SIZE * changes * steps // MIB, peak_small=f"{small / MIB:.1f} MiB",
           peak_large=f"{large / MIB:.1f} MiB")
    assert large - small < 8 * MIB


def test_a_check_finds_a_change_that_is_missing(server):
    checked(server, 20)
    assert server.execute("DELETE FROM revisions WHERE revision = 9") == 1
    output, status, _ = check(server)
    assert status == 1 and "the change that made revision 9 is missing" in output
