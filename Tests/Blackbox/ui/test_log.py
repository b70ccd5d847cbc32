"""The log and the outputs: actions and refusals, filters, the operations of a row, and timers."""

import json
import os
import re
import subprocess

import pytest
from navstate import define

from ui.inspector import action, check, part, push

ADD = action("add", dish="soup", price=7)


def run(command):
    """Runs a shell command; returns the JSON that it prints."""
    return json.loads(subprocess.check_output(["bash", "-euc", command], env={**os.environ, "NAVSTATE_TOKEN": "none"}))


def test_each_action_or_batch_is_a_row_with_its_type_its_members_and_its_outputs(pages):
    batch = {"actions": [action("counter.increment"), action("counter.increment")]}
    page = pages.new("tabs", batch, action("todos.updateNewTodoDescription", text="Bread"), "todos.addTodo",
                     action("todos.item", id="1", action=action("addSubtodo")), view="log").shows(rows=4)
    page.act(action("select", route="todos")).shows(rows=5)
    for revision, texts in [(2, "2 actions"), (3, ("todos.updateNewTodoDescription", "Bread")),
                            (5, "todos.item › addSubtodo"), (6, ("select", "todos"))]:
        check(page.row(revision), contains=texts)
    page = pages.new("counter", "increment", "push", view="log")
    check(page.row(3), contains="→ push")
    page.row(3).click()
    check(page.get_by_label("Its outputs"), contains='"count": 1')


def test_a_refused_action_is_a_row_with_the_reason_also_one_of_a_timer(pages, api):
    page = pages.new("idle", push("away"), "pop", view="log").shows(rows=2, connection="Live")
    session = f"/v1/sessions/{page.session}"
    timer = page.read("/timers")["items"][0]["id"]
    api.ask("POST", f"{session}/timers/{timer}/fire")
    check(page.shows(rows=3).row(4), contains="nothing-to-pop: \"root\" has nothing to pop")
    answer = api.client.post(f"{session}/actions", json=action("pop"))
    assert answer.status_code == 409
    page.shows(rows=4).press("Refused 2").shows(rows=2)
    for row, texts in [(0, ("Revision 4, refused", "nothing-to-pop ")), (1, ("Refused", answer.json()["detail"]))]:
        page.rows.nth(row).click()
        check(page.detail, contains=texts)
    check(page.detail.get_by_role("button", name="Jump here"), count=0)


def test_a_row_and_the_timeline_name_who_acted(pages, api):
    sender = api.session("counter")
    page = pages.new("idle", push("away"), view="log").shows(rows=1)
    timer = page.read("/timers")["items"][0]["id"]
    api.ask("POST", f"/v1/sessions/{page.session}/timers/{timer}/fire")
    api.ask("POST", f"/v1/sessions/{sender}/messages", {"to": page.session, "action": push("away")})
    check(page.shows(rows=3).row(3), contains="timer")
    page.row(3).click()
    check(page.detail, contains="by timer")
    page.slide(3).shows(banner=part("popToRoot by timer"))
    page.row(4).click()
    page.detail.get_by_role("link", name=sender).click()
    assert page.shows(title="counter").session == sender


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


def test_an_action_and_an_undo_are_copied_as_curl_commands_that_repeat_them(pages):
    text = """it's "quoted" $HOME \\ and ✓"""
    page = pages.new("routing", action("edit", text=text), action("edit", text=""), view="log")
    page.row(2).click()
    assert run(page.copy("Copy as curl"))["revision"] == 4
    assert page.press("Undo").at(5).state() == {"text": ""}
    page.row(5).click()
    run(page.copy("Copy as curl"))
    assert page.at(6).state() == {"text": text}


def test_a_row_shows_the_difference_that_its_action_made(pages):
    page = pages.new("museum", push("rooms"), push("work", id=7), view="log").shows(rows=2)
    page.row(3).click()
    changes = page.detail.get_by_role("list", name="Difference").get_by_role("listitem")
    check(changes, count=2, contains=[part("/navigation/screens/a1/content/selected"), part('"route":"work"')])
    check(changes.nth(1).get_by_role("img"), name="added")
    page.row(2).click()
    check(changes, contains=[part("selected"), part('"route":"rooms"')])


