"""A log of 10,000 actions: as fast as a short one, and correct at each position."""

import http.client
import json
import socket
from statistics import median

from playwright.sync_api import expect

from .registry import check

MANY = 10_000
ROW_HEIGHT = 26  # CSS pixels

# Scrolls to each position, waits for its frame, and returns the time until the next frame,
# the number of rows in the page, and the first and last visible rows (null if there is none).
SCROLL = """async ([places, rowHeight]) => {
  const list = document.querySelector("[role=listbox]")
  const { left, top, bottom } = list.getBoundingClientRect()
  const frame = () => new Promise(requestAnimationFrame)
  // The place of the row in sight there, and the revision that it has.
  const at = y => {
    const row = document.elementFromPoint(left + 40, y)?.closest("[role=option]")
    const start = list.firstElementChild.getBoundingClientRect().top
    return row && [
      (row.getBoundingClientRect().top - start) / rowHeight, Number(row.querySelector(".log-revision").textContent),
    ]
  }
  const seen = []
  for (const place of places) {
    list.scrollTop = place
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


def long_session(desk):
    """A session with many actions, the last one a push; the checks share it and do not change it."""
    session = desk.kept.get("long")
    if session is None:
        session = desk.kept["long"] = desk.api.session("counter")
        fill(desk.server, session, MANY - 1)
        desk.api.act(session, "push")
    return session


def short_session(desk):
    return desk.api.session("counter", *["increment"] * 100)


def scroll(page, parts):
    """Checks the visible rows at these positions, one after the other."""
    height = page.log.evaluate("list => list.scrollHeight - list.clientHeight")
    seen = page.page.evaluate(SCROLL, [[round(height * part) for part in parts], ROW_HEIGHT])
    for one in seen:
        for place, revision in [one["first"], one["last"]]:
            # Revision 1 was made by no action, so the first row is of revision 2.
            assert revision == place + 2, one
        assert one["rows"] <= one["inSight"] + 24, one
    return seen


@check("10,000 actions scroll smoothly: few rows in the page, the right ones everywhere, for what 100 cost")
def smooth(desk):
    cost = {}
    for session, count in [(short_session(desk), 100), (long_session(desk), MANY)]:
        page = desk.open(session, "log")
        expect(page.page.get_by_text(f"{count} actions", exact=True)).to_be_visible()
        seen = scroll(page, [step / 60 for step in range(61)])
        assert (seen[0]["first"][0], seen[-1]["last"][0]) == (0, count - 1), (seen[0], seen[-1])
        # To places so far from each other that none of the rows stays.
        cost[count] = median(one["took"] for one in scroll(page, [0, 0.5, 1] * 20))
    assert cost[MANY] < 2 * cost[100] + 10, f"milliseconds a frame: {cost}"


@check("in a log of 10,000 actions the keys lead to both ends, the search finds, and the timeline leads to a row")
def ends(desk):
    page = desk.open(long_session(desk), "log")
    expect(page.page.get_by_text(f"{MANY} actions", exact=True)).to_be_visible()
    page.log.focus()
    for key, revision in [("Home", 2), ("End", MANY + 1), ("PageUp", None), ("ArrowDown", None)]:
        page.page.keyboard.press(key)
        chosen = page.rows.and_(page.page.locator("[aria-selected=true]"))
        expect(chosen).to_be_in_viewport()
        if revision:
            expect(chosen).to_contain_text(str(revision))
    page.role("searchbox", "Search the log").fill("push")
    expect(page.rows).to_have_count(1)
    page.role("searchbox", "Search the log").fill("")
    page.slider.fill("5000")
    expect(page.log.locator(".shown")).to_contain_text("5000")
    expect(page.log.locator(".shown")).to_be_in_viewport()
