"""Full and read-only disks, and power cuts: the server refuses changes with a reason, and keeps what it
acknowledged."""

import fcntl
import itertools
import os
import random
import shutil
import struct
import subprocess
import time
from pathlib import Path

import pytest
from load import attempt, in_background
from machine.recovery import (assert_kept, assert_kept_after_restart, assert_recovers, assert_start_fails, check,
                              create_sessions, push, verify)
from navstate import eventually, expect, problem, report

# The ioctl FS_IOC_SHUTDOWN, and its flag EXT4_GOING_FLAGS_NOLOGFLUSH.
SHUTDOWN, WITHOUT_FLUSH = 0x8004587D, 2
# strace skips the call and returns success, as of a disk that does not honour fdatasync.
WITHOUT_SYNCS = "strace -D -f -q -o /dev/null -e trace=fdatasync -e inject=fdatasync:retval=0".split()
TMPFS = ["-t", "tmpfs", "-o", "size=8m", "tmpfs"]


class Disk:
    """A file system that is mounted at a folder."""

    def __init__(self, folder, options):
        self.folder, self.options, self.ballast = folder, options, folder / "ballast"
        folder.mkdir()
        self.mount()

    def mount(self):
        mounted = subprocess.run(["mount", *self.options, self.folder], capture_output=True, text=True)
        if mounted.returncode:
            pytest.skip(f"nothing can be mounted here: {mounted.stderr.strip()}")

    def unmount(self, *options):
        subprocess.run(["umount", *options, self.folder], check=True)

    def fill(self):
        with open(self.ballast, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass

    def remount_writable(self):
        """Whether the kernel permits writing again."""
        return subprocess.run(["mount", "-o", "remount,rw", self.folder], capture_output=True).returncode == 0

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
def server_on(new_server, tmp_path):
    """A function that starts a server with its data on a new file system, and its log elsewhere."""
    server, disks = new_server(started=False), []

    def start(options):
        disks.append(Disk(tmp_path / "disk", options))
        server.data = disks[0].folder / "data"
        return disks[0], server.start()

    yield start
    server.kill()
    for disk in disks:
        disk.unmount("--lazy")


@pytest.fixture
def ext4(tmp_path):
    """The mount options of an ext4 in a file."""
    if shutil.which("mkfs.ext4") is None:
        pytest.skip("mkfs.ext4 is not installed (Debian: e2fsprogs)")
    with open(tmp_path / "image", "wb") as file:
        file.truncate(128 << 20)
    subprocess.run(["mkfs.ext4", "-q", file.name], check=True)
    return ["-o", "loop,errors=remount-ro", file.name]


def test_a_full_disk_refuses_changes_until_there_is_space(server_on):
    disk, server = server_on(TMPFS)
    client = server.client()
    sessions = create_sessions(client)
    push(sessions[0], client)
    disk.fill()
    answers = [push(session, client, padding="x" * 2000) for session in sessions * 20]
    assert {answer.status_code for answer in answers} <= {200, 507}
    assert problem(answers[-1]) == (507, "disk-full")
    expect(client.get(sessions[0].path), 200)
    # The result of a former write may be returned for a second.
    assert eventually(lambda: client.get("/readyz").status_code == 503)
    expect(client.post("/v1/sessions", json={"app": "counter"}), 507)
    disk.ballast.unlink()
    assert_recovers(sessions[0], client)
    assert eventually(lambda: client.get("/readyz").status_code == 200)
    assert_kept_after_restart(server, sessions, client)


def test_a_start_on_a_full_disk_is_readable_or_fails_with_a_reason(server_on):
    disk, server = server_on(TMPFS)
    client = server.client()
    sessions = create_sessions(client)
    for session in sessions:
        push(session, client)
    disk.fill()
    server.kill()
    server.launch()
    answer = eventually(lambda: attempt(client, "GET", "/readyz") or not server.is_running())
    if answer is True:
        return assert_start_fails(server, "navstate.db")
    expect(answer, 200, 503)
    assert_kept(sessions, client)
    disk.ballast.unlink()
    assert_recovers(sessions[0], client)


def test_a_read_only_disk_refuses_changes_until_it_is_repaired(server_on, ext4):
    disk, server = server_on(ext4)
    client = server.client()
    sessions = create_sessions(client)
    for session in sessions * 3:
        push(session, client)
    disk.fail()
    assert {problem(push(session, client)) for session in sessions * 3} == {(503, "storage-unavailable")}
    expect(client.get(sessions[0].path), 200)
    is_writable = disk.remount_writable()
    if is_writable:
        assert_recovers(sessions[0], client)
    assert server.stop() == 0
    if not is_writable:
        assert_start_fails(server, "Read-only file system")
    disk.unmount()
    # 1: errors were corrected.
    assert subprocess.run(["fsck.ext4", "-fp", ext4[-1]], capture_output=True).returncode in (0, 1)
    disk.mount()
    server.start()
    assert_kept(sessions, client)
    assert_recovers(sessions[0], client)


def cut_power_under_load(disk, server):
    """Returns the sessions of the load, as the ledger has them."""
    sessions, numbers = create_sessions(server.client(), 3), itertools.count(1)

    def load(stop):
        client = server.client()
        while not stop.is_set():
            random.choice(sessions).send_new(client, next(numbers))

    with in_background(*[load] * 4):
        time.sleep(random.uniform(0.1, 0.7))
        disk.cut_power(server)
    return sessions


def test_acknowledged_changes_are_kept_once_over_power_cuts(server_on, ext4, setting):
    (disk, server), cuts, former = server_on(ext4), setting("POWER_CUTS", 2, 100), []
    for _ in range(cuts):
        sessions = cut_power_under_load(disk, server)
        if random.random() < 0.3:
            # During the recovery.
            server.launch()
            time.sleep(random.uniform(0, 0.1))
            disk.cut_power(server)
        former += sessions
        assert check(server) == (0, f"{len(former)} sessions, 0 damaged\n")
        client = server.start().client()
        for session in sessions:
            verify(session, client)
    assert_kept(former, client)
    acknowledged = sum(change.revision is not None for session in former for change in session.changes)
    report("power cuts", cuts=cuts, acknowledged=acknowledged, lost=0, applied_twice=0)
    assert acknowledged > 0
    assert server.stop() == 0


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_power_cuts_lose_changes_if_syncs_are_skipped(server_on, ext4):
    """The test above detects a missing fdatasync."""
    disk, server = server_on(ext4)
    server.stop()
    server.start(prefix=WITHOUT_SYNCS)
    sessions = cut_power_under_load(disk, server)
    client = server.start().client()
    assert any(client.get(session.path).status_code == 404 or session.faults(client) for session in sessions)
