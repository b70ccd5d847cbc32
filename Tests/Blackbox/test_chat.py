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


class Messenger(Handler):
    """Keeps the sent messages."""

    def bot(self):
        assert self.path.endswith("/sendMessage")
        self.answer(200, b'{"ok": true}')


class Chat:
    """A person at the messenger, which sends what they write to the backend."""
    updates = 0

    def __init__(self, number, backend, messenger):
        self.number, self.backend, self.messenger = number, backend, messenger

    @property
    def messages(self):
        sent = [attempt.content for attempt in self.messenger.attempts]
        return [message for message in sent if str(message["chat_id"]) == str(self.number)]

    def texts(self):
        return [message["text"] for message in self.messages]

    def send(self, repeated=0, **members):
        """Sends an update; returns the text of the reply."""
        Chat.updates += 1
        for _ in range(1 + repeated):
            answer = self.backend.post({"update_id": Chat.updates, **members})
            assert answer.status_code == 200
        return self.texts()[-1]

    def write(self, text, **options):
        return self.send(message={"chat": {"id": self.number}, "text": text}, **options)

    def press(self, text, index=-1, **options):
        """Presses a button of a message; by default of the last one."""
        message = self.messages[index]
        data, = [button["callback_data"] for [button] in message["reply_markup"]["inline_keyboard"] if button["text"] == text]
        return self.send(callback_query={"data": data, "message": {"chat": {"id": self.number}}}, **options)


class Backend:
    """The program, which can be restarted."""

    def __init__(self, admin, messenger):
        operator = {"name": "chat", "scopes": ["support"], "apps": ["pizza-chat"]}
        token = expect(admin.post("/v1/admin/tokens", json=operator), 201).json()["token"]
        port = new_port()
        self.address = f"http://127.0.0.1:{port}"
        self.environment = {
            **os.environ, "SERVER": str(admin.base_url), "NAVSTATE_TOKEN": token, "MESSENGER": messenger.url("bot"),
            "WEBHOOK_SECRET": SECRET, "PORT": str(port)}
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, ROOT / "Examples/chat/backend.py"], env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout.readline().strip() == self.address

    def stop(self):
        self.process.kill()
        self.process.communicate()

    def post(self, update, secret=SECRET):
        return httpx.post(
            self.address + "/webhook", json=update, headers={"X-Telegram-Bot-Api-Secret-Token": secret}, timeout=60)


@pytest.fixture
def admin(new_server):
    server = new_server("--app", ROOT / "Examples/chat/app.json", "--allow-private-webhooks", "yes", admin=True)
    client = server.client(ADMIN)
    client.server = server
    return client


@pytest.fixture
def messenger(new_receiver):
    return new_receiver(Messenger)


@pytest.fixture
def backend(admin, messenger):
    backend = Backend(admin, messenger)
    yield backend
    backend.stop()


def session(admin, chat):
    return read(admin, f"/v1/apps/pizza-chat/sessions/{chat.number}")


def test_two_people_order_side_by_side_over_a_restart_of_the_backend(admin, backend, messenger):
    ann, bob = (Chat(number, backend, messenger) for number in (7, -100200))
    assert ann.write("hello") == bob.write("/start") == "Which pizza?"
    assert ann.press("Funghi") == "A Funghi. Which size?"
    assert bob.press("Diavola") == "A Diavola. Which size?"
    assert ann.press("Large") == "Which street and number?"
    assert ann.write("Dock Road") == "Please write the street with its number."
    backend.stop()
    backend.start()
    ann.write("Dock Road 7")
    assert ann.write("030 901820") == "A Large Funghi to Dock Road 7, phone 030 901820. Order it?"
    assert bob.write("/back") == "Which pizza?"
    assert ann.press("Yes") == "It is in the oven."
    outputs = [
        output for chat in (ann, bob) for output in read(admin, f"/v1/sessions/{session(admin, chat)['id']}/outputs")["items"]]
    assert [output["value"]["chat"] for output in outputs] == ["7"]
    assert {output["by"]["name"] for output in outputs} == {"chat"}


def test_an_update_that_comes_twice_changes_nothing_twice_and_has_the_same_reply(admin, backend, messenger):
    ann = Chat(7, backend, messenger)
    ann.write("hello", repeated=1)
    ann.press("Funghi", repeated=2)
    assert ann.texts() == 2 * ["Which pizza?"] + 3 * ["A Funghi. Which size?"]
    assert ann.messages[2] == ann.messages[4] and session(admin, ann)["revision"] == 2


def test_a_button_of_a_screen_that_is_gone_brings_its_place_back_while_its_order_is_open(admin, backend, messenger):
    ann = Chat(7, backend, messenger)
    ann.write("hello")
    ann.press("Funghi")
    assert ann.write("/back") == "Which pizza?"
    assert ann.press("Small", index=1) == "Which street and number?"
    assert session(admin, ann)["data"]["size"] == "Small"
    assert ann.write("/start") == "Which pizza?"
    assert ann.press("Small", index=1) == "That order is closed. /start begins another."
    assert ann.write("/back") == "Not now. /start begins again."


def test_a_reminder_of_a_timer_reaches_the_chat_by_a_webhook(admin, backend, messenger):
    webhook = {"url": backend.address + "/output", "secret": SECRET, "apps": ["pizza-chat"], "outputs": ["say"]}
    expect(admin.put("/v1/webhooks/chat", json=webhook), 201)
    ann = Chat(7, backend, messenger)
    for text in ["hello", "Funghi", "Small", "Dock Road 7", "030 901820"]:
        ann.write(text)
    path = f"/v1/apps/pizza-chat/sessions/{ann.number}/timers"
    timer, = read(admin, path)["items"]
    expect(admin.post(f"{path}/{timer['id']}/fire"), 200)
    eventually(lambda: ann.texts()[-1] == "Your Funghi is not ordered yet.")


def test_the_backend_refuses_what_the_messenger_did_not_send_and_asks_for_a_repetition_without_a_server(admin, backend, messenger):
    update = {"update_id": 1, "message": {"chat": {"id": 7}, "text": "hello"}}
    assert backend.post(update, secret="guessed").status_code == 401
    assert httpx.post(backend.address + "/output", json={"value": {"chat": 7, "text": "hello"}}).status_code == 401
    admin.server.kill()
    assert backend.post(update).status_code == 503 and messenger.attempts == []
    admin.server.start()
    assert backend.post(update).status_code == 200 and len(messenger.attempts) == 1
