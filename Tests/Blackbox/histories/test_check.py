"""`navstate check`, with its peak memory, which test_large_histories.py and test_long_actions.py bound."""

import subprocess
import sys

from histories.changes import long_session
from navstate import BINARY

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


def test_a_check_finds_a_change_that_is_missing(server):
    long_session(server, 400, 20)
    assert server.execute("DELETE FROM revisions WHERE revision = 9") == 1
    output, status, _ = check(server)
    assert status == 1 and "the change that made revision 9 is missing" in output
