"""A log of 10,000 actions, as fast as a short one and correct at each position, and a list of 250 sessions."""

from statistics import median

import pytest

from ui.inspector import check, part

MANY = 10_000
ROW_HEIGHT = 26  # CSS pixels

# Scrolls the list to each position, waits for its frame, and returns the time until the next frame, the number of rows
# in the page, and the revisions of the first and the last visible row (null if there is none).
SCROLL = """async (list, positions) => {
  const { left, top, bottom } = list.getBoundingClientRect()
  const frame = () => new Promise(requestAnimationFrame)
  const revision = y => document.elementFromPoint(left + 40, y)?.closest("[role=option]")
    ?.querySelector(".log-revision").textContent
  const seen = []
  for (const position of positions) {
    list.scrollTop = position
    await frame()
    const begun = performance.now()
    await frame()
    const took = performance.now() - begun
    const rows = list.querySelectorAll("[role=option]").length
    seen.push([took, rows, Number(revision(top + 12)), Number(revision(bottom - 12))])
  }
  return seen
}"""


@pytest.fixture
def options():
    return ["--history-revisions", 2 * MANY]


def scroll(page, shares):
    """Scrolls to these shares of the height and checks the visible rows; returns the median time of a frame."""
    height = page.log.evaluate("list => list.clientHeight")
    end = page.log.evaluate("list => list.scrollHeight") - height
    positions = [round(end * share) for share in shares]
    seen = page.log.evaluate(SCROLL, positions)
    for position, (_, rows, first, last) in zip(positions, seen, strict=True):
        # Revision 1 was made by no action, so the first row is of revision 2.
        assert [first, last] == [(position + y) // ROW_HEIGHT + 2 for y in (12, height - 12)]
        assert rows <= height / ROW_HEIGHT + 24
    return median(took for took, *_ in seen)


def test_a_long_log_has_few_and_the_right_rows_everywhere_for_the_cost_of_a_short_log(pages, api):
    opened = []
    for count in [100, MANY]:
        page = pages.open(api.session("counter", *["increment"] * (count - 1), "push"), "log")
        check(page.get_by_text(f"{count} actions", exact=True), visible=True)
        scroll(page, [step / 60 for step in range(61)])
        opened.append(page)
    # In turns, so that other load slows both down; to positions so far from each other that none of the rows stays.
    costs = [[scroll(page, [0, 0.5, 1] * 10) for page in opened] for _ in range(4)]
    short, long = (min(column) for column in zip(*costs))
    assert long < 2 * short + 10, "milliseconds a frame"

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
