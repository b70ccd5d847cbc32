"""The pages of a test, and the errors that they report."""

import os
import re
import shutil
from urllib.parse import urlencode, urlsplit

from navstate import ROOT

from ui.inspector import Inspector

CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
FILES = os.environ.get("INSPECTOR_FILES")
PATIENCE = 30_000  # milliseconds, for a machine with other load


def launch(chromium, **options):
    # Chromium's sandbox is not available to root.
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    return chromium.launch(executable_path=CHROMIUM, args=flags, **options)


class Pages:
    """The pages of a test. They share a browser context, like tabs, and may not report errors."""

    def __init__(self, browser, server, api):
        self.browser, self.server, self.api = browser, server, api
        self.errors, self.contexts, self.allowed = [], [], set()
        self.context = self.new_context()

    def allow(self, *statuses):
        """Expects these statuses of responses; any other error fails the test. 0: the server is unreachable, which nginx in
        front of several nodes answers with 502."""
        self.allowed.update(statuses, [502] if 0 in statuses else [])

    def new_context(self, browser=None, **options):
        """Another browser context, like another browser."""
        context = (browser or self.browser).new_context(base_url=self.server.base, **options)
        context.set_default_timeout(PATIENCE)
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.errors.append(f"an error in the page: {error.error}"))
        context.on("request", self._on_request)
        if FILES:
            context.route("**/ui/**", self._serve)
        self.contexts.append(context)
        return context

    def page(self, context=None):
        return Inspector((context or self.context).new_page(), self.api)

    def open(self, session=None, view=None, revision=None, context=None):
        """Opens the address of a session, or of the list of sessions."""
        return self.page(context).go(self.address(session, view=view, revision=revision))

    def new(self, app, *actions, **view):
        """Creates a session with these actions, and opens it."""
        return self.open(self.api.session(app, *actions), **view)

    def address(self, session=None, **query):
        values = urlencode({name: value for name, value in query.items() if value})
        return "/ui/#/" + (f"sessions/{session}?{values}".removesuffix("?") if session else "")

    def _on_console(self, message):
        """Notes errors, which also report responses with a status of 400 and more, and failed requests."""
        failed = re.match(r"Failed to load resource: (?:.* status of (\d+)|net::)", message.text)
        if message.type == "error" and not (failed and int(failed[1] or 0) in self.allowed):
            self.errors.append(f"in the console: {message.text} {message.location['url']}")

    def _on_request(self, request):
        if not request.url.startswith((self.server.base + "/", "data:", "blob:" + self.server.base)):
            self.errors.append(f"a request left the origin: {request.url}")

    def _serve(self, route):
        """Responds with a file of the folder, with the policy of the server."""
        name = os.path.basename(urlsplit(route.request.url).path) or "index.html"
        policy = {"Content-Security-Policy": self.api.client.get("/ui/").headers["content-security-policy"]}
        route.fulfill(path=ROOT / FILES / name, headers={**policy, "Cache-Control": "no-store"})
