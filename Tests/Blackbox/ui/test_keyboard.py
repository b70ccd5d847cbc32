"""Everything with the keyboard alone."""

import re

from navstate import eventually

from ui.inspector import VIEWS, check


def tab_to(page, element):
    """Presses Tab until the element has the focus."""
    for _ in range(60):
        if element.evaluate("element => element === document.activeElement"):
            return page
        page.keys("Tab")
    raise AssertionError(f"{element} is not reached with Tab")


def test_keys_find_a_session_act_in_it_and_go_back_and_forth_in_time(pages, api):
    session = api.session("counter")
    page = pages.open().keys("/")
    check(page.role("searchbox", "Search sessions"), focused=True)
    page.keyboard.type(session)
    tab_to(page.shows(sessions=1), page.link(session)).keys("Enter").at(1)
    more = page.current.get_by_role("button", name="More")
    tab_to(page, more)
    for revision in [2, 3]:
        page.keys("Enter").at(revision).shows(count=str(revision - 1))
        # The screen was drawn anew; the focus is where it was.
        check(more, focused=True)
    for key, revision in [("[", 2), ("[", 1), ("[", 1), ("]", 2), ("0", 3)]:
        page.keys(key).at(revision, 3)
    page.keys("u").at(4).keys("r").at(5)
    assert page.state() == {"count": 2}


def test_keys_lead_past_the_list_to_each_view_its_search_and_a_row_of_the_log(pages):
    page = pages.new("counter", *["increment"] * 4).at(5).keys("Tab")
    check(page.button("Skip to the session"), focused=True)
    check(page.keys("Enter").at(5).locator("main"), focused=True)
    for key, view in [*enumerate(VIEWS, 1), ("ArrowRight", "Stage"), ("ArrowLeft", "Graph")]:
        check(page.keys(str(key)).panel(view), visible=True)
        check(page.role("tab", view), focused=True)
    check(page.keys("Home", "ArrowRight").panel("Log"), visible=True)
    page.keys("/")
    check(page.role("searchbox", "Search the log"), focused=True)
    tab_to(page.shows(rows=4), page.log).keys("Home", "ArrowDown", "Enter").at(3, 5)
    check(page.log, aria_activedescendant=re.compile("-1$"))
    page.keys("End", "Enter").at(5)


def test_the_keys_are_listed_by_a_question_mark_and_can_be_turned_off(pages):
    page = pages.new("counter", "increment").at(2).keys("?")
    keys = page.role("dialog", "Keyboard")
    check(keys, contains="A revision back")
    page.keys("Escape")
    check(keys, count=0)
    page.keys("?")
    keys.get_by_label("Take these keys").uncheck()
    check(page.keys("Escape", "2", "[").at(2).panel("Log"), visible=False)


def test_keys_make_a_session_the_focus_returns_from_a_dialog_and_letters_in_a_field_are_no_keys(pages):
    page = pages.open().keys("n")
    form, new = page.role("dialog", "New session"), page.button("New")
    app = form.get_by_label("App", exact=True)
    check(app, focused=True)
    page.keys("Escape")
    check(form, count=0)
    tab_to(page, new).keys("Enter")
    check(app, focused=True)
    page.keys("Escape")
    check(new, focused=True)
    page.keys("Enter")
    check(app, focused=True)
    page.keyboard.type("rou")
    tab_to(page, form.get_by_role("button", name="Make it")).keys("Enter").shows(title="home")
    page.textbox.press_sequentially("run up 1 [0] n/p?")
    check(page.textbox, value="run up 1 [0] n/p?")
    eventually(lambda: page.state() == {"text": "run up 1 [0] n/p?"})
