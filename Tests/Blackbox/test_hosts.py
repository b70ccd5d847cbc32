"""Names and origins that a server without tokens accepts."""

import pytest

BODY = '{"app": "counter"}'
NAMES = ["evil.example", "evil%2ecom", "evil%2Ecom:80", "1.2.3", "999.1.1.1", "1.2.3.4.5", "127.1", "2130706433",
         "0x7f.0.0.1", "127.0.0.01", "intranet", "evil.localhost", "localhost.", "[v1.evil]"]
PORTS = ["localhost:99999", "localhost:65536", "127.0.0.1:99999", "[::1]:99999999999999999999"]
OWN = ["localhost", "LOCALHOST:80", "localhost:", "127.0.0.1:65535", "192.0.2.7", "[::1]:1", "[2001:db8::7]"]


def status(server, *lines, request="GET /v1/apps", body=""):
    """The status of a request with these header fields."""
    text = "\r\n".join([f"{request} HTTP/1.1", *lines, "Connection: close", "", body])
    return int(server.exchange(text.encode()).split()[1])


@pytest.mark.parametrize("host", NAMES + PORTS)
def test_other_names_and_impossible_ports_are_refused(server, host):
    assert status(server, f"Host: {host}") == 421
    assert status(server, f"Host: {host}", request="POST /v1/sessions") == 421
    assert status(server, "Host: localhost", request=f"GET http://{host}/v1/apps") == 421


def test_localhost_and_addresses_are_accepted(server):
    assert {host: status(server, f"Host: {host}") for host in OWN} == dict.fromkeys(OWN, 200)


def test_names_of_allow_host_are_accepted_with_a_valid_port(new_server):
    server = new_server("--allow-host", "intranet", "--allow-host", "navstate.example")
    for host in ["intranet", "Intranet:8080", "navstate.example:443", "127.0.0.1"]:
        assert status(server, f"Host: {host}") == 200, host
    for host in ["intranet:99999", "navstate%2eexample", "x.navstate.example", "evil.example", *NAMES[:10]]:
        assert status(server, f"Host: {host}") == 421, host


def test_two_origin_fields_are_refused(server):
    own, evil = f"Origin: http://localhost:{server.port}", "Origin: https://evil.example"
    fields = f"Host: localhost:{server.port}", f"Content-Length: {len(BODY)}"
    for origins, expected in [([own], 201), ([evil], 403), ([own, evil], 400), ([evil, own], 400), ([own, own], 400)]:
        assert status(server, *fields, *origins, request="POST /v1/sessions", body=BODY) == expected
