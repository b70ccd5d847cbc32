"""The list of sessions: live, filtered, new, deleted, exported and imported."""

import re

from ui.inspector import SHIPPED, action, check, part

FIRST_PAGE = "Choose a session, or make one"


def test_the_first_page_offers_each_shipped_app_and_begins_a_session_of_one(pages):
    page = pages.open().shows(title=FIRST_PAGE)
    for app in SHIPPED:
        check(page.button(f"New session of {app}"), visible=True)
    page.press("New session of counter").shows(title="counter", connection="Live")
    assert page.read()["app"] == "counter"


def test_the_list_shows_a_session_that_is_made_elsewhere_its_changes_listeners_and_age(pages):
    page, other = pages.open(), pages.new("routing")
    link = page.link(other.session)
    check(link, contains=("routing", "r1", "● 1"))
    check(link.locator("[title^='1 listening']"), visible=True)
    other.act("openFirst").close()
    check(link, contains=("first", "r2"))
    check(link, lacks="●", contains=re.compile(r"now|\d+ ?s"))


def test_filters_by_app_route_and_text_survive_a_reload(pages, api):
    red, green = api.session("colors"), api.session("colors", action("transition", to="green"))
    counter = api.session("counter")
    page = pages.open()
    app, route = page.role("combobox", "App"), page.role("combobox", "Route")
    text = page.role("searchbox", "Search sessions")
    check(page.link(counter), count=1)
    app.select_option("colors")
    check(page.link(counter), count=0)
    check(page.link(red), count=1)
    route.fill("green")
    check(page.link(red), count=0)
    check(page.link(green), count=1)
    text.fill(green)
    page.shows(sessions=1).reload()
    page.shows(sessions=1)
    check(page.link(green), visible=True)
    for field, value in [(app, "colors"), (route, "green"), (text, green)]:
        check(field, value=value)


def test_filters_without_a_match_say_so_and_can_be_cleared(pages, api):
    session = api.session("counter")
    page = pages.open()
    search = page.role("searchbox", "Search sessions")
    search.fill("nothing is called this")
    check(page.get_by_text("No session fits."), visible=True)
    page.press("Clear the filters")
    check(page.link(session), visible=True)
    check(search, value="")


def test_a_click_on_a_row_opens_the_session_and_the_back_button_the_former_one(pages, api):
    first, second = api.session("counter"), api.session("colors")
    page = pages.open(first)
    page.link(second).click()
    check(page.shows(title="red").link(second), aria_current="true")
    page.go_back()
    assert page.shows(title="counter").session == first


def test_a_new_session_begins_at_a_link_with_data_and_its_faults_are_in_the_form(pages):
    pages.allow(404)
    page = pages.open().press("New")
    form = page.role("dialog", "New session")
    form.get_by_label("App", exact=True).select_option("shop")
    for link, data, fault in [("/nowhere/at/all", "{", "The data is not JSON"),
                              ("/nowhere/at/all", '{"user": "Ada"}', "/nowhere/at/all"),
                              ("/p/42", '{"user": "Ada"}', None)]:
        form.get_by_label("Link to begin at").fill(link)
        form.get_by_label("The app's data").fill(data)
        page.press("Make it")
        if fault:
            check(form.get_by_role("alert"), contains=fault)
    check(form, count=0)
    session = page.shows(title="browse › product").read()
    assert session["data"] == {"user": "Ada"} and session["current"]["params"]["id"] == "42"


def test_a_session_is_deleted_after_a_confirmation(pages, api):
    page = pages.new("counter")
    session = page.session
    page.press("Delete", "Cancel")
    check(page.role("dialog", "Delete this session?"), count=0)
    api.read(session)
    page.press("Delete", "Delete it").shows(title=FIRST_PAGE)
    check(page.link(session), count=0)
    assert api.client.get(f"/v1/sessions/{session}").status_code == 404


def test_a_file_that_is_no_export_is_refused_with_the_line_of_the_fault(pages):
    pages.allow(400, 422)
    page = pages.open().upload({"name": "shopping.ndjson", "mimeType": "text/plain", "buffer": b"bread\nbutter\n"})
    check(page.problems.locator(".problem"), contains="1")
    page.shows(title=FIRST_PAGE)


def test_an_export_imports_the_same_session_after_its_deletion(pages, api):
    pages.allow(409)
    page = pages.new("counter", "increment", "push")
    session, before, file = page.session, page.read(), page.download("Export")
    assert file.suggested_filename == f"{session}.ndjson"
    page.upload(file.path()).shows(problems=part(session))
    page.press("Put this message away", "Delete", "Delete it").shows(title=FIRST_PAGE).upload(file.path()).at(3)
    assert page.session == session and api.read(session) == before
