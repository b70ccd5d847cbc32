"""The wall clock of a server process, set by libfaketime."""

import glob
import time
from pathlib import Path

import pytest

LIBRARY = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)
YEAR = 31_557_600


class Clock:
    """A clock with an offset in seconds."""

    def __init__(self, folder):
        if LIBRARY is None:
            pytest.skip("libfaketime is not installed (Debian: the package faketime)")
        self.file = folder / "time"
        self.set(0)
        # The library sets FAKETIME_SHARED; were it added by it, Swift would not find the arguments behind it.
        self.environment = {
            "LD_PRELOAD": LIBRARY, "FAKETIME_TIMESTAMP_FILE": str(self.file), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_SHARED": "/none /none"}

    def set(self, seconds):
        self.offset, other = seconds, self.file.with_suffix(".new")
        other.write_text(f"{seconds:+d}\n")
        other.rename(self.file)

    def set_year(self, year):
        """Moves the clock to about that year; 2026 is the present."""
        self.set(int((year - 2026) * YEAR))

    def now(self):
        return time.time() + self.offset

    @staticmethod
    def kill(server):
        """Kills the server, and removes the files that the library would have removed at its end."""
        server.kill()
        for name in ("faketime_shm", "sem.faketime_sem"):
            Path(f"/dev/shm/{name}_{server.process.pid}").unlink(missing_ok=True)
