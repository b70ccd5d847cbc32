-- A session that has not changed yet has its containers and screens in one column of its row, so that a creation writes one
-- row. They become rows of the two tables with the first change. The views have both.
DROP VIEW counters;

ALTER TABLE containers RENAME TO container_rows;
ALTER TABLE screens RENAME TO screen_rows;

-- From here on, the program counts the key of a new session: a trigger runs for sessions without a key as well.
DROP TRIGGER session_with_key_inserted;
DROP TRIGGER session_with_key_deleted;
DROP INDEX sessions_by_key;
DROP INDEX sessions_by_expiry;
DROP INDEX sessions_by_update;

-- The rows of sessions are in the order of the creations, each of which appends one. The table of their ids follows later,
-- and replaces the table of the creations that were to be written to `sessions`.
ALTER TABLE sessions RENAME TO former_sessions;

CREATE TABLE sessions (
  -- The number of the creation, in the sequence of `changes.seq`; 0 and less for sessions that have none.
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  app TEXT NOT NULL,
  app_version INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  -- Milliseconds since 1970.
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- The number that the next id made in the session ends in.
  next_id INTEGER NOT NULL,
  -- The `seq` of the last output.
  outputs INTEGER NOT NULL,
  -- The revision whose state the session has, as of `revision`; NULL: `revision` itself.
  shown INTEGER,
  -- The revision that made the newest state, which `redo` leads to; NULL: `revision` itself.
  tip INTEGER,
  -- The oldest revision whose state can be gone back to: the changes up to it were pruned.
  oldest INTEGER NOT NULL DEFAULT 1,
  history_bytes INTEGER NOT NULL DEFAULT 0,
  data TEXT NOT NULL,
  -- SHA-256, in hexadecimal digits.
  token_hash TEXT NOT NULL,
  -- NULL: the session has none.
  key TEXT,
  expires INTEGER,
  initial_data TEXT,
  current TEXT,
  path TEXT,
  -- The root container as JSON, with all that is in it; NULL: the session's containers and screens are rows.
  navigation TEXT
) STRICT;

