"""The backend of the onboarding: it serves the page, signs users in, makes tokens for their devices, and takes payments."""

import json
import os
import secrets
from functools import partial
from http.cookies import SimpleCookie
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx

ADMIN = {"Authorization": "Bearer " + os.environ["NAVSTATE_ADMIN_TOKEN"]}
SERVER = httpx.Client(base_url=os.environ["SERVER"], headers=ADMIN)
# The keys of sessions are random: whoever has the app key could read a session by a key that can be guessed.
USERS = {"ann": {"password": "pear", "key": "5d0e61b2f3c94a7d"}, "bob": {"password": "plum", "key": "c81f7a90be264e35"}}
# A device's cookie with its name and the path of its session, and a session with its receipt. A product stores them.
devices, receipts = {}, {}


def send(method, path, **options):
    answer = SERVER.request(method, path, **options).raise_for_status()
    return answer.json() if answer.content else None


def session_of(code, address):
    """The path of the session that made the code. The server counts wrong codes for the address of the user."""
    traded = send("POST", "/v1/handoffs", json={"code": code}, headers={"X-Forwarded-For": address})
    send("DELETE", f"{traded['url']}/tokens/{traded['id']}")
    return traded["url"]


def sign_in(request):
    user = USERS.get(request.body["user"])
    if not user or user["password"] != request.body["password"]:
        return 403, {"detail": "The name or the password is wrong."}
    session = session_of(request.body["code"], request.client_address[0])
    person = {"key": user["key"], "labels": {"person": request.body["user"]}}
    if SERVER.patch(session, json=person).status_code == 409:  # The user has a session, which goes on.
        send("DELETE", session)
        session = "/v1/sessions/" + send("GET", f"/v1/apps/onboarding/sessions/{user['key']}")["id"]
    else:
        send("POST", f"{session}/signedIn", json={"user": request.body["user"]})
        send("DELETE", f"{session}/token")
    return request.remember(session)


def join(request):
    return request.remember(session_of(request.body["code"], request.client_address[0]))


def token(request):
    name, session = devices[request.device]
    return 201, send("POST", f"{session}/tokens", json={"role": "act", "name": name, "expiresIn": 900})


def charge(request):
    session = request.body["session"]
    return 201, {"receipt": receipts.setdefault(session, f"receipt-{len(receipts) + 1}")}


def session(request):
    """What the page connects with: the session of its user, or the app key for that of a guest."""
    server = {"server": os.environ["SERVER"]}
    _, path = devices.get(request.device, (None, None))
    if path and SERVER.get(path).is_success:
        return 200, {**server, "session": path.split("/")[3]}
    return 200, {**server, "key": json.loads(Path("key.json").read_text())["key"]}


class Request(SimpleHTTPRequestHandler):
    def remember(self, session):
        self.device = secrets.token_urlsafe()
        devices[self.device] = f"device {len(devices) + 1}", session
        return 200, {}

    def answer(self, work):
        cookie = SimpleCookie(self.headers.get("Cookie")).get("device")
        self.device = known = cookie and cookie.value
        self.body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or "{}")
        try:
            status, content = work(self)
        except KeyError:
            status, content = 403, {"detail": "Sign in first."}
        except httpx.HTTPError as error:
            status, content = 503, {"detail": str(error)}
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        if self.device != known:
            self.send_header("Set-Cookie", f"device={self.device}; Max-Age=2592000; HttpOnly; SameSite=Strict; Path=/")
        self.end_headers()
        self.wfile.write(json.dumps(content).encode())

    def do_GET(self):
        self.answer(session) if self.path == "/session" else super().do_GET()

    def do_POST(self):
        self.answer({"/sign-in": sign_in, "/join": join, "/token": token, "/charges": charge}[self.path])


backend = ThreadingHTTPServer(("127.0.0.1", 0), partial(Request, directory="page"))
print(f"http://127.0.0.1:{backend.server_port}", flush=True)
backend.serve_forever()
