"""The list of sessions: live, filtered, new, deleted, exported and imported."""

import re

from playwright.sync_api import expect

from .apps import SHOP
from .registry import check

SHIPPED = ["counter", "tabs", "colors", "list", "routing"]


def links(page):
    return page.role("list", "Sessions").get_by_role("link")


def link_of(page, session):
    return page.page.locator(f'nav a[href*="{session}"]')


@check("the first page offers each shipped app, and begins a session of one")
def first_page(desk):
    page = desk.open()
    expect(page.title).to_have_text("Choose a session, or make one")
    for app in SHIPPED:
        expect(page.button(f"New session of {app}")).to_be_visible()
    page.press("New session of counter")
    expect(page.title).to_have_text("counter")
    expect(page.connection).to_have_text("Live")
    assert desk.api.read(page.session)["app"] == "counter"


@check("the list shows a session that is made elsewhere, and where it is, as it comes")
def live_list(desk):
    page = desk.open()
    session = desk.api.session("routing")
    row = link_of(page, session)
    expect(row).to_contain_text("routing")
    expect(row).to_contain_text("r1")
    desk.api.act(session, "openFirst")
    expect(row).to_contain_text("first")
    expect(row).to_contain_text("r2")


@check("the list tells how many listen to a session, and how old it is")
def listeners(desk):
    session = desk.api.session("counter")
    page, other = desk.open(), desk.open(session)
    expect(link_of(page, session)).to_contain_text("● 1")
    expect(link_of(page, session).locator("[title^='1 listening']")).to_be_visible()
    other.page.close()
    expect(link_of(page, session)).not_to_contain_text("●")
    expect(link_of(page, session)).to_contain_text(re.compile(r"now|\d+ ?s"))


@check("filters by app, route and text leave the others out, and survive a reload")
def filters(desk):
    red, green = desk.api.session("colors"), desk.api.session("colors", {"type": "transition", "to": "green"})
    counter = desk.api.session("counter")
    page = desk.open()
    expect(link_of(page, counter)).to_be_visible()
    page.role("combobox", "App").select_option("colors")
    expect(link_of(page, counter)).to_have_count(0)
    expect(link_of(page, red)).to_be_visible()
    page.role("combobox", "Route").fill("green")
    expect(link_of(page, red)).to_have_count(0)
    expect(link_of(page, green)).to_be_visible()
    page.role("searchbox", "Search sessions").fill(green)
    expect(links(page)).to_have_count(1)

    page.page.reload()
    expect(links(page)).to_have_count(1)
    expect(link_of(page, green)).to_be_visible()
    expect(page.role("combobox", "App")).to_have_value("colors")
    expect(page.role("combobox", "Route")).to_have_value("green")
    expect(page.role("searchbox", "Search sessions")).to_have_value(green)


@check("filters that nothing fits say so, and can be cleared")
def cleared_filters(desk):
    session = desk.api.session("counter")
    page = desk.open()
    page.role("searchbox", "Search sessions").fill("nothing is called this")
    expect(page.page.get_by_text("No session fits.")).to_be_visible()
    page.press("Clear the filters")
    expect(link_of(page, session)).to_be_visible()
    expect(page.role("searchbox", "Search sessions")).to_have_value("")


@check("of many sessions the list has the first 200, and more when asked for")
def more(desk):
    desk.use(desk.servers.start("crowded"))
    for _ in range(250):
        desk.api.session("counter")
    page = desk.open()
    expect(links(page)).to_have_count(200)
    expect(page.role("navigation", "Sessions")).to_contain_text("200+")
    page.press("More")
    expect(links(page)).to_have_count(250)
    expect(page.button("More")).to_be_hidden()


@check("a click on a row chooses the session, and the browser's way back leads to the former")
def choose(desk):
    first, second = desk.api.session("counter"), desk.api.session("colors")
    page = desk.open(first)
    link_of(page, second).click()
    expect(page.title).to_have_text("red")
    expect(link_of(page, second)).to_have_attribute("aria-current", "true")
    page.page.go_back()
    expect(page.title).to_have_text("counter")
    assert page.session == first


@check("a new session begins at a link and with data, and its faults stand in the form")
def new_session(desk):
    desk.allow(404)
    desk.api.define(SHOP)
    page = desk.open()
    page.press("New")
    form = page.role("dialog", "New session")
    form.get_by_label("App", exact=True).select_option("shop")
    form.get_by_label("Link to begin at").fill("/nowhere/at/all")
    form.get_by_label("The app's data").fill("{")
    form.get_by_role("button", name="Make it").click()
    expect(form.get_by_role("alert")).to_contain_text("The data is not JSON")
    form.get_by_label("The app's data").fill('{"user": "Ada"}')
    form.get_by_role("button", name="Make it").click()
    expect(form.get_by_role("alert")).to_contain_text("/nowhere/at/all")
    form.get_by_label("Link to begin at").fill("/p/42")
    form.get_by_role("button", name="Make it").click()
    expect(form).to_have_count(0)
    expect(page.title).to_have_text("browse › product")
    made = desk.api.read(page.session)
    assert made["data"] == {"user": "Ada"} and made["current"]["params"]["id"] == "42", made


@check("a session is deleted when one is sure, and not before")
def delete(desk):
    session = desk.api.session("counter")
    page = desk.open(session)
    page.press("Delete")
    question = page.role("dialog", "Delete this session?")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    desk.api.read(session)
    page.press("Delete", "Delete it")
    expect(page.title).to_have_text("Choose a session, or make one")
    expect(link_of(page, session)).to_have_count(0)
    assert desk.api.client.ask("GET", f"/v1/sessions/{session}")[0] == 404


@check("a file that is no export is refused with the place where it goes wrong")
def bad_import(desk):
    desk.allow(400, 422)
    page = desk.open()
    with page.page.expect_file_chooser() as chooser:
        page.press("Import")
    chooser.value.set_files({"name": "shopping.ndjson", "mimeType": "text/plain", "buffer": b"bread\nbutter\n"})
    expect(page.problems.locator(".problem")).to_contain_text("1")
    expect(page.title).to_have_text("Choose a session, or make one")


@check("an export, once the session is deleted, imports the same session again")
def export_and_import(desk):
    desk.allow(409)
    session = desk.api.session("counter", "increment", "push")
    before = desk.api.read(session)
    page = desk.open(session)
    with page.page.expect_download() as waiting:
        page.press("Export")
    assert waiting.value.suggested_filename == f"{session}.ndjson"
    file = waiting.value.path()

    def take_in():
        with page.page.expect_file_chooser() as chooser:
            page.press("Import")
        chooser.value.set_files(file)

    take_in()
    expect(page.problems).to_contain_text(session)
    page.press("Put this message away", "Delete", "Delete it")
    expect(page.title).to_have_text("Choose a session, or make one")
    take_in()
    page.at(3, 3)
    assert page.session == session and desk.api.read(session) == before
