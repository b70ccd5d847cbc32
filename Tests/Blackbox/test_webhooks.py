"""Webhooks: a slow receiver delays only itself, and private addresses are refused when a webhook is created."""

import socket
import threading
import time

import pytest
from navstate import create, report

SECRET = "0123456789abcdef0123456789abcdef"
HANGING = 6
SESSIONS = 32


class Receiver:
    """Accepts connections on loopback; responds to each request with 204, or never."""

    def __init__(self, hangs):
        self.hangs, self.arrivals, self.connections = hangs, [], []
        self.condition = threading.Condition()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}/hooks"

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections.append(connection)
            threading.Thread(target=self.serve, args=[connection], daemon=True).start()

    def serve(self, connection):
        with connection, connection.makefile("rb") as lines:
            while head := self.head(lines):
                lines.read(int(head[b"content-length"]))
                with self.condition:
                    self.arrivals.append(time.monotonic())
                    self.condition.notify_all()
                if self.hangs:
                    connection.recv(1)
                    return
                connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

    @staticmethod
    def head(lines):
        fields = {}
        while (line := lines.readline()) not in (b"", b"\r\n"):
            name, _, value = line.partition(b":")
            fields[name.lower()] = value.strip()
        return fields

    def wait(self, count, seconds):
        """Waits for that many requests; returns whether they arrived."""
        with self.condition:
            return self.condition.wait_for(lambda: len(self.arrivals) >= count, seconds)

    def close(self):
        self.listener.close()
        for connection in self.connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


@pytest.fixture
def receiver():
    receivers = []

    def make(hangs=False):
        receivers.append(Receiver(hangs))
        return receivers[-1]

    yield make
    for receiver in receivers:
        receiver.close()


def put(client, name, receiver):
    answer = client.put(f"/v1/webhooks/{name}", json={"url": receiver.url, "outputs": ["push"], "secret": SECRET})
    assert answer.status_code == 201, answer.text


def push_all(client, paths):
    """Sends an output of each session; returns the time of the beginning."""
    start = time.monotonic()
    for path in paths:
        assert client.post(path + "/push").status_code == 200
    return start


def test_receivers_that_hang_do_not_delay_one_that_answers(new_server, receiver):
    server = new_server("--allow-private-webhooks", "yes", "--log-level", "error")
    with server.client() as client:
        paths = [create(client)[0] for _ in range(SESSIONS)]
        good = receiver()
        put(client, "good", good)
        start = push_all(client, paths)
        assert good.wait(SESSIONS, 15)
        alone = good.arrivals[-1] - start
        hanging = [receiver(hangs=True) for _ in range(HANGING)]
        for number, bad in enumerate(hanging):
            put(client, f"bad-{number}", bad)
        # The hanging receivers take what they can get before the good one has something to take.
        assert client.delete("/v1/webhooks/good").status_code == 204
        push_all(client, paths)
        assert all(bad.wait(1, 5) for bad in hanging)
        put(client, "good", good)
        start = push_all(client, paths)
        arrived = good.wait(2 * SESSIONS, 60)
        beside = good.arrivals[-1] - start
        report("webhooks", alone_s=round(alone, 3), beside_six_that_hang_s=round(beside, 3))
        assert arrived and beside < 10 * alone + 1


ADDRESSES = [
    "http://127.0.0.1/", "http://127.1:8080/", "http://0x7f.1/", "http://2130706433/", "http://0177.0.0.1/", "http://localhost/",
    "http://LOCALHOST./", "http://a.localhost/", "http://10.0.0.1/", "http://192.168.1.1/", "http://169.254.169.254/latest",
    "http://224.0.0.1/", "http://0/", "http://[::1]/", "http://[fe80::1]/", "http://[::ffff:127.0.0.1]/", "http://[fd00::1]:9/",
]


@pytest.mark.parametrize("url", ADDRESSES)
def test_a_private_address_is_refused_with_the_option_that_allows_it(client, url):
    answer = client.put("/v1/webhooks/orders", json={"url": url, "secret": SECRET})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-webhook")
    assert "--allow-private-webhooks" in answer.json()["detail"]
    assert answer.json()["errors"][0]["pointer"] == "/url"


def test_webhooks_beyond_the_limit_are_refused(new_server):
    server = new_server("--max-webhooks", "2")
    with server.client() as client:
        body = {"url": "https://example.com/hooks", "secret": SECRET}
        statuses = [client.put(f"/v1/webhooks/{name}", json=body).status_code for name in "abca"]
    assert statuses == [201, 201, 409, 200]
