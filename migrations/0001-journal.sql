-- The journal and the tables that follow it. Times are milliseconds since 1970, UTC. Session ids are their text.
--
-- A change is one appended row of `changes`. The other tables are brought up to date behind it, a session at a time:
-- they show a session as of `sessions.revision`, and the changes after that revision are in `changes` alone.

-- "NavS": by it a file of another program is told from ours before anything is written.
PRAGMA application_id = 0x4E617653;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  app TEXT NOT NULL,
  app_version INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- The number that the next id made in the session ends in.
  next_id INTEGER NOT NULL,
  -- The `seq` of the last output.
  outputs INTEGER NOT NULL,
  data TEXT NOT NULL,
  -- SHA-256, in hexadecimal digits.
  token_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE containers (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  -- The screen whose content it is; NULL for the root.
  screen TEXT,
  kind TEXT NOT NULL,
  selected INTEGER NOT NULL,
  -- A JSON array of screen ids, the last visited last.
  history TEXT NOT NULL,
  -- Drawers only: 0 or 1.
  open INTEGER,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE screens (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  container TEXT NOT NULL,
  -- Index among the container's screens, or among what is presented over it.
  position INTEGER NOT NULL,
  -- The style it is presented in; NULL for a screen of the container's own list.
  presented TEXT,
  route TEXT NOT NULL,
  params TEXT NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;

-- Every integer in the state of a screen.
CREATE VIEW counters AS
SELECT
  screens.session,
  screens.id AS screen,
  screens.route,
  member.key AS name,
  member.value
FROM screens, json_each(screens.state) AS member
WHERE member.type = 'integer';

-- Appended to, never changed. Without an index of its own: changes of many sessions committed together fill pages one
-- after the other, where an index would dirty a page for each session. `revisions` is the index that follows behind.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL,
  revision INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT,
  -- The action as it was sent, or a batch: {"actions": [...]}.
  action TEXT NOT NULL,
  -- What it did to the session, with former and new values.
  edits TEXT NOT NULL,
  -- A JSON array.
  outputs TEXT NOT NULL
) STRICT;

-- Where the changes up to `sessions.revision` are.
CREATE TABLE revisions (
  session TEXT NOT NULL,
  revision INTEGER NOT NULL,
  -- changes.seq
  change INTEGER NOT NULL,
  PRIMARY KEY (session, revision)
) STRICT, WITHOUT ROWID;

-- One row. Every change with a `seq` up to `low_water` is shown by the tables and has its row in `revisions`: after a
-- crash only those behind it are looked at.
CREATE TABLE progress (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  low_water INTEGER NOT NULL
) STRICT;

INSERT INTO progress (only, low_water) VALUES (1, 0);

-- What was answered to a request with an Idempotency-Key, kept for 24 hours.
CREATE TABLE answers (
  -- Empty for a request that creates a session.
  session TEXT NOT NULL,
  key TEXT NOT NULL,
  -- SHA-256 of what was asked.
  fingerprint BLOB NOT NULL,
  status INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  body TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (session, key)
) STRICT, WITHOUT ROWID;

-- Apps defined in JSON, each version once.
CREATE TABLE apps (
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  definition TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (name, version)
) STRICT, WITHOUT ROWID;

-- What happened, as a person reads it.
CREATE VIEW history AS
SELECT
  revisions.session,
  revisions.revision,
  strftime('%Y-%m-%dT%H:%M:%fZ', changes.at / 1000.0, 'unixepoch') AS at,
  changes.actor,
  changes.action,
  changes.outputs
FROM revisions
JOIN changes ON changes.seq = revisions.change;
