"""nginx in front of a server, with a configuration of the test."""

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest
from navstate import eventually

USER = "user root;" if os.geteuid() == 0 else ""
MAIN = Path(__file__).with_name("nginx.conf").read_text()


@contextmanager
def nginx(folder, site):
    """Runs nginx, with its files in a folder, during a block."""
    if shutil.which("nginx") is None:
        pytest.skip("nginx is not installed (Debian: nginx-light)")
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=USER, site=site))
    command = ["nginx", "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        # It is written when nginx listens.
        eventually(lambda: process.poll() is not None or (folder / "pid").exists())
        assert process.poll() is None, (folder / "error.log").read_text()
        try:
            yield
        finally:
            # SIGKILL would leave its workers behind.
            process.terminate()
    assert process.returncode == 0
