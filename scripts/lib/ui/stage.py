"""The stage: the rendered tree and its actions."""

import re

from playwright.sync_api import expect

from .apps import SHOP
from .registry import check


@check("each legal action is a button, and each blocked one is grey with the server's reason")
def ways(desk):
    desk.api.define(SHOP)
    sessions = [desk.api.session(app) for app in ["counter", "tabs", "colors", "list", "routing", "shop"]]
    sessions.append(desk.api.session("shop", {"type": "push", "route": "product", "params": {"id": "1"}},
                                     {"type": "present", "route": "signIn"}))
    for session in sessions:
        page = desk.open(session)
        items = desk.api.read(session, "/available")["items"]
        expect(page.ways.get_by_role("button")).to_have_count(len(items))
        blocked = page.ways.locator("button[aria-disabled=true]")
        expect(blocked).to_have_count(sum(not item["allowed"] for item in items))
        reasons = {item["reason"] for item in items if not item["allowed"]}
        told = {way.get_attribute("aria-describedby") for way in blocked.all()}
        assert None not in told, told
        for reason in reasons:
            expect(page.ways.get_by_text(reason, exact=True).first).to_be_visible()
        page.page.close()


@check("a click on what can be done does it, and what needs more is finished in the form")
def way(desk):
    desk.api.define(SHOP)
    page = desk.open(desk.api.session("shop"))
    page.ways.get_by_role("button", name="openDrawer").click()
    expect(page.screens.get_by_role("navigation", name="Drawer of root")).to_be_visible()
    assert desk.api.read(page.session)["navigation"]["open"] is True
    page.ways.get_by_role("button", name="push product").click()
    expect(page.panel("Compose")).to_be_visible()
    expect(page.panel("Compose").get_by_role("combobox", name="route")).to_have_value("product")
    page.panel("Compose").get_by_label("id", exact=True).fill("7")
    page.press("Send")
    expect(page.title).to_have_text("browse › product")
    assert desk.api.read(page.session)["current"]["params"] == {"id": "7", "page": 1}


@check("drawer, stacked cards, pages and layers are drawn as they are, and used by their own buttons")
def tree(desk):
    desk.api.define(SHOP)
    products = [{"type": "push", "route": "product", "params": {"id": str(id)}} for id in range(5)]
    session = desk.api.session("shop", *products)
    page = desk.open(session)
    stack = page.screens.get_by_role("group", name="stack").first
    expect(stack.locator(".card")).to_have_count(5)
    page.tap("Back")
    expect(stack.locator(".card")).to_have_count(4)

    page.press("Open the drawer")
    drawer = page.screens.get_by_role("navigation", name="Drawer of root")
    expect(drawer.get_by_role("button")).to_have_text(["browse", "pictures", "account"])
    drawer.get_by_role("button", name="pictures").click()
    dots = page.screens.get_by_role("navigation", name="Pages of")
    expect(dots.get_by_role("button", name="1: front")).to_have_attribute("aria-current", "page")
    dots.get_by_role("button", name="2: back").click()
    expect(page.title).to_have_text("pictures › back")

    desk.api.act(session, {"type": "select", "route": "account"}, {"type": "present", "route": "signIn"},
                 {"type": "present", "route": "terms"})
    sheet, alert = (page.screens.get_by_role("group", name=name) for name in ["sheet: signIn", "alert: terms"])
    expect(alert).to_be_visible()
    # Only the topmost screen can be closed.
    expect(sheet.get_by_role("button", name="Close", exact=True)).to_have_attribute("aria-disabled", "true")
    alert.get_by_role("button", name="Close", exact=True).click()
    expect(alert).to_have_count(0)
    sheet.get_by_role("button", name="Close", exact=True).click()
    expect(sheet).to_have_count(0)
    expect(page.title).to_have_text("account")


@check("ids, params and state of a screen are told on hover and on focus")
def facts(desk):
    desk.api.define(SHOP)
    session = desk.api.session("shop", {"type": "push", "route": "product", "params": {"id": "42"}})
    current = desk.api.read(session)["current"]["id"]
    page = desk.open(session)
    mark = page.current.get_by_role("button", name=f"product, id {current}")
    tip = page.role("tooltip")
    mark.hover()
    expect(tip).to_contain_text('"id":"42"')
    page.title.hover()
    expect(tip).to_have_count(0)
    page.current.get_by_role("button", name="Back").focus()
    page.page.keyboard.press("Tab")
    expect(mark).to_be_focused()
    expect(tip).to_contain_text(current)
    page.page.keyboard.press("Escape")
    expect(tip).to_have_count(0)


@check("what one is writing stays, with the focus, while something else happens in the session")
def writing(desk):
    session = desk.api.session("tabs", {"type": "select", "route": "todos"})
    page = desk.open(session)
    field = page.current.get_by_label("New todo")
    field.press_sequentially("half a")
    desk.api.act(session, "counter.increment")
    expect(page.moment).to_contain_text(re.compile("[34] / "))
    expect(field).to_be_focused()
    expect(field).to_have_value("half a")
    page.page.keyboard.type("nd half")
    page.page.keyboard.press("Enter")
    expect(page.current.get_by_label("Todo 1", exact=True)).to_have_value("half and half")
    expect(field).to_have_value("")


@check("what a session holds is shown as text, whatever it is")
def markup(desk):
    hostile = """<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>"""
    session = desk.api.session("routing", {"type": "edit", "text": hostile})
    page = desk.open(session)
    expect(page.current.get_by_role("textbox")).to_have_value(hostile)
    for view in ["Log", "State", "Compose"]:
        page.show(view)
    page.show("Log")
    expect(page.rows.first).to_contain_text("<img src=x")
    expect(page.page).not_to_have_title("owned")


@check("an action that is refused is told at the top, and the message can be put away")
def refused(desk):
    desk.allow(409)
    session = desk.api.session("list")
    page = desk.open(session)
    expect(page.current.get_by_role("button", name="Row r1, 1")).to_be_visible()
    # Simulates a page that lags behind the server, whose container no longer exists.
    page.page.route("**/actions", lambda route: route.continue_(post_data='{"type": "popToRoot", "target": "gone"}'))
    page.tap("Row r1, 1")
    expect(page.problems).to_contain_text("gone")
    page.press("Put this message away")
    expect(page.problems).to_have_text("")
