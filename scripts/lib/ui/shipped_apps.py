"""A full path through each built-in app, on its own screens."""

from playwright.sync_api import expect

from .registry import check


def state(desk, page):
    return desk.api.read(page.session)["current"]["state"]


def write(field, text):
    """Types key by key, then moves to the next field."""
    field.click()
    field.press("ControlOrMeta+a")
    field.press_sequentially(text)
    field.press("Tab")


@check("the app counter: a number is counted, another goes on from it, and one comes back")
def counter(desk):
    page = desk.open(desk.api.session("counter"))
    count = page.current.get_by_label("Count", exact=True)
    expect(count).to_have_text("0")
    page.tap("More", "More", "More", "Less")
    expect(count).to_have_text("2")
    page.tap("Go on from 2")
    expect(page.button("Back")).to_be_visible()
    expect(count).to_have_text("2")
    page.tap("More")
    expect(count).to_have_text("3")
    stack = desk.api.read(page.session, "/stack")["screens"]
    assert [screen["state"] for screen in stack] == [{"count": 2}, {"count": 3}], stack
    page.tap("Back")
    expect(count).to_have_text("2")
    expect(page.button("Back")).to_have_count(0)
    page.at(8, 8)
    assert len(desk.api.read(page.session, "/stack")["screens"]) == 1


@check("the app tabs: todos in todos, counting by a step, and settings that both go by")
def tabs(desk):
    page = desk.open(desk.api.session("tabs"))
    bar = page.screens.get_by_role("navigation", name="Tabs of root")
    bar.get_by_role("button", name="settings").click()
    write(page.current.get_by_label("Step"), "5")
    page.current.get_by_role("group", name="Theme").get_by_role("button", name="dark").click()
    expect(page.screens).to_have_attribute("data-theme", "dark")

    bar.get_by_role("button", name="counter").click()
    expect(page.current).to_contain_text("in steps of 5")
    page.tap("More", "More", "Less")
    expect(page.current.get_by_label("Count", exact=True)).to_have_text("5")

    bar.get_by_role("button", name="todos").click()
    page.current.get_by_label("New todo").press_sequentially("Bake bread")
    page.current.get_by_label("New todo").press("Enter")
    expect(page.current.get_by_label("Todo 1", exact=True)).to_have_value("Bake bread")
    expect(page.current.get_by_label("New todo")).to_have_value("")
    page.tap("Add a todo to Bake bread")
    write(page.current.get_by_label("Todo 1.2", exact=True), "Buy flour")
    page.current.get_by_label("Buy flour is done").click()
    expect(page.current.get_by_label("Buy flour is done")).to_be_checked()
    page.current.get_by_label("New todo").press_sequentially("Sleep")
    page.tap("Add")
    expect(page.current.get_by_label("Todo 3", exact=True)).to_have_value("Sleep")
    page.tap("Delete Sleep")
    expect(page.current.get_by_label("Todo 3", exact=True)).to_have_count(0)
    flour = {"id": "1.2", "description": "Buy flour", "isComplete": True, "subtodos": []}
    assert state(desk, page)["todos"] == [
        {"id": "1", "description": "Bake bread", "isComplete": False, "subtodos": [flour]}], state(desk, page)

    bar.get_by_role("button", name="settings").click()
    page.current.get_by_label("Show completed todos").click()
    expect(page.current.get_by_label("Show completed todos")).not_to_be_checked()
    bar.get_by_role("button", name="todos").click()
    expect(page.current.get_by_label("Todo 1", exact=True)).to_be_visible()
    expect(page.current.get_by_label("Todo 1.2", exact=True)).to_have_count(0)
    settings = [screen["state"] for screen in desk.api.read(page.session)["navigation"]["screens"]
                if screen["route"] == "settings"]
    assert settings == [{"step": 5, "showCompleted": False, "theme": "dark"}], settings


@check("the app colors: each color leads where it may, and the way that is closed says why")
def colors(desk):
    page = desk.open(desk.api.session("colors"))
    expect(page.current.get_by_role("img", name="red")).to_be_visible()
    page.tap("Go to green")
    expect(page.current.get_by_role("img", name="green")).to_be_visible()
    closed = page.current.get_by_role("button", name="Go to red")
    expect(closed).to_have_attribute("aria-disabled", "true")
    expect(closed).to_have_accessible_description('"green" does not lead to "red"; it leads to "green", "blue".')
    # A disabled control does nothing when clicked.
    closed.click(force=True)
    page.tap("Go to green")
    page.at(3, 3)
    page.tap("Go to blue")
    expect(page.current.get_by_role("img", name="blue")).to_be_visible()
    page.tap("Go to red")
    expect(page.current.get_by_role("img", name="red")).to_be_visible()
    page.at(5, 5)
    assert desk.api.read(page.session)["current"]["path"] == ["red"]


@check("the app list: a row opens at once, loads, counts, and the list has the count afterwards")
def rows(desk):
    page = desk.open(desk.api.session("list"))
    page.tap("Row r2, 42")
    expect(page.current).to_contain_text("Row r2")
    expect(page.current.get_by_label("Count", exact=True)).to_have_text("42")
    page.tap("More", "More")
    expect(page.current.get_by_label("Count", exact=True)).to_have_text("44")
    page.tap("Back to the list")
    expect(page.current.get_by_role("button", name="Row r2, 44")).to_be_visible()
    # A loading screen is left; its result never arrives.
    page.tap("Row r1, 1", "Back to the list")
    expect(page.current.get_by_role("button", name="Row r1, 1")).to_be_visible()
    assert [row["count"] for row in state(desk, page)["rows"]] == [1, 44, 100], state(desk, page)
    assert desk.api.read(page.session, "/timers")["items"] == []


@check("the app list: what loads says so until it is there")
def loading(desk):
    session = desk.api.session("list", {"type": "setNavigation", "selection": "r3"})
    page = desk.open(session, revision=2)
    expect(page.current.get_by_role("progressbar", name="Loading")).to_be_visible()
    page.press("Back to now")
    expect(page.current.get_by_label("Count", exact=True)).to_have_text("100")


@check("the app routing: flows over flows, a text in each, and the end of all")
def routing(desk):
    page = desk.open(desk.api.session("routing"))
    page.tap("Open first")
    expect(page.current.get_by_role("heading", name="first")).to_be_visible()
    page.current.get_by_role("textbox").press_sequentially("from below")
    page.tap("Open second")
    expect(page.current.get_by_role("heading", name="second")).to_be_visible()
    expect(page.current.get_by_role("button", name="Open second")).to_have_attribute("aria-disabled", "true")
    page.tap("Open modal")
    layer = page.screens.get_by_role("group", name="sheet: modal")
    expect(layer).to_be_visible()
    page.tap("Open second")
    expect(page.current.get_by_role("heading", name="second")).to_be_visible()
    write(page.current.get_by_role("textbox"), "in the modal")
    page.at(7, 7)
    found = desk.api.read(page.session)
    assert found["current"]["path"] == ["second", "modal", "second"], found
    assert found["current"]["state"] == {"text": "in the modal"}
    assert [screen["state"]["text"] for screen in found["navigation"]["screens"]] == ["", "from below", ""], found
    # Covered screens cannot be reached.
    below = page.screens.locator(".under").first.get_by_role("button", name="Finish").first
    expect(below).to_have_attribute("aria-disabled", "true")
    page.tap("Finish")
    expect(layer).to_have_count(0)
    expect(page.title).to_have_text("home")
    assert len(desk.api.read(page.session)["navigation"]["screens"]) == 1
