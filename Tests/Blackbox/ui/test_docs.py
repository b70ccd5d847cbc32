"""The pages of the API: they fit, the examples run, and their language can be chosen."""

import os
import re
import subprocess

import pytest
from playwright.sync_api import expect

from ui.inspector import API, check, script
from ui.test_looks import CONTEXTS, faults

EXAMPLES = script("examples")
SCRIPT = """async ([ID, archive]) => {
  const [N, TOKEN, file] = [location.origin, "none", new Blob([archive])]
  %s
  return response.status
}"""
# Endless.
STREAMS = {"listen", "listenToApp"}
# The codes with which a faulty example would be refused.
FAULTS = {"no-such-path", "method-not-allowed", "bad-json", "unsupported-media-type", "missing-member", "unknown-member",
          "bad-member", "unknown-parameter", "missing-parameter", "bad-parameter", "bad-id"}
# Migrations and rollouts are refused since the app has one version only; the document itself names all codes.
REFUSED = {"migrateSessions": {"bad-member"}, "setRollout": {"bad-member"}, "readDocument": FAULTS}


def docs(pages, context=None):
    """The page, with its content."""
    page = pages.page(context).go("/docs")
    check(page.locator("article").first, visible=True)
    return page


@pytest.mark.parametrize("look", CONTEXTS)
def test_the_pages_fit_and_are_accessible(pages, look):
    context = pages.new_context(**CONTEXTS[look])
    page = docs(pages, context)
    assert faults(page) == []
    page.get_by_label("JavaScript").check()
    assert faults(page) == []
    page = pages.page(context).go("/problems/unknown-arg")
    check(page.role("heading", "Unknown arg"), visible=True)
    assert faults(page) == []


def test_the_page_of_a_problem_has_its_meaning_and_leads_to_the_others(pages):
    page = pages.page().go("/problems/unknown-arg")
    check(page.role("main"), contains=("unknown-arg, answered with 422", "The action has no argument of this name."))
    page.role("link", "unknown-member").click()
    check(page.role("heading", "Unknown member"), visible=True)
    page.role("link", "All problems").click()
    check(page.locator("#problems"), visible=True)
    page.locator("#problems ~ table").get_by_role("link", name="no-such-row").focus()
    page.keys("Enter")
    check(page.role("main"), contains="Use one of the ids in detail.")


def test_an_address_shows_its_operation_and_the_examples_are_in_curl_or_in_javascript(pages):
    page = pages.page().go("/docs#createToken")
    expect(page.locator("#createToken")).to_be_in_viewport()
    curl, script = page.locator("#act .curl"), page.locator("#act .javascript")
    check(curl, visible=True, contains='curl -s -X POST "$N/v1/sessions/$ID/actions"')
    check(script, visible=False)
    page.get_by_label("JavaScript").check()
    check(script, visible=True, contains="await fetch(`${N}/v1/sessions/${ID}/actions`, {")
    check(curl, visible=False)
    page.role("navigation", "Contents").get_by_role("link", name="push", exact=True).click()
    check(page.locator("[id='do.push']"), visible=True, contains=re.compile("Send the action push"))


def test_each_operation_shows_the_members_of_its_bodies_and_its_own_problems(pages):
    page = docs(pages)
    assert page.evaluate(script("missing_members")) == []
    problems = page.locator("#createToken details").last
    check(problems, text=re.compile(r"^\d+ problems.*too-many-tokens.*bad-member, missing-member"), lacks="no-such-path")
    check(page.locator("[id='object.Session']"), text="Session")


def test_each_example_runs_and_has_the_same_outcome_in_both_languages(pages, api, new_server, tmp_path):
    # 501: several nodes are backed up with PostgreSQL's own tools.
    pages.allow(400, 403, 404, 409, 410, 422, 501)
    examples = docs(pages).evaluate(EXAMPLES)
    page, other = pages.open(), API(new_server())
    archives = [each.client.get(f"/v1/sessions/{each.session('counter')}/export").text for each in (api, other)]
    (tmp_path / "session.ndjson").write_text(archives[0])
    for name, curl, script in examples:
        if name in STREAMS:
            subprocess.run(["bash", "-n", "-c", curl], check=True)
            continue
        session = api.session("counter")
        by_script = page.evaluate(SCRIPT % script, [session, archives[1]])
        environment = {**os.environ, "N": other.server.base, "ID": other.session("counter"), "TOKEN": "none"}
        assert run(curl, tmp_path, environment, FAULTS - REFUSED.get(name, set())) == by_script, name


def run(command, folder, environment, faults):
    """Returns the status of the example."""
    output = subprocess.check_output(["bash", "-c", command + " -L -w '\\n%{http_code}'"], env=environment, cwd=folder, text=True, errors="replace")
    text, _, status = output.rpartition("\n")
    assert not any(f'"code":"{fault}"' in text for fault in faults), (command, text[:300])
    return int(status)
