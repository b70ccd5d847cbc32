-- The sessions of a server. Times are milliseconds since 1970, UTC. Session ids are their text.
--
-- A session is a row of `session_rows` with a snapshot of its whole state, and the changes after that revision in `changes`. A
-- creation appends a row, a change appends one. The snapshot follows: within a second when the server has nothing else to do,
-- otherwise after many changes. The view `sessions` says by how many revisions it is behind; the views `containers`,
-- `screens` and `counters` show what it has.

-- "NavS": by it a file of another program is told from ours before anything is written.
PRAGMA application_id = 0x4E617653;

-- In the order of the creations.
CREATE TABLE session_rows (
  -- The number of the creation, in the sequence of `changes.seq`. Changes with a lower number were imported.
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  app TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- SHA-256, in hexadecimal digits.
  token_hash TEXT NOT NULL,
  -- Unique among the sessions of an app; NULL: none.
  key TEXT,
  -- Milliseconds after `active_at`; NULL: that of the server.
  expires INTEGER,
  -- The data with which the session began, for apps that can restart: a JSON object; NULL: that of the definition.
  initial_data TEXT,
  -- The request that created it, as those of `changes`.
  created_credential INTEGER,
  created_request BLOB,
  -- The revision at which an archive without definitions was imported, whose export has none either; NULL: none was.
  bare_revision INTEGER,
  -- The oldest revision whose state can be gone back to: the changes up to it were pruned.
  oldest INTEGER NOT NULL DEFAULT 1,
  -- From here on the snapshot: the session as of `revision`.
  revision INTEGER NOT NULL,
  app_version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- The last change that was no firing of a recurring timer: `updated_at` or earlier. A session expires some time after it.
  active_at INTEGER NOT NULL,
  -- The number that the next id made in the session ends in.
  next_id INTEGER NOT NULL,
  -- The `seq` of the last output.
  outputs INTEGER NOT NULL,
  -- The revision whose state the session has; NULL: `revision` itself.
  shown INTEGER,
  -- The revision that made the newest state, which `redo` leads to; NULL: `revision` itself.
  tip INTEGER,
  -- About the bytes that the changes up to `revision` take.
  history_bytes INTEGER NOT NULL DEFAULT 0,
  -- The current screen, so that a list reads no state.
  current TEXT,
  -- The routes on the path to the current screen, its own last: a JSON array.
  path TEXT,
  -- When the session entered the current screen; NULL: flows do not count it. The labels by which they do, as a JSON object.
  entered_at INTEGER,
  flow_labels TEXT,
  data TEXT NOT NULL,
  -- The root container as JSON, with all that is in it.
  navigation TEXT NOT NULL
) STRICT;

-- Ids of sessions that are created together are neighbours, so that a transaction of creations changes few pages of this index.
CREATE UNIQUE INDEX sessions_by_id ON session_rows (id);
CREATE UNIQUE INDEX sessions_by_key ON session_rows (key, app) WHERE key IS NOT NULL;
CREATE INDEX sessions_by_expiry ON session_rows (active_at + expires, id) WHERE expires IS NOT NULL;
-- Only while the server lets sessions expire that have not changed for a time.
CREATE INDEX sessions_by_update ON session_rows (active_at, id) WHERE expires IS NULL;

-- Appended to, never changed. Without an index of its own: changes of many sessions committed together fill pages one
-- after the other, where an index would dirty a page for each session. `revisions` is the index that follows behind.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL,
  revision INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT,
  -- The credential of the request: `attributions.number`. NULL: none.
  credential INTEGER,
  -- The id of the request: 0 and eight bytes that the server made, or the client's text. NULL: no request.
  request BLOB,
  -- The action as it was sent, or a batch: {"actions": [...]}.
  action TEXT NOT NULL,
  -- What it did to the session, with former and new values.
  edits TEXT NOT NULL,
  -- A JSON array; empty: without elements.
  outputs TEXT NOT NULL,
  -- The revision whose state was gone back or forth to; NULL: the change made a new state.
  state_of INTEGER,
  -- Why the action of a timer was refused: {"code", "detail"}; NULL: no action was refused. The change ends the timer, or
  -- sets a recurring one to its next time, and does nothing else.
  refused TEXT
) STRICT;

