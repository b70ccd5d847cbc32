"""Webhooks: a slow receiver delays only itself, and private addresses are refused when a webhook is created."""

import contextlib
import http.server
import threading
import time

import pytest
from navstate import create, expect, poll, problem, report

SECRET = "0123456789abcdef0123456789abcdef"
HANGING, SESSIONS = 6, 32
ADDRESSES = [
    "127.0.0.1/", "127.1:8080/", "0x7f.1/", "2130706433/", "0177.0.0.1/", "localhost/", "LOCALHOST./", "a.localhost/",
    "10.0.0.1/", "192.168.1.1/", "169.254.169.254/latest", "224.0.0.1/", "0/", "[::1]/", "[fe80::1]/",
    "[::ffff:127.0.0.1]/", "[fd00::1]:9/",
]


class Receiver(http.server.ThreadingHTTPServer):
    """Responds on loopback to each request with 204, or never; records the times of the requests."""

    request_queue_size = 256

    def __init__(self, hangs=False):
        super().__init__(("127.0.0.1", 0), Handler)
        self.hangs, self.arrivals, self.ended = hangs, [], threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def waits_for(self, count, seconds):
        """Waits for that many requests; returns false if they do not arrive in time."""
        return poll(lambda: len(self.arrivals) >= count, seconds)

    def close(self):
        self.ended.set()
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.arrivals.append(time.monotonic())
        if self.server.hangs:
            self.server.ended.wait()
            self.close_connection = True
        else:
            self.send_response_only(204)
            self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def receiver():
    with contextlib.ExitStack() as stack:
        yield lambda **options: stack.enter_context(contextlib.closing(Receiver(**options)))


def put(client, name, receiver):
    url = f"http://127.0.0.1:{receiver.server_port}/hooks"
    expect(client.put(f"/v1/webhooks/{name}", json={"url": url, "outputs": ["push"], "secret": SECRET}), 201)


def push_all(client, paths):
    """Sends an output of each session; returns the time of the beginning."""
    start = time.monotonic()
    for path in paths:
        expect(client.post(path + "/push"), 200)
    return start


def test_receivers_that_hang_do_not_delay_one_that_answers(new_server, receiver):
    client = new_server("--allow-private-webhooks", "yes", "--log-level", "error").client()
    paths, good = [create(client)[0] for _ in range(SESSIONS)], receiver()
    put(client, "good", good)
    start = push_all(client, paths)
    assert good.waits_for(SESSIONS, 15)
    alone = good.arrivals[-1] - start
    hanging = [receiver(hangs=True) for _ in range(HANGING)]
    for number, bad in enumerate(hanging):
        put(client, f"bad-{number}", bad)
    # The hanging receivers take what they can get before the good one has something to take.
    expect(client.delete("/v1/webhooks/good"), 204)
    push_all(client, paths)
    assert all(bad.waits_for(1, 5) for bad in hanging)
    put(client, "good", good)
    start = push_all(client, paths)
    assert good.waits_for(2 * SESSIONS, 60)
    beside = good.arrivals[-1] - start
    report("webhooks", alone_s=round(alone, 3), beside_six_that_hang_s=round(beside, 3))
    assert beside < 10 * alone + 1


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_private_address_is_refused_and_the_problem_names_the_option(client, address):
    answer = client.put("/v1/webhooks/orders", json={"url": f"http://{address}", "secret": SECRET})
    assert problem(answer) == (422, "bad-webhook")
    assert "--allow-private-webhooks" in answer.json()["detail"]
    assert answer.json()["errors"][0]["pointer"] == "/url"


def test_webhooks_beyond_the_limit_are_refused(new_server):
    client, body = new_server("--max-webhooks", 2).client(), {"url": "https://example.com/hooks", "secret": SECRET}
    statuses = [client.put(f"/v1/webhooks/{name}", json=body).status_code for name in "abca"]
    assert statuses == [201, 201, 409, 200]
