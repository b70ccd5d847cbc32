"""The handoff of a session to another device: a code, a link, and the link as a QR code."""

import io
import re

import zxingcpp
from PIL import Image

from ui.inspector import check


def hand_over(page, role):
    page.press("Hand over").role("combobox", "Role").select_option(role)
    page.press("Make a code")
    return page.role("img", "QR code of the link")


def test_a_scanned_code_opens_the_session_on_another_device_once(pages):
    pages.allow(404)
    page = pages.new("counter", "increment")
    picture = Image.open(io.BytesIO(hand_over(page, "act").screenshot()))
    (scanned,) = zxingcpp.read_barcodes(picture)
    code = page.get_by_label("Handoff code").inner_text().replace(" ", "")
    assert re.search(r"/ui/#/handoffs/([A-Z2-9]{8})$", scanned.text)[1] == code
    other = pages.page(pages.new_context()).go(scanned.text).shows(connection="Live").at(2)
    assert other.session == page.session and other.evaluate("() => sessionStorage.length") == 1
    assert "handoffs" not in other.url
    again = pages.page(pages.new_context()).go(scanned.text)
    check(again.problems, contains="code")


def test_the_link_is_copied_and_the_dialog_says_how_long_the_code_is_valid(pages):
    page = pages.new("counter").at(1)
    hand_over(page, "watch")
    dialog = page.role("dialog", "Hand over")
    check(dialog, contains=re.compile(r"Valid once, for (10:00|9:\d\d)"))
    link = page.copy("Copy link", dialog)
    assert link.startswith(pages.server.base + "/ui/#/handoffs/")
    tokens = page.read("/tokens")["items"]
    assert [token["role"] for token in tokens] == ["watch"]


def test_each_length_of_text_up_to_the_limit_makes_a_code_that_can_be_read(pages):
    page = pages.open()
    texts = ["".join(chr(33 + (index * 37 + length * 11) % 90) for index in range(length)) for length in range(1, 107)]
    make = "async all => { const { qrCode } = await import('/ui/qr-code.js'); return all.map(text => qrCode(text)) }"
    for text, rows in zip(texts, page.evaluate(make, texts), strict=True):
        picture = Image.new("1", (len(rows) + 8, len(rows) + 8), 1)
        for y, row in enumerate(rows):
            for x, dark in enumerate(row):
                picture.putpixel((x + 4, y + 4), not dark)
        (scanned,) = zxingcpp.read_barcodes(picture.convert("L").resize((picture.width * 4, picture.height * 4), 0))
        assert scanned.text == text
    assert page.evaluate(make, ["x" * 107]) == [None]
