"""nginx in front of a server, with a configuration of the test."""

import os
import shutil
import subprocess

import pytest
from navstate import eventually

MAIN = """
daemon off; pid {folder}/pid; worker_processes 1; {user}
events {{ worker_connections 512; }}
http {{
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  {site}
}}
"""


class Nginx:
    """An nginx process, with its files in a folder."""

    def __init__(self, folder, site):
        if shutil.which("nginx") is None:
            pytest.skip("nginx is not installed (Debian: nginx-light)")
        self.folder, self.process = folder, None
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=user, site=site))

    def start(self, is_ready):
        """Starts the process and waits until a function returns true."""
        command = ["nginx", "-p", self.folder, "-c", self.folder / "nginx.conf", "-e", self.folder / "error.log"]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(lambda: self.process.poll() is not None or is_ready(), 10)
        assert self.process.poll() is None, (self.folder / "error.log").read_text()
        return self

    def stop(self):
        """Stops the process, with its workers, which SIGKILL would leave behind; returns the exit status."""
        if self.process:
            self.process.terminate()
            return self.process.wait(10)
