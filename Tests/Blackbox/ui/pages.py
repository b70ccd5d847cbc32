"""The pages of a test, and the errors that they report."""

import mimetypes
import os
import shutil
from pathlib import Path
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
        """Expects these statuses of responses; any other error fails the test. 0: the server is unreachable."""
        self.allowed.update(statuses)

    def new_context(self, browser=None, **options):
        """Another browser context, like another browser."""
        context = (browser or self.browser).new_context(base_url=self.server.base, **options)
        context.set_default_timeout(PATIENCE)
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.errors.append(f"an error in the page: {error.error}"))
        context.on("request", self._on_request)
        context.on("response", self._on_response)
        context.on("requestfailed", self._on_failure)
        if FILES:
            context.route("**/ui/**", self._serve)
        self.contexts.append(context)
        return context

    def page(self, context=None):
        return Inspector((context or self.context).new_page(), self.api)

    def open(self, session=None, view=None, revision=None, context=None):
        """Opens the address of a session, or of the list of sessions."""
        return self.page(context).go(self.address(session, view, revision))

    def new(self, app, *actions, view=None, revision=None):
        """Creates a session with these actions, and opens it."""
        return self.open(self.api.session(app, *actions), view, revision)

    def address(self, session=None, view=None, revision=None):
        values = {"view": view, "revision": revision}
        query = urlencode({name: value for name, value in values.items() if value is not None})
        return "/ui/#/" + (f"sessions/{session}{'?' if query else ''}{query}" if session else "")

    def all(self):
        return [page for context in self.contexts for page in context.pages]

    def check(self):
        """Processes the pending messages of the pages; fails if one was an error."""
        for page in self.all():
            page.evaluate("() => null")
        assert not self.errors, "\n".join(dict.fromkeys(self.errors))

    def _on_console(self, message):
        # Chromium's message for a response that is checked below.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.errors.append(f"in the console: {message.text}")

    def _on_request(self, request):
        if not request.url.startswith((self.server.base + "/", "data:", "blob:" + self.server.base)):
            self.errors.append(f"a request left the origin: {request.url}")

    def _on_response(self, response):
        if response.status >= 400 and response.status not in self.allowed:
            self.errors.append(f"{response.request.method} {response.url} was answered {response.status}")

    def _on_failure(self, request):
        # The page closes unneeded connections, also when it is left.
        if request.failure != "net::ERR_ABORTED" and 0 not in self.allowed:
            self.errors.append(f"{request.method} {request.url} failed: {request.failure}")

    def _serve(self, route):
        """Responds with a file of the folder, with the policy of the server."""
        path = Path(FILES, os.path.basename(urlsplit(route.request.url).path) or "index.html")
        policy = self.api.client.get("/ui/").headers["content-security-policy"]
        headers = {"Content-Security-Policy": policy, "Content-Type": mimetypes.guess_type(path)[0]}
        route.fulfill(path=ROOT / path, headers={**headers, "Cache-Control": "no-store"})
