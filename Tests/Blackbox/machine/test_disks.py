"""Full and read-only disks, and power cuts: the server refuses changes with a reason, and keeps what it
acknowledged."""

import contextlib
import fcntl
import os
import random
import struct
import subprocess
import time
from pathlib import Path

import pytest
from load import attempt
from machine.everything import Everything, prepare
from machine.recovery import (acknowledged, assert_kept, assert_kept_after_restart, assert_recovers,
                              assert_start_fails, changing, check, create_sessions, push, push_all, verify)
from navstate import eventually, expect, problem, report

# The ioctl FS_IOC_SHUTDOWN, and its flag EXT4_GOING_FLAGS_NOLOGFLUSH.
SHUTDOWN, WITHOUT_FLUSH = 0x8004587D, 2
# strace skips the call and returns success, as of a disk that does not honour fdatasync.
WITHOUT_SYNCS = "strace -D -f -q -o /dev/null -e trace=fdatasync -e inject=fdatasync:retval=0".split()


class Disk:
    """A new file system for the data of a server, which is started."""

    def __init__(self, server, *options):
        self.folder, self.options = server.data.parent, options
        self.ballast = self.folder / "ballast"
        self.folder.mkdir()
        self.mount()
        server.start()

    def mount(self):
        mounted = subprocess.run(["mount", *self.options, self.folder], capture_output=True, text=True)
        if mounted.returncode:
            pytest.skip(f"nothing can be mounted here: {mounted.stderr.strip()}")

    def unmount(self):
        subprocess.run(["umount", self.folder], check=True)

    def fill(self):
        with contextlib.suppress(OSError), open(self.ballast, "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def fail(self):
        """Tells the kernel of an error of the disk, after which the file system is read-only."""
        device = subprocess.check_output(["findmnt", "-no", "SOURCE", self.folder], text=True).strip()
        trigger = Path("/sys/fs/ext4", Path(device).name, "trigger_fs_error")
        if not trigger.exists():
            pytest.skip("this kernel has no trigger_fs_error")
        trigger.write_text("1")

    def cut_power(self, server):
        """Discards what was not flushed to the disk, and ends the server."""
        # Of ext4, an fdatasync that the shutdown interrupts may return success: nothing is acknowledged after this.
        server.pause()
        descriptor = os.open(self.folder, os.O_RDONLY)
        fcntl.ioctl(descriptor, SHUTDOWN, struct.pack("I", WITHOUT_FLUSH))
        os.close(descriptor)
        server.kill()
        self.unmount()
        self.mount()


@pytest.fixture
def server(new_server, tmp_path, receiver):
    """A server with its data on a disk, and its log elsewhere."""
    server = new_server("--allow-private-webhooks", "yes", "--allow-call", receiver.address, "--max-creations-per-address", 0, started=False)
    server.data = tmp_path / "disk" / "data"
    yield server
    server.kill()
    subprocess.run(["umount", "--lazy", server.data.parent], capture_output=True)


@pytest.fixture
def tmpfs(server):
    return Disk(server, "-t", "tmpfs", "-o", "size=8m", "tmpfs")


@pytest.fixture
def ext4(server, tmp_path):
    """An ext4 in a file."""
    with open(tmp_path / "image", "wb") as file:
        file.truncate(128 << 20)
    subprocess.run(["mkfs.ext4", "-q", file.name], check=True)
    return Disk(server, "-o", "loop,errors=remount-ro", file.name)


def test_a_full_disk_refuses_changes_until_there_is_space(tmpfs, server, client):
    sessions = create_sessions(client)
    push(sessions[0], client)
    tmpfs.fill()
    answers = [push(session, client, padding="x" * 2000) for session in sessions * 20]
    assert {answer.status_code for answer in answers} <= {200, 507}
    assert problem(answers[-1]) == (507, "disk-full")
    expect(client.get(sessions[0].path), 200)
    # The result of a former write may be returned for a second.
    eventually(lambda: client.get("/readyz").status_code == 503)
    expect(client.get("/readyz?for=reads"), 200)
    expect(client.post("/v1/sessions", json={"app": "counter"}), 507)
    tmpfs.ballast.unlink()
    assert_recovers(sessions[0], client)
    eventually(lambda: client.get("/readyz").status_code == 200)
    assert_kept_after_restart(server, sessions, client)
    # A start on a full disk fails with a reason, or leads to a server that can be read.
    tmpfs.fill()
    server.kill()
    server.launch()
    answer = eventually(lambda: attempt(client, "GET", "/readyz") or not server.is_running())
    if answer is True:
        return assert_start_fails(server, "navstate.db")
    expect(answer, 200, 503)
    assert_kept(sessions, client)
    tmpfs.ballast.unlink()
    assert_recovers(sessions[0], client)


def test_a_read_only_disk_refuses_changes_until_it_is_repaired(ext4, server, client):
    sessions = create_sessions(client)
    push_all(sessions * 3, client)
    ext4.fail()
    assert {problem(push(session, client)) for session in sessions * 3} == {(503, "storage-unavailable")}
    expect(client.get(sessions[0].path), 200)
    # The kernel may permit writing again.
    is_writable = subprocess.run(["mount", "-o", "remount,rw", ext4.folder], capture_output=True).returncode == 0
    if is_writable:
        assert_recovers(sessions[0], client)
    assert server.stop() == 0
    if not is_writable:
        assert_start_fails(server, "Read-only file system")
    ext4.unmount()
    # 1: errors were corrected.
    assert subprocess.run(["fsck.ext4", "-fp", ext4.options[-1]], capture_output=True).returncode in (0, 1)
    ext4.mount()
    server.start()
    assert_kept(sessions, client)
    assert_recovers(sessions[0], client)


def cut_power_under_load(disk, server, client, everything=contextlib.nullcontext()):
    """Returns the sessions of the load, as the ledger has them."""
    sessions = create_sessions(client, 3)
    with everything, changing(sessions, server):
        time.sleep(random.uniform(0.1, 0.7))
        disk.cut_power(server)
    return sessions


def test_acknowledged_changes_are_kept_once_over_power_cuts(ext4, server, client, receiver, setting):
    cuts, former, others = setting("POWER_CUTS", 2, 500), [], 0
    prepare(client, receiver)
    for _ in range(cuts):
        everything = Everything(client, receiver)
        sessions = cut_power_under_load(ext4, server, client, everything.requesting(server))
        if random.random() < 0.3:
            # During the recovery.
            server.launch()
            time.sleep(random.uniform(0, 0.1))
            ext4.cut_power(server)
        former += sessions
        status, output = check(server)
        assert (status, output.endswith(" sessions, 0 damaged\n")) == (0, True), output
        server.start()
        verify(sessions, client)
        everything.verify(client)
        others += len(everything.acknowledged)
    assert_kept(former, client)
    report("power cuts", cuts=cuts, acknowledged=acknowledged(former), others=others, lost=0, applied_twice=0)
    assert acknowledged(former) > 0
    assert server.stop() == 0


def test_power_cuts_lose_changes_if_syncs_are_skipped(ext4, server, client):
    """The test above detects a missing fdatasync."""
    server.stop()
    server.start(prefix=WITHOUT_SYNCS)
    sessions = cut_power_under_load(ext4, server, client)
    server.start()
    assert any(client.get(session.path).status_code == 404 or session.faults(client) for session in sessions)
