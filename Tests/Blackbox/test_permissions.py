"""Operation: permissions of files."""

import os
from functools import partial

import pytest
from navstate import create, expect, run


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
