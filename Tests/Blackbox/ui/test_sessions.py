"""The first page and its list of sessions: live, filtered, new, deleted, exported and imported."""

import json
import re
import time

import pytest
from navstate import eventually
from playwright.sync_api import Error

from ui.inspector import action, check, part

FIRST_PAGE = "Choose a session, or make one"


def test_the_browser_runs_neither_inline_scripts_nor_those_of_other_servers(pages):
    page = pages.open()
    for script in [{"content": "window.ran = true"}, {"url": "http://elsewhere.invalid/x.js"}]:
        with pytest.raises(Error):
            page.add_script_tag(**script)
    with page.expect_console_message(lambda message: "Fetch API" in message.text):
        assert page.evaluate("() => fetch('http://elsewhere.invalid/').catch(() => null)") is None
    assert page.evaluate("() => window.ran") is None
    blocked = [error for error in pages.errors if "violates the following Content Security Policy" in error]
    assert len(blocked) == 3 and all("elsewhere.invalid" in error for error in set(pages.errors) - set(blocked))
    pages.errors.clear()


def test_without_javascript_the_page_says_that_it_needs_it(pages):
    page = pages.new_context(java_script_enabled=False).new_page()
    page.goto("/ui/")
    check(page.locator("noscript"), visible=True)
    assert "JavaScript" in page.inner_html("noscript")


def test_the_first_page_leads_to_the_api_offers_each_shipped_app_and_begins_a_session_of_one(pages, server, api):
    page = pages.open().shows(title=FIRST_PAGE)
    page.role("link", "API").click()
    check(page.shows(url=server.base + "/docs").get_by_text("/v1/sessions").first, visible=True)
    page.go_back()
    apps = api.ask("GET", "/v1/apps")["items"]
    for app in apps:
        card = page.button(f"New session of {app['app']}")
        check(card, contains=(app.get("title", app["app"]), app.get("description", "")))
    assert all(app["title"] and app["description"] for app in apps if app["compiled"])
    page.press("New session of counter").shows(title="counter", connection="Live")
    assert page.read()["app"] == "counter"


def test_the_list_shows_a_session_made_elsewhere_its_changes_listeners_and_age_and_opens_it_until_back(pages):
    page, other = pages.open(), pages.new("routing")
    link = page.link(other.session)
    check(link, contains=("routing", "r1", "● 1"))
    check(link.locator("[title^='1 listening']"), visible=True)
    other.act("openFirst").close()
    check(link, contains=("first", "r2"))
    check(link, lacks="●", contains=re.compile(r"now|\d+ ?s"))
    link.click()
    check(page.shows(title="first").link(page.session), aria_current="true")
    page.go_back()
    page.shows(title=FIRST_PAGE)


def test_filters_by_app_route_and_text_survive_a_reload_and_can_be_cleared(pages, api):
    counter, red = api.session("counter"), api.session("colors")
    green, other = [api.session("colors", action("transition", to="green")) for _ in range(2)]
    page = pages.open().shows(sessions=4)
    app, route = page.role("combobox", "App"), page.role("combobox", "Route")
    text = page.role("searchbox", "Search sessions")
    app.select_option("colors")
    check(page.shows(sessions=3).link(counter), count=0)
    route.fill("green")
    check(page.shows(sessions=2).link(red), count=0)
    text.fill(green)
    page.shows(sessions=1).reload()
    check(page.shows(sessions=1).link(green), visible=True)
    for field, value in [(app, "colors"), (route, "green"), (text, green)]:
        check(field, value=value)
    text.fill("nothing is called this")
    check(page.get_by_text("No session fits."), visible=True)
    check(page.press("Clear the filters").shows(sessions=4).link(other), visible=True)
    check(text, value="")


def test_sessions_are_found_by_key_and_labels_which_the_list_and_the_session_show(pages, api):
    till = api.session("shop", key="till 3", labels={"site": "Delft", "hall": "2"})
    other = api.session("counter", key="till 3", labels={"site": "Leiden"})
    page = pages.open().shows(sessions=2)
    text = page.role("searchbox", "Search sessions")
    for wanted, found in [('key:"till 3"', [till, other]), ("site:Delft", [till]), ("site:Delft hall:2", [till]),
                          ("site:Delft hall:3", []), ("site:Leiden count", [other]), ("site:Leiden shop", [])]:
        text.fill(wanted)
        page.shows(sessions=len(found))
        for session in found:
            check(page.link(session), contains='key:"till 3"')
    # An incomplete escape sequence is text.
    text.fill('key:"\\"')
    page.shows(sessions=0).go("/ui/#/sessions/%").shows(sessions=0)
    text.fill("till")
    page.shows(sessions=2).link(till).click()
    for name in ['key:"till 3"', "hall:2", "site:Delft"]:
        check(page.button(f"Sessions with {name}"), visible=True)
    page.press("Sessions with site:Delft").shows(sessions=1)
    check(text, value="site:Delft", focused=True)


def test_a_long_key_hides_no_label(pages, api):
    api.session("counter", key="customer-4711-" * 5, labels={"site": "Delft", "hall": "2"})
    names = pages.open().sessions.first.locator(".session-names span")
    check(names, count=3)
    assert all(box["x"] + box["width"] < 300 for box in [names.nth(index).bounding_box() for index in range(3)])
    check(names.nth(1), text="hall:2")
    check(names.nth(2), text="site:Delft")


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


def test_a_session_is_exported_deleted_after_a_confirmation_and_imported_unchanged(pages, api):
    pages.allow(400, 409, 422)
    page = pages.new("counter", "increment", "push")
    session, before, file = page.session, page.read(), page.download("Export")
    assert file.suggested_filename == f"{session}.ndjson"
    page.upload(file.path()).shows(problems=part(session)).press("Put this message away", "Delete", "Cancel")
    check(page.role("dialog", "Delete this session?"), count=0)
    assert page.read() == before
    check(page.press("Delete", "Delete it").shows(title=FIRST_PAGE).link(session), count=0)
    assert api.client.get(f"/v1/sessions/{session}").status_code == 404
    # The line of the fault is in the message.
    page.upload({"name": "shopping.ndjson", "mimeType": "text/plain", "buffer": b"bread\nbutter\n"})
    check(page.problems.locator(".problem"), contains="1")
    page.shows(title=FIRST_PAGE).upload(file.path()).at(3)
    assert page.session == session and page.read() == before


def test_what_is_quarantined_is_listed_until_it_is_lifted(pages, server):
    server.stop()
    trap = {"at": int(time.time() * 1000) - 1000, "signal": "SIGILL", "app": "counter", "action": "increment"}
    (server.data / "traps.jsonl").write_text(f"{json.dumps(trap)}\n" * 2)
    client = server.start().client()
    page = pages.open()
    check(page.role("status", "Quarantine"), contains=("creation_counter", "SIGILL twice"))
    page.press("Lift creation_counter")
    eventually(lambda: client.get("/v1/admin/quarantine").json() == {"items": []})
    eventually(lambda: page.get_by_text("creation_counter").count() == 0)
