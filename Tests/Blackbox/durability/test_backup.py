"""Backups of a server under full load: each is restored, and every session in it is consistent."""

import contextlib
import hashlib
import random
import time
from functools import partial

import pytest
from durability.trip import create_trips, random_action
from load import in_background
from navstate import MINIMAL, Server, expect, pages, report, run


class Load:
    """Changes sessions. `acknowledged`: the last acknowledged revision of each."""

    def __init__(self, server, sessions):
        self.server, self.longest = server, 0.0
        self.acknowledged = dict.fromkeys(create_trips(server.client(), sessions), 1)

    def run(self, paths, stop):
        chance, client = random.Random(paths[0]), self.server.client()
        while not stop.is_set():
            path, start, is_undo = chance.choice(paths), time.monotonic(), chance.random() < 0.05
            body = {} if is_undo else random_action(chance)
            answer = client.post(path + ("/undo" if is_undo else "/actions"), json=body, headers=MINIMAL)
            self.longest = max(self.longest, time.monotonic() - start)
            if expect(answer, 200, 409, 422).is_success and answer.json()["changed"]:
                self.acknowledged[path] = answer.json()["revision"]

    def running(self, threads):
        paths = list(self.acknowledged)
        return in_background(*[partial(self.run, paths[number::threads]) for number in range(threads)])


def back_up(server, number, folder):
    """Makes a backup over HTTP, or on the command line; returns the file."""
    if number % 2:
        file = folder / f"{number}.db"
        assert run("backup", file, "--data", server.data).returncode == 0
        return file
    made = expect(server.client().post("/v1/admin/backups"), 201).json()
    file = server.data / "backups" / made["name"]
    assert file.stat().st_size == made["size"]
    return file


def hashes(data):
    """The hashes of the sessions, from `navstate check`, which has to find no damage."""
    checked = run("check", "--data", data, "--hashes")
    *lines, summary = checked.stdout.splitlines()
    assert checked.returncode == 0 and summary.endswith(" sessions, 0 damaged"), checked
    return dict(line.split() for line in lines)


def test_backups_under_load_are_consistent(new_server, server, tmp_path, setting):
    load, backups = Load(server, setting("BACKUP_SESSIONS", 24, 100)), []
    with load.running(setting("BACKUP_THREADS", 4, 8)):
        for number in range(setting("BACKUPS", 2, 20)):
            time.sleep(0.5)
            before = dict(load.acknowledged)
            backups.append((back_up(server, number, tmp_path), before, dict(load.acknowledged)))
            hashes(server.data)
    report("backups", changes=sum(load.acknowledged.values()), slowest_ms=round(load.longest * 1000))
    for file, before, after in backups:
        copy = new_server(started=False)
        restored = run("restore", file, "--data", copy.data)
        assert restored.returncode == 0 and f"{len(before)} sessions, 0 damaged" in restored.stdout, restored
        compare(server, copy, before, after)
        assert copy.stop() == 0
    assert server.stop() == 0


def compare(server, copy, before, after):
    """Compares each session of a backup with the same revision of the server that goes on."""
    found, now, then = hashes(copy.data), server.client(), copy.start().client()
    for path in before:
        answer = expect(then.get(path), 200)
        revision = answer.json()["revision"]
        # Another change of a session may have been pending when `after` was recorded.
        assert before[path] <= revision <= after[path] + 1, path
        assert answer.json() == now.get(f"{path}/revisions/{revision}").json()
        original = [item for item in pages(now, path + "/history") if item["revision"] <= revision]
        assert pages(then, path + "/history") == original, path
        assert found[path.split("/")[-1]] == hashlib.sha256(answer.content).hexdigest(), path


def with_holes(content):
    pages = bytearray(content)
    for place in range(4096 * 8, len(pages), 4096 * 8):
        pages[place:place + 64] = bytes(64)
    return bytes(pages)


@pytest.fixture(scope="module")
def backup(tmp_path_factory):
    """A backup of some sessions, and the server that made it."""
    folder = tmp_path_factory.mktemp("backup")
    with contextlib.closing(Server(folder)) as server:
        with Load(server.start(), 24).running(4):
            time.sleep(0.5)
        yield back_up(server, 0, folder), server


@pytest.mark.parametrize("change, reason", [
    pytest.param(lambda content: content[:len(content) // 2], "damaged", id="half a backup"),
    pytest.param(lambda content: content[:-4096], "damaged", id="without the last page"),
    pytest.param(lambda content: b"", "empty database", id="empty"),
    pytest.param(lambda content: b"SQLite" * 2000, "not a database", id="text"),
    pytest.param(with_holes, "damaged", id="with holes"),
])
def test_a_file_that_is_no_sound_backup_is_not_restored(backup, tmp_path, change, reason):
    file, data = tmp_path / "bad.db", tmp_path / "none"
    file.write_bytes(change(backup[0].read_bytes()))
    ended = run("restore", file, "--data", data)
    assert ended.returncode == 1 and reason in ended.stderr, ended
    assert ended.stderr.count("\n") == 1 and not ended.stdout
    assert not data.exists()


def test_neither_the_data_of_a_running_server_nor_a_file_is_overwritten(backup):
    file, server = backup
    assert "locked by process" in run("restore", file, "--data", server.data, "--force").stderr
    ended = run("backup", file, "--data", server.data)
    assert ended.returncode == 1 and "already" in ended.stderr, ended
