"""Full and read-only disks: changes are refused with a reason, reads continue, and the server recovers by itself."""

from load import attempt
from machine.disks import fill
from machine.recovery import (assert_kept, assert_kept_after_restart, assert_recovers, assert_start_fails, create_sessions,
                              push)
from navstate import eventually


def test_a_full_disk_refuses_changes_until_there_is_space(small_disk, server_on):
    server = server_on(small_disk)
    with server.client() as client:
        sessions = create_sessions(client)
        push(sessions[0], client)
        ballast = fill(small_disk)
        answers = [push(sessions[number % 2], client, padding=2000) for number in range(40)]
        assert {answer.status_code for answer in answers} <= {200, 507}
        assert (answers[-1].status_code, answers[-1].json()["code"]) == (507, "disk-full")
        assert client.get(sessions[0].path).status_code == 200
        assert client.get("/readyz").status_code == 200
        assert client.post("/v1/sessions", json={"app": "counter"}).status_code == 507
        ballast.unlink()
        assert_recovers(sessions[0], client)
        assert_kept_after_restart(server, sessions, client)


def test_a_start_on_a_full_disk_is_readable_or_fails_with_a_reason(small_disk, server_on):
    server = server_on(small_disk)
    with server.client() as client:
        sessions = create_sessions(client)
        for session in sessions:
            push(session, client)
        ballast = fill(small_disk)
        server.kill()
        server.launch()
        answer = eventually(lambda: not server.is_running() or attempt(client, "GET", "/readyz"))
        if answer is True:
            return assert_start_fails(server, "navstate.db")
        assert answer.status_code in (200, 503)
        assert_kept(sessions, client)
        ballast.unlink()
        assert_recovers(sessions[0], client)


def test_a_read_only_disk_refuses_changes_until_it_is_repaired(ext4, server_on):
    server = server_on(ext4.folder)
    with server.client() as client:
        sessions = create_sessions(client)
        for session in sessions * 3:
            push(session, client)
        ext4.report_error()
        for session in sessions * 3:
            answer = push(session, client)
            assert (answer.status_code, answer.json()["code"]) == (503, "storage-unavailable")
        assert client.get(sessions[0].path).status_code == 200
        is_writable = ext4.remount_writable()
        if is_writable:
            assert_recovers(sessions[0], client)
        assert server.stop() == 0
        if not is_writable:
            assert_start_fails(server, "Read-only file system")
        ext4.unmount()
        assert ext4.repair() in (0, 1)
        ext4.mount()
        server.start()
        assert_kept(sessions, client)
        assert_recovers(sessions[0], client)
