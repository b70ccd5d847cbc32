"""axe finds no serious fault in any view, light or dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from ui.inspector import action, check, push

COUNTER = ["increment", "push", "increment"]
# The element of each view that shows that it is complete.
CONTENT = {
    "Stage": lambda page: page.available.get_by_role("button"),
    "Log": lambda page: page.rows,
    "State": lambda page: page.tree,
    "Outputs": lambda page: page.timers,
    "Compose": lambda page: page.role("listbox", "Action").get_by_role("option"),
    "Graph": lambda page: page.panel("Graph").get_by_role("img"),
}
SCREENS = {
    "tabs": [action("todos.updateNewTodoDescription", text="Bread"), "todos.addTodo", action("select", route="todos")],
    "colors": [action("transition", to="green")], "list": [], "routing": ["openFirst", "openModal"],
    "shop": ["openDrawer", action("present", route="signIn")],
}
DIALOGS = {"New": "New session", "Token": "Token", "Keyboard shortcuts": "Keyboard", "Delete": "Delete this session?"}


@pytest.fixture(params=["light", "dark"])
def context(pages, request):
    return pages.new_context(color_scheme=request.param)


def faults(page):
    """Returns the serious faults of the page."""
    found = Axe().run(page.page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(fault["id"], fault["help"], [node["html"][:160] for node in fault["nodes"][:3]])
            for fault in found if fault["impact"] in ("serious", "critical")]


def test_the_first_page_is_accessible(pages, context):
    page = pages.open(context=context)
    check(page.button("New session of counter"), visible=True)
    assert faults(page) == []


@pytest.mark.parametrize("app, actions, view, revision", [
    *[("counter", COUNTER, view, 2) for view in ["Stage", "Log", "Compose"]],
    *[("counter", COUNTER, view, None) for view in ["Stage", "Log", "Compose", "Graph", "State"]],
    ("idle", [push("away")], "Outputs", None), *[(app, actions, "Stage", None) for app, actions in SCREENS.items()]])
def test_each_view_is_accessible(pages, api, context, app, actions, view, revision):
    last = 1 + len(actions)
    page = pages.open(api.session(app, *actions), view.lower(), revision, context).at(revision or last, last)
    content = CONTENT[view](page).first
    check(content, visible=True)
    if view == "Log":
        content.click()
    assert faults(page) == []
    if view == "State":
        assert faults(page.press("Difference")) == []


def test_dialogs_refusals_and_a_deleted_session_are_accessible(pages, api, context):
    pages.allow(409)
    session = api.session("counter")
    page = pages.open(session, context=context).at(1)
    for button, title in DIALOGS.items():
        dialog = page.press(button).role("dialog", title)
        check(dialog, visible=True)
        assert faults(page) == [], title
        page.keys("Escape")
        check(dialog, count=0)
    page.show("Compose").role("listbox", "Action").select_option(label="pop")
    check(page.press("Send").outcome.locator(".problem"), visible=True)
    assert faults(page) == []
    api.ask("DELETE", f"/v1/sessions/{session}")
    assert faults(page.shows(title="This session is gone")) == []
