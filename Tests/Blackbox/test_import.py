"""Imports: bounded memory, a healthy client beside them, forged archives, and a kill during an import."""

import contextlib
import hashlib
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from navstate import (ADMIN, AS_JSON, MIB, act, create, eventually, expect, export, head, import_archive, percentile,
                      problem, report, seconds_of)

LIMIT = 8 * MIB
INCREMENT = b'"action":{"type":"increment"}'
NO_ARCHIVES = {
    "a line of 60 MiB": lambda: b'{"navstate":1,"session":"' + b"[" * (60 * MIB) + b'"}\n',
    "no line end": lambda: b"x" * (60 * MIB),
    "many faults": lambda: b"[[[[\n" * (12 * MIB),
}
ANNOUNCED = {"type": "application/x-ndjson", "length": 1000, "token": ADMIN}
# The line of an archive, and the text in it that a forgery replaces.
FORGERIES = [
    (0, b'{"count":0}', b'{"count":0.0}'), (1, b'{"count":0}', b'{"count":0.0}'),
    (1, b'"stateOf":null', b'"stateOf":1'), (0, b'"kind":"stack"', b'"kind":"pages"'), (0, b'"data":{}', b'"data":[]'),
    (1, INCREMENT, b'"action":7'), (1, b'"actor":null', b'"actor": null'), (1, b'"edits":', b'"edits":[],"edits":'),
]


def sealed(lines):
    """An archive of these lines, with its digest."""
    body = b"".join(line + b"\n" for line in lines)
    end = {"lines": len(lines), "sha256": hashlib.sha256(body).hexdigest()}
    return body + json.dumps(end, separators=(",", ":")).encode() + b"\n"


def template(client):
    """The path and the lines of a deleted session with one change."""
    path, _ = create(client)
    expect(act(client, path, type="increment"), 200)
    lines = export(client, path).splitlines()[:-1]
    expect(client.delete(path), 204)
    return path, lines


def long_archive(client, size):
    """An archive of a session with that many bytes of changes of 1 KiB."""
    path, (header, change) = template(client)
    assert INCREMENT in change
    change = change.replace(INCREMENT, INCREMENT[:-1] + b',"note":"' + b"x" * 800 + b'"}')
    count = size // len(change)
    changes = [
        change.replace(b'"revision":2', b'"revision":%d' % (number + 2)).replace(
            b'{"count":0},{"count":1}', b'{"count":%d},{"count":%d}' % (number, number + 1))
        for number in range(count)]
    for name in (b"revision", b"shown", b"tip"):
        header = header.replace(b'"%s":2' % name, b'"%s":%d' % (name, count + 1))
    return path, sealed([header, *changes])


def measured_import(server, client, name, body):
    """The response to an import, which must take little memory."""
    import_archive(client, b"{}\n")
    taken, answer = server.peak_growth(lambda: import_archive(client, body))
    report(f"import, {name}", memory_mib=round(taken / MIB, 1), seconds=round(answer.elapsed.total_seconds(), 2))
    assert taken <= LIMIT
    return answer


def test_an_import_of_60_mib_takes_little_memory_and_is_exported_as_the_same_bytes(server, client):
    path, archive = long_archive(client, 60 * MIB)
    expect(measured_import(server, client, "60 MiB", archive), 201)
    assert export(client, path) == archive


@pytest.mark.parametrize("name", NO_ARCHIVES)
def test_an_invalid_archive_takes_little_memory(server, client, name):
    answer = expect(measured_import(server, client, name, NO_ARCHIVES[name]()), 422)
    assert answer.json()["errors"][0]["pointer"] == "/0"


def test_other_clients_continue_beside_an_import(server, client):
    (path, _), (_, archive) = create(client), long_archive(client, 40 * MIB)

    def push():
        return seconds_of(lambda: expect(act(client, path, type="increment"), 200))

    alone, beside = [push() for _ in range(500)], []
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(import_archive, server.client(), archive)
        while not answer.done():
            beside.append(push())
    expect(answer.result(), 201)
    p99 = [percentile(times, 0.99) for times in (alone, beside)]
    report("pushes beside an import of 40 MiB", alone_p99_ms=round(p99[0] * 1000, 1), count=len(beside),
           beside_p99_ms=round(p99[1] * 1000, 1), longest_ms=round(max(beside) * 1000, 1))
    # A transaction of all of it would be waited for by one of them.
    assert p99[1] < max(20 * p99[0], 0.25)
    assert len(beside) > 20


def test_forged_steps_are_refused_and_the_true_ones_are_accepted(client):
    path, lines = template(client)
    for index, former, new in FORGERIES:
        forged = [line.replace(former, new) if number == index else line for number, line in enumerate(lines)]
        assert forged != lines
        answer = import_archive(client, sealed(forged))
        assert problem(answer) == (422, "bad-import"), forged
        assert answer.json()["errors"][0]["pointer"] in ("/0", "/1")
        expect(client.get(path), 404)
    expect(import_archive(client, sealed(lines)), 201)
    assert export(client, path) == sealed(lines)


def rows(server):
    with contextlib.closing(sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)) as database:
        return [database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in ("changes", "revisions", "sessions")]


def test_a_kill_in_the_middle_of_an_import_leaves_nothing(server, client):
    (other, _), (path, archive) = create(client), long_archive(client, 10 * MIB)
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
def announced_import(server, **fields):
    """Announces an import, and yields the response before the content is sent."""
    fields = {**ANNOUNCED, **fields}
    authorization = [f"Authorization: Bearer {fields['token']}"] if fields["token"] else []
    with server.connect() as connection:
        connection.sendall(head("POST /v1/imports", f"Content-Type: {fields['type']}", "Expect: 100-continue",
                                f"Content-Length: {fields['length']}", *authorization))
        yield connection.recv(65536).decode()


@pytest.mark.parametrize("fields, status", [
    ({}, 100), ({"token": ""}, 401), ({"type": "text/plain"}, 415), ({"length": 2_000_000}, 413)])
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


@pytest.mark.parametrize("number", ["12345678901234567890", "-9223372036854775809", "1e-400", "1e400"])
def test_a_number_that_cannot_be_stored_is_refused(client, number):
    path, _ = create(client)
    answer = client.post(path + "/actions", content='{"type":"increment","n":' + number + "}", headers=AS_JSON)
    assert problem(answer) == (400, "bad-json")
    assert number[:20] in answer.json()["detail"]
    assert client.get(path).json()["revision"] == 1
