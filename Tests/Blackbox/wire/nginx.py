"""nginx in front of a server, with a configuration of the test."""

import os
import shutil
import subprocess
from contextlib import contextmanager

import pytest
from navstate import eventually

USER = "user root;" if os.geteuid() == 0 else ""
MAIN = """
daemon off; pid {folder}/pid; worker_processes 1; {user}
events {{ worker_connections 8192; }}
http {{
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  {site}
}}
"""


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
