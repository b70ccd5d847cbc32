"""Undo and redo of a whole history: every state is restored exactly."""

import itertools
import random

from durability.trip import create_trips, random_action
from navstate import act, expect, move


def state(answer):
    """The parts of a session that do not depend on the number of changes."""
    session = answer.json().get("session", answer.json())
    return {name: session[name] for name in ("navigation", "data", "current")}


def test_undo_and_redo_restore_each_state(new_server, setting):
    # Undo and redo are revisions, too: none of them may be pruned meanwhile.
    server = new_server("--history-revisions", 1_000_000)
    client, chance = server.client(), random.Random(setting("UNDO_SEED", 1, 1))
    path, = create_trips(client, 1)
    states, count = [state(client.get(path))], setting("UNDO_ACTIONS", 300, 10_000)
    while len(states) <= count:
        answer = act(client, path, **random_action(chance))
        if answer.is_success and answer.json()["changed"]:
            states.append(state(answer))

    def go(name, steps):
        return state(expect(client.post(f"{path}/{name}", json={"steps": steps}), 200))

    one_by_one = [*range(count, -1, -1), *range(1, count + 1)]
    for here, there in itertools.pairwise([*one_by_one, *chance.choices(range(count), k=20), count]):
        if here != there:
            assert go("undo" if there < here else "redo", abs(there - here)) == states[there], (here, there)

    for between in (server.restart, lambda: move(client, path), server.restart):
        assert go("undo", 10 * count) == states[0]
        assert go("redo", 10 * count) == states[-1]
        between()
    assert server.stop() == 0
