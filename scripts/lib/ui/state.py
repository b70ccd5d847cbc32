"""The state: as a tree, as a difference, raw; and its search."""

import json

from playwright.sync_api import expect

from .registry import check


def tree(page):
    return page.role("tree", "State")


def item(page, key):
    return tree(page).get_by_role("treeitem").filter(has=page.page.locator(f".key:text-is('{key}')"))


@check("the tree has each key and value, and opens and closes by click and by keys")
def branches(desk):
    session = desk.api.session("counter", "increment", "push")
    page = desk.open(session, "state")
    expect(item(page, "app")).to_contain_text("counter")
    expect(item(page, "revision")).to_contain_text("3")
    current = item(page, "current")
    expect(current).to_have_attribute("aria-expanded", "true")
    current.locator(".twist").click()
    expect(current).to_have_attribute("aria-expanded", "false")
    expect(item(page, "path")).to_have_count(0)
    page.page.keyboard.press("ArrowRight")
    expect(current).to_have_attribute("aria-expanded", "true")
    page.page.keyboard.press("ArrowRight")
    expect(tree(page).locator("[aria-selected=true]")).to_contain_text("id")
    page.page.keyboard.press("ArrowLeft")
    page.page.keyboard.press("ArrowLeft")
    expect(current).to_have_attribute("aria-expanded", "false")


@check("the tree follows each action, and what was closed stays closed")
def followed(desk):
    session = desk.api.session("counter")
    page = desk.open(session, "state")
    item(page, "can").locator(".twist").click()
    expect(item(page, "undo")).to_have_count(0)
    desk.api.act(session, "increment")
    expect(item(page, "revision")).to_contain_text("2")
    expect(item(page, "count").first).to_contain_text("1")
    expect(item(page, "undo")).to_have_count(0)


@check("the difference has what the revision that is shown changed, with both values")
def difference(desk):
    session = desk.api.session("tabs", {"type": "settings.set", "step": 5}, "counter.increment")
    page = desk.open(session, "state")
    page.press("Difference")
    changes = page.role("list", "Changes").get_by_role("listitem")
    expect(changes).to_have_count(1)
    expect(changes).to_contain_text("/navigation/screens/a1/state/count")
    expect(changes.locator("del")).to_have_text("0")
    expect(changes.locator("ins")).to_have_text("5")
    page.press("A revision back")
    expect(changes).to_contain_text("/state/step")
    expect(changes.locator("ins")).to_have_text("5")
    page.press("To the oldest revision")
    expect(page.panel("State")).to_contain_text("This is the first revision")
    page.page.reload()
    expect(page.button("Difference")).to_have_attribute("aria-pressed", "true")


@check("the difference tells what was added and removed")
def added(desk):
    session = desk.api.session("counter", "push")
    page = desk.open(session, "state")
    page.press("Difference")
    changes = page.role("list", "Changes")
    expect(changes.get_by_role("img", name="added").first).to_be_visible()
    desk.api.act(session, "pop")
    expect(changes.get_by_role("img", name="removed").first).to_be_visible()


@check("raw is what the server gives, and so is what is copied")
def raw(desk):
    session = desk.api.session("routing", "openModal", {"type": "edit", "text": "Ünïcode ✓"})
    page = desk.open(session, "state")
    page.press("Raw")
    shown = page.page.get_by_label("Raw JSON")
    expect(shown).to_contain_text("Ünïcode ✓")
    truth = desk.api.read(session)
    assert json.loads(shown.text_content()) == truth
    assert json.loads(page.copy("Copy JSON")) == truth


@check("the search looks into keys and values, counts, marks and goes from one to the next")
def search(desk):
    session = desk.api.session(
        "tabs", {"type": "todos.updateNewTodoDescription", "text": "Deep Needle"}, "todos.addTodo",
        {"type": "todos.item", "id": "1", "action": {"type": "addSubtodo"}},
        {"type": "todos.item", "id": "1.2", "action": {"type": "updateDescription", "text": "needle too"}})
    page = desk.open(session, "state")
    field = page.role("searchbox", "Search keys and values")
    field.fill("NEEDLE")
    expect(page.page.get_by_text("2 found")).to_be_visible()
    # What lies deep is opened.
    expect(tree(page).locator("mark")).to_have_text(["Needle", "needle"])
    chosen = tree(page).locator("[aria-selected=true]")
    expect(chosen).to_contain_text("Deep Needle")
    field.press("Enter")
    expect(chosen).to_contain_text("needle too")
    field.press("Enter")
    expect(chosen).to_contain_text("Deep Needle")
    expect(field).to_be_focused()
    field.fill("showcompleted")
    expect(page.page.get_by_text("1 found")).to_be_visible()
    expect(tree(page).locator("mark")).to_have_text("showCompleted")
    page.press("Raw")
    expect(page.page.get_by_label("Raw JSON").locator("mark")).to_have_text("showCompleted")
