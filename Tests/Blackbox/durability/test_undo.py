"""Undo and redo of a whole history: every state is restored exactly."""

import contextlib
import random

import pytest
from durability.trip import create_trips, random_action
from navstate import Server, act, expect, export, import_archive

def state(session):
    """The parts of a session that do not depend on the number of changes."""
    return {name: session[name] for name in ("navigation", "data", "current")}


class Trip:
    """A session after random actions, and its state after each of them."""

    def __init__(self, client, count, seed):
        self.client, self.chance, self.path = client, random.Random(seed), create_trips(client, 1)[0]
        self.states = [state(client.get(self.path).json())]
        while len(self.states) <= count:
            answer = act(client, self.path, **random_action(self.chance))
            if answer.is_success and answer.json()["changed"]:
                self.states.append(state(answer.json()["session"]))

    @property
    def end(self):
        return len(self.states) - 1

    def move(self, name, steps):
        """Returns the state after an undo or a redo."""
        answer = self.client.post(f"{self.path}/{name}", json={"steps": steps})
        return state(expect(answer, 200).json()["session"])

    def check_all_at_once(self):
        assert self.move("undo", 10 * self.end) == self.states[0]
        assert self.move("redo", 10 * self.end) == self.states[-1]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    # Undo and redo are revisions, too: none of them may be pruned meanwhile.
    with contextlib.closing(Server(tmp_path_factory.mktemp("undo"), "--history-revisions", "1000000")) as server:
        yield server.start()
        assert server.stop() == 0


@pytest.fixture(scope="module")
def trip(server, setting):
    return Trip(server.client(), setting("UNDO_ACTIONS", 300, 10_000), setting("UNDO_SEED", 1, 1))


def test_undo_and_redo_one_by_one_restore_each_state(trip):
    for number in reversed(range(trip.end)):
        assert trip.move("undo", 1) == trip.states[number], number
    for number in range(1, trip.end + 1):
        assert trip.move("redo", 1) == trip.states[number], number


def test_undo_and_redo_by_many_steps_restore_each_state(trip):
    place = trip.end
    for there in [*trip.chance.choices(range(trip.end), k=20), trip.end]:
        if there != place:
            name, steps = "undo" if there < place else "redo", abs(there - place)
            assert trip.move(name, steps) == trip.states[there], (place, there)
        place = there


def test_undo_and_redo_of_all_restore_the_ends_also_after_a_kill(trip, server):
    trip.check_all_at_once()
    server.restart()
    trip.check_all_at_once()


def test_undo_and_redo_of_all_restore_the_ends_after_an_import(trip):
    archive = export(trip.client, trip.path)
    expect(trip.client.delete(trip.path), 204)
    expect(import_archive(trip.client, archive), 201)
    assert export(trip.client, trip.path) == archive
    trip.check_all_at_once()
