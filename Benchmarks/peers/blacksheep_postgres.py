"""The peer of `scripts/bench nodes`: sessions of the app `counter` by BlackSheep and asyncpg, a transaction a request."""

import os
import secrets
from datetime import datetime, timezone

import asyncpg
import orjson
from blacksheep import Application, Content, Request, Response

TABLES = """
CREATE TABLE IF NOT EXISTS sessions (id text PRIMARY KEY, state text NOT NULL, revision bigint NOT NULL, updated text NOT NULL);
CREATE TABLE IF NOT EXISTS log (
  session text NOT NULL, revision bigint NOT NULL, action text NOT NULL, at text NOT NULL, PRIMARY KEY (session, revision));
"""
app = Application()


@app.on_start
async def connect(_):
    app.pool = await asyncpg.create_pool(os.environ["PEER_DATABASE"], min_size=16, max_size=16)
    async with app.pool.acquire() as connection:
        await connection.execute(TABLES)


def respond(value, status=200, headers=None):
    return Response(status, headers, Content(b"application/json", orjson.dumps(value)))


def settle(session):
    """Completes what a session shows of its screens."""
    screens = session["navigation"]["screens"]
    session["navigation"]["selected"] = len(screens) - 1
    session["current"] = {**screens[-1], "path": [screens[-1]["route"]]}
    session["can"] = {"goBack": len(screens) > 1, "undo": session["revision"] > 1, "redo": False}
    session["updatedAt"] = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
    return session


def screen(identifier, count):
    return {"id": identifier, "route": "counter", "params": {}, "state": {"count": count}}


def apply(session, action):
    screens = session["navigation"]["screens"]
    session["revision"] += 1
    if action["type"] == "push":
        screens.append(screen(f"a{session['revision']}", action["params"]["count"]))
    elif action["type"] == "popTo":
        del screens[1:]
    else:
        screens[-1]["state"]["count"] += 1
    return settle(session)


@app.router.get("/readyz")
async def ready(_: Request):
    return respond({})


@app.router.post("/v1/sessions")
async def create(_: Request):
    session = settle({
        "id": "s_" + secrets.token_urlsafe(16), "app": "counter", "appVersion": 1, "revision": 1, "data": {},
        "navigation": {"id": "root", "kind": "stack", "screens": [screen("a1", 0)], "presented": []}})
    values = session["id"], orjson.dumps(session).decode(), 1, session["updatedAt"]
    async with app.pool.acquire() as connection:
        await connection.execute("INSERT INTO sessions VALUES ($1, $2, $3, $4)", *values)
    return respond(session, 201)


@app.router.get("/v1/sessions/:id")
async def get(request: Request):
    async with app.pool.acquire() as connection:
        row = await connection.fetchrow("SELECT state FROM sessions WHERE id = $1", request.route_values["id"])
    return respond(orjson.loads(row[0]))


@app.router.post("/v1/sessions/:id/actions")
async def act(request: Request):
    action, identifier = await request.read(), request.route_values["id"]
    async with app.pool.acquire() as connection, connection.transaction():
        row = await connection.fetchrow("SELECT state FROM sessions WHERE id = $1 FOR UPDATE", identifier)
        session = apply(orjson.loads(row[0]), orjson.loads(action))
        revision, updated = session["revision"], session["updatedAt"]
        await connection.execute(
            "UPDATE sessions SET state = $2, revision = $3, updated = $4 WHERE id = $1",
            identifier, orjson.dumps(session).decode(), revision, updated)
        await connection.execute("INSERT INTO log VALUES ($1, $2, $3, $4)", identifier, revision, action.decode(), updated)
    return respond({"revision": revision, "changed": True, "outputs": [], "session": session})