CREATE TABLE session_ids (
  id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The ids of the sessions up to this `seq` are in `session_ids`.
ALTER TABLE progress ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;

INSERT INTO session_ids (id, seq)
SELECT id, seq FROM former_sessions WHERE seq IS NOT NULL ORDER BY id;

INSERT INTO session_ids (id, seq)
SELECT id, 1 - row_number() OVER (ORDER BY id) FROM former_sessions WHERE seq IS NULL;

INSERT INTO sessions (
  seq, id, app, app_version, revision, created_at, updated_at, next_id, outputs, shown, tip, oldest, history_bytes, data,
  token_hash, key, expires, initial_data, current, path
)
SELECT
  session_ids.seq, former_sessions.id, app, app_version, revision, created_at, updated_at, next_id, outputs, shown, tip,
  oldest, history_bytes, data, token_hash, key, expires, initial_data, current, path
FROM former_sessions
JOIN session_ids ON session_ids.id = former_sessions.id
WHERE former_sessions.seq IS NULL;

INSERT INTO sessions (
  seq, id, app, app_version, revision, created_at, updated_at, next_id, outputs, shown, tip, oldest, history_bytes, data,
  token_hash, key, expires, initial_data, current, path
)
SELECT
  seq, id, app, app_version, revision, created_at, updated_at, next_id, outputs, shown, tip, oldest, history_bytes, data,
  token_hash, key, expires, initial_data, current, path
FROM former_sessions
WHERE seq IS NOT NULL
ORDER BY seq;

DROP TABLE former_sessions;

-- The fields of the former creations, which were netstrings such as `4:root,`, or `-` for NULL.
CREATE TABLE former_fields (
  seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
  value TEXT,
  PRIMARY KEY (seq, number)
) STRICT, WITHOUT ROWID;

INSERT INTO former_fields (seq, number, value)
WITH RECURSIVE
  field (seq, number, value, rest) AS (
    SELECT seq, -1, NULL, CAST(content AS BLOB) FROM creations
    UNION ALL
    SELECT
      seq,
      number + 1,
      iif(
        substr(rest, 1, 1) = x'2D',
        NULL,
        CAST(
          substr(rest, instr(rest, x'3A') + 1, CAST(CAST(substr(rest, 1, instr(rest, x'3A') - 1) AS TEXT) AS INTEGER))
          AS TEXT
        )
      ),
      iif(
        substr(rest, 1, 1) = x'2D',
        substr(rest, 2),
        substr(rest, instr(rest, x'3A') + 2 + CAST(CAST(substr(rest, 1, instr(rest, x'3A') - 1) AS TEXT) AS INTEGER))
      )
    FROM field
    WHERE length(rest) > 0
  )
SELECT seq, number, value FROM field WHERE number >= 0;

-- After 15 fields come the number of routes on the path and these, the number of containers and six fields of each, and the
-- number of screens and nine fields of each. Here are the numbers of the first fields of the containers and of the screens.
CREATE VIEW former_lists AS
SELECT seq, containers, containers + 6 * container_count + 1 AS screens
FROM (
  SELECT routes.seq, 17 + routes.value AS containers, CAST(counted.value AS INTEGER) AS container_count
  FROM former_fields AS routes
  JOIN former_fields AS counted ON counted.seq = routes.seq AND counted.number = 16 + routes.value
  WHERE routes.number = 15
);

INSERT INTO session_ids (id, seq)
SELECT session, seq FROM creations;

INSERT INTO sessions (
  seq, id, app, app_version, revision, created_at, updated_at, next_id, outputs, data, token_hash, key, expires, initial_data,
  current, path
)
SELECT
  creations.seq,
  creations.session,
  creations.app,
  max(iif(number = 0, CAST(value AS INTEGER), NULL)),
  1,
  at,
  at,
  max(iif(number = 4, CAST(value AS INTEGER), NULL)),
  0,
  max(iif(number = 10, value, NULL)),
  max(iif(number = 11, value, NULL)),
  key,
  max(iif(number = 12, CAST(value AS INTEGER), NULL)),
  max(iif(number = 13, value, NULL)),
  max(iif(number = 14, value, NULL)),
  (
    SELECT json_group_array(value)
    FROM (
      SELECT route.value
      FROM former_fields AS route
      JOIN former_lists ON former_lists.seq = route.seq
      WHERE route.seq = creations.seq AND route.number BETWEEN 16 AND former_lists.containers - 2
      ORDER BY route.number
    )
  )
FROM creations
JOIN former_fields ON former_fields.seq = creations.seq
GROUP BY creations.seq;

UPDATE totals
SET count = count + (SELECT count(*) FROM creations WHERE key IS NOT NULL)
WHERE name = 'keys';

INSERT INTO container_rows (session, id, screen, kind, selected, history, open)
SELECT
  session,
  max(iif(place = 0, value, NULL)),
  max(iif(place = 1, value, NULL)),
  max(iif(place = 2, value, NULL)),
  max(iif(place = 3, CAST(value AS INTEGER), NULL)),
  max(iif(place = 4, value, NULL)),
  max(iif(place = 5, CAST(value AS INTEGER), NULL))
FROM (
  SELECT session, value, (number - containers) / 6 AS row, (number - containers) % 6 AS place
  FROM creations
  JOIN former_lists USING (seq)
  JOIN former_fields USING (seq)
  WHERE number >= containers AND number < screens - 1
)
GROUP BY session, row;

INSERT INTO screen_rows (session, id, container, position, presented, route, params, state, opener, intent)
SELECT
  session,
  max(iif(place = 0, value, NULL)),
  max(iif(place = 1, value, NULL)),
  max(iif(place = 2, CAST(value AS INTEGER), NULL)),
  max(iif(place = 3, value, NULL)),
  max(iif(place = 4, value, NULL)),
  max(iif(place = 5, value, NULL)),
  max(iif(place = 6, value, NULL)),
  max(iif(place = 7, value, NULL)),
  max(iif(place = 8, value, NULL))
FROM (
  SELECT session, value, (number - screens) / 9 AS row, (number - screens) % 9 AS place
  FROM creations
  JOIN former_lists USING (seq)
  JOIN former_fields USING (seq)
  WHERE number >= screens
)
GROUP BY session, row;

DROP VIEW former_lists;
DROP TABLE former_fields;
DROP TABLE creations;

UPDATE progress SET indexed = max(0, coalesce((SELECT max(seq) FROM sessions), 0));

CREATE UNIQUE INDEX sessions_by_key ON sessions (key, app) WHERE key IS NOT NULL;
CREATE INDEX sessions_by_expiry ON sessions (updated_at + expires, id) WHERE expires IS NOT NULL;
CREATE INDEX sessions_by_update ON sessions (updated_at, id) WHERE expires IS NULL;

CREATE TRIGGER session_with_key_deleted AFTER DELETE ON sessions WHEN OLD.key IS NOT NULL
BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'keys';
END;

-- The views come last: SQLite 3.40 would check their JSON functions with each table that is renamed, and refuse them.

-- In the JSON of a container, the members `screens`, `presented`, `screen` and `content` lead to all containers and screens;
-- other members, such as `state`, may have the same names inside.
CREATE VIEW containers AS
SELECT session, id, screen, kind, selected, history, open FROM container_rows
UNION ALL
SELECT
  sessions.id,
  part.value ->> '$.id',
  iif(part.key IS NULL, NULL, part.json ->> (part.path || '.id')),
  part.value ->> '$.kind',
  part.value ->> '$.selected',
  coalesce(part.value -> '$.history', '[]'),
  part.value ->> '$.open'
FROM sessions
JOIN json_tree(sessions.navigation) AS part ON part.type = 'object' AND (part.key = 'content' OR part.key IS NULL)
WHERE sessions.navigation IS NOT NULL
  AND trim(replace(replace(replace(part.path, '.screen', ''), '.content', ''), '.presented', ''), '$s[]0123456789') = '';

CREATE VIEW screens AS
SELECT session, id, container, position, presented, route, params, state, opener, intent FROM screen_rows
UNION ALL
SELECT
  sessions.id,
  part.value ->> '$.id',
  part.json ->> (substr(part.path, 1, length(part.path) - length('.screens')) || '.id'),
  part.key,
  NULL,
  part.value ->> '$.route',
  part.value -> '$.params',
  part.value -> '$.state',
  part.value ->> '$.opener',
  part.value -> '$.intent'
FROM sessions
JOIN json_tree(sessions.navigation) AS part ON part.type = 'object' AND part.path LIKE '%.screens'
WHERE sessions.navigation IS NOT NULL
  AND trim(replace(replace(replace(part.path, '.screen', ''), '.content', ''), '.presented', ''), '$s[]0123456789') = ''
UNION ALL
SELECT
  sessions.id,
  part.value ->> '$.screen.id',
  part.json ->> (substr(part.path, 1, length(part.path) - length('.presented')) || '.id'),
  part.key,
  part.value ->> '$.style',
  part.value ->> '$.screen.route',
  part.value -> '$.screen.params',
  part.value -> '$.screen.state',
  part.value ->> '$.screen.opener',
  part.value -> '$.screen.intent'
FROM sessions
JOIN json_tree(sessions.navigation) AS part ON part.type = 'object' AND part.path LIKE '%.presented'
WHERE sessions.navigation IS NOT NULL
  AND trim(replace(replace(replace(part.path, '.screen', ''), '.content', ''), '.presented', ''), '$s[]0123456789') = '';

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
