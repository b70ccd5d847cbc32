"""The page object of the inspector, and a client of the API that its content is compared with."""

import json
import re
from pathlib import Path

import navstate
from playwright.sync_api import expect

# Definitions of apps with features that the built-in ones lack: `shop` has all kinds of containers, links, params of
# each type, and an unreachable screen; `idle` a delayed action in each session, an hour after the last one; `bistro`
# actions of its own, conditions and guards; `mail` three panes.
DEFINITIONS = [json.loads(file.read_text()) for file in Path(__file__).with_name("apps").glob("*.json")]
SHIPPED = ["counter", "tabs", "colors", "list", "routing"]
VIEWS = ["Stage", "Log", "State", "Outputs", "Compose", "Graph"]
CONDITIONS = {
    "text": "to_have_text", "contains": "to_contain_text", "lacks": "not_to_contain_text", "count": "to_have_count",
    "value": "to_have_value", "name": "to_have_accessible_name", "description": "to_have_accessible_description",
}


def script(name):
    """A function in JavaScript for a page."""
    return Path(__file__).with_name("scripts").joinpath(f"{name}.js").read_text()


def action(type, **members):
    return {"type": type, **members}


def push(route, **params):
    return action("push", route=route, params=params)


def part(text):
    """A condition for elements that contain the text."""
    return re.compile(re.escape(text))


def check(element, **conditions):
    """Expects conditions: texts, counts, flags such as `visible=False`, attributes such as `aria_selected="true"`.

    A tuple stands for several conditions."""
    expectation = expect(element)
    for name, wanted in conditions.items():
        for each in wanted if isinstance(wanted, tuple) else [wanted]:
            if name.startswith(("aria_", "data_", "min", "href")):
                expectation.to_have_attribute(name.replace("_", "-"), each)
            elif isinstance(each, bool):
                getattr(expectation, f"to_be_{name}" if each else f"not_to_be_{name}")()
            else:
                getattr(expectation, CONDITIONS[name])(each)


class API:
    def __init__(self, server, token=None):
        self.server, self.client = server, server.client(token)
        for app in DEFINITIONS:
            self.ask("PUT", f"/v1/apps/{app['app']}", app)

    def ask(self, method, path, body=None, **headers):
        """Returns the content of a successful response."""
        answer = navstate.expect(self.client.request(method, path, json=body, headers=headers), 200, 201, 202, 204)
        return answer.json() if answer.content else None

    def session(self, app, *actions, **members):
        """Creates a session with these actions; returns its id."""
        session = self.ask("POST", "/v1/sessions", {"app": app, **members})["id"]
        self.act(session, *actions)
        return session

    def act(self, session, *actions):
        for each in actions:
            body = action(each) if isinstance(each, str) else each
            self.ask("POST", f"/v1/sessions/{session}/actions", body, Prefer="return=minimal")

    def read(self, session, rest=""):
        return self.ask("GET", f"/v1/sessions/{session}{rest}")


class Inspector:
    """A page, with elements found by role and name, as by a screen reader.

    Methods that act or check return the page object. Other members are those of Playwright's page."""

    def __init__(self, page, api):
        self.page, self.api = page, api
        self.title = self.role("heading", level=1)
        self.connection = self.role("status", "Connection")
        self.problems = self.role("alert", "Problems")
        self.list = self.role("navigation", "Sessions")
        self.sessions = self.role("list", "Sessions").get_by_role("link")
        self.moment = self.locator(".timeline-label")
        self.slider = self.role("slider", "Revision")
        self.banner = self.role("region", "Past revision")
        self.stage = self.role("region", "Stage")
        self.screens = self.role("region", "Screens")
        self.current = self.screens.locator("article[aria-current=location]")
        self.heading = self.current.get_by_role("heading").first
        self.textbox = self.current.get_by_role("textbox")
        self.count = self.screens.get_by_label("Count", exact=True)
        self.tooltip = self.role("tooltip")
        self.available = self.role("region", "Available actions")
        self.log = self.role("listbox", "Log")
        self.rows = self.log.get_by_role("option")
        self.detail = self.role("region", "The chosen action")
        self.timers = self.role("list", "Timers").get_by_role("listitem")
        self.tree = self.role("tree", "State")
        self.selected = self.tree.locator("[aria-selected=true]")
        self.form = self.role("form", "Compose an action")
        self.json = self.form.get_by_label("As JSON")
        self.outcome = self.role("status", "Outcome")

    def __getattr__(self, name):
        return getattr(self.page, name)

    def role(self, role, name=None, exact=True, **options):
        return self.page.get_by_role(role, name=name, exact=exact, **options)

    def button(self, name):
        return self.role("button", name)

    def panel(self, view):
        return self.role("tabpanel", view)

    def link(self, session):
        """The session in the list of sessions."""
        return self.locator(f'nav a[href*="{session}"]')

    def row(self, revision):
        """The row of the log that made the revision."""
        return self.rows.filter(has=self.locator(f".log-revision:text-is('{revision}')"))

    @property
    def session(self):
        """The id of the displayed session."""
        expect(self.page).to_have_url(re.compile("#/sessions/s_"))
        return re.search(r"#/sessions/([^?]+)", self.url)[1]

    def read(self, rest=""):
        return self.api.read(self.session, rest)

    def state(self):
        return self.read()["current"]["state"]

    def act(self, *actions):
        """Sends actions by the API, not by the page."""
        self.api.act(self.session, *actions)
        return self

    def go(self, path):
        self.goto(path)
        check(self.role("banner"), visible=True)
        return self

    def press(self, *names, within=None):
        """Clicks on buttons, one after the other."""
        for name in names:
            (within or self.page).get_by_role("button", name=name, exact=True).click()
        return self

    def unfold(self):
        """Expands the refused actions that would open a screen."""
        check(self.available.get_by_role("button").first, visible=True)
        for fold in self.available.locator("details:not([open]) summary").all():
            fold.click()
        return self

    def tap(self, *names):
        """Clicks on buttons of the current screen, one after the other."""
        return self.press(*names, within=self.current)

    def keys(self, *keys):
        for key in keys:
            self.keyboard.press(key)
        return self

    def show(self, view):
        self.role("tab", view).click()
        check(self.panel(view), visible=True)
        return self

    def slide(self, revision):
        self.slider.fill(str(revision))
        return self

    def copy(self, name, within=None):
        """Returns the clipboard after a copy button."""
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.evaluate("() => navigator.clipboard.writeText('')")
        return self.press(name, within=within).wait_for_function("() => navigator.clipboard.readText()").json_value()

    def download(self, name):
        with self.expect_download() as download:
            self.press(name)
        return download.value

    def upload(self, file):
        with self.expect_file_chooser() as chooser:
            self.press("Import")
        chooser.value.set_files(file)
        return self

    def at(self, revision, last=None):
        """Waits for the displayed revision, and the last one if another."""
        return self.shows(moment=f"{revision} / {last or revision}")

    def shows(self, url=None, **elements):
        """Expects the page's address, and of its elements a text, a number of elements, or whether they are visible."""
        if url:
            expect(self.page).to_have_url(url)
        for name, wanted in elements.items():
            check(getattr(self, name), **{{bool: "visible", int: "count"}.get(type(wanted), "text"): wanted})
        return self
