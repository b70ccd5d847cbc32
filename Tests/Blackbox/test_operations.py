"""Operation: permissions of files, variables set by Kubernetes, wrong use of commands."""

import os

import pytest
from navstate import ADMIN, create, expect, problem, run

PAST = [
    ("undo", None), ("redo", None), ("jump", {"revision": 2}), ("fork", {"revision": 2}),
    ("revisions/2", "GET"), ("history", "GET"), ("outputs", "GET"), ("export", "GET")]


def modes(*folders):
    return {file.name: oct(file.stat().st_mode & 0o777)
            for folder in folders for file in folder.iterdir() if file.is_file()}


@pytest.fixture
def umask(request):
    former = os.umask(request.param)
    yield
    os.umask(former)


@pytest.mark.parametrize("umask", [0, 0o022], indirect=True)
def test_database_files_are_for_their_user_alone(umask, new_server, tmp_path):
    server, archive, other = new_server(), tmp_path / "archive", tmp_path / "other"
    server.data.chmod(0o777)
    archive.mkdir()
    create(server.client())
    expect(server.client().post("/v1/admin/backups"), 201)
    assert run("backup", archive / "backup.db", "--data", server.data).returncode == 0
    assert run("restore", archive / "backup.db", "--data", other).returncode == 0
    found = modes(server.data, server.data / "backups", other, archive)
    assert {"navstate.db", "navstate.db-wal", "navstate.db-shm", "navstate.lock", "backup.db"} <= found.keys()
    assert set(found.values()) == {"0o600"}, found


def test_a_database_of_an_earlier_version_is_closed_to_others(server):
    server.kill()
    for file in server.data.iterdir():
        file.chmod(0o666)
    server.start()
    assert set(modes(server.data).values()) == {"0o600"}


def test_an_error_names_the_variable_or_the_member_that_is_wrong(tmp_path):
    ended = run("serve", "--data", tmp_path, NAVSTATE_PORT="tcp://10.0.0.1:80")
    assert ended.returncode == 2
    assert ended.stderr.startswith("navstate: NAVSTATE_PORT takes an integer") and "enableServiceLinks" in ended.stderr
    file = tmp_path / "options.json"
    file.write_text('{"max-body": 1}')
    assert f'"max-body" in {file} takes an integer' in run("serve", "--data", tmp_path, "--config", file).stderr
    assert "--port takes an integer" in run("serve", "--port", "x", NAVSTATE_PORT="y").stderr


def test_migrate_makes_no_database(tmp_path):
    for folder in (tmp_path / "typo", tmp_path):
        ended = run("migrate", "--data", folder)
        assert ended.returncode == 1 and "there is no database" in ended.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", "serve validate migrate backup restore check healthcheck version".split())
def test_help_of_a_command_is_about_that_command(command):
    for arguments in ([command, "--help"], [command, "-h"], ["help", command]):
        ended = run(*arguments)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.startswith(f"navstate {command}"), ended.stdout[:80]


def test_the_token_of_a_client_does_not_open_the_past(new_server):
    server = new_server("--no-client-undo", admin=True)
    admin = server.client(ADMIN)
    path, session = create(admin)
    client = server.client(session["token"])
    expect(client.post(path + "/push", json={"route": "counter", "params": {"count": 987654321987}}), 200)
    expect(client.post(path + "/popToRoot"), 200)
    for name, body in PAST:
        answer = client.get(f"{path}/{name}") if body == "GET" else client.post(f"{path}/{name}", json=body)
        assert problem(answer) == (403, "undo-off"), name
    with client.stream("GET", path + "/events?after=1") as events:
        lines = events.iter_lines()
        seen = [next(lines) for _ in range(6)]
    assert "event: reset" in seen and "event: snapshot" in seen and "987654321987" not in "".join(seen)
    expect(client.get(path), 200)
    expect(admin.post(path + "/undo"), 200)
    expect(admin.get(path + "/history"), 200)
