"""ops/nginx.conf in front of a server: requests, events and long polls over TLS and HTTP/2. Only the ports and the
paths of the certificate are replaced."""

import shutil
import ssl
import subprocess
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import httpx
import pytest
from load import attempt
from navstate import ROOT, create, expect, free_port
from wire.nginx import Nginx

NAME = "navstate.example"
ACTION = {"type": "increment"}


class Proxy:
    def __init__(self, folder, server):
        self.tls, self.plain = free_port(), free_port()
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
             "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem", "-subj", f"/CN={NAME}"],
            check=True, capture_output=True)
        site = (ROOT / "ops" / "nginx.conf").read_text()
        for former, new in {
            "127.0.0.1:8080": f"127.0.0.1:{server.port}", "/etc/ssl/navstate": str(folder),
            "listen 443": f"listen 127.0.0.1:{self.tls}", "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "  listen [::]:443 ssl http2;\n": "", "  listen [::]:80;\n": "",
        }.items():
            assert former in site
            site = site.replace(former, new)
        (folder / "navstate.conf").write_text(site)
        certificates = ssl.create_default_context(cafile=folder / "fullchain.pem")
        certificates.check_hostname = False
        self.client = httpx.Client(
            base_url=f"https://127.0.0.1:{self.tls}", http2=True, verify=certificates, timeout=20,
            headers={"Host": NAME})
        self.nginx = Nginx(folder, f"access_log off; include {folder}/navstate.conf;")

    def start(self):
        self.nginx.start(self.is_ready)
        self.path, _ = create(self.client)
        return self

    def is_ready(self):
        return attempt(self.client, "GET", "/livez")

    def act(self):
        """Sends an action; returns the new revision."""
        return self.client.post(self.path + "/actions", json=ACTION).json()["revision"]


@pytest.fixture
def proxied(new_server):
    # No token is asked for, and the name has a dot.
    return new_server(environment={"NAVSTATE_ALLOW_HOST": f"{NAME},localhost"})


@pytest.fixture
def proxy(proxied, tmp_path):
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    proxy = Proxy(tmp_path, proxied)
    try:
        yield proxy.start()
    finally:
        proxy.client.close()
        assert proxy.nginx.stop() == 0


def events(stream):
    """The events of a stream, by their fields."""
    event = {}
    for line in stream.iter_lines():
        if line:
            name, _, value = line.partition(": ")
            event[name] = value
        elif event:
            yield event
            event = {}


def test_requests_through_the_proxy_are_answered_like_direct_ones(proxy):
    client, path = proxy.client, proxy.path
    ready = client.get("/readyz")
    assert (ready.status_code, ready.http_version) == (200, "HTTP/2")
    create(client)
    assert proxy.act() == 2
    read = client.get(path)
    assert (read.headers["ETag"], read.json()["revision"]) == ('"2"', 2)
    expect(client.get(path, headers={"If-None-Match": '"2"'}), 304)
    expect(client.post(path + "/actions", json=ACTION, headers={"If-Match": '"1"'}), 412)
    refused = client.post(path + "/pop")
    assert (refused.status_code, refused.headers["Content-Type"]) == (409, "application/problem+json")
    long = client.post(path + "/actions", json="x" * (2 << 20))
    assert long.status_code == 413 and "/problems/" in long.text
    expect(client.get("/metrics"), 404)


def test_plain_http_is_redirected(proxy):
    answer = httpx.get(f"http://127.0.0.1:{proxy.plain}/v1/apps?a=b", headers={"Host": NAME})
    assert (answer.status_code, answer.headers["Location"]) == (301, f"https://{NAME}/v1/apps?a=b")


def test_events_are_not_buffered_and_can_be_resumed(proxy):
    with proxy.client.stream("GET", proxy.path + "/events") as stream:
        found = events(stream)
        assert next(found)["event"] == "snapshot"
        # Each event is received before the next change, within the client's timeout.
        for _ in range(20):
            revision = proxy.act()
            assert next(found)["id"] == str(revision)
    headers = {"Last-Event-ID": str(revision - 3)}
    with proxy.client.stream("GET", proxy.path + "/events", headers=headers) as stream:
        assert [event["id"] for event in islice(events(stream), 3)] == [str(revision - n) for n in (2, 1, 0)]


def test_a_long_poll_is_answered_with_the_next_change(proxy):
    headers = {"If-None-Match": proxy.client.get(proxy.path).headers["ETag"], "Prefer": "wait=15"}
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(proxy.client.get, proxy.path, headers=headers)
        with pytest.raises(TimeoutError):
            answer.result(0.5)
        revision = proxy.act()
        assert answer.result(5).headers["ETag"] == f'"{revision}"'


def test_a_stream_ends_cleanly_with_the_server_and_requests_succeed_after_its_restart(proxied, proxy):
    with proxy.client.stream("GET", proxy.path + "/events") as stream:
        lines = stream.iter_lines()
        next(lines)
        assert proxied.stop() == 0
        assert any(line.startswith("retry:") for line in lines)
    expect(proxy.client.get("/readyz"), 502)
    revision = proxied.start().client().get(proxy.path).json()["revision"]
    assert proxy.act() == revision + 1
    assert proxied.stop() == 0
