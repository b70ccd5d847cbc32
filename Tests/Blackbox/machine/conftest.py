"""Fixtures for disks that fail."""

import subprocess

import pytest
from machine.disks import Ext4, mount
from navstate import Server


@pytest.fixture
def small_disk(tmp_path):
    """The folder of a file system of 8 MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount("-t", "tmpfs", "-o", "size=8m", "tmpfs", folder)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture
def ext4(tmp_path):
    disk = Ext4(tmp_path)
    yield disk
    subprocess.run(["umount", "--lazy", disk.folder], check=True)


@pytest.fixture
def server_on(tmp_path):
    """A function that starts a server with its data on a disk and its log elsewhere. The disk's fixture comes first."""
    servers = []

    def start(folder):
        server = Server(folder, "--log-level", "warning")
        server.log = tmp_path / "server.log"
        servers.append(server)
        return server.start()

    yield start
    for server in servers:
        server.kill()
