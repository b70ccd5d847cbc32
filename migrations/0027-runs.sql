-- A row of `revisions` has the changes of up to 64 consecutive revisions, since the tables usually come to show several at
-- once. `revision` and `change` are those of the first.

-- The numbers of the changes of the following revisions: a JSON array; NULL: there are none.
ALTER TABLE revisions ADD COLUMN more TEXT;

-- The changes by revision, one a row.
CREATE VIEW places AS
SELECT session, revision, change FROM revisions
UNION ALL
SELECT revisions.session, revisions.revision + 1 + following.key, following.value
FROM revisions
JOIN json_each(revisions.more) AS following;

DROP VIEW history;

-- The view over these.
CREATE VIEW history AS
SELECT
  places.session,
  places.revision,
  strftime('%Y-%m-%dT%H:%M:%fZ', changes.at / 1000.0, 'unixepoch') AS at,
  changes.actor,
  changes.action,
  iif(changes.outputs = '', '[]', changes.outputs) AS outputs,
  changes.refused
FROM places
JOIN changes ON changes.seq = places.change;
