"""Request bodies that are encoded or longer than their limit."""

import contextlib
import http.client
import re

import pytest
from navstate import AS_JSON, create, head, problem, report

SIZE = 100_000_000


@pytest.mark.parametrize("coding", ["br", "gzip", "zstd", "identity, br"])
@pytest.mark.parametrize("is_chunked", [False, True])
def test_an_encoded_body_is_refused_and_the_connection_is_kept(server, client, coding, is_chunked):
    path, _ = create(client)
    connection, body = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10), b'{"route": "counter"}'
    encoded = {"Content-Encoding": coding, **({"Transfer-Encoding": "chunked"} if is_chunked else {})}
    sockets = []
    for fields, status in ((encoded, 415), ({}, 200)):
        chunked = is_chunked and status == 415
        connection.request("POST", path + "/push", iter([body]) if chunked else body, {**AS_JSON, **fields},
                           encode_chunked=chunked)
        answer = connection.getresponse()
        answer.read()
        sockets.append(connection.sock)
        assert answer.status == status
        if status == 415:
            assert answer.getheader("Content-Type") == "application/problem+json"
            assert answer.getheader("Accept-Encoding") == "identity"
    assert sockets[0] is sockets[1]
    assert client.get(path).json()["revision"] == 2


def test_pipelined_requests_with_a_coding_are_each_refused(server, client):
    path, _ = create(client)
    encoded = head(f"POST {path}/push", "Content-Encoding: br", "Content-Length: 2") + b"{}"
    answers = server.exchange(3 * encoded + head("GET /livez", "Connection: close"))
    assert re.findall(rb"HTTP/1\.1 (\d+)", answers) == [b"415"] * 3 + [b"200"]


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


@pytest.mark.parametrize("size", [1_100_000, 3_000_000])
def test_the_refusal_of_a_body_a_little_too_long_is_read_cleanly(client, size):
    answer = client.post("/v1/sessions", content=b"x" * size, headers=AS_JSON)
    assert problem(answer) == (413, "content-too-large")
