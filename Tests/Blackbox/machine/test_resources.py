"""Missing descriptors, a locked database, and a log that cannot be written."""

import contextlib
import os
import resource
import sqlite3
import time
from pathlib import Path

import pytest
from machine.recovery import (assert_kept, assert_kept_after_restart, assert_recovers, assert_start_fails,
                              create_sessions, error_lines, push, push_all)
from navstate import cpu, expect


@contextlib.contextmanager
def few_descriptors(server):
    """The server can open only three files more; other connections take them."""
    pid = server.process.pid
    limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (len(os.listdir(f"/proc/{pid}/fd")) + 3, limits[1]))
    with contextlib.ExitStack() as peers:
        for _ in range(40):
            peers.enter_context(server.connect())
        yield
        resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)


def test_connected_clients_are_served_without_descriptors(server, client):
    sessions = create_sessions(client)
    push(sessions[0], client)
    with few_descriptors(server):
        assert push_all(sessions * 5, client) <= {200, 503}
        expect(client.post("/v1/admin/backups"), 503, 507)
        used = cpu(server.process.pid)
        time.sleep(1)
        assert cpu(server.process.pid) - used < 0.5, "the server spins"
    expect(server.client().get(sessions[0].path), 200)
    assert_recovers(sessions[0], client)
    assert_kept_after_restart(server, sessions, client)


@pytest.mark.parametrize("limit", [4, 6, 8, 10, 12, 16, 20, 24])
def test_a_start_with_few_descriptors_succeeds_or_fails_with_a_reason(new_server, limit):
    server = new_server(started=False)
    server.launch(["prlimit", f"--nofile={limit}:{limit}"])
    if server.responds("/readyz"):
        assert server.stop() == 0
    else:
        # 127: the system's loader failed.
        assert server.process.poll() in (1, 127)
        assert len(error_lines(server)) == 1, server.log_text()


def test_a_locked_database_refuses_changes_and_starts(server, client):
    sessions = create_sessions(client)
    push(sessions[0], client)
    with contextlib.closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        answer = push(sessions[0], client)
        assert answer.status_code == 503 and answer.headers["Retry-After"]
        expect(client.get(sessions[0].path), 200)
        other.execute("ROLLBACK")
        assert_recovers(sessions[0], client)
        assert_kept_after_restart(server, sessions, client)
        server.stop()
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert_start_fails(server, "navstate.db", "locked")
    server.start()
    assert_kept(sessions, client)


def test_a_log_on_a_full_device_does_not_stop_the_server(new_server):
    server = new_server(started=False)
    server.log = Path("/dev/full")
    client = server.start().client()
    assert_recovers(create_sessions(client)[0], client)
    assert server.stop() == 0
