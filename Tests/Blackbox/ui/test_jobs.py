"""The batch jobs: a new one, tried first, its progress and outcomes, and cancelling."""

import re

import pytest
from navstate import define

from ui.inspector import action, check, part


def form(page, action, **fields):
    """Opens the form of a new job and fills it in."""
    page.press("New job")
    dialog = page.role("dialog", "New job")
    dialog.get_by_label("Action, as JSON").fill(action)
    for name, value in fields.items():
        dialog.get_by_label(name).fill(value)
    return dialog


def job(page, id):
    return page.role("listitem", f"Job {id}")


def jobs(pages):
    page = pages.open()
    page.role("link", "Jobs").click()
    return page.shows(title="Jobs")


def test_a_dry_run_shows_what_a_job_would_do_and_the_job_then_does_it(pages, api):
    some, other = api.session("counter", "increment", "push"), api.session("counter")
    page = jobs(pages)
    dialog = form(page, '{"type": "pop"}', App="counter")
    page.press("Dry run", within=dialog)
    check(page.outcome, contains=("2 sessions match.", "1 changed", "1 nothing-to-pop", some, other))
    assert api.read(some)["revision"] == 3
    page.press("Start", within=dialog)
    row = job(page, "b_1")
    check(row, contains=("done", "pop", "app: counter", "2 done", "1 failed", "1 changed", "1 nothing-to-pop"))
    row.get_by_text("Examples of refusals").click()
    row.get_by_role("link", name=other).click()
    assert page.shows(title="counter").session == other and api.read(some)["revision"] == 4


def test_a_migration_is_listed_beside_other_jobs(pages, api):
    session = api.session("counter")
    for version in [{"version": 1}, {"version": 2, "migrate": {"1": {}}}]:
        define(api.client, "flow", routes={"home": {}}, **version)
    for body in [{"action": action("increment")}, {"delete": True}, {"undo": {"steps": 2}}]:
        api.ask("POST", "/v1/batches", {"filter": {"app": "counter"}, **body})
    api.ask("POST", "/v1/apps/flow/migrations", {"from": 1, "to": 2})
    page = jobs(pages)
    for id, request in enumerate(["increment", "delete", "undo 2", "migrate 1 → 2"], 1):
        check(job(page, f"b_{id}"), contains=(request, "done"))
    assert api.client.get(f"/v1/sessions/{session}").status_code == 404


def test_the_progress_of_a_running_job_is_followed_until_it_is_cancelled(pages, api):
    sessions = [api.session("counter") for _ in range(20)]
    body = {"filter": {"all": True}, "action": action("increment"), "rate": 1}
    api.ask("POST", "/v1/batches", body)
    page = pages.open()
    page.goto("/ui/#/batches")
    check(job(page, "b_1"), contains=("running", "all sessions", "at most 1/s", re.compile("[2-9] done")))
    page.press("Cancel b_1")
    check(job(page, "b_1"), contains="cancelled", lacks="running")
    check(page.button("Cancel b_1"), visible=False)
    assert sum(api.read(session)["revision"] == 2 for session in sessions) < 20


def test_a_hidden_page_does_not_ask_for_jobs_and_one_without_running_jobs_neither(pages, api):
    api.session("counter")
    page = jobs(pages)
    check(page.get_by_text("No jobs yet."), visible=True)
    page.clock.install()
    paths = []
    page.on("request", lambda request: paths.append(request.url))
    page.clock.run_for(30_000)
    assert not any("batches" in path for path in paths)


def test_the_form_begins_with_the_filters_of_the_list_and_a_deletion_is_confirmed(pages, api):
    kept = api.session("counter")
    for _ in range(2):
        api.session("counter", labels={"site": "Delft"})
    page = jobs(pages).shows(sessions=3)
    page.role("searchbox", "Search sessions").fill("site:Delft")
    page.shows(sessions=2).press("New job")
    dialog = page.role("dialog", "New job")
    check(dialog.get_by_label("Key and labels"), value="site:Delft")
    dialog.get_by_label("Request").select_option("Delete the sessions")
    page.press("Start", within=dialog).press("Cancel").press("Start", within=dialog).press("Delete them")
    check(job(page, "b_1"), contains=("delete", "label: site:Delft", "2 changed"))
    assert [item["id"] for item in api.ask("GET", "/v1/sessions")["items"]] == [kept]


@pytest.mark.parametrize("action, fields, reason", [
    ('{"type": ', {}, "The action is not JSON"), ('{"type": "pop"}', {}, "`filter` has no condition"),
    ('{"type": "pop"}', {"App": "counter", "Key": "site:Delft till"}, "“till” is neither key:… nor label:value.")])
def test_a_faulty_job_is_refused_in_the_form(pages, action, fields, reason):
    pages.allow(422, 400)
    page = jobs(pages)
    page.press("Start", within=form(page, action, **fields)).shows(outcome=part(reason))
