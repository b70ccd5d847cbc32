"""Request bodies that are encoded or longer than their limit."""

import contextlib
import re

import pytest
from navstate import create, head, report

SIZE = 100_000_000


@pytest.mark.parametrize("framing, body", [
    ("Content-Length: 2", b"{}"), ("Transfer-Encoding: chunked", b"2\r\n{}\r\n0\r\n\r\n")])
def test_pipelined_requests_with_a_coding_are_each_refused(server, client, framing, body):
    path, _ = create(client)
    fields = [[f"Content-Encoding: {coding}"] for coding in ("br", "gzip", "zstd", "identity, br")]
    requests = [head(f"POST {path}/push", framing, *field) + body for field in [*fields, ["Connection: close"]]]
    answers = server.exchange(b"".join(requests))
    assert re.findall(rb"HTTP/1\.1 (\d+)", answers) == [b"415"] * 4 + [b"200"]
    assert client.get(path).json()["revision"] == 2


@pytest.mark.parametrize("path, framing, start", [
    ("sessions", f"Content-Length: {SIZE}", b""), ("imports", f"Content-Length: {SIZE}", b""),
    ("sessions", "Transfer-Encoding: chunked", b"200000\r\n")])
def test_a_body_beyond_its_limit_is_refused_at_once_and_not_read_to_its_end(server, client, path, framing, start):
    sent, chunk = 0, b"x" * 65536
    with server.connect() as connection:
        connection.sendall(head(f"POST /v1/{path}", framing) + start)
        assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")
        with contextlib.suppress(OSError):
            while sent < SIZE:
                connection.sendall(chunk)
                sent += len(chunk)
    report(f"an overlong body of {path}", announced=SIZE, taken=sent)
    assert sent < 24_000_000, "a bounded rest, and what the socket buffers hold"
    assert client.get("/livez").status_code == 200
