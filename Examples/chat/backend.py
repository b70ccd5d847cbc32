"""The backend of a chat: an update of the messenger is one request to the server, and its response the reply (docs/chat.md)."""

import base64
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

SECRET = os.environ["WEBHOOK_SECRET"]
MESSENGER = httpx.Client(base_url=os.environ["MESSENGER"])  # Telegram's is https://api.telegram.org/bot<token>.
SESSIONS = httpx.Client(
    base_url=os.environ["SERVER"] + "/v1/apps/pizza-chat/sessions",
    headers={"Authorization": "Bearer " + os.environ["NAVSTATE_TOKEN"]})
COMMANDS = {"/start": {"type": "start"}, "/back": {"type": "goBack"}}
FOR_PEOPLE = {"refused", "condition-not-met", "guarded"}  # The refusals whose texts are the app's.


def send(chat, text, buttons=()):
    message = {"chat_id": chat, "text": text, "reply_markup": {"inline_keyboard": [[button] for button in buttons]}}
    MESSENGER.post("/sendMessage", json=message).raise_for_status()


def action_of(update):
    """The chat, and the action for its text or button. A button acts from its screen, which is made again if it is gone."""
    if query := update.get("callback_query"):
        screen, text = query["data"].split(" ", 1)
        return query["message"]["chat"]["id"], {"type": "say", "text": text, "source": screen, "ifGone": "reopen"}
    text = update["message"].get("text", "")
    return update["message"]["chat"]["id"], COMMANDS.get(text, {"type": "say", "text": text})


def receive_update(update):
    chat, action = action_of(update)
    answer = SESSIONS.post(
        f"/{chat}/actions", json={**action, "create": {}}, headers={"Idempotency-Key": f"update-{update['update_id']}"})
    # Of an update that comes twice at once, the second one is asked for again.
    if answer.status_code == 409 and (problem := answer.json())["code"] != "idempotency-key-in-progress":
        return send(chat, problem["detail"] if problem["code"] in FOR_PEOPLE else "Not now. /start begins again.")
    session = answer.raise_for_status().json()["session"]
    screen = session["current"]
    buttons = [{"text": text, "callback_data": f"{screen['id']} {text}"} for text in screen["state"]["buttons"]]
    send(chat, screen["state"]["text"].format_map(session["data"]), buttons)


def receive_output(delivery):
    send(delivery["value"]["chat"], delivery["value"]["text"])


def is_from_messenger(headers, body):
    return hmac.compare_digest(headers["X-Telegram-Bot-Api-Secret-Token"] or "", SECRET)


def is_from_server(headers, body):
    id, seconds = headers["webhook-id"], headers["webhook-timestamp"] or "0"
    code = base64.b64encode(hmac.digest(SECRET.encode(), f"{id}.{seconds}.".encode() + body, "sha256")).decode()
    is_recent = abs(time.time() - int(seconds)) < 300
    return is_recent and hmac.compare_digest(headers["webhook-signature"] or "", "v1," + code)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        is_genuine, receive = SENDERS[self.path]
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = 200 if is_genuine(self.headers, body) else 401
        try:
            if status == 200:
                receive(json.loads(body))
        except httpx.HTTPError:
            status = 503  # The sender repeats it, and nothing is done twice.
        self.send_response(status)
        self.end_headers()


SENDERS = {"/webhook": (is_from_messenger, receive_update), "/output": (is_from_server, receive_output)}
backend = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 0))), Handler)
print(f"http://127.0.0.1:{backend.server_port}", flush=True)
backend.serve_forever()
