"""Operation: permissions of files, help of commands, and a past that clients may not read."""

import os
from functools import partial

import pytest
from navstate import ADMIN, create, expect, run


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


@pytest.mark.parametrize("command", "serve validate migrate backup restore check healthcheck version".split())
def test_help_of_a_command_is_about_that_command(command):
    for arguments in ([command, "--help"], [command, "-h"], ["help", command]):
        ended = run(*arguments)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.startswith(f"navstate {command}"), ended.stdout[:80]


def test_the_events_of_a_client_without_undo_do_not_reveal_the_past(new_server):
    server = new_server("--no-client-undo", admin=True)
    path, session = create(server.client(ADMIN))
    client = server.client(session["token"])
    expect(client.post(path + "/push", json={"route": "counter", "params": {"count": 987654321987}}), 200)
    expect(client.post(path + "/popToRoot"), 200)
    with client.stream("GET", path + "/events?after=1") as events:
        lines = events.iter_lines()
        seen = [next(lines) for _ in range(6)]
    assert "event: reset" in seen and "event: snapshot" in seen and "987654321987" not in "".join(seen)
