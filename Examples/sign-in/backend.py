"""Signs users in to a server by their JWT, and hands their pages tokens (docs/sign-in.md)."""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import jwt

SERVER = httpx.Client(base_url=os.environ["SERVER"], headers={"Authorization": "Bearer " + os.environ["NAVSTATE_ADMIN_TOKEN"]})


def user_of(headers):
    """The claims of a valid JWT; otherwise raises `jwt.InvalidTokenError`."""
    scheme, _, token = headers.get("Authorization", "").partition(" ")
    return jwt.decode(
        token if scheme == "Bearer" else "", os.environ["JWT_KEY"], algorithms=["HS256"], audience="shop",
        options={"require": ["exp", "sub", "sid"]})


def send(method, path, **options):
    return SERVER.request(method, path, **options).raise_for_status()


def tokens_of(user):
    """The path of the tokens of the user's session, which is created at the first sign-in."""
    body = {"app": "counter", "key": "user:" + user["sub"], "ifExists": "return", "labels": {"person": user["sub"]}}
    return f"/v1/sessions/{send('POST', '/v1/sessions', json=body).json()['id']}/tokens"


def sign_in(user):
    path = tokens_of(user)
    made = send("POST", path, json={"role": "act", "name": user["sid"], "expiresIn": 900}).json()
    return 201, {"session": path.split("/")[3], "token": made["token"], "expiresAt": made["expiresAt"]}


def sign_out(user):
    path = tokens_of(user)
    for token in send("GET", path).json()["items"]:
        if token["name"] == user["sid"]:
            send("DELETE", f"{path}/{token['id']}")
    return 200, {}


class Handler(BaseHTTPRequestHandler):
    def answer(self, work):
        try:
            status, body = work(user_of(self.headers))
        except jwt.InvalidTokenError as error:
            status, body = 401, {"detail": str(error)}
        except httpx.HTTPError:
            status, body = 503, {"detail": "The server does not answer."}
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def do_POST(self):
        self.answer(sign_in)

    def do_DELETE(self):
        self.answer(sign_out)


backend = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{backend.server_port}/session", flush=True)
backend.serve_forever()
