"""The page's policy, its size, and that it contacts no other server."""

import re

from playwright.sync_api import expect

from .registry import check

POLICY = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "connect-src": "'self'",
    "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'",
}
LIMIT = 150_000  # bytes


def files(desk):
    """Path → header fields and content of all files of the page, found by their references."""
    found, wanted = {}, [""]
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        status, headers, content = desk.api.text(f"/ui/{name}")
        assert status == 200, (name, status)
        found[name] = headers, content
        if name.endswith(".svg"):
            continue
        text = content.decode()
        wanted += re.findall(r'(?:href|src)="([\w-]+\.\w+)"', text) + re.findall(r'from "\./([\w-]+\.js)"', text)
    return found


@check("each file has a policy that allows the server's own files and nothing else")
def policy(desk):
    for name, (headers, _) in files(desk).items():
        directives = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert directives.items() >= POLICY.items(), (name, directives)
        assert not re.search(r"unsafe|\*|http", headers["content-security-policy"]), (name, directives)
        assert headers["x-content-type-options"] == "nosniff", (name, headers)
        assert headers["referrer-policy"] == "no-referrer", (name, headers)


@check("all files together have 150,000 bytes at most")
def size(desk):
    sizes = {name: len(content) for name, (_, content) in files(desk).items()}
    assert len(sizes) > 40 and sum(sizes.values()) <= LIMIT, (sum(sizes.values()), sizes)


@check("a page that is opened again is not sent again")
def validators(desk):
    for name, (headers, _) in files(desk).items():
        status, _, content = desk.api.text(f"/ui/{name}", {"If-None-Match": headers["etag"]})
        assert (status, content) == (304, b""), (name, status)


@check("the policy holds in the browser: neither a script in the page nor one from elsewhere runs")
def enforced(desk):
    page = desk.open()
    blocked = page.page.evaluate("""async () => {
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
    }""")
    assert blocked["ran"] is False and len(blocked["seen"]) == 3, blocked
    # These are what the check is about.
    assert desk.complaints, "the browser says what it blocks"
    blocked = [text for text in desk.complaints if re.search("Content Security Policy|elsewhere.invalid", text)]
    assert blocked == desk.complaints, desk.complaints
    desk.complaints.clear()


@check("without JavaScript the page says what it needs")
def no_script(desk):
    page = desk.new_context(java_script_enabled=False).new_page()
    page.goto("/ui/")
    expect(page.locator("noscript")).to_be_visible()
    assert "JavaScript" in page.locator("noscript").inner_html()


@check("the description of the interface opens from the page")
def docs(desk):
    page = desk.open()
    page.role("link", "API").click()
    expect(page.page).to_have_url(desk.server.base + "/docs")
    expect(page.page.get_by_text("/v1/sessions").first).to_be_visible()
