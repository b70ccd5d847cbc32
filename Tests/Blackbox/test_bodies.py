"""Request bodies that are encoded or longer than their limit."""

import http.client
import re
import socket

from navstate import create, report

PROBLEM = "application/problem+json"


def test_an_encoded_body_is_refused_and_the_connection_goes_on(server, client):
    path, _ = create(client)
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    body = b'{"route": "counter"}'
    for coding in ["br", "gzip", "zstd", "identity, br"]:
        for fields in [{"Content-Encoding": coding}, {"Content-Encoding": coding, "Transfer-Encoding": "chunked"}]:
            connection.request("POST", path + "/push", iter([body]) if len(fields) == 2 else body,
                               {"Content-Type": "application/json", **fields}, encode_chunked=len(fields) == 2)
            answer = connection.getresponse()
            answer.read()
            assert (answer.status, answer.getheader("Content-Type")) == (415, PROBLEM), coding
            assert answer.getheader("Accept-Encoding") == "identity"
            socket_of_refused = connection.sock
            connection.request("POST", path + "/push", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200
            assert connection.sock is socket_of_refused, "the connection is kept"
    assert client.get(path).json()["revision"] == 9


def test_pipelined_requests_with_a_coding_are_each_refused(server, client):
    path, _ = create(client)
    request = (f"POST {path}/push HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: br\r\nContent-Length: 2\r\n\r\n{{}}"
               ).encode()
    with socket.create_connection(("127.0.0.1", server.port), 10) as s:
        s.sendall(request * 3 + b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answers = b"".join(iter(lambda: s.recv(65536), b""))
    assert re.findall(rb"HTTP/1\.1 (\d+)", answers) == [b"415"] * 3 + [b"200"]


def taken(server, head, chunk, count):
    """The response to a head and a long body, and the bytes of the body sent before the connection broke."""
    with socket.create_connection(("127.0.0.1", server.port), 10) as s:
        s.sendall(head)
        answer = s.recv(65536)
        sent = 0
        try:
            while sent < count:
                s.sendall(chunk)
                sent += len(chunk)
        except OSError:
            pass
        return answer, sent


def test_a_body_beyond_its_limit_is_refused_at_once_and_not_read_to_its_end(server, client):
    size = 100_000_000
    chunk = b"x" * 65536
    for path, name in [("/v1/sessions", "body"), ("/v1/imports", "import")]:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n\r\n".encode()
        answer, sent = taken(server, head, chunk, size)
        report(f"an overlong {name}", announced=size, taken=sent)
        assert answer.startswith(b"HTTP/1.1 413 ")
        assert sent < 24_000_000, "a bounded rest, and what the socket buffers hold"
    head = b"POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n200000\r\n"
    answer, sent = taken(server, head, chunk, size)
    assert answer.startswith(b"HTTP/1.1 413 ") and sent < 24_000_000
    assert client.get("/livez").status_code == 200


def test_the_refusal_of_a_body_a_little_too_long_is_read_cleanly(server, client):
    for size in [1_100_000, 3_000_000]:
        answer = client.post("/v1/sessions", content=b"x" * size, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (413, "content-too-large")
