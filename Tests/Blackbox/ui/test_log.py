"""The log: actions and refusals, filters, and the operations of a row."""

import os
import subprocess

from playwright.sync_api import expect

from ui.inspector import action, check, push


def run(command):
    """Returns the output of a shell command."""
    return subprocess.run(["bash", "-euc", command], capture_output=True, text=True, check=True,
                          env={**os.environ, "NAVSTATE_TOKEN": "none"}).stdout


def test_each_action_is_a_row_with_its_type_and_members(pages):
    page = pages.new("colors", action("transition", to="green"), view="log").shows(rows=1)
    check(page.rows, contains=("transition", "green"))
    page.act(action("transition", to="blue")).shows(rows=2)
    check(page.row(3), contains="blue")


def test_a_batch_is_one_row_and_an_inner_action_has_its_type(pages):
    batch = {"actions": [action("counter.increment"), action("counter.increment")]}
    page = pages.new("tabs", batch, action("todos.updateNewTodoDescription", text="Bread"), "todos.addTodo",
                     action("todos.item", id="1", action=action("addSubtodo")), view="log")
    check(page.row(2), contains="2 actions")
    check(page.row(5), contains="todos.item › addSubtodo")


def test_a_refused_action_is_a_row_with_the_reason(pages, api):
    page = pages.new("counter", "increment", view="log").shows(rows=1, connection="Live")
    answer = api.client.post(f"/v1/sessions/{page.session}/actions", json=action("pop"))
    assert answer.status_code == 409
    page.shows(rows=2).press("Refused 1").shows(rows=1).rows.click()
    check(page.detail, contains=("Refused", answer.json()["detail"]))
    check(page.detail.get_by_role("button", name="Jump here"), count=0)


def test_a_refused_action_of_a_timer_is_the_row_of_its_revision_with_the_reason(pages, api):
    page = pages.new("idle", push("away"), "pop", view="log").shows(rows=2, connection="Live")
    timer = page.read("/timers")["items"][0]["id"]
    api.ask("POST", f"/v1/sessions/{page.session}/timers/{timer}/fire")
    check(page.shows(rows=3).row(4), contains="nothing to pop")
    page.press("Refused 1").shows(rows=1).rows.click()
    check(page.detail, contains=("Revision 4", "nothing to pop"))


def test_filters_by_type_and_text_survive_a_reload(pages):
    page = pages.new("counter", "increment", "decrement", "push", "increment", "pop", view="log").shows(rows=5)
    search = page.role("searchbox", "Search the log")
    page.press("increment 2").shows(rows=2).press("pop 1").shows(rows=3)
    search.fill("CREM")
    check(page.shows(rows=2).get_by_text("2 of 5 actions"), visible=True)
    page.reload()
    check(search, value="CREM")
    check(page.shows(rows=2).button("pop 1"), aria_pressed="true")
    check(page.button("push 1"), aria_pressed="false")


def test_a_row_is_copied_as_a_curl_command_that_repeats_the_action(pages):
    text = """it's "quoted" $HOME \\ and ✓"""
    page = pages.new("routing", action("edit", text=text), action("edit", text=""), view="log")
    page.row(2).click()
    assert '"revision":4' in run(page.copy("Copy as curl"))
    assert page.at(4).state() == {"text": text}


def test_an_undo_is_copied_as_a_curl_command(pages):
    page = pages.new("counter", "increment", "increment", view="log").press("Undo")
    page.row(4).click()
    run(page.copy("Copy as curl"))
    assert page.state() == {"count": 0}


def test_a_row_leads_to_its_revision_to_a_jump_and_to_a_fork(pages, api):
    page = pages.new("counter", *["increment"] * 3, view="log")
    session, address = page.session, page.url
    page.row(2).click()
    page.press("Look at").at(2, 4).press("Jump here", within=page.detail).at(5)
    assert page.state() == {"count": 1}
    page.row(3).click()
    page.press("Fork from here")
    expect(page.page).not_to_have_url(address)
    assert page.at(1).session != session and page.state() == {"count": 2}
    assert api.read(session)["revision"] == 5


def test_the_outputs_of_an_action_are_in_its_row(pages):
    page = pages.new("counter", "increment", "push", view="log")
    check(page.row(3), contains="→ push")
    page.row(3).click()
    check(page.get_by_label("Its outputs"), contains='"count": 1')
