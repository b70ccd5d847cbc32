"""The state: as a tree, as a difference, as JSON; and its search."""

import json

from ui.inspector import action, check, part


def item(page, key):
    return page.tree.get_by_role("treeitem").filter(has=page.locator(f".key:text-is('{key}')"))


def test_the_tree_follows_each_action_and_its_items_are_opened_and_closed_by_click_and_by_keys(pages):
    page = pages.new("counter", view="state")
    current = item(page, "current")
    check(item(page, "app"), contains="counter")
    item(page, "can").locator(".twist").click()
    check(item(page, "undo"), count=0)
    page.act("increment")
    check(item(page, "revision"), contains="2")
    check(item(page, "count").first, contains="1")
    check(item(page, "undo"), count=0)
    check(current, aria_expanded="true")
    current.locator(".twist").click()
    check(current, aria_expanded="false")
    check(item(page, "path"), count=0)
    page.keys("ArrowRight")
    check(current, aria_expanded="true")
    page.keys("ArrowRight").shows(selected=part("id")).keys("ArrowLeft", "ArrowLeft")
    check(current, aria_expanded="false")


def test_the_difference_has_the_changes_of_the_displayed_revision_with_both_values(pages):
    page = pages.new("tabs", action("settings.set", step=5), "counter.increment", view="state").press("Difference")
    changes = page.role("list", "Changes").get_by_role("listitem")
    check(changes, count=1, contains="/navigation/screens/a1/state/count")
    check(changes.locator("del"), text="0")
    check(changes.locator("ins"), text="5")
    page.press("A revision back")
    check(changes, contains="/state/step")
    check(changes.locator("ins"), text="5")
    page.press("To the oldest revision")
    check(page.panel("State"), contains="This is the first revision")
    page.reload()
    check(page.button("Difference"), aria_pressed="true")
    page = pages.new("counter", "push", view="state").press("Difference")
    check(page.role("list", "Changes").get_by_role("img", name="added").first, visible=True)
    page.act("pop")
    check(page.role("list", "Changes").get_by_role("img", name="removed").first, visible=True)


def test_the_raw_and_the_copied_json_are_those_of_the_api(pages):
    page = pages.new("routing", "openModal", action("edit", text="Ünïcode ✓"), view="state").press("Raw")
    raw = page.get_by_label("Raw JSON")
    check(raw, contains="Ünïcode ✓")
    assert json.loads(raw.text_content()) == json.loads(page.copy("Copy JSON")) == page.read()


def test_the_search_finds_keys_and_values_counts_and_marks_them_and_leads_to_the_next(pages):
    page = pages.new(
        "tabs", action("todos.updateNewTodoDescription", text="Deep Needle"), "todos.addTodo",
        action("todos.item", id="1", action=action("addSubtodo")),
        action("todos.item", id="1.2", action=action("updateDescription", text="needle too")), view="state")
    search = page.role("searchbox", "Search keys and values")
    search.fill("NEEDLE")
    check(page.get_by_text("2 found"), visible=True)
    # Closed items with a match are opened.
    check(page.tree.locator("mark"), text=["Needle", "needle"])
    page.shows(selected=part("Deep Needle"))
    for text in ["needle too", "Deep Needle"]:
        search.press("Enter")
        page.shows(selected=part(text))
    check(search, focused=True)
    search.fill("showcompleted")
    check(page.get_by_text("1 found"), visible=True)
    check(page.tree.locator("mark"), text="showCompleted")
    check(page.press("Raw").get_by_label("Raw JSON").locator("mark"), text="showCompleted")


def test_a_search_that_comes_before_the_state_selects_its_first_match(pages, api):
    page, held = pages.page(), []
    session = api.session("tabs", action("todos.updateNewTodoDescription", text="Deep Needle"), "todos.addTodo")
    page.route("**/sessions/*/events*", lambda route: held.append(route))
    with page.expect_request("**/sessions/*/events*"):
        page.go(pages.address(session, view="state"))
    page.role("searchbox", "Search keys and values").fill("needle")
    check(page.get_by_text("0 found"), visible=True)
    held.pop().continue_()
    page.shows(selected=part("Deep Needle"))
