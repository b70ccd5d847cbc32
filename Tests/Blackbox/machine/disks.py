"""File systems of a test's own: small ones, and an ext4 that becomes read-only or loses its power."""

import contextlib
import fcntl
import os
import shutil
import struct
import subprocess

import pytest

# The ioctl FS_IOC_SHUTDOWN, and its flag EXT4_GOING_FLAGS_NOLOGFLUSH.
SHUTDOWN, WITHOUT_FLUSH = 0x8004587D, 2


def mount(*arguments):
    if os.geteuid() != 0:
        pytest.skip("only root can mount")
    mounted = subprocess.run(["mount", *arguments], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"nothing can be mounted here: {mounted.stderr.strip()}")


def fill(folder):
    """Fills the file system of a folder; returns the file that does."""
    ballast = folder / "ballast"
    with open(ballast, "wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    return ballast


class Ext4:
    """An ext4 in a file."""

    def __init__(self, folder):
        if shutil.which("mkfs.ext4") is None:
            pytest.skip("mkfs.ext4 is not installed (Debian: e2fsprogs)")
        self.image, self.folder = folder / "image", folder / "disk"
        with open(self.image, "wb") as file:
            file.truncate(128 << 20)
        subprocess.run(["mkfs.ext4", "-q", self.image], check=True)
        self.folder.mkdir()
        self.mount()

    def mount(self):
        mount("-o", "loop,errors=remount-ro", self.image, self.folder)

    def unmount(self):
        subprocess.run(["umount", self.folder], check=True)

    def repair(self):
        """Checks the file system like a boot does; exit status 1: errors were corrected."""
        return subprocess.run(["fsck.ext4", "-fp", self.image], capture_output=True).returncode

    def remount_writable(self):
        """Whether the kernel permits writing again."""
        return subprocess.run(["mount", "-o", "remount,rw", self.folder], capture_output=True).returncode == 0

    def report_error(self):
        """Tells the kernel of an error of the disk, after which the file system is read-only."""
        source = subprocess.run(["findmnt", "-no", "SOURCE", self.folder], capture_output=True, text=True).stdout.strip()
        trigger = f"/sys/fs/ext4/{os.path.basename(source)}/trigger_fs_error"
        if not os.path.exists(trigger):
            pytest.skip("this kernel has no trigger_fs_error")
        with open(trigger, "w") as file:
            file.write("1")

    def cut_power(self):
        """Discards what was not flushed to the disk; all further writes fail."""
        descriptor = os.open(self.folder, os.O_RDONLY)
        fcntl.ioctl(descriptor, SHUTDOWN, struct.pack("I", WITHOUT_FLUSH))
        os.close(descriptor)
