"""The backend of `Examples/chat` between a stand-in of a messenger and a server."""

import os
import secrets
import subprocess
import sys

import httpx
import pytest
from navstate import ADMIN, ROOT, eventually, expect, new_port, read
from receiver import Handler

SECRET = secrets.token_hex()
K = "/v1/apps/pizza-chat/sessions/7"


class Messenger(Handler):
    """Keeps the sent messages."""

    def bot(self):
        assert self.path.endswith("/sendMessage")
        self.answer(200, b'{"ok": true}')


class Backend:
    """The program between the messenger and a server, and the people who write to it."""

    def __init__(self, admin, messenger):
        operator = {"name": "chat", "scopes": ["support"], "apps": ["pizza-chat"]}
        token = expect(admin.post("/v1/admin/tokens", json=operator), 201).json()["token"]
        self.messenger, self.port, self.updates = messenger, new_port(), 0
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **os.environ, "SERVER": str(admin.base_url), "NAVSTATE_TOKEN": token, "MESSENGER": messenger.url("bot"),
            "WEBHOOK_SECRET": SECRET, "PORT": str(self.port)}

    def start(self):
        command = [sys.executable, ROOT / "Examples/chat/backend.py"]
        self.process = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout.readline().strip() == self.url
        return self

    def stop(self):
        self.process.kill()
        self.process.communicate()

    def receive(self, secret=SECRET, **update):
        """The status of the answer to an update."""
        fields = {"X-Telegram-Bot-Api-Secret-Token": secret}
        return httpx.post(f"{self.url}/webhook", json=update, headers=fields, timeout=60).status_code

    def messages(self, chat=7):
        sent = [attempt.content for attempt in self.messenger.attempts]
        return [message for message in sent if str(message["chat_id"]) == str(chat)]

    def write(self, text, chat=7, times=1, button=None):
        """Delivers a message, or a button, so many times; returns the text of the last reply."""
        self.updates += 1
        message = {"chat": {"id": chat}, "text": text}
        update = {"callback_query": {"data": button, "message": message}} if button else {"message": message}
        assert {self.receive(update_id=self.updates, **update) for _ in range(times)} == {200}
        return self.messages(chat)[-1]["text"]

    def press(self, text, chat=7, times=1, index=-1):
        """Presses a button of a message, by default of the last one."""
        keyboard = self.messages(chat)[index]["reply_markup"]["inline_keyboard"]
        data, = [button["callback_data"] for [button] in keyboard if button["text"] == text]
        return self.write(None, chat, times, data)


@pytest.fixture
def server(new_server):
    return new_server("--app", ROOT / "Examples/chat/app.json", "--allow-private-webhooks", "yes", admin=True)


@pytest.fixture
def admin(server):
    return server.client(ADMIN)


@pytest.fixture
def backend(admin, new_receiver):
    backend = Backend(admin, new_receiver(Messenger)).start()
    yield backend
    backend.stop()


def test_two_people_order_side_by_side_over_a_restart_of_the_backend(admin, backend):
    assert backend.write("hello") == backend.write("/start", chat=-200) == "Which pizza?"
    assert backend.press("Funghi") == "A Funghi. Which size?"
    assert backend.press("Diavola", chat=-200) == "A Diavola. Which size?"
    assert backend.press("Large") == "Which street and number?"
    assert backend.write("Dock Road") == "Please write the street with its number."
    backend.stop()
    backend.start().write("Dock Road 7")
    assert backend.write("030 901820") == "A Large Funghi to Dock Road 7, phone 030 901820. Order it?"
    assert backend.write("/back", chat=-200) == "Which pizza?"
    assert backend.press("Yes") == "It is in the oven."
    output, = read(admin, K + "/outputs")["items"]
    assert (output["name"], output["value"]["chat"], output["by"]["name"]) == ("order", "7", "chat")


def test_an_update_that_comes_twice_changes_nothing_twice_and_has_the_same_reply(admin, backend):
    backend.write("hello", times=2)
    backend.press("Funghi", times=3)
    replies = backend.messages()
    assert [reply["text"] for reply in replies] == 2 * ["Which pizza?"] + 3 * ["A Funghi. Which size?"]
    assert replies[2] == replies[4] and read(admin, K)["revision"] == 2


def test_a_button_of_a_screen_that_is_gone_brings_its_place_back_while_its_order_is_open(admin, backend):
    backend.write("hello")
    backend.press("Funghi")
    assert backend.write("/back") == "Which pizza?"
    assert backend.press("Small", index=1) == "Which street and number?"
    assert read(admin, K)["data"]["size"] == "Small"
    assert backend.write("/start") == "Which pizza?"
    assert backend.press("Small", index=1) == "That order is closed. /start begins another."
    assert backend.write("/back") == "Not now. /start begins again."


def test_a_reminder_of_a_timer_reaches_the_chat_by_a_webhook(admin, backend):
    webhook = {"url": backend.url + "/output", "secret": SECRET, "apps": ["pizza-chat"], "outputs": ["say"]}
    expect(admin.put("/v1/webhooks/chat", json=webhook), 201)
    for text in ["hello", "Funghi", "Small", "Dock Road 7", "030 901820"]:
        backend.write(text)
    timer, = read(admin, K + "/timers")["items"]
    expect(admin.post(f"{K}/timers/{timer['id']}/fire"), 200)
    eventually(lambda: backend.messages()[-1]["text"] == "Your Funghi is not ordered yet.")


def test_strangers_are_refused_and_without_a_server_an_update_is_asked_for_again(server, backend):
    update = {"update_id": 1, "message": {"chat": {"id": 7}, "text": "hello"}}
    assert backend.receive(secret="guessed", **update) == 401
    assert httpx.post(backend.url + "/output", json={"value": {"chat": 7, "text": "hello"}}).status_code == 401
    server.kill()
    assert backend.receive(**update) == 503 and backend.messages() == []
    server.start()
    assert backend.receive(**update) == 200 and len(backend.messages()) == 1
