"""A ledger of sent and acknowledged changes, to be compared with the server's data after a failure.

Each change has a unique number, in the action and in its Idempotency-Key, by which it is found in the history."""

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

    @classmethod
    def random(cls, number, chance=random):
        """A push, or a pop, which is refused at the first screen."""
        if chance.random() < 0.55:
            return cls(number, {"type": "push", "route": "counter", "params": {"count": number}})
        return cls(number, {"type": "pop", "result": number})

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
        """Enters a random change into the ledger and sends it."""
        self.changes.append(Change.random(number, chance))
        return self.send(client, self.changes[-1])

    def get(self, client, rest=""):
        return expect(client.get(self.path + rest, headers=self.headers), 200).json()

    def history(self, client):
        """The changes that the server has stored."""
        items = pages(client, self.path + "/history", headers=self.headers)
        return [item for item in items if item["revision"] > self.first]

    def faults(self, client):
        """The differences between ledger and server."""
        history = self.history(client)
        counts = [screen["state"]["count"] for screen in self.get(client, "/stack")["screens"]]
        found = self.lost(history) + self.applied_twice(history) + self.gaps(history, self.get(client)["revision"])
        return found + ([] if counts == stack(history) else [f"the stack is {counts}, not {stack(history)}"])

    def lost(self, history):
        """Acknowledged changes that are not in the history, or with another revision."""
        stored = {item["revision"]: item["action"] for item in history}
        return [
            f"{change.action} was acknowledged as revision {change.revision}, which is {stored.get(change.revision)}"
            for change in self.changes if change.revision is not None and stored.get(change.revision) != change.action]

    def applied_twice(self, history):
        """Entries of the history that are there a second time, were refused or never sent."""
        expected, found = {change.number for change in self.changes if not change.is_refused}, []
        for item in history:
            if number_of(item["action"]) not in expected:
                found.append(f"{item} is there twice, or was refused")
            expected.discard(number_of(item["action"]))
        return found

    def gaps(self, history, revision):
        """Revisions that are missing, or beyond the last one."""
        expected, found = list(range(self.first + 1, revision + 1)), [item["revision"] for item in history]
        return [] if found == expected else [f"revisions {sorted(set(expected) ^ set(found))[:10]} of {revision}"]


def number_of(action):
    return action["params"]["count"] if action["type"] == "push" else action["result"]


def stack(history):
    """The counts of the screens that a history leads to."""
    counts = [0]
    for item in history:
        if item["action"]["type"] == "push":
            counts.append(number_of(item["action"]))
        else:
            counts.pop()
    return counts
