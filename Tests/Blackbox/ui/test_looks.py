"""Each view on a phone and on a desktop, light and dark: nothing is cut off, and axe finds no serious fault."""

import io

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageStat
from playwright.sync_api import expect

from ui.inspector import API, VIEWS, action, check, push, script
from ui.test_graph import maze

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
CONTEXTS = {"light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"}, "phone": PHONE}
TODO = action("todos.updateNewTodoDescription", text="a very long todo that does not fit " * 4)
SESSIONS = {
    "counter": ["increment", *["push"] * 6], "tabs": [TODO, "todos.addTodo", action("select", route="todos")],
    "shop": ["openDrawer", action("present", route="signIn")], "idle": [push("away")], "list": [],
    "bistro": [push("account")], "mail": [push("letter", id="7")], "colors": [action("transition", to="green")], "routing": ["openFirst", "openModal"],
}
SILENT = [view for view in VIEWS if view != "Outputs"]
VIEWS_OF = {"counter": VIEWS, "tabs": SILENT, "shop": SILENT, "idle": ["Outputs"], "bistro": ["Stage", "Compose", "Graph"]}
# The element of each view that shows that it is complete.
CONTENT = {"Stage": "[aria-label='Available actions'] button", "Log": "[role=option]", "State": "[role=tree]",
           "Outputs": "li", "Compose": "[aria-label=Action] option", "Graph": "[role=img]"}
DIALOGS = {"Token": "Token", "Keyboard shortcuts": "Keyboard", "New": "New session", "Hand over": "Hand over", "Delete": "Delete this session?"}
CUT_OFF = script("cut_off")


@pytest.fixture(params=CONTEXTS)
def context(pages, request):
    return pages.new_context(**CONTEXTS[request.param])


def faults(page):
    """Returns what is cut off, and the serious faults that axe finds."""
    found = Axe().run(page.page, options={"resultTypes": ["violations"]}).response["violations"]
    return page.evaluate(CUT_OFF) + [
        (fault["id"], fault["help"], [node["html"][:160] for node in fault["nodes"][:3]])
        for fault in found if fault["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("app, revision", [*[(app, None) for app in SESSIONS], ("counter", 2)])
def test_each_view_fits_and_is_accessible(pages, api, context, app, revision):
    page = pages.open(api.session(app, *SESSIONS[app]), revision=revision, context=context)
    page.at(revision or 1 + len(SESSIONS[app]), 1 + len(SESSIONS[app]))
    for view in VIEWS_OF.get(app, ["Stage"]):
        content = page.show(view).panel(view).locator(CONTENT[view]).first
        check(content, visible=True)
        if view == "Log":
            content.click()
        assert faults(page) == [], view
        if view == "State":
            assert faults(page.press("Difference")) == []


def test_the_first_page_dialogs_refusals_and_a_deleted_session_fit_and_are_accessible(pages, api, context):
    pages.allow(409)
    page = pages.open(context=context)
    check(page.button("New session of counter"), visible=True)
    assert faults(page) == []
    for button, title in DIALOGS.items():
        if button == "Hand over":
            page.press("New session of counter").at(1)
        dialog = page.press(button).role("dialog", title)
        check(dialog, visible=True)
        if button == "Hand over":
            check(page.press("Make a code").role("img", "QR code of the link"), visible=True)
        assert faults(page) == [], title
        page.keys("Escape")
        check(dialog, count=0)
    page.show("Compose").role("listbox", "Action").select_option(label="pop")
    check(page.press("Send").outcome.locator(".problem"), visible=True)
    assert faults(page) == []
    api.ask("DELETE", f"/v1/sessions/{page.session}")
    assert faults(page.shows(title="This session is gone")) == []


def test_the_jobs_and_the_form_of_a_new_one_fit_and_are_accessible(pages, api, context):
    session, body = api.session("counter"), {"filter": {"all": True}, "action": action("pop")}
    api.ask("POST", "/v1/batches", body)
    page = pages.page(context).go("/ui/#/batches")
    examples = page.get_by_text("Examples of refusals").first
    examples.click()
    assert faults(page) == []
    page.press("New job").get_by_label("Action, as JSON").fill('{"type": "pop"}')
    page.get_by_label("All sessions").check()
    check(page.press("Dry run").outcome, contains=session)
    assert faults(page) == []


def test_on_a_phone_everything_can_be_tapped_and_the_list_makes_room_for_the_session(pages, api):
    session = api.session("counter", *SESSIONS["counter"])
    page = pages.open(context=pages.new_context(**PHONE))
    page.link(session).tap()
    page.at(8).shows(list=False).role("tab", "Log").tap()
    page.row(3).tap()
    page.button("Look at").tap()
    page.at(3, 8).button("Back to now").tap()
    page.set_viewport_size({"width": 390, "height": 844})
    for bar in ["[role=tablist]", ".session-actions"]:
        assert page.evaluate("bar => { const box = document.querySelector(bar); return box.scrollWidth - box.clientWidth }", bar) <= 0, bar
    page.role("tab", "Stage").tap()
    page.current.get_by_role("button", name="More").tap()
    page.at(9).role("link", "‹ Sessions").tap()
    page.shows(list=True)


def test_on_a_phone_each_row_of_the_log_names_who_acted(pages, api):
    session = api.session("counter")
    token = api.ask("POST", f"/v1/sessions/{session}/tokens", {"role": "act", "name": "a display in the kitchen"})["token"]
    API(api.server, token).act(session, "increment")
    page = pages.open(session, "log", context=pages.new_context(**PHONE))
    actor, row = page.row(2).get_by_text("a display in the kitchen"), page.row(2).bounding_box()
    check(actor, in_viewport=True)
    assert actor.bounding_box()["width"] < row["width"] / 3
    assert page.row(2).locator("time").bounding_box()["x"] < row["width"] * 0.8


def test_on_a_phone_a_large_graph_fits_its_frame(pages, api):
    api.ask("PUT", "/v1/apps/maze", maze(24, 1, 7, 13))
    page = pages.open(api.session("maze"), "graph", context=pages.new_context(**PHONE))
    drawing = page.locator(".zoomed svg")
    check(drawing, visible=True)
    frame, drawn = page.role("region", "Graph of the screens").bounding_box(), drawing.bounding_box()
    assert drawn["width"] <= frame["width"] and drawn["height"] <= frame["height"]


def test_the_page_is_light_or_dark_by_preference_at_once_and_a_screen_keeps_its_own_colors(pages):
    page = pages.new("tabs", action("settings.set", theme="light")).at(2)
    for scheme, least, most in [("light", 200, 255), ("dark", 0, 60)]:
        page.emulate_media(color_scheme=scheme)
        picture = Image.open(io.BytesIO(page.screenshot())).convert("L")
        assert least <= ImageStat.Stat(picture).median[0] <= most
    check(page.screens, data_theme="light")
    expect(page.screens).to_have_css("color-scheme", "light")
    expect(page.locator("html")).to_have_css("color-scheme", "light dark")
