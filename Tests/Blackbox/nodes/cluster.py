"""A private PostgreSQL cluster, and standbys of it. The processes run as an ordinary user."""

import contextlib
import getpass
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from navstate import eventually, new_port

# The packages of Debian keep the server's commands out of the PATH.
PATH = os.pathsep.join([*map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), os.environ["PATH"]])
# PostgreSQL refuses to run as root; the packages of Debian make this user.
USER = "postgres" if os.geteuid() == 0 else getpass.getuser()
SETTINGS = {
    "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "max_connections": 200, "shared_buffers": "128MB",
    "max_wal_size": "1GB", "wal_keep_size": "256MB", "checkpoint_timeout": "1h", "log_min_messages": "fatal",
    "wal_sender_timeout": "5s", "wal_retrieve_retry_interval": "100ms", "lc_messages": "C",
}


def execute(*command, **options):
    """Runs a command of PostgreSQL as the user of the clusters; returns its output."""
    identity = {} if os.geteuid() else {"user": USER, "group": pwd.getpwnam(USER).pw_gid, "extra_groups": []}
    ended = subprocess.run(
        list(map(str, command)), env={**os.environ, "PATH": PATH, "LC_ALL": "C.UTF-8"}, cwd="/", text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **identity, **options)
    assert ended.returncode == 0, f"{command}: {ended.stdout}"
    return ended.stdout


class Postgres:
    """A server of PostgreSQL with its data folder: a cluster of its own, or a standby of another one."""

    def __init__(self, primary=None, port=None, **settings):
        if shutil.which("initdb", path=PATH) is None:
            pytest.skip("PostgreSQL is not installed (Debian: postgresql)")
        self.folder, self.port = Path(tempfile.mkdtemp(prefix="navstate-postgres-")), port or new_port()
        self.data, self.databases = self.folder / "data", 0
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER, USER)
        if primary:
            source = f"{primary.url()}&application_name=standby"
            execute("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", source)
        else:
            options = ["--auth", "trust", "--encoding", "UTF8", "--locale=C", "--no-sync"]
            execute("initdb", "-D", self.data, "-U", "navstate", *options)
        self.configure(**{**SETTINGS, "port": self.port, **settings})

    def configure(self, **settings):
        """Appends settings to the configuration, which are read at the start or by `reload`."""
        with open(self.data / "postgresql.conf", "a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())

    def control(self, *arguments):
        return execute("pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "-t", 60, *arguments)

    def start(self):
        self.control("start")
        return self

    def stop(self, mode="fast"):
        """Stops it by `fast`, or by `immediate`, which is a crash."""
        self.control("stop", "-m", mode)

    def kill(self):
        """Kills all processes with SIGKILL."""
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, 9)

    @property
    def postmaster(self):
        """The number of the server's first process; one that no process has if it does not run."""
        file = self.data / "postmaster.pid"
        return int(file.read_text().split()[0]) if file.exists() else 1 << 30

    def processes(self):
        """The numbers of the server's processes; none if it does not run."""
        postmaster = str(self.postmaster)
        command = ["ps", "-o", "pid=", "--pid", postmaster, "--ppid", postmaster]
        return [int(number) for number in subprocess.run(command, capture_output=True, text=True).stdout.split()]

    def add_standby(self, is_synchronous=True, port=None):
        """Starts a standby and waits until it streams."""
        standby = Postgres(self, port).start()
        if is_synchronous:
            self.configure(synchronous_standby_names="standby")
            self.control("reload")
        state = "sync" if is_synchronous else "async"
        eventually(lambda: self.query("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'") == state)
        return standby

    def promote(self):
        self.configure(synchronous_standby_names="")
        self.control("promote")
        return self

    def url(self, database="postgres", standby=None, port=None):
        """The address of a database; with a standby the addresses of both servers."""
        hosts = ",".join(f"127.0.0.1:{number}" for number in [port or self.port, *([standby.port] if standby else [])])
        return f"postgres://navstate@{hosts}/{database}?sslmode=disable"

    def query(self, statement, database="postgres"):
        """The result of a statement as text, with a row a line and columns separated by `|`."""
        return execute("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", self.url(database), "-c", statement).strip()

    def new_database(self):
        """Creates an empty database; returns its name."""
        self.databases += 1
        self.query(f"CREATE DATABASE navstate_{self.databases}")
        return f"navstate_{self.databases}"

    def close(self):
        """Ends the server and deletes its data."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
