"""Names and origins that a server without tokens accepts."""

import socket

import pytest


def status(server, *lines, method="GET", path="/v1/apps", body=""):
    """The status of a request with these header fields."""
    request = "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "Connection: close", "", body])
    with socket.create_connection(("127.0.0.1", server.port), 10) as s:
        s.sendall(request.encode())
        return int(b"".join(iter(lambda: s.recv(65536), b"")).split()[1])


NAMES = ["evil.example", "evil%2ecom", "evil%2Ecom:80", "1.2.3", "999.1.1.1", "1.2.3.4.5", "127.1", "2130706433",
         "0x7f.0.0.1", "127.0.0.01", "intranet", "evil.localhost", "localhost.", "[v1.evil]"]
PORTS = ["localhost:99999", "localhost:65536", "127.0.0.1:99999", "[::1]:99999999999999999999"]


@pytest.mark.parametrize("host", NAMES + PORTS)
def test_other_names_and_impossible_ports_are_refused(server, host):
    assert status(server, f"Host: {host}") == 421
    assert status(server, f"Host: {host}", method="POST", path="/v1/sessions") == 421
    assert status(server, "Host: localhost", path=f"http://{host}/v1/apps") == 421


def test_localhost_and_addresses_are_accepted(server):
    for host in ["localhost", "LOCALHOST:80", "localhost:", "127.0.0.1:65535", "192.0.2.7", "[::1]:1", "[2001:db8::7]"]:
        assert status(server, f"Host: {host}") == 200, host


def test_names_of_allow_host_are_accepted_with_a_valid_port(new_server):
    server = new_server("--allow-host", "intranet", "--allow-host", "navstate.example")
    for host in ["intranet", "Intranet:8080", "navstate.example:443", "127.0.0.1"]:
        assert status(server, f"Host: {host}") == 200, host
    for host in ["intranet:99999", "navstate%2eexample", "x.navstate.example", "evil.example"] + NAMES[:10]:
        assert status(server, f"Host: {host}") == 421, host


def test_two_origin_fields_are_refused(server):
    own, evil = f"Origin: http://localhost:{server.port}", "Origin: https://evil.example"

    def created(*origins):
        body = '{"app": "counter"}'
        return status(server, f"Host: localhost:{server.port}", f"Content-Length: {len(body)}", *origins, method="POST",
                      path="/v1/sessions", body=body)

    assert created(own) == 201
    assert created(evil) == 403
    for origins in [[own, evil], [evil, own], [own, own]]:
        assert created(*origins) == 400