-- The credentials that have created or changed a session, each once.
CREATE TABLE attributions (
  -- Empty: those of all sessions.
  session TEXT NOT NULL,
  -- From 1 those of all sessions, otherwise a hash of the text.
  number INTEGER NOT NULL,
  -- JSON: the `kind`, and `id`, `name`, `role`, `subject` and `issuer` as far as there are any.
  text TEXT NOT NULL,
  PRIMARY KEY (session, number)
) STRICT, WITHOUT ROWID;

INSERT INTO attributions (session, number, text) VALUES
  ('', 1, '{"kind":"session","role":"watch"}'),
  ('', 2, '{"kind":"session","role":"act"}'),
  ('', 3, '{"kind":"session","role":"lead"}'),
  ('', 4, '{"kind":"session","role":"backend"}'),
  ('', 5, '{"kind":"operator","name":"admin"}');

-- Where the changes of a session are, up to the revision of its snapshot.
CREATE TABLE revisions (
  session TEXT NOT NULL,
  revision INTEGER NOT NULL,
  -- changes.seq
  change INTEGER NOT NULL,
  PRIMARY KEY (session, revision)
) STRICT, WITHOUT ROWID;

-- One row.
CREATE TABLE progress (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  -- Every change with a `seq` up to this one is in a snapshot and has its row in `revisions`: after a crash only those behind
  -- it are looked at.
  low_water INTEGER NOT NULL,
  -- Numbers up to this one are not used again, although no row may have them: those of imports that were dropped.
  newest INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO progress (only, low_water) VALUES (1, 0);

-- The newest pruned change of each app: the events up to it are incomplete.
CREATE TABLE pruned_events (
  app TEXT PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Sessions that were deleted: who still listens to one is told so, and not that there never was one.
CREATE TABLE tombstones (
  session TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  -- The SHA-256 of its token: who has it is told that the session is gone, where others are told that there is none.
  token_hash TEXT NOT NULL,
  app TEXT NOT NULL,
  -- Its last revision, and the number of the deletion in the sequence of `changes.seq`.
  revision INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  -- 'expired'; NULL: a client or a batch job deleted the session.
  reason TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX tombstones_by_seq ON tombstones (seq);

-- How many changes led from one screen to another, in hours and in days: those of all sessions of an app, and those of the
-- sessions with a label. They change with the snapshots that have the changes.
CREATE TABLE flow_edges (
  app TEXT NOT NULL,
  -- name:value; empty: of all sessions.
  label TEXT NOT NULL,
  -- Minutes: 60 or 1440.
  span INTEGER NOT NULL,
  -- Minutes since 1970.
  start INTEGER NOT NULL,
  app_version INTEGER NOT NULL,
  -- Routes. Empty: the session was created.
  origin TEXT NOT NULL,
  target TEXT NOT NULL,
  cause TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (app, label, span, start, app_version, origin, target, cause)
) STRICT, WITHOUT ROWID;

CREATE TABLE flow_routes (
  app TEXT NOT NULL,
  label TEXT NOT NULL,
  -- Also 1, for the last hours.
  span INTEGER NOT NULL,
  start INTEGER NOT NULL,
  app_version INTEGER NOT NULL,
  route TEXT NOT NULL,
  -- The sessions whose last change was in the span, and which are on the route.
  last INTEGER NOT NULL,
  -- How long sessions stayed that left the route: the number of stays by their length, separated by commas.
  stays TEXT NOT NULL,
  PRIMARY KEY (app, label, span, start, app_version, route)
) STRICT, WITHOUT ROWID;

-- The responses to requests with an Idempotency-Key, kept for 24 hours.
CREATE TABLE answers (
  -- Empty for a request that creates a session.
  session TEXT NOT NULL,
  key TEXT NOT NULL,
  -- SHA-256 of the request.
  fingerprint BLOB NOT NULL,
  status INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  body TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (session, key)
) STRICT, WITHOUT ROWID;

-- Timers, messages and calls are never behind: their rows come and go with the changes that make and end them.

CREATE TABLE timers (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  -- The screen that asked; NULL: the app.
  screen TEXT,
  -- The name under which the reducer can replace or cancel it.
  effect TEXT NOT NULL,
  fire_at INTEGER NOT NULL,
  action TEXT NOT NULL,
  -- Of a timer that fires again and again, JSON: `every` with `zone` or `interval`, `from`, `until`, `missed`, and `refused`
  -- with the code if its last firing was refused. NULL: it fires once.
  recurrence TEXT,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;

-- With the primary key, which SQLite adds to it, this is the order in which they are read.
CREATE INDEX timers_by_fire_at ON timers (fire_at);

CREATE TABLE messages (
  -- In the order of the commits, and never given twice: messages are read by what comes after the last one that was.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sender TEXT NOT NULL,
  recipient TEXT NOT NULL,
  action TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- How many messages led to it, each sent by what the one before did.
  chain INTEGER NOT NULL
) STRICT;

CREATE INDEX messages_by_recipient ON messages (recipient);

-- The requests of sessions to other servers that have no answer yet.
CREATE TABLE calls (
  -- Unguessable, and the Idempotency-Key of each attempt.
  key TEXT NOT NULL PRIMARY KEY,
  session TEXT NOT NULL,
  -- Of the session, for its share of the calls in flight.
  app TEXT NOT NULL,
  -- The screen that asked; NULL: the app.
  screen TEXT,
  -- The revision that asked.
  revision INTEGER NOT NULL,
  at INTEGER NOT NULL,
  method TEXT NOT NULL,
  url TEXT NOT NULL,
  -- A JSON array of header fields.
  fields TEXT NOT NULL,
  body TEXT,
  -- Milliseconds.
  timeout INTEGER NOT NULL,
  -- A JSON object: the actions for the answer, and the variables of the step.
  reply TEXT NOT NULL,
  -- How many calls led to it, each made by the action for the answer to the one before.
  chain INTEGER NOT NULL,
  -- The number of failed attempts, and the time of the next one.
  attempts INTEGER NOT NULL,
  due INTEGER NOT NULL,
  -- The reason why the last attempt failed; NULL: none has.
  failure TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX calls_by_session ON calls (session);

-- Keys and labels, by which a backend finds its sessions, are written at once and are no part of a revision.
CREATE TABLE labels (
  session TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (session, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX labels_by_value ON labels (name, value, session);

-- The numbers of keys and labels of all sessions, which would take a scan to count. Sessions without them change nothing here.
CREATE TABLE totals (
  name TEXT PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO totals (name, count) VALUES ('keys', 0), ('labels', 0);

-- The program counts the key of a new session: a trigger would run for sessions without a key as well. A key never changes.
CREATE TRIGGER session_with_key_deleted AFTER DELETE ON session_rows WHEN OLD.key IS NOT NULL
BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'keys';
END;

CREATE TRIGGER label_inserted AFTER INSERT ON labels
BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'labels';
END;

CREATE TRIGGER label_deleted AFTER DELETE ON labels
BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'labels';
END;

-- Tokens of sessions besides the one of their creation, and handoff codes. The tokens themselves are shown once and stored
-- nowhere.
CREATE TABLE tokens (
  session TEXT NOT NULL,
  id TEXT NOT NULL,
  role TEXT NOT NULL,
  name TEXT,
  -- SHA-256, in hexadecimal digits.
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- NULL: valid without limit.
  expires_at INTEGER,
  -- Of a code: how long the token for it is valid, in milliseconds; NULL: without limit.
  lifetime INTEGER,
  is_code INTEGER NOT NULL,
  -- The token that made a code: its SHA-256, in hexadecimal digits. The code ends with it. NULL: the admin's, or none.
  maker TEXT,
  PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_by_hash ON tokens (hash);

-- Apps defined in JSON, each version once.
CREATE TABLE apps (
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  definition TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- NULL while sessions can be made of it. A withdrawn version stays here for the sessions that began with it.
  withdrawn_at INTEGER,
  PRIMARY KEY (name, version)
) STRICT, WITHOUT ROWID;

-- Keys with which sessions of one app can be made. The keys themselves are shown once and stored nowhere.
CREATE TABLE app_keys (
  app TEXT NOT NULL,
  name TEXT NOT NULL,
  -- SHA-256, in hexadecimal digits.
  key_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (app, name)
) STRICT, WITHOUT ROWID;

-- The versions that new sessions of apps get: JSON with `current`, `next`, `percent` and `by`.
CREATE TABLE rollouts (
  app TEXT PRIMARY KEY,
  rollout TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Tokens of operators. The tokens themselves are shown once and stored nowhere.
CREATE TABLE operators (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  -- SHA-256, in hexadecimal digits.
  token_hash TEXT NOT NULL,
  -- Both separated by spaces; no apps: all.
  scopes TEXT NOT NULL,
  apps TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT, WITHOUT ROWID;

-- Batch jobs: one request, carried out on each of many sessions once.
CREATE TABLE batches (
  id INTEGER PRIMARY KEY,
  -- JSON.
  request TEXT NOT NULL,
  -- 'running', 'done' or 'cancelled'.
  state TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  -- The sessions up to this one, in the order of their ids, are done; NULL: none.
  cursor TEXT
) STRICT;

-- The sessions after the cursor that are done. A row is written with the change of the session.
CREATE TABLE batch_sessions (
  batch INTEGER NOT NULL,
  session TEXT NOT NULL,
  PRIMARY KEY (batch, session)
) STRICT, WITHOUT ROWID;

CREATE TABLE batch_counts (
  batch INTEGER NOT NULL,
  -- 'changed', 'unchanged' or 'refused'.
  outcome TEXT NOT NULL,
  -- The code of a refusal; otherwise empty.
  code TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (batch, outcome, code)
) STRICT, WITHOUT ROWID;

-- A few refusals of each code. They are deleted with their session, since they may quote it.
CREATE TABLE batch_examples (
  session TEXT NOT NULL,
  batch INTEGER NOT NULL,
  code TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (session, batch)
) STRICT, WITHOUT ROWID;

-- The receivers of outputs.
CREATE TABLE webhooks (
  name TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  -- JSON arrays of names; empty: all.
  apps TEXT NOT NULL,
  outputs TEXT NOT NULL,
  secret TEXT NOT NULL,
  -- Why nothing is sent, and since when; NULL: it is.
  parked_reason TEXT,
  parked_since INTEGER
) STRICT, WITHOUT ROWID;

-- A row comes with the change that its output is of, goes when the receiver has it, and outlives its session.
CREATE TABLE deliveries (
  -- Never used twice: an output that was taken is not mistaken for a later one.
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook TEXT NOT NULL,
  session TEXT NOT NULL,
  app TEXT NOT NULL,
  -- The output's number in its session.
  seq INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  at INTEGER NOT NULL,
  -- JSON; NULL: no credential.
  credential TEXT,
  request BLOB,
  name TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;

CREATE INDEX deliveries_by_webhook ON deliveries (webhook, position);
CREATE INDEX deliveries_by_session ON deliveries (webhook, session, position);

-- The views for people. None is read by the server.

-- `revision` and `updated_at` are those of the last change, the rest is of the snapshot.
CREATE VIEW sessions AS
SELECT
  id,
  app,
  app_version,
  max(revision, coalesce(later.last_revision, 0)) AS revision,
  -- The changes that are committed and not in the snapshot.
  max(0, coalesce(later.last_revision - revision, 0)) AS behind,
  strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch') AS created_at,
  strftime('%Y-%m-%dT%H:%M:%fZ', max(updated_at, coalesce(later.last_at, 0)) / 1000.0, 'unixepoch') AS updated_at,
  key,
  current,
  path,
  data,
  navigation
FROM session_rows
LEFT JOIN (
  SELECT session, max(revision) AS last_revision, max(at) AS last_at
  FROM changes
  WHERE seq > (SELECT low_water FROM progress)
  GROUP BY session
) AS later ON later.session = session_rows.id;

-- Text that is not JSON was damaged on disk, and is shown by none of the following.
--
-- In the JSON of a container, the members `screens`, `presented`, `screen` and `content` lead to all containers and screens;
-- other members, such as `state`, may have the same names inside.
CREATE VIEW containers AS
SELECT
  session_rows.id AS session,
  part.value ->> '$.id' AS id,
  -- The screen whose content it is; NULL for the root.
  iif(part.key IS NULL, NULL, part.json ->> (part.path || '.id')) AS screen,
  part.value ->> '$.kind' AS kind,
  part.value ->> '$.selected' AS selected,
  -- A JSON array of screen ids, the last visited last.
  coalesce(part.value -> '$.history', '[]') AS history,
  -- Drawers only: 0 or 1.
  part.value ->> '$.open' AS open
FROM session_rows
JOIN json_tree(iif(json_valid(session_rows.navigation), session_rows.navigation, 'null')) AS part ON part.type = 'object' AND (part.key = 'content' OR part.key IS NULL)
WHERE trim(replace(replace(replace(part.path, '.screen', ''), '.content', ''), '.presented', ''), '$s[]0123456789') = '';

CREATE VIEW screens AS
SELECT
  session_rows.id AS session,
  part.value ->> '$.id' AS id,
  part.json ->> (substr(part.path, 1, length(part.path) - length('.screens')) || '.id') AS container,
  -- Index among the container's screens, or among what is presented over it.
  part.key AS position,
  -- The style it is presented in; NULL for a screen of the container's own list.
  NULL AS presented,
  part.value ->> '$.route' AS route,
  part.value -> '$.params' AS params,
  part.value -> '$.state' AS state,
  -- The screen that opened it; NULL: none.
  part.value ->> '$.opener' AS opener,
  -- The action that a guard refused and that is performed when the screen returns a result: a JSON object; NULL: none.
  part.value -> '$.intent' AS intent
FROM session_rows
JOIN json_tree(iif(json_valid(session_rows.navigation), session_rows.navigation, 'null')) AS part ON part.type = 'object' AND part.path LIKE '%.screens'
WHERE trim(replace(replace(replace(part.path, '.screen', ''), '.content', ''), '.presented', ''), '$s[]0123456789') = ''
UNION ALL
SELECT
  session_rows.id,
  part.value ->> '$.screen.id',
  part.json ->> (substr(part.path, 1, length(part.path) - length('.presented')) || '.id'),
  part.key,
  part.value ->> '$.style',
  part.value ->> '$.screen.route',
  part.value -> '$.screen.params',
  part.value -> '$.screen.state',
  part.value ->> '$.screen.opener',
  part.value -> '$.screen.intent'
FROM session_rows
JOIN json_tree(iif(json_valid(session_rows.navigation), session_rows.navigation, 'null')) AS part ON part.type = 'object' AND part.path LIKE '%.presented'
WHERE trim(replace(replace(replace(part.path, '.screen', ''), '.content', ''), '.presented', ''), '$s[]0123456789') = '';

-- Every integer in the state of a screen.
CREATE VIEW counters AS
SELECT
  screens.session,
  screens.id AS screen,
  screens.route,
  member.key AS name,
  member.value
FROM screens, json_each(screens.state) AS member
WHERE json_type(screens.state) = 'object' AND member.type = 'integer';

-- What happened, as a person reads it.
CREATE VIEW history AS
SELECT
  session,
  revision,
  strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch') AS at,
  actor,
  (SELECT text FROM attributions WHERE number = credential AND session IN ('', part.session)) AS credential,
  iif(substr(request, 1, 1) = x'00', 'r_' || lower(hex(substr(request, 2))), CAST(request AS TEXT)) AS request,
  action,
  iif(outputs = '', '[]', outputs) AS outputs,
  refused
FROM (
  SELECT revisions.session, revisions.revision, at, actor, credential, request, action, outputs, refused
  FROM revisions
  JOIN changes ON changes.seq = revisions.change
  UNION ALL
  SELECT session, revision, at, actor, credential, request, action, outputs, refused
  FROM changes
  WHERE changes.seq > (SELECT low_water FROM progress)
    AND NOT EXISTS (
      SELECT 1 FROM revisions WHERE revisions.session = changes.session AND revisions.revision = changes.revision)
) AS part;
