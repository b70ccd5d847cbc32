"""The log: actions and refusals, filters, and the operations of a row."""

import os
import subprocess

from playwright.sync_api import expect

from .apps import IDLE
from .registry import check


def row_of(page, revision):
    return page.rows.filter(has=page.page.locator(f".log-revision:text-is('{revision}')"))


def run(command):
    """The output of a shell with a token."""
    environment = {**os.environ, "NAVSTATE_TOKEN": "none"}
    shell = subprocess.run(["bash", "-euc", command], capture_output=True, text=True, env=environment)
    assert shell.returncode == 0, shell
    return shell.stdout


@check("each action is a row with its type and what it says, as it comes")
def rows(desk):
    session = desk.api.session("colors", {"type": "transition", "to": "green"})
    page = desk.open(session, "log")
    expect(page.rows).to_have_count(1)
    expect(page.rows).to_contain_text("transition")
    expect(page.rows).to_contain_text("green")
    desk.api.act(session, {"type": "transition", "to": "blue"})
    expect(page.rows).to_have_count(2)
    expect(row_of(page, 3)).to_contain_text("blue")


@check("a batch is one row, and an inner action is told by its type, too")
def batches(desk):
    session = desk.api.session("tabs", {"actions": [{"type": "counter.increment"}, {"type": "counter.increment"}]})
    desk.api.act(session, {"type": "todos.updateNewTodoDescription", "text": "Bread"}, "todos.addTodo",
                 {"type": "todos.item", "id": "1", "action": {"type": "addSubtodo"}})
    page = desk.open(session, "log")
    expect(row_of(page, 2)).to_contain_text("2 actions")
    expect(row_of(page, 5)).to_contain_text("todos.item › addSubtodo")


@check("a refused action is a row, with the reason, while the page is open")
def refusals(desk):
    session = desk.api.session("counter", "increment")
    page = desk.open(session, "log")
    expect(page.rows).to_have_count(1)
    expect(page.connection).to_have_text("Live")
    status, problem = desk.api.client.ask("POST", f"/v1/sessions/{session}/actions", {"type": "pop"})
    assert status == 409
    expect(page.rows).to_have_count(2)
    page.button("Refused 1").click()
    expect(page.rows).to_have_count(1)
    page.rows.click()
    detail = page.role("region", "The chosen action")
    expect(detail).to_contain_text("Refused")
    expect(detail).to_contain_text(problem["detail"])
    expect(detail.get_by_role("button", name="Jump here")).to_have_count(0)


@check("the action of a timer that was refused is the row of its revision, with the reason")
def refused_timers(desk):
    desk.api.define(IDLE)
    session = desk.api.session("idle", {"type": "push", "route": "away"}, "pop")
    page = desk.open(session, "log")
    expect(page.rows).to_have_count(2)
    expect(page.connection).to_have_text("Live")
    timer = desk.api.read(session, "/timers")["items"][0]["id"]
    desk.api.ask("POST", f"/v1/sessions/{session}/timers/{timer}/fire")
    expect(page.rows).to_have_count(3)
    expect(row_of(page, 4)).to_contain_text("nothing to pop")
    page.button("Refused 1").click()
    expect(page.rows).to_have_count(1)
    page.rows.click()
    detail = page.role("region", "The chosen action")
    expect(detail).to_contain_text("Revision 4")
    expect(detail).to_contain_text("nothing to pop")


@check("the log's filters by type and text survive a reload")
def filters(desk):
    session = desk.api.session("counter", "increment", "decrement", "push", "increment", "pop")
    page = desk.open(session, "log")
    expect(page.rows).to_have_count(5)
    page.button("increment 2").click()
    expect(page.rows).to_have_count(2)
    page.button("pop 1").click()
    expect(page.rows).to_have_count(3)
    page.role("searchbox", "Search the log").fill("CREM")
    expect(page.rows).to_have_count(2)
    expect(page.page.get_by_text("2 of 5 actions")).to_be_visible()
    page.page.reload()
    expect(page.rows).to_have_count(2)
    expect(page.role("searchbox", "Search the log")).to_have_value("CREM")
    expect(page.button("pop 1")).to_have_attribute("aria-pressed", "true")
    expect(page.button("push 1")).to_have_attribute("aria-pressed", "false")


@check("a row is copied as a curl command that does the same again")
def curl(desk):
    text = """it's "quoted" $HOME \\ and ✓"""
    session = desk.api.session("routing", {"type": "edit", "text": text})
    desk.api.act(session, {"type": "edit", "text": ""})
    page = desk.open(session, "log")
    row_of(page, 2).click()
    answer = run(page.copy("Copy as curl"))
    assert '"revision":4' in answer, answer
    assert desk.api.read(session)["current"]["state"] == {"text": text}
    page.at(4, 4)


@check("an undo is copied as a curl command, too")
def curl_of_undo(desk):
    session = desk.api.session("counter", "increment", "increment")
    desk.api.ask("POST", f"/v1/sessions/{session}/undo")
    page = desk.open(session, "log")
    row_of(page, 4).click()
    run(page.copy("Copy as curl"))
    assert desk.api.read(session)["current"]["state"] == {"count": 0}


@check("from a row one looks at its revision, jumps there, and forks from there")
def from_a_row(desk):
    session = desk.api.session("counter", "increment", "increment", "increment")
    page = desk.open(session, "log")
    row_of(page, 2).click()
    detail = page.role("region", "The chosen action")
    detail.get_by_role("button", name="Look at").click()
    page.at(2, 4)
    detail.get_by_role("button", name="Jump here").click()
    page.at(5, 5)
    assert desk.api.read(session)["current"]["state"] == {"count": 1}

    row_of(page, 3).click()
    detail.get_by_role("button", name="Fork from here").click()
    expect(page.page).not_to_have_url(page.page.url.replace(page.session, session))
    page.at(1, 1)
    fork = page.session
    assert fork != session and desk.api.read(fork)["current"]["state"] == {"count": 2}
    assert desk.api.read(session)["revision"] == 5


@check("what an action sent out is told in its row")
def outputs(desk):
    session = desk.api.session("counter", "increment", "push")
    page = desk.open(session, "log")
    expect(row_of(page, 3)).to_contain_text("→ push")
    row_of(page, 3).click()
    expect(page.page.get_by_label("Its outputs")).to_contain_text('"count": 1')
