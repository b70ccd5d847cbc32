-- The sessions of several servers. Times are milliseconds since 1970, UTC. Texts that clients choose are `bytea` with
-- UTF-8, since PostgreSQL's `text` and `jsonb` refuse U+0000; the view `history` shows them as text.
--
-- A session is a row of `session_rows`, a snapshot of its whole state in `snapshots`, and its changes in `changes`. The
-- snapshot follows the row: when the server has no writes for a second, otherwise after many changes. The view `sessions`
-- says by how many revisions it is behind; the views `containers`, `screens` and `counters` show what it has.
--
-- A session's row is the only one that each of its changes updates. Each write of anything that belongs to a session
-- compares `token` and sets a new one, in the same transaction.

CREATE TABLE session_rows (
  -- The 128 bits of the session's id.
  id uuid PRIMARY KEY,
  -- The random number of the last write: the commit token; and that of the creation or the import.
  token bigint NOT NULL,
  created_token bigint NOT NULL,
  revision bigint NOT NULL,
  app text COLLATE "C" NOT NULL,
  app_version bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  -- The last change that was no firing of a recurring timer: `updated_at` or earlier. A session expires some time after it.
  active_at bigint NOT NULL,
  -- The number that the next id made in the session ends in.
  next_id bigint NOT NULL,
  -- The `seq` of the last output.
  outputs bigint NOT NULL,
  -- The revision whose state the session has, the one that made the newest state, and the oldest available one.
  shown bigint NOT NULL,
  tip bigint NOT NULL,
  oldest bigint NOT NULL,
  -- About the bytes that the changes take.
  history_bytes bigint NOT NULL,
  -- JSON: the id of the current screen, then the routes on the path to it.
  path bytea NOT NULL,
  -- SHA-256.
  token_hash bytea NOT NULL,
  -- Unique among the sessions of an app; NULL: none.
  key text COLLATE "C",
  -- Milliseconds after `active_at`; NULL: that of the servers.
  expires bigint,
  -- JSON; NULL: that of the definition.
  initial_data bytea,
  -- The request that created it, as those of `changes`.
  created_credential bigint,
  created_request bytea,
  -- The revision at which an archive without definitions was imported, whose export has none either; NULL: none was.
  bare_revision bigint,
  -- The number of the creation among the events. Changes with a lower number were imported.
  created_event bigint NOT NULL,
  -- The exclusive right to write; NULL: none.
  lease text COLLATE "C",
  lease_name bytea,
  lease_until bigint
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

-- Columns that never change, so that updates of a row stay on its page.
CREATE UNIQUE INDEX sessions_by_key ON session_rows (key, app) WHERE key IS NOT NULL;

-- The whole state of a session as of `revision`; the other columns are those of its row at that revision.
CREATE TABLE snapshots (
  session uuid PRIMARY KEY,
  revision bigint NOT NULL,
  app_version bigint NOT NULL,
  updated_at bigint NOT NULL,
  next_id bigint NOT NULL,
  outputs bigint NOT NULL,
  shown bigint NOT NULL,
  tip bigint NOT NULL,
  history_bytes bigint NOT NULL,
  -- When the session entered the current screen; NULL: flows do not count it. The labels by which they do, as a JSON object.
  entered_at bigint,
  flow_labels bytea,
  -- JSON.
  data bytea NOT NULL,
  -- The root container as JSON, with all that is in it.
  navigation bytea NOT NULL
);

CREATE TABLE changes (
  session uuid NOT NULL,
  revision bigint NOT NULL,
  -- The commit token of the write.
  token bigint NOT NULL,
  -- The number of the event.
  event bigint NOT NULL,
  at bigint NOT NULL,
  actor bytea,
  -- The credential of the request: `attributions.number`. NULL: none.
  credential bigint,
  -- The id of the request: 0 and eight bytes that a server made, or the client's text. NULL: no request.
  request bytea,
  -- JSON.
  action bytea NOT NULL,
  edits bytea NOT NULL,
  outputs bytea NOT NULL,
  refused bytea,
  state_of bigint,
  PRIMARY KEY (session, revision)
);

-- The credentials that have created or changed a session, each once.
CREATE TABLE attributions (
  -- Zero: those of all sessions.
  session uuid NOT NULL,
  -- From 1 those of all sessions, otherwise a hash of the text.
  number bigint NOT NULL,
  -- JSON: the `kind`, and `id`, `name`, `role`, `subject` and `issuer` as far as there are any.
  text bytea NOT NULL,
  PRIMARY KEY (session, number)
);

INSERT INTO attributions (session, number, text) VALUES
  ('00000000-0000-0000-0000-000000000000', 1, '{"kind":"session","role":"watch"}'),
  ('00000000-0000-0000-0000-000000000000', 2, '{"kind":"session","role":"act"}'),
  ('00000000-0000-0000-0000-000000000000', 3, '{"kind":"session","role":"lead"}'),
  ('00000000-0000-0000-0000-000000000000', 4, '{"kind":"session","role":"backend"}'),
  ('00000000-0000-0000-0000-000000000000', 5, '{"kind":"operator","name":"admin"}');

-- Which events a transaction made. Events are numbered by the transaction's id times 2^20, the part of the transaction times
-- 2^18, and their place in it. All transactions below `pg_snapshot_xmin` have ended, so the events below it are
-- complete, without a sequence that all writers would share.
CREATE TABLE commits (
  -- The number of the first event.
  event bigint PRIMARY KEY,
  -- 0: changes; 1: creations; 2: deletions.
  kind smallint NOT NULL,
  sessions uuid[] NOT NULL,
  -- The first and the last revision of each session.
  firsts bigint[] NOT NULL,
  lasts bigint[] NOT NULL
);

-- The newest pruned event of each app: the events up to it are incomplete.
CREATE TABLE pruned_events (
  app text COLLATE "C" PRIMARY KEY,
  event bigint NOT NULL
);

-- Sessions with changes before their oldest available revision, which are erased a part at a time.
CREATE TABLE pruned_sessions (
  session uuid PRIMARY KEY
);

-- How many changes led from one screen to another, in hours and in days: those of all sessions of an app, and those of the
-- sessions with a label. They change with the snapshots that have the changes.
CREATE TABLE flow_edges (
  app text COLLATE "C" NOT NULL,
  -- name:value; empty: of all sessions.
  label text COLLATE "C" NOT NULL,
  -- Minutes: 60 or 1440.
  span smallint NOT NULL,
  -- Minutes since 1970.
  start bigint NOT NULL,
  app_version bigint NOT NULL,
  -- Routes. Empty: the session was created.
  origin text COLLATE "C" NOT NULL,
  target text COLLATE "C" NOT NULL,
  cause text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (app, label, span, start, app_version, origin, target, cause)
) WITH (fillfactor = 70);

CREATE TABLE flow_routes (
  app text COLLATE "C" NOT NULL,
  label text COLLATE "C" NOT NULL,
  -- Also 1, for the last hours.
  span smallint NOT NULL,
  start bigint NOT NULL,
  app_version bigint NOT NULL,
  route text COLLATE "C" NOT NULL,
  -- The sessions whose last change was in the span, and which are on the route.
  last bigint NOT NULL,
  -- How long sessions stayed that left the route: the number of stays by their length.
  stays bigint[] NOT NULL,
  PRIMARY KEY (app, label, span, start, app_version, route)
) WITH (fillfactor = 70);

-- The responses to requests with an Idempotency-Key, kept for 24 hours.
CREATE TABLE answers (
  -- The session; zero: requests that create a session.
  scope uuid NOT NULL,
  key bytea NOT NULL,
  -- SHA-256 of the request.
  fingerprint bytea NOT NULL,
  status integer NOT NULL,
  revision bigint NOT NULL,
  body bytea,
  at bigint NOT NULL,
  PRIMARY KEY (scope, key)
);

CREATE INDEX answers_by_age ON answers (at);
CREATE INDEX answers_by_revision ON answers (scope, revision);

-- The changes of sessions that are being imported, by the server that imports them. They become changes when the session is
-- added.
CREATE TABLE imported_changes (
  node text COLLATE "C" NOT NULL,
  session uuid NOT NULL,
  revision bigint NOT NULL,
  written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  at bigint NOT NULL,
  actor bytea,
  credential bigint,
  -- The text of the credential, in its first change at least.
  attribution bytea,
  request bytea,
  action bytea NOT NULL,
  edits bytea NOT NULL,
  outputs bytea NOT NULL,
  refused bytea,
  state_of bigint,
  PRIMARY KEY (node, session, revision)
);

CREATE INDEX imported_changes_by_age ON imported_changes (written_at);

CREATE TABLE timers (
  session uuid NOT NULL,
  id bytea NOT NULL,
  -- The last byte of the session's id: one server fires the timers of a share.
  share smallint NOT NULL,
  fire_at bigint NOT NULL,
  -- The screen that asked; NULL: the app.
  screen bytea,
  effect bytea NOT NULL,
  action bytea NOT NULL,
  -- Of a timer that fires again and again, JSON: `every` with `zone` or `interval`, `from`, `until`, `missed`, and `refused`
  -- with the code if its last firing was refused. NULL: it fires once.
  recurrence bytea,
  PRIMARY KEY (session, id)
);

CREATE INDEX timers_due ON timers (share, fire_at, session, id);

-- Undelivered messages. Those of one sender to one recipient are delivered in the order of the sender's revisions.
CREATE TABLE messages (
  recipient uuid NOT NULL,
  sender uuid NOT NULL,
  -- The sender's revision, and the place among the messages of its change.
  revision bigint NOT NULL,
  n integer NOT NULL,
  -- A random number, by which the message is named.
  id bigint NOT NULL,
  -- The last byte of the recipient's id.
  share smallint NOT NULL,
  action bytea NOT NULL,
  at bigint NOT NULL,
  chain bigint NOT NULL,
  PRIMARY KEY (recipient, sender, revision, n)
);

CREATE UNIQUE INDEX messages_by_id ON messages (id);
CREATE INDEX messages_by_share ON messages (share);

-- Requests of sessions to other servers that have no answer yet.
CREATE TABLE calls (
  -- Unguessable, and the Idempotency-Key of each attempt.
  key text COLLATE "C" PRIMARY KEY,
  session uuid NOT NULL,
  -- The last byte of the session's id.
  share smallint NOT NULL,
  screen bytea,
  revision bigint NOT NULL,
  at bigint NOT NULL,
  method bytea NOT NULL,
  url bytea NOT NULL,
  -- JSON.
  fields bytea NOT NULL,
  body bytea,
  -- Milliseconds.
  timeout bigint NOT NULL,
  -- JSON.
  reply bytea NOT NULL,
  chain bigint NOT NULL,
  attempts bigint NOT NULL,
  due bigint NOT NULL,
  -- The reason why the last attempt failed; NULL: none has.
  failure text
);

CREATE INDEX calls_by_session ON calls (session);

CREATE TABLE labels (
  session uuid NOT NULL,
  name text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  PRIMARY KEY (session, name)
);

CREATE INDEX labels_by_value ON labels (name, value, session);

-- Tokens of sessions besides the one of their creation, and handoff codes.
CREATE TABLE tokens (
  session uuid NOT NULL,
  id text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  name bytea,
  -- SHA-256.
  hash bytea NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  lifetime bigint,
  is_code boolean NOT NULL,
  -- The token that made a handoff code: its SHA-256. The code ends with it. NULL: the admin's, or none.
  maker bytea,
  PRIMARY KEY (session, id)
);

CREATE INDEX tokens_by_hash ON tokens (hash);

-- When sessions were last seen to be used. An index on the sessions' own rows would cost each change an entry.
CREATE TABLE expiries (
  session uuid PRIMARY KEY,
  -- An `active_at` of the session, not always the last one.
  seen bigint NOT NULL,
  expires bigint
);

CREATE INDEX expiries_due ON expiries ((seen + expires), session) WHERE expires IS NOT NULL;
CREATE INDEX expiries_seen ON expiries (seen, session) WHERE expires IS NULL;

CREATE TABLE tombstones (
  session uuid PRIMARY KEY,
  at bigint NOT NULL,
  token_hash bytea,
  app text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  event bigint NOT NULL,
  -- 'expired'; NULL: a client or a batch job deleted the session.
  reason text,
  -- Whether the changes of the session have been erased.
  swept boolean NOT NULL DEFAULT false
);

CREATE INDEX tombstones_to_sweep ON tombstones (session) WHERE NOT swept;

-- Batch jobs.
CREATE TABLE batches (
  id bigint PRIMARY KEY,
  request bytea NOT NULL,
  -- 'running', 'done' or 'cancelled'.
  state text NOT NULL,
  started_at bigint NOT NULL,
  finished_at bigint,
  -- The sessions up to this one, in the order of their ids, are done.
  cursor uuid
);

CREATE TABLE batch_sessions (
  batch bigint NOT NULL,
  session uuid NOT NULL,
  PRIMARY KEY (batch, session)
);

CREATE TABLE batch_counts (
  batch bigint NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  code bytea NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (batch, outcome, code)
);

CREATE TABLE batch_examples (
  session uuid NOT NULL,
  batch bigint NOT NULL,
  code bytea NOT NULL,
  detail bytea NOT NULL,
  PRIMARY KEY (session, batch)
);

CREATE TABLE webhooks (
  name text COLLATE "C" PRIMARY KEY,
  url bytea NOT NULL,
  -- Names; empty: all.
  apps bytea[] NOT NULL,
  outputs bytea[] NOT NULL,
  secret bytea NOT NULL,
  parked_reason bytea,
  parked_since bigint
);

-- Outputs that the receivers have not accepted yet. Positions are numbered as events are.
CREATE TABLE deliveries (
  position bigint NOT NULL,
  webhook text COLLATE "C" NOT NULL,
  session uuid NOT NULL,
  seq bigint NOT NULL,
  app text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  at bigint NOT NULL,
  -- JSON; NULL: no credential.
  credential bytea,
  request bytea,
  name bytea NOT NULL,
  value bytea NOT NULL,
  PRIMARY KEY (position)
);

CREATE INDEX deliveries_by_webhook ON deliveries (webhook, position);
CREATE INDEX deliveries_by_session ON deliveries (webhook, session, position);

CREATE TABLE apps (
  name text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  definition bytea NOT NULL,
  created_at bigint NOT NULL,
  withdrawn_at bigint,
  PRIMARY KEY (name, version)
);

CREATE TABLE app_keys (
  app text COLLATE "C" NOT NULL,
  name bytea NOT NULL,
  -- SHA-256.
  key_hash bytea NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (app, name)
);

-- The versions that new sessions of apps get: JSON with `current`, `next`, `percent` and `by`.
CREATE TABLE rollouts (
  app text COLLATE "C" PRIMARY KEY,
  rollout bytea NOT NULL
);

-- Tokens of operators. The tokens themselves are shown once and stored nowhere.
CREATE TABLE operators (
  id text COLLATE "C" PRIMARY KEY,
  name bytea NOT NULL UNIQUE,
  -- SHA-256.
  token_hash bytea NOT NULL,
  -- Both separated by spaces; no apps: all.
  scopes text NOT NULL,
  apps text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint
);

-- The number of the last change of each catalogue. Servers read a catalogue again when its number has changed.
CREATE TABLE editions (
  name text COLLATE "C" PRIMARY KEY,
  edition bigint NOT NULL
);

INSERT INTO editions (name, edition) VALUES ('apps', 1), ('app_keys', 1), ('operators', 1), ('webhooks', 1), ('batches', 1);

-- The servers. One that was not seen for two seconds has lost its shares to the others.
CREATE TABLE nodes (
  name text COLLATE "C" PRIMARY KEY,
  seen timestamptz NOT NULL,
  is_leaving boolean NOT NULL DEFAULT false,
  -- The number of migrations that the server knows.
  schema integer NOT NULL
);

-- The clients that listen to sessions, and the server of each.
CREATE TABLE listeners (
  node text COLLATE "C" NOT NULL,
  session uuid NOT NULL,
  id text COLLATE "C" NOT NULL,
  name bytea,
  -- The credential as JSON; NULL: none.
  attribution bytea,
  since bigint NOT NULL,
  -- The last revision that its device has reported as drawn.
  shown bigint,
  shown_screen bytea,
  shown_at bigint,
  -- The SHA-256 of its token; NULL: none.
  token bytea,
  -- Waiting requests keep a session from expiring, and are not listed.
  is_listed boolean NOT NULL DEFAULT true,
  PRIMARY KEY (session, node, id)
);

CREATE INDEX listeners_by_node ON listeners (node);

-- The newest revision of each session that a device has drawn.
CREATE TABLE shown (
  session uuid PRIMARY KEY,
  revision bigint NOT NULL,
  screen bytea,
  at bigint NOT NULL,
  -- The SHA-256 of the token of the device; NULL: none.
  token bytea
);

-- Tickets for event streams, each used once.
CREATE TABLE tickets (
  -- SHA-256.
  hash bytea PRIMARY KEY,
  session uuid NOT NULL,
  -- SHA-256 of the token of the client that asked for it.
  holder bytea,
  is_admin boolean NOT NULL,
  at bigint NOT NULL
);

CREATE INDEX tickets_by_age ON tickets (at);

-- The views for people. None is read by the servers.

-- The text of a session's id: `s_` and base64url.
CREATE FUNCTION session_text(id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT 's_' || rtrim(translate(encode(uuid_send(id), 'base64'), '+/', '-_'), '=') $$;

-- The id with a text, by which the tables have indexes.
CREATE FUNCTION session_uuid(text text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT encode(decode(translate(substr(text, 3), '-_', '+/') || '==', 'base64'), 'hex')::uuid $$;

-- A stored text as JSON, with U+FFFD for U+0000.
CREATE FUNCTION stored_json(content bytea) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT regexp_replace(convert_from(content, 'UTF8'), '(?<!\\)((?:\\\\)*)\\u0000', '\1\\ufffd', 'g')::jsonb $$;

-- A root container and the containers in it, each with the screen whose content it is.
CREATE FUNCTION stored_containers(root jsonb) RETURNS TABLE (screen text, container jsonb)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
  WITH RECURSIVE part AS (
    SELECT NULL::text AS screen, root AS container
    UNION ALL
    SELECT held.screen ->> 'id', held.screen -> 'content'
    FROM part
    CROSS JOIN LATERAL (
      SELECT value AS screen FROM jsonb_array_elements(part.container -> 'screens')
      UNION ALL
      SELECT value -> 'screen' FROM jsonb_array_elements(part.container -> 'presented')) AS held
    WHERE held.screen ? 'content')
  SELECT screen, container FROM part
$$;

-- `data` and `navigation` are of the snapshot, the rest is of the last change.
CREATE VIEW sessions AS
SELECT
  session_text(id) AS id,
  app,
  s.app_version,
  s.revision,
  -- The changes that are not in the snapshot.
  s.revision - n.revision AS behind,
  to_timestamp(created_at / 1000.0) AS created_at,
  to_timestamp(s.updated_at / 1000.0) AS updated_at,
  key,
  stored_json(path) ->> 0 AS current,
  stored_json(path) - 0 AS path,
  convert_from(data, 'UTF8') AS data,
  convert_from(navigation, 'UTF8') AS navigation
FROM session_rows s
JOIN snapshots n ON n.session = s.id;

CREATE VIEW containers AS
SELECT
  session_text(session) AS session,
  container ->> 'id' AS id,
  -- The screen whose content it is; NULL for the root.
  screen,
  container ->> 'kind' AS kind,
  (container ->> 'selected')::int AS selected,
  -- Screen ids, the last visited last.
  coalesce(container -> 'history', '[]') AS history,
  -- Drawers only.
  (container ->> 'open')::bool AS open
FROM snapshots
CROSS JOIN LATERAL stored_containers(stored_json(navigation));

CREATE VIEW screens AS
SELECT
  session_text(session) AS session,
  held.screen ->> 'id' AS id,
  container ->> 'id' AS container,
  -- Index among the container's screens, or among what is presented over it.
  held.position,
  -- The style it is presented in; NULL for a screen of the container's own list.
  held.presented,
  held.screen ->> 'route' AS route,
  held.screen -> 'params' AS params,
  held.screen -> 'state' AS state,
  -- The screen that opened it; NULL: none.
  held.screen ->> 'opener' AS opener,
  -- The action that a guard refused and that is performed when the screen returns a result; NULL: none.
  held.screen -> 'intent' AS intent
FROM snapshots
CROSS JOIN LATERAL stored_containers(stored_json(navigation)) AS part
CROSS JOIN LATERAL (
  SELECT value AS screen, n - 1 AS position, NULL AS presented
  FROM jsonb_array_elements(part.container -> 'screens') WITH ORDINALITY AS listed (value, n)
  UNION ALL
  SELECT value -> 'screen', n - 1, value ->> 'style'
  FROM jsonb_array_elements(part.container -> 'presented') WITH ORDINALITY AS listed (value, n)) AS held;

-- Every integer in the state of a screen.
CREATE VIEW counters AS
SELECT session, id AS screen, route, member.key AS name, (member.value #>> '{}')::numeric AS value
FROM screens
CROSS JOIN LATERAL jsonb_each(CASE jsonb_typeof(state) WHEN 'object' THEN state ELSE '{}' END) AS member
WHERE jsonb_typeof(member.value) = 'number' AND (member.value #>> '{}') ~ '^-?[0-9]+$';

-- Deletes the credentials that no change of a session has any more, if few changes are left, such as after its app has erased
-- its history: of a long one, all changes would have to be read. The deletion sees what was committed before the lock.
--
-- Returns false when the session is locked, and nothing was done.
CREATE FUNCTION forget_attributions(target uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM session_rows WHERE id = target FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN NOT EXISTS (SELECT 1 FROM session_rows WHERE id = target);
  END IF;
  DELETE FROM attributions
  WHERE session = target
    AND (SELECT count(*) FROM (SELECT 1 FROM changes WHERE session = target LIMIT 65) AS few) <= 64
    AND number IS DISTINCT FROM (SELECT created_credential FROM session_rows WHERE id = target)
    AND NOT EXISTS (SELECT 1 FROM changes WHERE session = target AND credential = number);
  RETURN true;
END $$;

-- What happened, as a person reads it.
CREATE VIEW history AS
SELECT
  session_text(session) AS session,
  revision,
  to_timestamp(at / 1000.0) AS at,
  convert_from(actor, 'UTF8') AS actor,
  (SELECT convert_from(text, 'UTF8')
    FROM attributions
    WHERE number = credential AND attributions.session IN ('00000000-0000-0000-0000-000000000000', changes.session)
  ) AS credential,
  CASE
    WHEN substr(request, 1, 1) = '\x00' THEN 'r_' || encode(substr(request, 2), 'hex')
    ELSE convert_from(request, 'UTF8')
  END AS request,
  convert_from(action, 'UTF8') AS action,
  convert_from(outputs, 'UTF8') AS outputs,
  convert_from(refused, 'UTF8') AS refused
FROM changes;
