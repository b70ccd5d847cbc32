"""Everything with the keyboard alone."""

import re

from playwright.sync_api import expect

from .registry import check


def press(page, *keys):
    for key in keys:
        page.page.keyboard.press(key)


def tab_to(page, element, most=60):
    """Presses Tab until the element has the focus."""
    for _ in range(most):
        if element.evaluate("element => element === document.activeElement"):
            return
        press(page, "Tab")
    raise AssertionError(f"{element} is not reached with Tab")


@check("with the keyboard alone one finds a session, acts in it, goes back in time, and forth")
def path(desk):
    session = desk.api.session("counter")
    page = desk.open()
    press(page, "/")
    expect(page.role("searchbox", "Search sessions")).to_be_focused()
    page.page.keyboard.type(session)
    link = page.page.locator(f'nav a[href*="{session}"]')
    expect(page.role("list", "Sessions").get_by_role("link")).to_have_count(1)
    tab_to(page, link)
    press(page, "Enter")
    page.at(1, 1)
    more = page.current.get_by_role("button", name="More")
    expect(more).to_be_visible()
    tab_to(page, more)
    for revision in [2, 3]:
        press(page, "Enter")
        page.at(revision, revision)
        expect(page.current.get_by_label("Count", exact=True)).to_have_text(str(revision - 1))
        # The screen was drawn anew; the focus is where it was.
        expect(more).to_be_focused()
    press(page, "[")
    page.at(2, 3)
    press(page, "[", "[")
    page.at(1, 3)
    press(page, "]")
    page.at(2, 3)
    press(page, "0")
    page.at(3, 3)
    press(page, "u")
    page.at(4, 4)
    press(page, "r")
    page.at(5, 5)
    assert desk.api.read(session)["current"]["state"] == {"count": 2}


@check("digits and arrows lead to each view, and the slash into its search")
def views(desk):
    page = desk.open(desk.api.session("counter", "increment"))
    page.at(2, 2)
    for index, view in enumerate(["Stage", "Log", "State", "Outputs", "Compose", "Graph"], start=1):
        press(page, str(index))
        expect(page.panel(view)).to_be_visible()
        expect(page.role("tab", view)).to_be_focused()
    press(page, "ArrowRight")
    expect(page.role("tab", "Stage")).to_be_focused()
    press(page, "ArrowLeft")
    expect(page.panel("Graph")).to_be_visible()
    press(page, "Home", "ArrowRight")
    expect(page.panel("Log")).to_be_visible()
    press(page, "/")
    expect(page.role("searchbox", "Search the log")).to_be_focused()


@check("in the log, arrows choose a row, and Enter looks at its revision")
def log(desk):
    page = desk.open(desk.api.session("counter", *["increment"] * 4), "log")
    expect(page.rows).to_have_count(4)
    # Past the list of sessions, which may be long.
    press(page, "Tab", "Enter")
    tab_to(page, page.log)
    press(page, "Home", "ArrowDown", "Enter")
    page.at(3, 5)
    expect(page.log).to_have_attribute("aria-activedescendant", re.compile("-1$"))
    press(page, "End", "Enter")
    page.at(5, 5)


@check("the keys are told by a question mark, close with Escape, and can be turned off")
def told(desk):
    page = desk.open(desk.api.session("counter", "increment"))
    page.at(2, 2)
    press(page, "?")
    keys = page.role("dialog", "Keyboard")
    expect(keys).to_contain_text("A revision back")
    press(page, "Escape")
    expect(keys).to_have_count(0)
    press(page, "?")
    keys.get_by_label("Take these keys").uncheck()
    press(page, "Escape", "2", "[")
    expect(page.panel("Log")).to_be_hidden()
    page.at(2, 2)


@check("a new session is made with the keyboard, and the focus comes back from a dialog")
def new_session(desk):
    page = desk.open()
    press(page, "n")
    form = page.role("dialog", "New session")
    expect(form.get_by_label("App", exact=True)).to_be_focused()
    press(page, "Escape")
    expect(form).to_have_count(0)
    new = page.button("New")
    tab_to(page, new)
    press(page, "Enter")
    expect(form.get_by_label("App", exact=True)).to_be_focused()
    press(page, "Escape")
    expect(new).to_be_focused()
    press(page, "Enter")
    expect(form.get_by_label("App", exact=True)).to_be_focused()
    page.page.keyboard.type("rou")
    tab_to(page, form.get_by_role("button", name="Make it"))
    press(page, "Enter")
    expect(page.title).to_have_text("home")


@check("letters that are written into a field are not taken as keys")
def fields(desk):
    page = desk.open(desk.api.session("routing"))
    field = page.current.get_by_role("textbox")
    field.press_sequentially("run up 1 [0] n/p?")
    page.at(2, 2)
    expect(field).to_have_value("run up 1 [0] n/p?")
    assert desk.api.read(page.session)["current"]["state"] == {"text": "run up 1 [0] n/p?"}


@check("the first button of the page leads past the list")
def skip(desk):
    page = desk.open(desk.api.session("counter"))
    page.at(1, 1)
    press(page, "Tab")
    expect(page.button("Skip to the session")).to_be_focused()
    press(page, "Enter")
    expect(page.page.locator("main")).to_be_focused()
    # And leaves the session as it is.
    page.at(1, 1)
