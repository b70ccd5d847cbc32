"""A terminal in the place of a messenger: a line is a message, `#2` presses the second button that was shown."""

import json
import os
import secrets
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx

SECRET = secrets.token_hex()
chat, buttons = int(sys.argv[1]), []


class BotAPI(BaseHTTPRequestHandler):
    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        print(message["text"])
        for [button] in message["reply_markup"]["inline_keyboard"]:
            buttons.append(button["callback_data"])
            print(f"#{len(buttons)} {button['text']}")
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        """Logs nothing."""


def update(line):
    message = {"message": {"chat": {"id": chat}, "text": line}}
    pressed = line.startswith("#") and {"callback_query": {**message, "data": buttons[int(line[1:]) - 1]}}
    return {"update_id": time.time_ns(), **(pressed or message)}


messenger = HTTPServer(("127.0.0.1", 0), BotAPI)
threading.Thread(target=messenger.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{messenger.server_port}"
command = [sys.executable, os.path.join(os.path.dirname(__file__), "backend.py")]
environment = {**os.environ, "MESSENGER": address, "WEBHOOK_SECRET": SECRET}
with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as backend:
    webhook = backend.stdout.readline().strip() + "/webhook"
    for line in map(str.strip, sys.stdin):
        print("you:", line, flush=True)
        httpx.post(webhook, json=update(line), headers={"X-Telegram-Bot-Api-Secret-Token": SECRET})
    backend.terminate()
