"""A ledger of sent and acknowledged changes, to be compared with the server's data after a failure.

Each change has a unique number, in the action and in its Idempotency-Key, by which it is found in the history."""

import collections
import random
from dataclasses import dataclass

from load import attempt
from navstate import MINIMAL, create, expect, pages, problem


@dataclass
class Change:
    """An action that was sent. `revision` is set when it is acknowledged."""
    number: int
    action: dict
    revision: int | None = None
    is_refused: bool = False

    @property
    def is_answered(self):
        return self.is_refused or self.revision is not None


class LedgerSession:
    """A session of the app `counter`, and the changes that were sent to it."""

    def __init__(self, client):
        self.path, made = create(client)
        self.first, self.changes = made["revision"], []
        self.headers = {"Authorization": f"Bearer {made['token']}"} if made.get("token") else {}

    def send(self, client, change):
        """Sends a change, for the first time or again, and records the response. None: the server sent none."""
        headers = {**self.headers, **MINIMAL, "Idempotency-Key": f"change-{change.number}"}
        answer = attempt(client, "POST", self.path + "/actions", json=change.action, headers=headers)
        if answer is None or answer.status_code in (503, 507):
            return answer
        if problem(answer) == (409, "nothing-to-pop"):
            change.is_refused = True
        else:
            change.revision = expect(answer, 200).json()["revision"]
        return answer

    def send_new(self, client, number, chance=random):
        """Enters a push, or a pop, which is refused at the first screen, into the ledger and sends it."""
        push, pop = {"type": "push", "route": "counter", "params": {"count": number}}, {"type": "pop", "result": number}
        change = Change(number, push if chance.random() < 0.55 else pop)
        self.changes.append(change)
        return self.send(client, change)

    def get(self, client, rest=""):
        return expect(client.get(self.path + rest, headers=self.headers), 200).json()

    def history(self, client):
        """The changes that the server has stored."""
        items = pages(client, self.path + "/history", headers=self.headers)
        return [item for item in items if item["revision"] > self.first]

    def lost(self, history):
        """Acknowledged changes that are not in the history, or with another revision."""
        stored = {item["revision"]: item["action"] for item in history}
        return [
            f"{change.action} was acknowledged as revision {change.revision}, which is {stored.get(change.revision)}"
            for change in self.changes if change.revision is not None and stored.get(change.revision) != change.action]

    def faults(self, client):
        """The differences between ledger and server: lost changes, changes applied twice, and gaps."""
        history, last, counts = self.history(client), self.get(client)["revision"], [0]
        applied, found = collections.Counter(number_of(item["action"]) for item in history), self.lost(history)
        allowed = {change.number for change in self.changes if not change.is_refused}
        found += [f"change {number} is there {count} times, or was refused" for number, count in applied.items()
                  if count > 1 or number not in allowed]
        revisions = [item["revision"] for item in history]
        if gaps := set(revisions) ^ set(range(self.first + 1, last + 1)) or revisions != sorted(revisions):
            found.append(f"revisions {gaps} of {last}")
        for item in history:
            counts = counts + [number_of(item["action"])] if item["action"]["type"] == "push" else counts[:-1]
        if counts != (stack := [screen["state"]["count"] for screen in self.get(client, "/stack")["screens"]]):
            found.append(f"the stack is {stack}, not {counts}")
        return found


def number_of(action):
    return action["params"]["count"] if action["type"] == "push" else action["result"]
