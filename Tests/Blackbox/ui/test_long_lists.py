"""A log of 10,000 actions, correct at each position and with as few elements as a short one, and a list of 250 sessions."""

import pytest

from ui.inspector import check, part, script

MANY = 10_000
ROW_HEIGHT = 26  # CSS pixels

SCROLL = script("scroll")


@pytest.fixture
def options():
    return ["--history-revisions", 2 * MANY]


def scroll(page, shares):
    """Scrolls to these shares of the height and checks the visible rows; returns the most elements added at once."""
    height = page.log.evaluate("list => list.clientHeight")
    end = page.log.evaluate("list => list.scrollHeight") - height
    positions = [round(end * share) for share in shares]
    seen = page.log.evaluate(SCROLL, positions)
    for position, (rows, _, first, last) in zip(positions, seen, strict=True):
        # Revision 1 was made by no action, so the first row is of revision 2.
        assert [first, last] == [(position + y) // ROW_HEIGHT + 2 for y in (12, height - 12)]
        assert rows <= height / ROW_HEIGHT + 24
    return max(added for _, added, *_ in seen)


def test_a_long_log_has_the_right_rows_at_each_position_and_as_few_elements_as_a_short_one(pages, api):
    added = {}
    for count in [100, MANY]:
        page = pages.open(api.session("counter", *["increment"] * (count - 1), "push"), "log")
        check(page.get_by_text(f"{count} actions", exact=True), visible=True)
        scroll(page, [step / 60 for step in range(61)])
        # To positions so far from each other that none of the rows stays.
        added[count] = scroll(page, [0, 0.5, 1] * 4)
    assert 0 < added[MANY] <= added[100] + 4, added

    page.log.focus()
    for key, revision in [("Home", "2"), ("End", str(MANY + 1)), ("PageUp", ""), ("ArrowDown", "")]:
        chosen = page.keys(key).rows.and_(page.locator("[aria-selected=true]"))
        check(chosen, in_viewport=True, contains=revision)
    search = page.role("searchbox", "Search the log")
    search.fill("push")
    page.shows(rows=1)
    search.fill("")
    check(page.slide(5000).log.locator(".shown"), contains="5000", in_viewport=True)


def test_the_list_has_the_first_200_sessions_and_more_on_request(pages, api):
    for _ in range(250):
        api.session("counter")
    page = pages.open().shows(sessions=200, list=part("200+")).press("More").shows(sessions=250)
    check(page.button("More"), visible=False)
