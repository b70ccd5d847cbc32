-- A session that has not changed yet has its containers and screens in one column of its row, so that a creation writes one
-- row. They become rows of the two tables with the first change. The views have both.
DROP VIEW counters;

ALTER TABLE containers RENAME TO container_rows;
ALTER TABLE screens RENAME TO screen_rows;

-- The root container as JSON, with all that is in it; NULL: the session's containers and screens are rows.
ALTER TABLE sessions ADD COLUMN navigation TEXT;

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

-- From here on, the program counts the key of a new session: a trigger runs for sessions without a key as well.
DROP TRIGGER session_with_key_inserted;
