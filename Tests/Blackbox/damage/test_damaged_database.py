"""Altered databases: invalid values in all columns, and flipped bits. No request ends the server, the unaltered
session is not affected, and the server is ready if it can create sessions.

The short form is a sample, which NAVSTATE_SEED decides; the long form has every value in every column."""

import random
import shutil
import time

import httpx
from damage.database import ENVIRONMENT, OPTIONS, VALUES, alter, columns, flip_bit, populate, relax
from damage.requests import DELETIONS, Asker
from navstate import eventually, report

# Tables whose damage concerns all: the server may refuse to start, with one line that says why.
SHARED = ("migrations", "progress", "changes")


def alterations(template, is_long, chance):
    """The altered table if known, and the function with arguments that alters a database with a relaxed schema."""
    size, schema = template.database.stat().st_size, relax(template.database)
    cells = [(table, column, value) for table, column in columns(template.database) for value in VALUES]
    for table, column, value in cells if is_long else chance.sample(cells, 60):
        yield table, alter, (schema, table, column, value, template.sessions[-1])
    for _ in range(400 if is_long else 10):
        yield None, flip_bit, (schema, chance.randrange(size), chance.randrange(8))


def test_no_altered_database_ends_the_server(new_server, is_long, setting):
    seed = setting("NAVSTATE_SEED", *[random.randrange(10**6)] * 2)
    template = populate(new_server(*OPTIONS, environment=ENVIRONMENT))
    count, starts, faults, begun = 0, 0, [], time.monotonic()
    for table, change, arguments in alterations(template, is_long, random.Random(seed)):
        if not is_long and time.monotonic() - begun > 25:
            break
        server = new_server(*OPTIONS, environment=ENVIRONMENT, started=False)
        server.data.mkdir()
        shutil.copy(template.database, server.database)
        if change(server.database, *arguments):
            count += 1
            asker = Asker(server, template.sessions, template.paths)
            try:
                starts += is_started(server, template, table, asker)
            except (AssertionError, OSError, httpx.HTTPError) as error:
                log = server.log_text()[-200:]
                faults.append(f"{table} {str(arguments[1:])[:200]}: {asker.last}: {error!r}: {log}")
        server.close()
        shutil.rmtree(server.folder)
    report("altered databases", seed=seed, count=count, ended=len(faults), refused_at_start=count - starts)
    assert faults == []


def is_started(server, template, table, asker):
    """Sends all requests, before a restart and after it. Returns false for a start that fails with a reason."""
    server.launch()
    if not server.responds():
        assert is_refused(server) and table in (None, *SHARED)
        return False
    if table not in (None, *SHARED):
        assert asker.ask("GET", f"/v1/sessions/{template.sessions[-1]}") == (200, template.expected)
    asker.read_and_change_all()
    server.kill()
    server.launch()
    if not server.responds():
        # A write to a damaged page can make it unreadable for the next start.
        assert is_refused(server) and table is None
        return False
    asker.read_and_change_all()
    asker.ask_all(DELETIONS)
    # A result of the readiness is good for a second.
    creation = "POST", "/v1/sessions", {"app": "counter"}
    eventually(lambda: (asker.ask("GET", "/readyz")[0] == 200) == (asker.ask(*creation)[0] == 201))
    assert server.stop() == 0
    return True


def is_refused(server):
    """Whether the process has ended with a reason."""
    return server.process.poll() == 1 and server.log_text().splitlines()[-1].startswith("navstate: ")
