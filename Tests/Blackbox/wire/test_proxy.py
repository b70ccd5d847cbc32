"""ops/nginx.conf in front of a server: requests, events and long polls over TLS and HTTP/2. Only the ports and the
paths of the certificate are replaced."""

import ssl
import subprocess
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import httpx
import pytest
from navstate import ROOT, act, create, expect, new_port, problem
from wire.nginx import nginx

NAME = "navstate.example"


@pytest.fixture
def server(new_server):
    # No token is asked for, and the name has a dot.
    return new_server(environment={"NAVSTATE_ALLOW_HOST": f"{NAME},localhost"})


@pytest.fixture
def client(server, tmp_path):
    """A client of the proxy, and the port without TLS."""
    tls, plain = new_port(), new_port()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
         "-keyout", tmp_path / "privkey.pem", "-out", tmp_path / "fullchain.pem", "-subj", f"/CN={NAME}"],
        check=True, capture_output=True)
    site = (ROOT / "ops" / "nginx.conf").read_text()
    for former, new in {
        "127.0.0.1:8080": f"127.0.0.1:{server.port}", "/etc/ssl/navstate": str(tmp_path),
        "listen 443": f"listen 127.0.0.1:{tls}", "listen 80;": f"listen 127.0.0.1:{plain};",
        "  listen [::]:443 ssl http2;\n": "", "  listen [::]:80;\n": "",
    }.items():
        assert former in site
        site = site.replace(former, new)
    (tmp_path / "navstate.conf").write_text(site)
    context = ssl.create_default_context(cafile=tmp_path / "fullchain.pem")
    context.check_hostname = False
    options = {"http2": True, "verify": context, "timeout": 20, "headers": {"Host": NAME}}
    with (nginx(tmp_path, f"access_log off; include {tmp_path}/navstate.conf;"),
          httpx.Client(base_url=f"https://127.0.0.1:{tls}", **options) as client):
        client.plain = plain
        yield client


@pytest.fixture
def path(client):
    return create(client)[0]


def increment(client, path):
    """Sends an action; returns the new revision."""
    return expect(act(client, path, type="increment"), 200).json()["revision"]


def ids(stream):
    return (line.removeprefix("id: ") for line in stream.iter_lines() if line.startswith("id: "))


def test_requests_through_the_proxy_are_answered_like_direct_ones(client, path):
    assert expect(client.get("/readyz"), 200).http_version == "HTTP/2"
    assert increment(client, path) == 2
    read = client.get(path)
    assert (read.headers["ETag"], read.json()["revision"]) == ('"2"', 2)
    expect(client.get(path, headers={"If-None-Match": '"2"'}), 304)
    expect(client.post(path + "/push", json={}, headers={"If-Match": '"1"'}), 412)
    refused = client.post(path + "/pop")
    assert (refused.status_code, refused.headers["Content-Type"]) == (409, "application/problem+json")
    assert problem(client.post(path + "/actions", json="x" * (2 << 20))) == (413, "content-too-large")
    expect(client.get("/metrics"), 404)


def test_plain_http_is_redirected(client):
    answer = httpx.get(f"http://127.0.0.1:{client.plain}/v1/apps?a=b", headers={"Host": NAME})
    assert (answer.status_code, answer.headers["Location"]) == (301, f"https://{NAME}/v1/apps?a=b")


def test_events_are_not_buffered_and_can_be_resumed(client, path):
    with client.stream("GET", path + "/events") as stream:
        found = ids(stream)
        assert next(found) == "1"
        # Each event is received before the next change, within the client's timeout.
        for _ in range(20):
            assert str(increment(client, path)) == next(found)
    with client.stream("GET", path + "/events", headers={"Last-Event-ID": "18"}) as stream:
        assert list(islice(ids(stream), 3)) == ["19", "20", "21"]


def test_a_long_poll_is_answered_with_the_next_change(client, path):
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(client.get, path, headers={"If-None-Match": '"1"', "Prefer": "wait=15"})
        with pytest.raises(TimeoutError):
            answer.result(0.5)
        assert increment(client, path) == 2
        assert answer.result().headers["ETag"] == '"2"'


def test_a_stream_ends_cleanly_with_the_server_and_requests_succeed_after_its_restart(server, client, path):
    with client.stream("GET", path + "/events") as stream:
        lines = stream.iter_lines()
        next(lines)
        assert server.stop() == 0
        assert any(line.startswith("retry:") for line in lines)
    expect(client.get("/readyz"), 502)
    server.start()
    assert increment(client, path) == 2
    assert server.stop() == 0
