"""The wall clock of a server process, set by libfaketime."""

import time
from pathlib import Path

import pytest

LIBRARY = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
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
            "LD_PRELOAD": str(LIBRARY), "FAKETIME_TIMESTAMP_FILE": str(self.file), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_SHARED": "/none /none"}

    def set(self, seconds):
        self.offset, other = seconds, self.file.with_suffix(".new")
        other.write_text(f"{seconds:+d}\n")
        other.rename(self.file)

    def now(self):
        return time.time() + self.offset

    @staticmethod
    def clean():
        """Removes the files that killed processes have left."""
        for file in Path("/dev/shm").glob("*faketime_*_*"):
            if not Path("/proc", file.name.split("_")[-1]).exists():
                file.unlink(missing_ok=True)
