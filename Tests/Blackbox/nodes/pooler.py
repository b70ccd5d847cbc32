"""pgbouncer in front of a PostgreSQL server."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from navstate import eventually, new_port
from nodes.cluster import USER

SETTINGS = {
    "listen_addr": "127.0.0.1", "unix_socket_dir": "", "auth_type": "trust", "max_client_conn": 500,
    "default_pool_size": 8, "server_login_retry": 1,
}


class Pooler:
    """A pgbouncer, by default in transaction mode: each transaction may have another connection to the server."""

    def __init__(self, postgres, **settings):
        if shutil.which("pgbouncer") is None:
            pytest.skip("pgbouncer is not installed (Debian: pgbouncer)")
        self.folder, self.port, self.process = Path(tempfile.mkdtemp(prefix="navstate-pgbouncer-")), new_port(), None
        (self.folder / "users").write_text('"navstate" ""\n')
        values = {"listen_port": self.port, "auth_file": self.folder / "users", "pool_mode": "transaction", **SETTINGS, **settings}
        (self.folder / "pgbouncer.ini").write_text("\n".join([
            "[databases]", f"* = host=127.0.0.1 port={postgres.port}", "[pgbouncer]",
            *(f"{name} = {value}" for name, value in values.items()), ""]))
        for file in [self.folder, *self.folder.iterdir()]:
            shutil.chown(file, USER)

    def start(self):
        # It refuses to run as root.
        identity = {} if os.geteuid() else {"user": USER, "extra_groups": []}
        with open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                ["pgbouncer", self.folder / "pgbouncer.ini"], cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log, **identity)

        def text():
            return (self.folder / "log").read_text()

        eventually(lambda: self.process.poll() is not None or "process up" in text())
        assert self.process.poll() is None, text()
        return self

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()

    def close(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
