"""On a phone, in the dark, and with the colors of a screen."""

import pytest
from playwright.sync_api import expect

from ui.inspector import VIEWS, action, check

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TODO = action("todos.updateNewTodoDescription", text="a very long todo that does not fit " * 4)
SESSIONS = {
    "counter": ["increment", *["push"] * 6], "tabs": [TODO, "todos.addTodo", action("select", route="todos")],
    "colors": [], "list": [], "routing": ["openModal"], "shop": ["openDrawer"],
}
# Returns the controls that are cut off at the right.
CUT_OFF = """() => [...document.querySelectorAll("button, input, select, h1, [role=tab]")]
  .filter(element => element.checkVisibility() && !element.closest(".hidden-text, .skip"))
  .filter(element => {
    let box = element
    while (box && !["auto", "scroll", "hidden"].includes(getComputedStyle(box).overflowX)) box = box.parentElement
    return !box && element.getBoundingClientRect().right > innerWidth + 1
  }).map(element => element.outerHTML.slice(0, 100))"""
# Returns the lightness of background and text; a canvas reads any color a style can have.
LIGHTNESS = """() => ["backgroundColor", "color"].map(name => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d")
  canvas.fillStyle = getComputedStyle(document.body)[name]
  canvas.fillRect(0, 0, 1, 1)
  return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).reduce((sum, part) => sum + part, 0) / 3
})"""


@pytest.fixture
def phone(pages):
    return pages.new_context(**PHONE)


def fits(page):
    """Whether nothing is cut off, neither of the page nor of its controls."""
    return page.evaluate("() => document.scrollingElement.scrollWidth") <= 360 and page.evaluate(CUT_OFF) == []


def test_the_first_page_fits_on_a_phone(pages, phone):
    page = pages.open(context=phone)
    check(page.button("New session of counter"), visible=True)
    assert fits(page)
    page.button("New").tap()
    assert fits(page)


@pytest.mark.parametrize("app", SESSIONS)
def test_each_view_fits_on_a_phone(pages, api, phone, app):
    page = pages.open(api.session(app, *SESSIONS[app]), context=phone).shows(current=True)
    for view in VIEWS if app in ["tabs", "shop"] else ["Stage"]:
        page.role("tab", view).tap()
        check(page.panel(view), visible=True)
        assert fits(page), view


def test_the_past_fits_on_a_phone_and_everything_can_be_tapped(pages, api, phone):
    page = pages.open(api.session("counter", *SESSIONS["counter"]), "log", 3, phone).shows(banner=True)
    page.rows.first.tap()
    assert fits(page)
    page.button("Back to now").tap()
    page.role("tab", "Stage").tap()
    page.current.get_by_role("button", name="More").tap()
    page.at(9)


def test_on_a_phone_the_list_makes_room_for_the_session_and_returns(pages, api, phone):
    session = api.session("counter")
    page = pages.open(context=phone)
    page.link(session).tap()
    page.at(1).shows(list=False).role("link", "‹ Sessions").tap()
    page.shows(list=True)


def test_the_page_is_light_or_dark_by_preference_and_changes_at_once(pages):
    page = pages.new("counter").at(1)
    page.emulate_media(color_scheme="light")
    background, text = page.evaluate(LIGHTNESS)
    assert background > 200 > text
    page.emulate_media(color_scheme="dark")
    background, text = page.evaluate(LIGHTNESS)
    assert background < 60 < text


def test_a_screen_with_its_own_colors_keeps_them_on_a_page_with_others(pages):
    page = pages.new("tabs", action("settings.set", theme="light"))
    page.emulate_media(color_scheme="dark")
    check(page.screens, data_theme="light")
    expect(page.screens).to_have_css("color-scheme", "light")
    expect(page.locator("html")).to_have_css("color-scheme", "light dark")
