"""Imports: bounded memory, a healthy client beside them, forged archives, and a kill during an import."""

import hashlib
import json
import socket
import sqlite3
import threading
import time

import pytest
from navstate import MIB, create, percentile, report, seconds_of

LINES = {"Content-Type": "application/x-ndjson"}
LIMIT = 8 * MIB


def sealed(lines):
    """An archive of these lines, with its digest."""
    body = b"".join(line + b"\n" for line in lines)
    end = {"lines": len(lines), "sha256": hashlib.sha256(body).hexdigest()}
    return body + json.dumps(end, separators=(",", ":")).encode() + b"\n"


def export(client, path):
    answer = client.get(path + "/export")
    assert answer.status_code == 200, answer.text
    return answer.content


def template(client):
    """The lines of a deleted session with one change."""
    path, _ = create(client)
    assert client.post(path + "/actions", json={"type": "increment"}).status_code == 200
    lines = export(client, path).splitlines()[:-1]
    assert client.delete(path).status_code == 204
    return path, lines


def long_archive(client, size):
    """An archive of a session with that many bytes of changes of 1 KiB."""
    path, (header, change) = template(client)
    note = b'"action":{"type":"increment","note":"' + b"x" * 800 + b'"}'
    assert b'"action":{"type":"increment"}' in change
    change = change.replace(b'"action":{"type":"increment"}', note)
    count = size // len(change)
    changes = []
    for number in range(count):
        states = b'{"count":%d},{"count":%d}' % (number, number + 1)
        changes.append(change.replace(b'"revision":2', b'"revision":%d' % (number + 2)).replace(
            b'{"count":0},{"count":1}', states))
    for name in (b"revision", b"shown", b"tip"):
        header = header.replace(b'"%s":2' % name, b'"%s":%d' % (name, count + 1))
    return path, sealed([header, *changes])


def send(server, body):
    with server.client() as client:
        return client.post("/v1/imports", content=body, headers=LINES)


def test_an_import_of_60_mib_takes_little_memory_and_is_exported_as_the_same_bytes(server, client):
    path, archive = long_archive(client, 60 * MIB)
    time_of_small = seconds_of(lambda: send(server, b"{}\n"))
    server.reset_peak_memory()
    before = server.memory()
    answers = []
    seconds = seconds_of(lambda: answers.append(send(server, archive)))
    taken = server.memory("VmHWM") - before
    report("import of 60 MiB", memory_mib=round(taken / MIB, 1), seconds=round(seconds, 2), refusal=round(time_of_small, 4))
    assert answers[0].status_code == 201, answers[0].text
    assert taken <= LIMIT
    assert export(client, path) == archive


@pytest.mark.parametrize("kind", ["a line of 60 MiB", "no line end", "many faults"])
def test_an_archive_that_is_none_takes_little_memory(server, client, kind):
    body = {
        "a line of 60 MiB": b'{"navstate":1,"session":"' + b"[" * (60 * MIB) + b'"}\n',
        "no line end": b"x" * (60 * MIB),
        "many faults": b"[[[[\n" * (12 * MIB),
    }[kind]
    send(server, b"{}\n")
    server.reset_peak_memory()
    before = server.memory()
    answer = send(server, body)
    taken = server.memory("VmHWM") - before
    report(f"import, {kind}", memory_mib=round(taken / MIB, 1))
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/0"
    assert taken <= LIMIT


def pushes(client, path, seconds=None, until=None):
    times = []
    end = time.monotonic() + (seconds or 60)
    while time.monotonic() < end and not (until and until.is_set()):
        times.append(seconds_of(lambda: client.post(path + "/actions", json={"type": "increment"}).raise_for_status()))
    return times


def test_other_clients_go_on_beside_an_import(server, client):
    path, _ = create(client)
    _, archive = long_archive(client, 40 * MIB)
    alone = pushes(client, path, seconds=4)
    done = threading.Event()
    answers = []

    def run():
        answers.append(send(server, archive))
        done.set()

    thread = threading.Thread(target=run)
    thread.start()
    beside = pushes(client, path, until=done)
    thread.join()
    assert answers[0].status_code == 201
    figures = {f"{name}_p99_ms": round(percentile(times, 0.99) * 1000, 1) for name, times in
               (("alone", alone), ("beside", beside))}
    report("pushes beside an import of 40 MiB", **figures, longest_ms=round(max(beside) * 1000, 1), count=len(beside))
    # A transaction of all of it would be waited for by one of them.
    assert percentile(beside, 0.99) < max(20 * percentile(alone, 0.99), 0.25)
    assert len(beside) > 20


