"""axe finds no serious fault, in any view, light or dark."""

from functools import partial

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .apps import IDLE, SHOP
from .registry import check

SERIOUS = {"serious", "critical"}


def faults(page):
    found = Axe().run(page.page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{fault['id']}: {fault['help']}: {[node['html'][:160] for node in fault['nodes'][:3]]}"
            for fault in found if fault["impact"] in SERIOUS]


def clean(page, what):
    found = faults(page)
    assert found == [], "\n".join([what, *found])


def settled(page, view):
    """Waits until the view is loaded."""
    expect(page.panel(view)).to_be_visible()
    expect({
        "Stage": page.ways.get_by_role("button").first, "Log": page.rows.first, "State": page.role("tree", "State"),
        "Outputs": page.panel("Outputs").get_by_role("listitem").first,
        "Compose": page.role("listbox", "Action").get_by_role("option").first,
        "Graph": page.panel("Graph").get_by_role("img").first,
    }[view]).to_be_visible()


def views(scheme, desk):
    desk.api.define(IDLE)
    session = desk.api.session("counter", "increment", "push", "increment")
    timed = desk.api.session("idle", {"type": "push", "route": "away"})
    context = desk.new_context(color_scheme=scheme)
    page = desk.open(context=context)
    expect(page.button("New session of counter")).to_be_visible()
    clean(page, "the first page")
    for revision, shown in [(2, ["Stage", "Log", "Compose"]), (None, ["Stage", "Log", "Compose", "Graph", "State"])]:
        page = desk.open(session, revision=revision, context=context)
        page.at(revision or 4, 4)
        for view in shown:
            page.show(view)
            settled(page, view)
            if view == "Log":
                page.rows.first.click()
            clean(page, f"{view} at {revision or 'the present'}")
    page.press("Difference")
    clean(page, "the difference")
    page = desk.open(timed, "outputs", context=context)
    settled(page, "Outputs")
    clean(page, "Outputs")


def screens(scheme, desk):
    desk.api.define(SHOP)
    text = {"type": "todos.updateNewTodoDescription", "text": "Bread"}
    select = {"type": "select", "route": "todos"}
    sessions = {
        "tabs": desk.api.session("tabs", text, "todos.addTodo", select),
        "colors": desk.api.session("colors", {"type": "transition", "to": "green"}), "list": desk.api.session("list"),
        "routing": desk.api.session("routing", "openFirst", "openModal"),
        "shop": desk.api.session("shop", "openDrawer", {"type": "present", "route": "signIn"}),
    }
    context = desk.new_context(color_scheme=scheme)
    for app, session in sessions.items():
        page = desk.open(session, context=context)
        settled(page, "Stage")
        clean(page, f"the screens of {app}")
        page.page.close()


def dialogs(scheme, desk):
    desk.allow(409)
    context = desk.new_context(color_scheme=scheme)
    session = desk.api.session("counter")
    page = desk.open(session, context=context)
    page.at(1, 1)
    for button, title in [("New", "New session"), ("Token", "Token"), ("Keyboard shortcuts", "Keyboard"),
                          ("Delete", "Delete this session?")]:
        page.press(button)
        expect(page.role("dialog", title)).to_be_visible()
        clean(page, f"the dialog {title}")
        page.page.keyboard.press("Escape")
        expect(page.role("dialog", title)).to_have_count(0)
    page.show("Compose")
    page.role("listbox", "Action").select_option(label="pop")
    page.press("Send")
    expect(page.role("status", "Outcome").locator(".problem")).to_be_visible()
    clean(page, "a refusal")
    desk.api.ask("DELETE", f"/v1/sessions/{session}")
    expect(page.title).to_have_text("This session is gone")
    clean(page, "a deleted session")


for scheme in ["light", "dark"]:
    for what, do in [("each view", views), ("the screens of each app", screens), ("dialogs and refusals", dialogs)]:
        check(f"axe finds no serious fault in {what}, {scheme}")(partial(do, scheme))
