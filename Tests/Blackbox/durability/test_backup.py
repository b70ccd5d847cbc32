"""Backups of a server under full load: each is restored, and every session in it is consistent."""

import hashlib
import random
from functools import partial

from durability.trip import create_trips, random_action
from load import in_background
from navstate import MINIMAL, eventually, expect, pages, report, run


def change(client, paths, acknowledged, stop):
    """Changes sessions at random, and records their last acknowledged revisions."""
    chance = random.Random(paths[0])
    while not stop.is_set():
        path = chance.choice(paths)
        name, body = ("undo", {}) if chance.random() < 0.05 else ("actions", random_action(chance))
        answer = client.post(f"{path}/{name}", json=body, headers=MINIMAL)
        if expect(answer, 200, 409, 422).is_success and answer.json()["changed"]:
            acknowledged[path] = answer.json()["revision"]


def back_up(server, client, number, folder):
    """Makes a backup over HTTP, or on the command line; returns the file."""
    if number % 2:
        file = folder / f"{number}.db"
        assert run("backup", file, "--data", server.data).returncode == 0
        return file
    made = expect(client.post("/v1/admin/backups"), 201).json()
    file = server.data / "backups" / made["name"]
    assert file.stat().st_size == made["size"]
    return file


def hashes(data):
    """The hashes of the sessions, from `navstate check`, which has to find no damage."""
    checked = run("check", "--data", data, "--hashes")
    *lines, summary = checked.stdout.splitlines()
    assert checked.returncode == 0 and summary.endswith(" sessions, 0 damaged"), checked
    return dict(line.split() for line in lines)


def test_backups_under_load_are_consistent(new_server, server, client, tmp_path, setting):
    paths, threads = create_trips(client, setting("BACKUP_SESSIONS", 24, 100)), setting("BACKUP_THREADS", 4, 8)
    acknowledged, backups = dict.fromkeys(paths, 1), []
    loads = [partial(change, server.client(), paths[number::threads], acknowledged) for number in range(threads)]
    with in_background(*loads):
        for number in range(setting("BACKUPS", 2, 20)):
            goal = sum(acknowledged.values()) + 200
            eventually(lambda: sum(acknowledged.values()) > goal, 60)
            before = dict(acknowledged)
            backups.append((back_up(server, client, number, tmp_path), before, dict(acknowledged)))
            hashes(server.data)
    report("backups", count=len(backups), changes=sum(acknowledged.values()))
    for file, before, after in backups:
        copy = new_server(started=False)
        restored = run("restore", file, "--data", copy.data)
        assert restored.returncode == 0 and f"{len(paths)} sessions, 0 damaged" in restored.stdout, restored
        found, then = hashes(copy.data), copy.start().client()
        for path in paths:
            compare(client, then, path, range(before[path], after[path] + 2), found[path.split("/")[-1]])
        assert copy.stop() == 0
    assert server.stop() == 0


def compare(now, then, path, revisions, digest):
    """Compares a session of a backup with the same revision of the server that goes on."""
    answer = expect(then.get(path), 200)
    revision = answer.json()["revision"]
    # Another change may have been pending when the last one was recorded.
    assert revision in revisions, path
    assert answer.json() == now.get(f"{path}/revisions/{revision}").json()
    original = [item for item in pages(now, path + "/history") if item["revision"] <= revision]
    assert pages(then, path + "/history") == original, path
    assert hashlib.sha256(answer.content).hexdigest() == digest, path