def test_forged_steps_are_refused_and_what_is_taken_can_be_given_back(server, client):
    path, lines = template(client)
    header, change = lines
    forgeries = [
        (header.replace(b'{"count":0}', b'{"count":0.0}'), change),
        (header, change.replace(b'{"count":0}', b'{"count":0.0}')),
        (header, change.replace(b'"stateOf":null', b'"stateOf":1')),
        (header.replace(b'"kind":"stack"', b'"kind":"pages"'), change),
        (header.replace(b'"data":{}', b'"data":[]'), change),
        (header, change.replace(b'"action":{"type":"increment"}', b'"action":7')),
        (header, change.replace(b'"actor":null', b'"actor": null')),
        (header, change.replace(b'"edits":', b'"edits":[],"edits":')),
    ]
    for forged in forgeries:
        assert forged != (header, change)
        answer = send(server, sealed(forged))
        assert answer.status_code == 422, (forged, answer.text)
        assert answer.json()["code"] == "bad-import"
        assert answer.json()["errors"][0]["pointer"] in ("/0", "/1")
        assert client.get(path).status_code == 404
    assert send(server, sealed(lines)).status_code == 201
    assert export(client, path) == sealed(lines)


def rows(server):
    with sqlite3.connect(f"file:{server.database}?mode=ro", uri=True) as database:
        return [database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in ("changes", "revisions", "sessions")]


def test_a_kill_in_the_middle_of_an_import_leaves_nothing(server, client):
    other, _ = create(client)
    path, archive = long_archive(client, 10 * MIB)
    before = rows(server)

    def run():
        try:
            send(server, archive)
        except Exception:
            pass

    thread = threading.Thread(target=run)
    thread.start()
    end = time.monotonic() + 60
    while time.monotonic() < end and rows(server)[0] < before[0] + 500:
        time.sleep(0.001)
    server.kill()
    thread.join()
    written = rows(server)
    assert before[0] + 500 <= written[0] and written[2] == before[2], "the kill came too late"
    server.start()
    assert rows(server) == before
    assert client.get(other).status_code == 200
    assert client.get(path).status_code == 404
    assert send(server, archive).status_code == 201
    assert export(client, path) == archive
    assert not [file for file in server.data.iterdir() if "import" in file.name]


def raw(server, text, wait=True):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as s:
        s.sendall(text.encode())
        return s.recv(65536).decode() if wait else ""


def test_an_import_that_is_not_allowed_is_refused_before_its_content_is_sent(new_server):
    server = new_server("--auth", "required", "--max-import", "1048576", environment={"NAVSTATE_ADMIN_TOKEN": "t" * 40})
    head = ("POST /v1/imports HTTP/1.1\r\nHost: localhost\r\nContent-Type: {type}\r\n"
            "Expect: 100-continue\r\nContent-Length: {length}\r\n{line}\r\n")
    admin = f"Authorization: Bearer {'t' * 40}\r\n"
    asked = {"type": "application/x-ndjson", "length": 1000, "line": admin}
    assert raw(server, head.format(**asked)).startswith("HTTP/1.1 100")
    assert raw(server, head.format(**{**asked, "line": ""})).startswith("HTTP/1.1 401")
    assert raw(server, head.format(**{**asked, "type": "text/plain"})).startswith("HTTP/1.1 415")
    assert raw(server, head.format(**{**asked, "length": 2_000_000})).startswith("HTTP/1.1 413")


def test_more_imports_than_may_be_at_once_are_told_to_come_again(new_server):
    server = new_server("--max-imports", "2")
    head = ("POST /v1/imports HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            "Expect: 100-continue\r\nContent-Length: 100000\r\n\r\n")
    sockets = [socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(2)]
    for s in sockets:
        s.sendall(head.encode())
        assert s.recv(1000).startswith(b"HTTP/1.1 100")
    refused = raw(server, head)
    assert refused.startswith("HTTP/1.1 503") and "too-many-imports" in refused and "Retry-After" in refused
    for s in sockets:
        s.close()
    end = time.monotonic() + 10
    while time.monotonic() < end and not raw(server, head).startswith("HTTP/1.1 100"):
        time.sleep(0.01)
    assert time.monotonic() < end, "a client that has gone keeps its place"


@pytest.mark.parametrize("number", ["12345678901234567890", "-9223372036854775809", "1e-400", "1e400"])
def test_a_number_that_cannot_be_kept_is_refused(client, number):
    path, _ = create(client)
    answer = client.post(path + "/actions", content='{"type":"increment","n":' + number + "}",
                         headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-json")
    assert number[:20] in answer.json()["detail"]
    assert client.get(path).json()["revision"] == 1
