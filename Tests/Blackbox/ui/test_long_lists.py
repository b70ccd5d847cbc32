"""A log of 10,000 actions, as fast as a short one and correct at each position, and a list of 250 sessions."""

import http.client
import json
import socket
from statistics import median

import pytest
from playwright.sync_api import expect

from ui.inspector import check, part

MANY = 10_000
ROW_HEIGHT = 26  # CSS pixels

# Scrolls to each position, waits for its frame, and returns the time until the next frame,
# the number of rows in the page, and index and revision of the first and last visible rows (null if there is none).
SCROLL = """async ([positions, rowHeight]) => {
  const list = document.querySelector("[role=listbox]")
  const { left, top, bottom } = list.getBoundingClientRect()
  const frame = () => new Promise(requestAnimationFrame)
  const at = y => {
    const row = document.elementFromPoint(left + 40, y)?.closest("[role=option]")
    const start = list.firstElementChild.getBoundingClientRect().top
    return row && [
      (row.getBoundingClientRect().top - start) / rowHeight, Number(row.querySelector(".log-revision").textContent),
    ]
  }
  const seen = []
  for (const position of positions) {
    list.scrollTop = position
    await frame()
    const begun = performance.now()
    await frame()
    const took = performance.now() - begun
    const rows = list.querySelectorAll("[role=option]").length
    seen.push({ took, rows, first: at(top + 12), last: at(bottom - 12), inSight: list.clientHeight / rowHeight })
  }
  return seen
}"""


def fill(server, session, count):
    """Pipelines actions, the fastest method with one connection."""
    body = json.dumps({"type": "increment"})
    request = (f"POST /v1/sessions/{session}/actions HTTP/1.1\r\nHost: localhost\r\nPrefer: return=minimal\r\n"
               f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode()
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        answers = connection.makefile("rb")
        for begin in range(0, count, 16):
            ahead = min(16, count - begin)
            connection.sendall(request * ahead)
            for _ in range(ahead):
                assert b" 200 " in answers.readline()
                answers.read(int(http.client.parse_headers(answers)["Content-Length"]))


@pytest.fixture
def log(pages, api, server):
    """A function that opens the log of a session with this number of actions, the last one a push."""

    def new(count):
        session = api.session("counter")
        fill(server, session, count - 1)
        api.act(session, "push")
        page = pages.open(session, "log")
        check(page.get_by_text(f"{count} actions", exact=True), visible=True)
        return page

    return new


def scroll(page, shares):
    """Scrolls to these shares of the height and checks the visible rows."""
    height = page.log.evaluate("list => list.scrollHeight - list.clientHeight")
    seen = page.evaluate(SCROLL, [[round(height * share) for share in shares], ROW_HEIGHT])
    for one in seen:
        # Revision 1 was made by no action, so the first row is of revision 2.
        assert all(revision == index + 2 for index, revision in [one["first"], one["last"]])
        assert one["rows"] <= one["inSight"] + 24
    return seen


def test_a_long_log_has_few_rows_in_the_page_the_right_ones_everywhere_for_the_cost_of_a_short_log(log):
    cost = {}
    for count in [100, MANY]:
        page = log(count)
        seen = scroll(page, [step / 60 for step in range(61)])
        assert (seen[0]["first"][0], seen[-1]["last"][0]) == (0, count - 1)
        # To positions so far from each other that none of the rows stays.
        cost[count] = median(one["took"] for one in scroll(page, [0, 0.5, 1] * 20))
    assert cost[MANY] < 2 * cost[100] + 10, "milliseconds a frame"


def test_in_a_long_log_keys_lead_to_both_ends_the_search_finds_and_the_timeline_leads_to_a_row(log):
    page = log(MANY)
    page.log.focus()
    for key, revision in [("Home", "2"), ("End", str(MANY + 1)), ("PageUp", ""), ("ArrowDown", "")]:
        page.keys(key)
        chosen = page.rows.and_(page.locator("[aria-selected=true]"))
        expect(chosen).to_be_in_viewport()
        check(chosen, contains=revision)
    search = page.role("searchbox", "Search the log")
    search.fill("push")
    page.shows(rows=1)
    search.fill("")
    page.slider.fill("5000")
    check(page.log.locator(".shown"), contains="5000")
    expect(page.log.locator(".shown")).to_be_in_viewport()


def test_the_list_has_the_first_200_sessions_and_more_on_request(pages, api):
    for _ in range(250 - len(api.ask("GET", "/v1/sessions?limit=1000")["items"])):
        api.session("counter")
    page = pages.open().shows(sessions=200, list=part("200+")).press("More").shows(sessions=250)
    check(page.button("More"), visible=False)
