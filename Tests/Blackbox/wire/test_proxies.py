"""The configurations of ops/ for HAProxy, Caddy and Apache in front of a server, with other ports and another certificate."""

import contextlib
import os
import shutil
import signal
import ssl
import subprocess
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from navstate import ADMIN, ROOT, act, create, eventually, expect, new_port
from wire.test_proxy import NAME, ids

MODULES = ["mpm_event", "ssl", "http2", "headers", "proxy", "proxy_http", "setenvif", "authz_core", "alias",
           "socache_shmcb", "filter", "deflate"]


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


PROXIES = {"haproxy": ("haproxy.cfg", haproxy), "caddy": ("Caddyfile", caddy), "apache2": ("apache.conf", apache)}


@pytest.fixture
def server(new_server):
    return new_server("--trusted-proxy", "127.0.0.1", "--allow-host", NAME, "--auth", "open", admin=True)


@pytest.fixture(params=PROXIES)
def client(request, server, tmp_path):
    """A client of the proxy."""
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

    options = {"http2": True, "verify": context, "timeout": 20, "headers": {"Host": NAME}}
    try:
        with httpx.Client(base_url=f"https://127.0.0.1:{tls}", **options) as client:
            client.proxy = request.param
            eventually(is_ready)
            yield client
    finally:
        # SIGTERM would wait for open streams.
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_requests_events_and_long_polls_pass_through_the_proxy(client):
    path, _ = create(client)
    with client.stream("GET", path + "/events") as stream:
        found = ids(stream)
        assert next(found) == "1"
        for revision in range(2, 12):
            assert act(client, path, type="increment").json()["revision"] == revision
            assert next(found) == str(revision)
    read = expect(client.get(path, headers={"Accept-Encoding": "gzip"}), 200)
    assert (read.http_version, read.json()["revision"]) == ("HTTP/2", 11)
    expect(client.get(path, headers={"If-None-Match": read.headers["ETag"], "Accept-Encoding": "gzip"}), 304)
    with ThreadPoolExecutor() as pool:
        headers = {"If-None-Match": read.headers["ETag"], "Prefer": "wait=15"}
        answer = pool.submit(client.get, path, headers=headers)
        with pytest.raises(TimeoutError):
            answer.result(0.5)
        act(client, path, type="increment")
        assert answer.result().json()["revision"] == 12
    assert client.get("/metrics").status_code in (403, 404)


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


def test_reads_and_changes_succeed_after_a_restart(client, server):
    path, _ = create(client)
    assert server.stop() == 0
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(client.get, path)
        server.start()
        assert waiting.result().status_code in ([200] if client.proxy == "caddy" else [200, 502, 503])
    eventually(lambda: client.get("/readyz").status_code == 200)
    expect(act(client, path, type="increment"), 200)
