"""The configurations of ops/ for nginx, HAProxy, Caddy and Apache in front of a server: requests, events and long polls over
TLS and HTTP/2. Only the ports and the certificate are replaced."""

import contextlib
import os
import re
import shutil
import signal
import ssl
import subprocess
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import httpx
import pytest
from navstate import ADMIN, ROOT, act, create, eventually, expect, new_port, problem
from wire.nginx import MAIN, USER

NAME = "navstate.example"
MODULES = ["mpm_event", "ssl", "http2", "headers", "proxy", "proxy_http", "setenvif", "authz_core", "alias", "socache_shmcb", "filter", "deflate"]


def nginx(config, folder, tls, plain):
    for former, new in {
        "/etc/ssl/navstate": str(folder), "listen 443": f"listen 127.0.0.1:{tls}", "listen 80;": f"listen 127.0.0.1:{plain};",
        "  listen [::]:443 ssl http2;\n": "", "  listen [::]:80;\n": "",
    }.items():
        assert former in config
        config = config.replace(former, new)
    main = MAIN.format(folder=folder, user=USER, site=f"access_log off; {config}")
    return main, ["nginx", "-p", folder, "-c", folder / "config", "-e", folder / "error.log"]


def haproxy(config, folder, tls, plain):
    config = config.replace("bind :443", f"bind 127.0.0.1:{tls}").replace("bind :80", f"bind 127.0.0.1:{plain}")
    return config.replace("/etc/haproxy", str(folder)), ["haproxy", "-db", "-f", folder / "config"]


def caddy(config, folder, tls, plain):
    tls_lines = f"https://{NAME}:{tls} {{\n\ttls {folder}/fullchain.pem {folder}/privkey.pem\n"
    config = f"{{\n\tadmin off\n\thttp_port {plain}\n\tdefault_sni {NAME}\n}}\n" + config.replace(f"{NAME} {{\n", tls_lines)
    return config, ["caddy", "run", "--adapter", "caddyfile", "--config", folder / "config"]


