"""Altered databases: invalid values in all columns, and flipped bits. No request ends the server, the unaltered
session is not affected, and a server that cannot create sessions is not ready.

The short form is a sample, which NAVSTATE_SEED decides; the long form has every value in every column."""

import http.client
import os
import random
import shutil
import time

import pytest
from damage.database import (ENVIRONMENT, OPTIONS, VALUES, Asker, alter, columns, connect, flip_bit, populate, relax,
                              restore)
from navstate import poll, report

# Tables whose damage concerns all: the server may refuse to start, with one line that says why.
SHARED = ("migrations", "progress", "changes")


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A populated database, with a schema that accepts any value and with the original one."""
    server = populate(tmp_path_factory.mktemp("template"))
    server.start()
    document = server.client().get("/openapi.json").json()
    server.paths = sorted(path for path, operations in document["paths"].items() if "get" in operations)
    server.expected = Asker(server).ask("GET", f"/v1/sessions/{server.sessions[-1]}")
    server.close()
    server.plain = server.folder / "plain.db"
    server.schema = relax(server.database)
    shutil.copy(server.database, server.plain)
    restore(server.plain, server.schema)
    return server


@pytest.fixture
def altered(new_server):
    """A function that returns a server on a copy of a database."""
    def make(source):
        server = new_server(*OPTIONS, environment=ENVIRONMENT, started=False)
        server.data.mkdir()
        shutil.copy(source, server.database)
        return server

    return make


def alterations(template, is_long, seed):
    """A name, the altered table if known, the database, and the function with arguments that alters it."""
    chosen, size = random.Random(seed), os.path.getsize(template.plain)
    cells = [(table, column, value) for table, column in columns(template.database) for value in VALUES]
    flips = [(chosen.randrange(size), chosen.randrange(8)) for _ in range(400 if is_long else 10)]
    for table, column, value in cells if is_long else chosen.sample(cells, 60):
        yield (f"{table}.{column} = {str(value)[:20]!r}", table, template.database, alter,
               (template.schema, table, column, value, template.sessions[-1]))
    for offset, bit in flips:
        yield f"bit {bit} of byte {offset}", None, template.plain, flip_bit, (offset, bit)


def test_no_altered_database_ends_the_server(template, altered, is_long):
    seed = int(os.environ.get("NAVSTATE_SEED", random.randrange(10**6)))
    count, refused, faults, begun = 0, 0, [], time.monotonic()
    for name, table, source, change, arguments in alterations(template, is_long, seed):
        if not is_long and time.monotonic() - begun > 25:
            break
        server = altered(source)
        if change(server.database, *arguments):
            count += 1
            fault = fault_of(server, template, table)
            refused += fault == "refused"
            faults += [f"{name}: {fault}"] if fault not in (None, "refused") else []
        server.close()
        shutil.rmtree(server.folder)
    report("altered databases", seed=seed, count=count, ended=len(faults), refused_at_start=refused)
    assert not faults, "\n".join(faults)


def launched(server):
    """Starts a server; returns a connection, or nothing if the process ends."""
    server.launch()
    return Asker(server) if server.responds() else None


def fault_of(server, template, table):
    """Returns the fault, if any; "refused" for a start that fails with a reason."""
    sessions, asker = template.sessions, launched(server)
    if asker is None:
        status = server.process.poll()
        if status == 1 and server.log_text().startswith("navstate: ") and table in (None, *SHARED):
            return "refused"
        return f"the start ended with {status}: {server.log_text()[-200:]}"
    try:
        if table is not None and table not in SHARED:
            found = asker.ask("GET", f"/v1/sessions/{sessions[-1]}")
            if found != template.expected:
                return f"the session that was not altered is {found}"
        for is_restarted in (False, True):
            if is_restarted:
                server.kill()
                asker = launched(server)
                if asker is None:
                    return f"the restart ended with {server.process.poll()}"
            asker.ask_for_all(template.paths, sessions)
            asker.change_all(sessions)
        asker.delete_all(sessions)
        time.sleep(0 if table else 1.05)  # A result of the readiness is good for a second.
        ready, made = asker.ask("GET", "/readyz")[0], asker.ask("POST", "/v1/sessions", {"app": "counter"})[0]
    except (OSError, http.client.HTTPException) as error:
        poll(lambda: not server.is_running(), 0.5)
        return f"{asker.last} ended with {server.process.poll()}: {error!r}"
    if (ready == 200) != (made == 201):
        return f"/readyz is {ready} and a creation {made}"
    status = server.stop()
    return None if status == 0 else f"SIGTERM ended it with {status}"


def test_a_database_that_takes_no_sessions_is_not_ready(template, altered):
    server = altered(template.plain)
    damage_root(server.database, "screens")
    asker = launched(server)
    assert asker.ask("POST", "/v1/sessions", {"app": "counter"})[0] == 503
    assert asker.ask("GET", "/readyz")[0] == 503
    assert asker.ask("GET", "/livez")[0] == 200
    assert "the database is damaged at the place of a write" in server.log_text()
    assert asker.ask("GET", f"/v1/sessions/{template.sessions[-1]}")[0] == 200


def damage_root(path, table):
    """Makes the free-block list of a table's first page point outside of it: rows can be read, but not added."""
    with connect(path) as database:
        page, = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    with open(path, "r+b") as file:
        file.seek((page - 1) * 4096 + 1)
        file.write(b"\xff\xff")
