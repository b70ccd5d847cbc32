"""The handoff of a session to another device: a code, a link, and the link as a QR code."""

import io
import re

import zxingcpp
from PIL import Image, ImageOps

from ui.inspector import check


def test_a_scanned_or_copied_code_opens_the_session_on_another_device_once(pages):
    pages.allow(404)
    page = pages.new("counter", "increment")
    page.press("Hand over").role("combobox", "Role").select_option("act")
    code = page.press("Make a code").role("img", "QR code of the link")
    picture = Image.open(io.BytesIO(code.screenshot()))
    (scanned,) = zxingcpp.read_barcodes(picture)
    code = page.get_by_label("Handoff code").inner_text().replace(" ", "")
    assert re.search(r"/ui/#/handoffs/([A-Z2-9]{8})$", scanned.text)[1] == code
    other = pages.page(pages.new_context()).go(scanned.text).shows(connection="Live").at(2)
    assert other.session == page.session and other.evaluate("() => sessionStorage.length") == 1
    assert "handoffs" not in other.url
    again = pages.page(pages.new_context()).go(scanned.text)
    check(again.problems, contains="code")
    dialog = page.role("dialog", "Hand over")
    check(dialog, contains=re.compile(r"Valid once, for (10:00|9:\d\d)"))
    assert page.copy("Copy link", dialog) == scanned.text
    assert [token["role"] for token in page.read("/tokens")["items"]] == ["act"]


def test_each_length_of_text_up_to_the_limit_makes_a_code_that_can_be_read(pages):
    page = pages.open()
    texts = ["".join(chr(33 + (index * 37 + length * 11) % 90) for index in range(length)) for length in range(1, 107)]
    make = "async all => { const { qrCode } = await import('/ui/qr-code.js'); return all.map(text => qrCode(text)) }"
    for text, rows in zip(texts, page.evaluate(make, texts), strict=True):
        picture = Image.frombytes("L", (len(rows), len(rows)), bytes(0 if dark else 255 for row in rows for dark in row))
        (scanned,) = zxingcpp.read_barcodes(ImageOps.scale(ImageOps.expand(picture, 4, 255), 4, 0))
        assert scanned.text == text
    assert page.evaluate(make, ["x" * 107]) == [None]
