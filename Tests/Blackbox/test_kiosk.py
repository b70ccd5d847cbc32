"""The kiosk of `Examples` with a server for payments: an order is paid once, also if the server is killed. Its other rules are
in its scenarios."""

import pytest
from navstate import ROOT, act, create, eventually, expect, pages
from receiver import Handler

SOUP = {"dish": "soup", "price": 700, "count": 2}
AT_CHECKOUT = [{"type": "push", "route": route} for route in ("menu", "tray", "checkout")]


class Payments(Handler):
    """Charges each order once."""

    def charges(self):
        order = self.attempt.content["order"]
        first = order not in self.server.charged
        receipt = self.server.charged.setdefault(order, len(self.server.charged) + 1)
        if first:
            # A charge whose answer is late, so that the test can kill the caller.
            self.server.release.wait(self.server.delay)
        self.answer(201, b'{"receipt": %d}' % receipt)


@pytest.fixture
def payments(new_receiver):
    payments = new_receiver(Payments)
    payments.charged = {}
    return payments


@pytest.fixture
def server(new_server, payments):
    return new_server("--allow-call", payments.address, "--allow-private-webhooks", "yes", "--log-level", "error")


@pytest.fixture
def path(client, payments):
    definition = (ROOT / "Examples/kiosk/app.json").read_text()
    definition = definition.replace("https://pay.bistro.example", payments.url("").rstrip("/"))
    expect(client.put("/v1/apps/bistro-kiosk", content=definition, headers={"Content-Type": "application/json"}), 201)
    path, _ = create(client, "bistro-kiosk", data={"guest": "Ann", "cart": [SOUP], "total": 1400})
    expect(client.post(path + "/actions", json={"actions": AT_CHECKOUT}), 200)
    return path


@pytest.mark.parametrize("delay", [60, 0])
def test_an_order_is_paid_once_if_the_server_is_killed(server, client, path, payments, delay):
    payments.delay = delay
    expect(act(client, path, type="pay"), 200)
    eventually(lambda: payments.charged)
    server.restart()
    eventually(lambda: expect(client.get(path), 200).json()["current"]["path"][-1] == "thanks")
    order, = [output["value"] for output in pages(client, path + "/outputs") if output["name"] == "order"]
    assert (order["guest"], order["dishes"], order["receipt"]) == ("Ann", [SOUP], {"receipt": 1})
    assert payments.charged == {order["order"]: 1}
    assert len(payments.counts) == 1 and (len(payments.attempts) > 1 or not delay)
