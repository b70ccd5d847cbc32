"""Imports: bounded memory, a healthy client beside them, a kill during an import, and refusals before the content."""

import contextlib
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from histories.changes import long_session
from navstate import ADMIN, MIB, act, create, eventually, expect, export, head, import_archive, report

NO_ARCHIVES = {
    "a line of 60 MiB": lambda: b'{"navstate":1,"session":"' + b"[" * (60 * MIB) + b'"}\n',
    "no line end": lambda: b"x" * (60 * MIB),
    "many faults": lambda: b"[[[[\n" * (12 * MIB),
}


def long_archive(server, client, size):
    """The path of a deleted session, and its archive of about that many bytes, in changes of a kilobyte."""
    path = long_session(server, 400, size // 1024)
    server.start()
    archive = export(client, path)
    expect(client.delete(path), 204)
    return path, archive


@pytest.mark.parametrize("name", [None, *NO_ARCHIVES])
def test_an_archive_of_60_mib_takes_little_memory_valid_or_not(server, client, name):
    path, archive = (None, NO_ARCHIVES[name]()) if name else long_archive(server, client, 60 * MIB)
    import_archive(client, b"{}\n")
    taken, answer = server.peak_growth(lambda: import_archive(client, archive))
    report(f"import, {name}", memory_mib=round(taken / MIB, 1), seconds=round(answer.elapsed.total_seconds(), 2))
    assert taken <= 8 * MIB
    if name:
        assert expect(answer, 422).json()["errors"][0]["pointer"] == "/0"
    else:
        expect(answer, 201)
        assert export(client, path) == archive


def test_other_clients_continue_beside_an_import(server, client):
    (_, archive), (path, _), count = long_archive(server, client, 40 * MIB), create(client), 0
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(import_archive, server.client(), archive)
        while not answer.done():
            expect(act(client, path, type="increment"), 200)
            count += 1
    expect(answer.result(), 201)
    report("an import of 40 MiB", changes_beside_it=count)
    # In one transaction of all of it, they would wait for its end.
    assert count > 20


def rows(server):
    """The numbers of changes, revisions and sessions."""
    tables = ("changes", "revisions", "sessions")
    return list(server.rows("SELECT " + ", ".join(f"(SELECT count(*) FROM {table})" for table in tables))[0])


def test_a_kill_in_the_middle_of_an_import_leaves_nothing(server, client):
    (path, archive), (other, _) = long_archive(server, client, 10 * MIB), create(client)
    # The deleted session's own changes are erased in the background.
    eventually(lambda: rows(server)[0] == 0)
    before = rows(server)
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(import_archive, server.client(), archive)
        eventually(lambda: rows(server)[0] >= before[0] + 500, 60)
        server.kill()
    assert isinstance(answer.exception(), httpx.HTTPError)
    assert rows(server)[2] == before[2], "the kill came too late"
    server.start()
    assert rows(server) == before
    expect(client.get(other), 200)
    expect(client.get(path), 404)
    expect(import_archive(client, archive), 201)
    assert export(client, path) == archive
    assert not [file for file in server.data.iterdir() if "import" in file.name]


@contextlib.contextmanager
def announced_import(server, type="application/x-ndjson", length=1000, token=ADMIN):
    """Announces an import, and yields the response before the content is sent."""
    with server.connect() as connection:
        connection.sendall(head("POST /v1/imports", f"Content-Type: {type}", "Expect: 100-continue",
                                f"Content-Length: {length}", *[f"Authorization: Bearer {token}"] * bool(token)))
        yield connection.recv(65536).decode()


@pytest.mark.parametrize("fields, status", [({}, 100), ({"token": ""}, 401), ({"type": "text/plain"}, 415), ({"length": 2_000_000}, 413)])
def test_an_import_that_is_not_allowed_is_refused_before_its_content_is_sent(new_server, fields, status):
    server = new_server("--auth", "required", "--max-import", MIB, admin=True)
    with announced_import(server, **fields) as answer:
        assert answer.startswith(f"HTTP/1.1 {status}")


def test_imports_beyond_the_limit_are_refused_until_another_ends(new_server):
    server = new_server("--max-imports", 2)

    def attempt():
        with announced_import(server, token="") as answer:
            return answer

    with announced_import(server, token="") as one, announced_import(server, token="") as other:
        assert one.startswith("HTTP/1.1 100") and other.startswith("HTTP/1.1 100")
        refused = attempt()
        assert refused.startswith("HTTP/1.1 503") and "too-many-imports" in refused and "Retry-After" in refused
    eventually(lambda: attempt().startswith("HTTP/1.1 100"), 10)