def test_a_row_leads_to_its_revision_to_a_jump_and_to_a_fork(pages, api):
    page = pages.new("counter", *["increment"] * 3, view="log")
    session = page.session
    page.row(2).click()
    page.press("Look at").at(2, 4).press("Jump here", within=page.detail).at(5)
    assert page.state() == {"count": 1}
    page.row(3).click()
    assert page.press("Fork from here").at(1).session != session and page.state() == {"count": 2}
    assert api.read(session)["revision"] == 5


def amendment(page, revision):
    """Opens the form that amends the change of a row; returns it and the field of its action."""
    page.row(revision).click()
    form = page.press("Amend", within=page.detail).role("dialog", f"Amend revision {revision}")
    return form, form.get_by_label("Action, as JSON")


def test_an_amended_action_shows_what_would_be_dropped_and_then_the_result(pages):
    page = pages.new("bistro", ADD, "clear", "turn", view="log").shows(rows=3)
    form, text = amendment(page, 2)
    # The rows have the space beside the chosen one.
    assert page.log.bounding_box()["height"] > 300
    check(text, focused=True, value=part('"dish": "soup"'))
    text.fill(json.dumps(action("turn")))
    page.press("Dry run", within=form)
    check(page.outcome, contains=("1 would follow again, 1 would be dropped.", "It would make revision 5.", "state/page"))
    check(page.role("list", "Dropped"), contains=("3 clear", "The tray is empty."))
    assert page.read()["revision"] == 4
    page.press("Amend", within=form).at(5).shows(rows=4)
    check(form, count=0)
    for revision, text in [(2, "amended by revision 5"), (3, "left out by revision 5"), (5, "amend")]:
        check(page.row(revision), contains=text)
    check(page.row(4), lacks="by revision")
    assert (page.read()["data"]["cart"]["items"], page.state()["page"]) == ([], 3)
    page.row(5).click()
    check(page.detail.get_by_role("button", name="Amend"), count=0)
    assert page.press("Undo").at(6).state()["page"] == 2


def test_a_refused_amendment_gives_its_reason_in_the_form_and_changes_nothing(pages):
    pages.allow(409, 412, 422)
    page = pages.new("bistro", ADD, view="log").shows(rows=1)
    form, text = amendment(page, 2)
    for content, reason in [('{"type": ', "The action is not JSON"), (json.dumps(push("nowhere")), "nowhere"),
                            (json.dumps(action("clear")), "The tray is empty.")]:
        text.fill(content)
        page.press("Amend", within=form).shows(outcome=part(reason))
    page.keys("Escape")
    check(form, count=0)
    assert page.read()["revision"] == 2


def test_a_timer_shows_its_action_counts_down_and_can_be_cancelled_or_fired_early(pages):
    page = pages.new("idle", view="outputs")
    none, left = page.get_by_text("Nothing is pending."), page.role("timer")
    page.act(push("away")).shows(timers=part("popToRoot"))
    check(left, text=re.compile(r"59:\d\d|59 min|1:00:00|60:00"))
    check(left, lacks=left.text_content())
    page.press("Cancel: popToRoot")
    check(none, visible=True)
    assert page.read("/timers")["items"] == [] and page.read()["current"]["route"] == "away"
    page.act(push("away")).press("Fire now: popToRoot").at(5).shows(title="home")
    assert page.read("/history")["items"][-1]["actor"] == "timer" and page.read()["current"]["route"] == "home"


def test_outputs_are_listed_newest_first_and_lead_to_their_revision(pages):
    page = pages.new("counter", "increment", "push", view="outputs")
    rows = page.role("list", "Outputs").get_by_role("listitem")
    check(rows, count=1, contains='{"count":1}')
    page.act("increment", "push")
    check(rows, count=2)
    check(rows.first, contains='{"count":2}')
    page.press("revision 3", within=rows.nth(1)).at(3, 5)


@pytest.mark.parametrize("options", [["--allow-call", "127.0.0.1:9", "--allow-private-webhooks", "yes"]])
def test_a_call_without_an_answer_is_listed_with_its_failures_until_it_ends(pages, api):
    ask = {"call": "http://127.0.0.1:9/pay?secret=1", "id": "pay", "then": action("done")}
    define(api.client, "till", routes={"home": {}}, actions={"ask": {"do": ask}, "stop": {"do": {"cancel": "pay"}}, "done": {"do": []}})
    page = pages.new("till", "ask", view="outputs")
    calls = page.role("list", "Calls").get_by_role("listitem")
    check(calls, count=1, contains=("pay", "POST 127.0.0.1:9", "(unreachable), next at", "revision 2"), lacks="secret")
    page.act("stop")
    check(calls, count=0)