def apache(config, folder, tls, plain):
    modules = "".join(f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n" for name in MODULES)
    main = f"ServerRoot {folder}\nServerName {NAME}\nPidFile {folder}/pid\nErrorLog {folder}/error.log\nDefaultRuntimeDir {folder}\n"
    ports = f"Listen 127.0.0.1:{tls}\nListen 127.0.0.1:{plain}\nUser daemon\nAddOutputFilterByType DEFLATE application/json\n"
    config = config.replace("*:443", f"*:{tls}").replace("*:80", f"*:{plain}").replace("/etc/ssl/navstate", str(folder))
    return modules + main + ports + config, ["apache2", "-DFOREGROUND", "-f", folder / "config"]


PROXIES = {"nginx": ("nginx.conf", nginx), "haproxy": ("haproxy.cfg", haproxy), "caddy": ("Caddyfile", caddy), "apache2": ("apache.conf", apache)}


@pytest.fixture
def server(new_server):
    # No token is asked for, and the name has a dot.
    names = {"NAVSTATE_ALLOW_HOST": f"{NAME},localhost"}
    return new_server("--trusted-proxy", "127.0.0.1", "--auth", "open", admin=True, environment=names)


@pytest.fixture(params=PROXIES)
def client(request, server, tmp_path):
    """A client of the proxy, and the port without TLS."""
    if shutil.which(request.param, path=os.environ["PATH"] + ":/usr/sbin") is None:
        pytest.skip(f"{request.param} is not installed")
    folder, (tls, plain), (name, prepare) = tmp_path, (new_port(), new_port()), PROXIES[request.param]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
         "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem", "-subj", f"/CN={NAME}"],
        check=True, capture_output=True)
    (folder / "navstate.pem").write_text((folder / "fullchain.pem").read_text() + (folder / "privkey.pem").read_text())
    config, command = prepare((ROOT / "ops" / name).read_text(), folder, tls, plain)
    (folder / "config").write_text(config.replace("127.0.0.1:8080", f"127.0.0.1:{server.port}"))
    context = ssl.create_default_context(cafile=folder / "fullchain.pem")
    context.check_hostname = False
    environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin", "HOME": str(folder)}
    with open(folder / "proxy.log", "wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)

    def is_ready():
        assert process.poll() is None, (folder / "proxy.log").read_text()
        with contextlib.suppress(httpx.TransportError):
            return client.get("/livez").status_code == 200

    headers = {"Host": NAME, "Accept-Encoding": "identity"}
    options = {"http2": True, "verify": context, "timeout": 20, "headers": headers}
    try:
        with httpx.Client(base_url=f"https://127.0.0.1:{tls}", **options) as client:
            client.proxy, client.plain = request.param, plain
            eventually(is_ready)
            yield client
    finally:
        # SIGTERM would wait for open streams.
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


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
    expect(client.get("/metrics"), 403, 404)
    # Caddy does not pass on an answer that comes before the end of the content.
    if client.proxy != "caddy":
        assert problem(client.post(path + "/actions", json="x" * (2 << 20))) == (413, "content-too-large")


def test_a_compressed_answer_is_confirmed_by_its_tag(client, path):
    compressed = {"Accept-Encoding": "gzip"}
    tag = expect(client.get(path, headers=compressed), 200).headers["ETag"]
    expect(client.get(path, headers={**compressed, "If-None-Match": tag}), 304)


def test_plain_http_is_redirected(client):
    answer = httpx.get(f"http://127.0.0.1:{client.plain}/v1/apps?a=b", headers={"Host": NAME})
    # Caddy names its port, which is not 443 here.
    assert answer.status_code in (301, 308)
    assert re.fullmatch(rf"https://{NAME}(:\d+)?/v1/apps\?a=b", answer.headers["Location"])


@pytest.mark.parametrize("key", [None, "table%2F7"])
def test_events_are_not_buffered_and_can_be_resumed(client, key):
    path, _ = create(client, **({"key": "table/7"} if key else {}))
    events = f"/v1/apps/counter/sessions/{key}/events" if key else path + "/events"
    with client.stream("GET", events) as stream:
        found = ids(stream)
        assert next(found) == "1"
        # Each event is received before the next change, within the client's timeout.
        for _ in range(20):
            assert str(increment(client, path)) == next(found)
    with client.stream("GET", events, headers={"Last-Event-ID": "18"}) as stream:
        assert list(islice(ids(stream), 3)) == ["19", "20", "21"]


def test_a_long_poll_is_answered_with_the_next_change(client, path):
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(client.get, path, headers={"If-None-Match": '"1"', "Prefer": "wait=15"})
        with pytest.raises(TimeoutError):
            answer.result(0.5)
        assert increment(client, path) == 2
        assert answer.result().headers["ETag"] == '"2"'


@pytest.mark.parametrize("key", ["a%2Fb", "a%252Fb", "%C3%A9%20%3F"])
def test_keys_reach_the_server_as_the_client_encodes_them(client, server, key):
    text = httpx.URL("http://h/?" + key).query.decode()
    body = {"app": "counter", "key": httpx.QueryParams("k=" + text)["k"]}
    made = expect(client.post("/v1/sessions", json=body), 201).json()
    headers = {"Authorization": f"Bearer {ADMIN}"}
    found = expect(client.get(f"/v1/apps/counter/sessions/{key}", headers=headers), 200)
    assert found.json()["id"] == made["id"]


def test_requests_are_limited_by_the_address_that_the_proxy_forwards(client, server):
    create(client)
    expect(client.post("/v1/sessions", json={"app": "counter"}, headers={"X-Forwarded-For": "192.0.2.7"}), 201)
    assert "forwards addresses" not in server.log_text()


def test_a_stream_ends_cleanly_with_the_server_and_requests_succeed_after_its_restart(client, server, path):
    with client.stream("GET", path + "/events") as stream:
        lines = stream.iter_lines()
        next(lines)
        assert server.stop() == 0
        assert any(line.startswith("retry:") for line in lines)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(client.get, path)
        server.start()
        assert waiting.result().status_code in ([200] if client.proxy == "caddy" else [200, 502, 503])
    eventually(lambda: client.get("/readyz").status_code == 200)
    assert increment(client, path) == 2
    assert server.stop() == 0
