"""Plans alone, applied to the snapshot, give every revision: over reconnects, undo and restarts."""

import random

import pytest
from model.random_apps import RandomApps
from navstate import create, events, expect


def find(container, id):
    """The container or the screen with an id, inside a container."""
    if container["id"] == id:
        return container
    for screen in [*container["screens"], *(presented["screen"] for presented in container["presented"])]:
        if screen["id"] == id:
            return screen
        if "content" in screen and (found := find(screen["content"], id)):
            return found
    return None


def apply(step, root):
    """Applies a step of a plan to a tree (docs/receipts.md)."""
    place, index = find(root, step.get("container", step.get("id"))), step.get("index")
    match step:
        case {"step": "push", "screen": screen}:
            place["screens"].insert(index, screen)
        case {"step": "pop", "id": id}:
            assert place["screens"].pop(index)["id"] == id
        case {"step": "present", "style": style, "screen": screen}:
            place["presented"].insert(index, {"style": style, "screen": screen})
        case {"step": "dismiss", "id": id}:
            assert place["presented"].pop(index)["screen"]["id"] == id
        case {"step": "select", "to": to}:
            place["screens"].insert(to, place["screens"].pop(index))
        case {"step": "select"}:
            place["selected"] = index
            if place["kind"] in ("tabs", "drawer"):
                place.pop("historyParams", None)
                place.update({name: step[name] for name in ("history", "historyParams") if name in step})
            if place["kind"] == "drawer":
                place["open"] = step["open"]
        case {"step": "replace", "with": container}:
            place.clear()
            place.update(container)
        case {"step": "replace", "screen": screen, "id": id}:
            assert place["screens"][index]["id"] == id
            place["screens"][index] = screen
        case {"step": "replace", **members}:
            place.update({name: members[name] for name in ("params", "state") if name in members})
    if place.get("kind") == "stack":
        place["selected"] = len(place["screens"]) - 1


class Follower:
    """A client that knows the snapshot and the changes of a stream, and nothing else."""

    def __init__(self, client, path):
        self.client, self.path, self.revision, self.state = client, path, None, None

    def follow(self, until):
        """Reads a new connection up to a revision; yields the state at each revision."""
        if self.revision == until:
            return
        after = "" if self.revision is None else f"&after={self.revision}"
        for name, event in events(self.client, f"{self.path}/events?view=plan{after}"):
            self.take(name, event)
            yield self.revision, self.state
            if self.revision == until:
                return

    def take(self, name, event):
        if name == "snapshot":
            self.state = {"navigation": event["navigation"], "data": event["data"]}
        else:
            assert name == "change" and event.keys() <= {"revision", "plan", "outputs", "data"}, event
            assert event["revision"] == self.revision + 1
            for step in event["plan"]:
                apply(step, self.state["navigation"])
            self.state["data"] = event.get("data", self.state["data"])
        self.revision = event["revision"]


def change(client, path, chosen, last):
    """Changes the session: by an action that it accepts, by undo, redo or a jump."""
    way = chosen.choice(["actions"] * 8 + ["undo", "redo", "jump"])
    accepted = [item["action"] for item in client.get(path + "/available").json()["items"]
                if item["allowed"] and not item.get("needs")]
    body = {"actions": chosen.choice(accepted or [{"type": "dismissAll"}]), "jump": {"revision": chosen.randint(1, last)}}
    client.post(f"{path}/{way}", json=body.get(way))
    return client.get(path).json()["revision"]


@pytest.mark.parametrize("seed", range(6))
def test_plans_alone_give_every_revision(server, client, seed):
    chosen, last = random.Random(seed), 1
    expect(client.put("/v1/apps/plans", json=RandomApps(seed).app("plans")), 201)
    path, _ = create(client, "plans")
    follower, late = Follower(client, path), Follower(client, path)
    list(late.follow(1))
    for followed in (follower, follower, late, follower, late):
        for _ in range(30):
            last = change(client, path, chosen, last)
        for revision, state in followed.follow(last):
            past = expect(client.get(f"{path}/revisions/{revision}"), 200).json()
            assert state == {"navigation": past["navigation"], "data": past["data"]}, (seed, revision)
        server.restart()
