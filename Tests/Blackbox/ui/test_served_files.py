"""The page's policy, its size, and its requests to one server only."""

import re

import pytest
from playwright.sync_api import expect

from ui.inspector import check

POLICY = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "connect-src": "'self'",
    "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'",
}
# Adds an inline script and one of another server, and returns the violations that the browser reports.
INTRUDE = """async () => {
  const seen = []
  addEventListener("securitypolicyviolation", event => seen.push(event.effectiveDirective))
  const inline = document.createElement("script")
  inline.textContent = "window.ran = true"
  const foreign = document.createElement("script")
  foreign.src = "http://elsewhere.invalid/x.js"
  const failed = new Promise(resolve => { foreign.onerror = resolve })
  document.head.append(inline, foreign)
  await failed
  await fetch("http://elsewhere.invalid/").catch(() => null)
  await new Promise(resolve => setTimeout(resolve))
  return { seen, ran: window.ran ?? false }
}"""


@pytest.fixture
def files(api):
    """The responses with all files of the page by name, found by their references."""
    found, wanted = {}, [""]
    while wanted:
        name = wanted.pop()
        if name not in found:
            found[name] = api.client.get(f"/ui/{name}")
            assert found[name].status_code == 200
            if not name.endswith(".svg"):
                wanted += re.findall(r'(?:href="|src="|from "\./)([\w-]+\.\w+)"', found[name].text)
    return found


def test_each_file_has_a_policy_that_allows_the_files_of_the_server_only(files):
    for file in files.values():
        policy = file.headers["content-security-policy"]
        assert dict(part.strip().split(" ", 1) for part in policy.split(";")).items() >= POLICY.items()
        assert not re.search(r"unsafe|\*|http", policy)
        assert file.headers["x-content-type-options"] == "nosniff"
        assert file.headers["referrer-policy"] == "no-referrer"


def test_all_files_have_at_most_150_000_bytes_and_are_sent_once(files, api):
    assert len(files) > 40 and sum(len(file.content) for file in files.values()) <= 150_000
    for name, file in files.items():
        answer = api.client.get(f"/ui/{name}", headers={"If-None-Match": file.headers["etag"]})
        assert (answer.status_code, answer.content) == (304, b"")


def test_the_browser_runs_neither_inline_scripts_nor_those_of_other_servers(pages):
    blocked = pages.open().evaluate(INTRUDE)
    assert blocked["ran"] is False and len(blocked["seen"]) == 3
    errors = list(pages.errors)
    assert errors and all(re.search("Content Security Policy|elsewhere.invalid", error) for error in errors)
    pages.errors.clear()


def test_without_javascript_the_page_says_that_it_needs_it(pages):
    page = pages.new_context(java_script_enabled=False).new_page()
    page.goto("/ui/")
    check(page.locator("noscript"), visible=True)
    assert "JavaScript" in page.locator("noscript").inner_html()


def test_the_description_of_the_api_opens_from_the_page(pages, server):
    page = pages.open()
    page.role("link", "API").click()
    expect(page.page).to_have_url(server.base + "/docs")
    check(page.get_by_text("/v1/sessions").first, visible=True)
