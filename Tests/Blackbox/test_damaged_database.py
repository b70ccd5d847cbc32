"""Altered databases: invalid values in all columns, and flipped bits. No request ends the server, the unaltered
session is not affected, and a server that cannot create sessions is not ready.

The short form is a sample, which NAVSTATE_SEED decides; the long form has every value in every column."""

import contextlib
import http.client
import os
import random
import shutil
import sqlite3
import time

import pytest
from damaged_database import (ENVIRONMENT, OPTIONS, VALUES, Asker, alter, ask_for_all, change_all, columns, delete_all,
                              flip_bit, launch, populate, relax, restore)
from navstate import Server, report

# Tables whose damage concerns all: the server may refuse to start, with one line that says why.
SHARED = ("migrations", "progress", "changes")


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A populated database, with a schema that accepts any value and with the original one."""
    server = populate(tmp_path_factory.mktemp("template"))
    launch(server)
    asker = Asker(server)
    server.paths = sorted(
        path for path, operations in asker.server.client().get("/openapi.json").json()["paths"].items()
        if "get" in operations)
    server.expected = asker.ask("GET", f"/v1/sessions/{server.sessions[-1]}")
    server.kill()
    server.schema = relax(server.database)
    server.plain = server.folder / "plain.db"
    shutil.copy(server.database, server.plain)
    restore(server.plain, server.schema)
    return server


def alterations(template, is_long, seed):
    """Pairs of a name and a function that alters a file and returns whether it did."""
    randomness = random.Random(seed)
    cells = [(table, column, value) for table, column in columns(template.database) for value in VALUES]
    size = os.path.getsize(template.plain)
    flips = [(randomness.randrange(size), randomness.randrange(8)) for _ in range(400 if is_long else 10)]
    for table, column, value in cells if is_long else randomness.sample(cells, 60):
        yield (f"{table}.{column} = {str(value)[:20]!r}", table), template.database, lambda path, cell=(table, column, value): (
            alter(path, template.schema, *cell, template.sessions[-1]))
    for offset, bit in flips:
        yield (f"bit {bit} of byte {offset}", None), template.plain, lambda path, at=(offset, bit): flip_bit(path, *at) is None


def test_no_altered_database_ends_the_server(template, tmp_path, is_long):
    seed = int(os.environ.get("NAVSTATE_SEED", random.randrange(10**6)))
    count, refused, faults, begun = 0, 0, [], time.monotonic()
    for (name, table), source, change in alterations(template, is_long, seed):
        if not is_long and time.monotonic() - begun > 25:
            break
        server = Server(tmp_path / "altered", *OPTIONS, environment=ENVIRONMENT)
        server.data.mkdir(parents=True)
        shutil.copy(source, server.database)
        if change(server.database):
            count += 1
            fault = fault_of(server, template, table)
            refused += fault == "refused"
            if fault not in (None, "refused"):
                faults.append(f"{name}: {fault}")
        server.kill()
        shutil.rmtree(server.folder)
    report("altered databases", seed=seed, count=count, ended=len(faults), refused_at_start=refused)
    assert not faults, "\n".join(faults)


def fault_of(server, template, table):
    """Returns the fault, if any; "refused" for a start that fails with a reason."""
    if not launch(server):
        status = server.process.poll()
        if status == 1 and server.log_text().startswith("navstate: ") and table in (None, *SHARED):
            return "refused"
        return f"the start ended with {status}: {server.log_text()[-200:]}"
    asker = Asker(server)
    sessions = template.sessions
    try:
        if table is not None and table not in SHARED:
            found = asker.ask("GET", f"/v1/sessions/{sessions[-1]}")
            if found != template.expected:
                return f"the session that was not altered is {found}"
        for is_restarted in (False, True):
            if is_restarted:
                server.kill()
                if not launch(server):
                    return f"the restart ended with {server.process.poll()}"
                asker = Asker(server)
            ask_for_all(asker, template.paths, sessions)
            change_all(asker, sessions)
        delete_all(asker, sessions)
        time.sleep(0 if table else 1.05)  # A result of the readiness is good for a second.
        ready, made = asker.ask("GET", "/readyz")[0], asker.ask("POST", "/v1/sessions", {"app": "counter"})[0]
    except (OSError, http.client.HTTPException) as error:
        time.sleep(0.1)
        return f"{asker.last} ended with {server.process.poll()}: {error!r}"
    if (ready == 200) != (made == 201):
        return f"/readyz is {ready} and a creation {made}"
    status = server.stop()
    return None if status == 0 else f"SIGTERM ended it with {status}"


def test_a_database_that_takes_no_sessions_is_not_ready(template, tmp_path):
    server = Server(tmp_path, *OPTIONS, environment=ENVIRONMENT)
    server.data.mkdir()
    shutil.copy(template.plain, server.database)
    damage_root(server.database, "screens")
    assert launch(server)
    asker = Asker(server)
    assert asker.ask("POST", "/v1/sessions", {"app": "counter"})[0] == 503
    assert asker.ask("GET", "/readyz")[0] == 503
    assert asker.ask("GET", "/livez")[0] == 200
    assert "the database is damaged at the place of a write" in server.log_text()
    assert asker.ask("GET", f"/v1/sessions/{template.sessions[-1]}")[0] == 200
    server.kill()


def damage_root(path, table):
    """Makes the free-block list of a table's first page point outside of it: rows can be read, but not added."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        page = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()[0]
    with open(path, "r+b") as file:
        file.seek((page - 1) * 4096 + 1)
        file.write(b"\xff\xff")
