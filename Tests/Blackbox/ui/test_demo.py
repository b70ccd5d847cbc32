"""The demo: a kiosk, a phone and a kitchen show one session, over lost connections and a killed server."""

import pytest

from ui.inspector import Inspector, check


@pytest.fixture
def options():
    return ["--demo"]


class Device(Inspector):
    """One of the views, in a browser of its own."""

    def __init__(self, pages, device, link=None):
        super().__init__(pages.new_context().new_page(), pages.api)
        self.goto(link or f"/demo/view.html#device={device}&key=table")

    def press(self, *names):
        for name in names:
            self.role("button", name, exact=False).click()
        return self

    def shows(self, *texts):
        for text in texts:
            check(self.get_by_text(text, exact=True).first, visible=True)
        return self

    def state(self):
        return self.evaluate("() => [nav.revision, nav.data, nav.screens.map(({ id }) => id), nav.pending]")


@pytest.fixture
def devices(pages):
    return [Device(pages, name) for name in ("kiosk", "phone", "kitchen")]


def assert_agree(devices):
    for device in devices:
        device.page.wait_for_function("() => nav.connection === 'live' && nav.pending.length === 0")
    newest = max(device.state()[0] for device in devices)
    for device in devices:
        device.page.wait_for_function("newest => nav.revision >= newest", arg=newest)
    assert devices[0].state() == devices[1].state() == devices[2].state()


def test_an_order_of_one_device_is_seen_by_the_others(devices):
    kiosk, phone, kitchen = devices
    kiosk.press("Start", "Green curry", "+", "Put on the tray")
    phone.shows("Tray: 2 · € 25.80").press("Order")
    for guest in (kiosk, phone):
        guest.shows("Thank you!", "The kitchen has your order.")
    kitchen.shows("No. 1", "2 × Green curry").press("Cook")
    kiosk.shows("It is being cooked.").press("Done")
    phone.shows("Hungry?")
    kitchen.press("Serve").shows("No orders.")
    assert_agree(devices)


def test_an_order_made_without_a_network_arrives_once(pages, devices, server):
    pages.allow(0)
    kiosk, phone, kitchen = devices
    kiosk.press("Start")
    phone.shows("What would you like?")
    phone.context.set_offline(True)
    phone.press("Lemon cake", "Put on the tray").shows("Tray: 1 · € 5.40").press("Order").shows("Sending …")
    server.kill()
    for device in devices:
        device.shows("No network. Everything is kept and sent later.")
    server.start()
    phone.context.set_offline(False)
    phone.shows("Thank you!")
    kitchen.shows("No. 1", "1 × Lemon cake")
    assert_agree(devices)
    assert [order["number"] for order in kiosk.state()[1]["orders"]] == [1]


def test_a_phone_joins_by_the_code_of_the_kiosk(pages, devices):
    kiosk = devices[0]
    code = kiosk.page.evaluate("() => nav.handoff()")["code"]
    check(kiosk.page.get_by_label("QR code"), visible=True)
    phone = Device(pages, "phone", f"/demo/view.html#device=phone&code={code}")
    phone.press("Start")
    kiosk.shows("What would you like?")


@pytest.mark.parametrize("width, height", [(390, 844), (1920, 1080)])
def test_nothing_is_wider_than_the_screen(pages, width, height):
    page = pages.new_context(viewport={"width": width, "height": height}).new_page()
    page.goto("/demo/")
    for frame in page.frames[1:]:
        frame.wait_for_function("() => window.nav")
    for frame in page.frames:
        assert frame.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
