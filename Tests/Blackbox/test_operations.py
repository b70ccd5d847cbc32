"""Operation: permissions of files, variables set by Kubernetes, wrong use of commands."""

import os
import subprocess

import pytest
from navstate import BINARY, create


def run(*arguments, **environment):
    return subprocess.run(
        [BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=30,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no", **environment})


def modes(*folders):
    return {
        file.name: oct(file.stat().st_mode & 0o777)
        for folder in folders for file in folder.iterdir() if file.is_file()}


@pytest.mark.parametrize("mask", [0, 0o022])
def test_database_files_are_for_their_user_alone(new_server, tmp_path, mask):
    former = os.umask(mask)
    try:
        server = new_server("--log-level", "warning")
        server.data.chmod(0o777)
        with server.client() as client:
            create(client)
            assert client.post("/v1/admin/backups").status_code == 201
        backup, other = tmp_path / "backup.db", tmp_path / "other"
        assert run("backup", backup, "--data", server.data).returncode == 0
        assert run("restore", backup, "--data", other).returncode == 0
        found = modes(server.data, server.data / "backups", other)
        found[backup.name] = oct(backup.stat().st_mode & 0o777)
    finally:
        os.umask(former)
    assert {"navstate.db", "navstate.db-wal", "navstate.db-shm", "navstate.lock", "backup.db"} <= found.keys()
    assert set(found.values()) == {"0o600"}, found


def test_a_database_of_an_earlier_version_is_closed_to_others(new_server):
    server = new_server("--log-level", "warning")
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


@pytest.mark.parametrize("command", ["serve", "validate", "migrate", "backup", "restore", "check", "healthcheck", "version"])
def test_help_of_a_command_is_about_that_command(command):
    for arguments in ([command, "--help"], [command, "-h"], ["help", command]):
        ended = run(*arguments)
        assert ended.returncode == 0 and ended.stderr == ""
        assert ended.stdout.startswith(f"navstate {command}"), ended.stdout[:80]


def test_a_clients_token_does_not_open_the_past(new_server):
    server = new_server(
        "--log-level", "warning", "--no-client-undo", environment={"NAVSTATE_ADMIN_TOKEN": "an-admin-token-of-the-tests"})
    with server.client("an-admin-token-of-the-tests") as admin:
        path, session = create(admin)
        with server.client(session["token"]) as client:
            assert client.post(path + "/push", json={"route": "counter", "params": {"count": 987654321987}}).status_code == 200
            assert client.post(path + "/popToRoot").status_code == 200
            for answer in (
                client.post(path + "/undo"), client.post(path + "/redo"), client.post(path + "/jump", json={"revision": 2}),
                client.get(path + "/revisions/2"), client.get(path + "/history"), client.get(path + "/outputs"),
                client.get(path + "/export"), client.post(path + "/fork", json={"revision": 2}),
            ):
                assert answer.status_code == 403 and answer.json()["code"] == "undo-off", answer.text
            with client.stream("GET", path + "/events?after=1") as events:
                lines = events.iter_lines()
                seen = [next(lines) for _ in range(6)]
            assert "event: reset" in seen and "event: snapshot" in seen and "987654321987" not in "".join(seen)
            assert client.get(path).status_code == 200
        assert admin.post(path + "/undo").status_code == 200
        assert admin.get(path + "/history").status_code == 200
