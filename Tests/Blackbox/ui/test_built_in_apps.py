"""A full path through each built-in app, on its own screens."""

from navstate import eventually

from ui.inspector import action, check


def write(field, text):
    """Types key by key, then moves to the next field."""
    field.click()
    field.press("ControlOrMeta+a")
    field.press_sequentially(text)
    field.press("Tab")


def test_counter_counts_continues_on_another_screen_and_returns(pages):
    page = pages.new("counter").shows(count="0").tap("More", "More", "More", "Less").shows(count="2")
    check(page.tap("Go on from 2").button("Back"), visible=True)
    page.shows(count="2").tap("More").shows(count="3")
    assert [screen["state"] for screen in page.read("/stack")["screens"]] == [{"count": 2}, {"count": 3}]
    check(page.tap("Back").shows(count="2").at(8).button("Back"), count=0)
    assert len(page.read("/stack")["screens"]) == 1


def test_tabs_has_todos_in_todos_a_count_by_a_step_and_settings_for_both(pages):
    page = pages.new("tabs")
    tabs, field = page.screens.get_by_role("navigation", name="Tabs of root"), page.current.get_by_label
    page.press("settings", within=tabs)
    write(field("Step"), "5")
    page.press("dark", within=page.current.get_by_role("group", name="Theme"))
    check(page.screens, data_theme="dark")
    page.press("counter", within=tabs)
    check(page.current, contains="in steps of 5")
    page.tap("More", "More", "Less").shows(count="5")

    page.press("todos", within=tabs)
    field("New todo").press_sequentially("Bake bread")
    field("New todo").press("Enter")
    check(field("Todo 1", exact=True), value="Bake bread")
    check(field("New todo"), value="")
    page.tap("Add a todo to Bake bread")
    write(field("Todo 1.2", exact=True), "Buy flour")
    field("Buy flour is done").click()
    check(field("Buy flour is done"), checked=True)
    field("New todo").fill("Sleep")
    page.tap("Add")
    check(field("Todo 3", exact=True), value="Sleep")
    page.tap("Delete Sleep")
    check(field("Todo 3", exact=True), count=0)
    flour = {"id": "1.2", "description": "Buy flour", "isComplete": True, "subtodos": []}
    assert page.state()["todos"] == [{"id": "1", "description": "Bake bread", "isComplete": False, "subtodos": [flour]}]

    page.press("settings", within=tabs)
    field("Show completed todos").click()
    check(field("Show completed todos"), checked=False)
    eventually(lambda: page.state() == {"step": 5, "showCompleted": False, "theme": "dark"})
    page.press("todos", within=tabs)
    check(field("Todo 1", exact=True), visible=True)
    check(field("Todo 1.2", exact=True), count=0)


def test_colors_leads_to_the_allowed_colors_and_gives_the_reason_for_the_others(pages):
    page = pages.new("colors")
    color = page.current.get_by_role("img")
    check(color, name="red")
    closed = page.current.get_by_role("button", name="Go to red")
    page.tap("Go to green")
    check(color, name="green")
    check(closed, aria_disabled="true", description='"green" does not lead to "red"; it leads to "green", "blue".')
    # A disabled control does nothing when clicked.
    closed.click(force=True)
    page.tap("Go to green").at(3)
    for name in ["blue", "red"]:
        page.tap(f"Go to {name}")
        check(color, name=name)
    assert page.at(5).read()["current"]["path"] == ["red"]


def test_list_shows_that_a_row_is_loading_opens_it_meanwhile_and_takes_its_count_back(pages):
    page = pages.new("list", action("setNavigation", selection="r2"), revision=2)
    check(page.current.get_by_role("progressbar", name="Loading"), visible=True)
    page.press("Back to now").shows(count="42")
    check(page.current, contains="Row r2")
    page.tap("More", "More").shows(count="44").tap("Back to the list", "Row r1, 1", "Back to the list")
    for name in ["Row r1, 1", "Row r2, 44"]:
        check(page.current.get_by_role("button", name=name), visible=True)
    # A loading screen is left; its result never arrives.
    assert [row["count"] for row in page.state()["rows"]] == [1, 44, 100]
    assert page.read("/timers")["items"] == []


def test_routing_opens_flows_over_flows_with_a_text_in_each_and_finishes_them(pages):
    page = pages.new("routing").tap("Open first").shows(heading="first")
    write(page.textbox, "from below")
    # A long press right after typing reaches its button.
    page.current.get_by_role("button", name="Open second").click(delay=400)
    second = page.shows(heading="second").current.get_by_role("button", name="Open second")
    check(second, aria_disabled="true")
    modal = page.tap("Open modal").screens.get_by_role("group", name="sheet: modal")
    check(modal, visible=True)
    write(page.tap("Open second").shows(heading="second").textbox, "in the modal")
    eventually(lambda: page.state() == {"text": "in the modal"})
    session = page.read()
    assert session["current"]["path"] == ["second", "modal", "second"]
    assert [screen["state"]["text"] for screen in session["navigation"]["screens"]] == ["", "from below", ""]
    # Covered screens cannot be reached.
    check(page.screens.locator(".under").first.get_by_role("button", name="Finish").first, aria_disabled="true")
    page.tap("Finish").shows(title="home")
    check(modal, count=0)
    assert len(page.read()["navigation"]["screens"]) == 1
