"""The files of the server and of its commands: their permissions, and their owner if root runs a command for another user."""

import os
import subprocess
from functools import partial

import pytest
from navstate import BINARY, create, expect, run

USER = 65_534


@pytest.fixture
def stopped(new_server):
    """A stopped server, whose folder and files belong to another user."""
    if os.geteuid() != 0:
        pytest.skip("only root can give files to another user")
    server = new_server()
    create(server.client())
    server.stop()
    for file in [server.data, *server.data.rglob("*")]:
        os.chown(file, USER, USER)
    return server


def owners(folder):
    return {str(file.relative_to(folder)): file.stat().st_uid for file in [folder, *folder.rglob("*")]}


def test_files_that_commands_of_root_write_belong_to_the_owner_of_their_folder(stopped):
    data = stopped.data
    backup = data / "backup.db"
    for command in [
        ("backup", backup, "--data", data), ("backup", data / "backups", "--keep", "2", "--data", data),
        ("migrate", "--data", data), ("restore", backup, "--force", "--data", data),
        ("copy", "--from", data, "--to", data / "copied"), ("check", "--data", data),
    ]:
        done = run(*command)
        assert done.returncode == 0, done
    assert len(owners(data)) > 7 and set(owners(data).values()) == {USER}, owners(data)
    stopped.start()
    create(stopped.client())
    stopped.stop()
    assert set(owners(data).values()) == {USER}, owners(data)


@pytest.mark.parametrize("name", ["navstate.db", "navstate.lock"])
def test_a_start_names_the_owner_and_the_mode_of_a_file_that_it_cannot_write(stopped, name):
    file = stopped.data / name
    os.chown(file, 0, 0)
    # The folders of the tests are root's.
    for folder in stopped.data.parents:
        folder.chmod(folder.stat().st_mode | 0o001)
    start = subprocess.run(
        [BINARY, "serve", "--port", "0", "--data", stopped.data], user=USER, group=USER, extra_groups=[], text=True,
        capture_output=True)
    assert start.returncode == 1
    assert f"{file} belongs to root with mode 0600, and the user nobody cannot write it" in start.stderr, start


@pytest.mark.parametrize("umask", [0, 0o022])
def test_database_files_are_for_their_user_alone(request, umask, new_server, tmp_path):
    request.addfinalizer(partial(os.umask, os.umask(umask)))
    server, archive, other = new_server(), tmp_path / "archive", tmp_path / "other"
    server.data.chmod(0o777)
    archive.mkdir()
    create(server.client())
    expect(server.client().post("/v1/admin/backups"), 201)
    assert run("backup", archive / "backup.db", "--data", server.data).returncode == 0
    assert run("restore", archive / "backup.db", "--data", other).returncode == 0
    files = [file for folder in (server.data, archive, other) for file in folder.rglob("*") if file.is_file()]
    names = {"navstate.db", "navstate.db-wal", "navstate.db-shm", "navstate.lock", "backup.db"}
    assert names <= {file.name for file in files} and (server.data / "backups").is_dir()
    assert {oct(file.stat().st_mode & 0o777) for file in files} == {"0o600"}
