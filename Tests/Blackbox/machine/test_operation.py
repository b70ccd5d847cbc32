"""What an operator does with a running server: reads its configuration again, logs requests, and hands it a socket."""

import json
import re
import signal
import socket
import subprocess

from navstate import create, eventually, expect

OLD, NEW = "an-old-admin-token", "a-new-admin-token"


def log_lines(server):
    return [json.loads(line) for line in server.log_text().splitlines() if line.startswith("{")]


def reload(server):
    """Sends SIGHUP; returns the log lines that follow, up to the one that ends the reading."""
    before = len(log_lines(server))
    server.process.send_signal(signal.SIGHUP)
    is_end = re.compile("configuration (was|cannot be) reloaded")
    def answer():
        new = log_lines(server)[before:]
        return any(is_end.search(line["message"]) for line in new) and new
    return eventually(answer)


def status(server, token):
    return server.client().get("/v1/sessions", headers={"Authorization": f"Bearer {token}"}).status_code


def test_a_hangup_reads_tokens_log_level_and_apps_again(new_server, tmp_path):
    token, app, config = tmp_path / "token", tmp_path / "app.json", tmp_path / "config.json"
    token.write_text(OLD)
    config.write_text('{"log-level": "info"}')
    definition = {"app": "shop", "version": 1, "root": {"kind": "stack", "initial": "home"}, "routes": {"home": {}}}
    app.write_text(json.dumps(definition))
    server = new_server("--admin-token-file", token, "--app", app, "--config", config, started=False)
    # The level of the configuration would not count beside the option.
    del server.options[:2]
    server.start()

    token.write_text(f"{OLD}\n{NEW}\n")
    app.write_text(json.dumps(definition | {"version": 2}))
    assert [line["message"] for line in reload(server)] == ["an app is defined", "the configuration was reloaded"]
    assert [status(server, one) for one in (OLD, NEW, "another-admin-token")] == [200, 200, 403]
    apps = server.client().get("/v1/apps/shop", headers={"Authorization": f"Bearer {NEW}"})
    assert expect(apps, 200).json()["version"] == 2

    for fault in [f"{OLD}\n{NEW}\nthird-admin-token\n", "", "short"]:
        token.write_text(fault)
        assert [line["level"] for line in reload(server)] == ["error"]
    token.unlink()
    assert [line["level"] for line in reload(server)] == ["error"]
    assert [status(server, one) for one in (OLD, NEW)] == [200, 200]

    token.write_text(NEW)
    app.write_text(json.dumps(definition | {"version": 2, "data": {"n": 1}}))
    refused, read = reload(server)
    assert (refused["level"], refused["file"]) == ("error", str(app)) and "use a new version" in refused["reason"]
    assert [status(server, one) for one in (OLD, NEW)] == [403, 200]
    config.write_text('{"log-level": "debug"}')
    reload(server)
    status(server, NEW)
    eventually(lambda: log_lines(server)[-1]["message"] == "answered")


def test_the_access_log_has_a_line_for_each_request_at_any_level(new_server):
    server = new_server("--access-log", "--log-level", "warning")
    client = server.client()
    path, _ = create(client)
    expect(client.get(path + "/events?ticket=secret"), 401)
    made, refused = [line for line in log_lines(server) if "/sessions" in line["path"]]
    assert (made["method"], made["route"], made["status"], made["credential"]) == ("POST", "/v1/sessions", 201, "none")
    assert made["bytes"] > 0 and "session" not in made and made["requestId"] and made["microseconds"] >= 0
    assert (refused["session"], refused["status"], refused["credential"]) == (path.split("/")[-1], 401, "ticket")
    assert "secret" not in server.log_text()
    assert 'navstate_http_responses_total{status="5xx"} 0' in client.get("/metrics").text


def test_a_socket_of_the_service_manager_is_served_over_a_restart(new_server):
    server = new_server("--loops", "2", "--log-level", "error")
    assert server.stop() == 0
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        port = listening.getsockname()[1]

        def launch():
            # The shell's process becomes the server, so that its id is that of LISTEN_PID.
            return subprocess.Popen(
                ["bash", "-c", f"""exec 3<&{listening.fileno()}
                 exec env LISTEN_PID=$$ LISTEN_FDS=1 '{server.binary}' serve --data '{server.data}'"""],
                env=server.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, pass_fds=[listening.fileno()])

        def ask(peer):
            peer.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return peer.recv(15)

        for _ in range(2):
            with socket.create_connection(("127.0.0.1", port)) as early:
                process = launch()
                try:
                    assert ask(early) == b"HTTP/1.1 200 OK"
                    for _ in range(8):
                        with socket.create_connection(("127.0.0.1", port)) as peer:
                            assert ask(peer) == b"HTTP/1.1 200 OK"
                finally:
                    process.terminate()
                    assert process.wait(20) == 0
