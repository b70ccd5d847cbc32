-- The events of all sessions of an app as one sequence: creations and deletions are numbered together with the changes.

-- The number of the creation, in the sequence of `changes.seq`. Changes with a lower number were imported. NULL for sessions
-- that were created before this migration.
ALTER TABLE sessions ADD COLUMN seq INTEGER;

CREATE INDEX sessions_by_seq ON sessions (seq) WHERE seq IS NOT NULL;

-- The app, the last revision and the number of the deletion; NULL for sessions that were deleted before this migration.
ALTER TABLE tombstones ADD COLUMN app TEXT;
ALTER TABLE tombstones ADD COLUMN revision INTEGER;
ALTER TABLE tombstones ADD COLUMN seq INTEGER;

CREATE INDEX tombstones_by_seq ON tombstones (seq) WHERE seq IS NOT NULL;

-- The number of the newest pruned change of each app: the events up to it are incomplete.
CREATE TABLE pruned_events (
  app TEXT PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The changes before the oldest available revision were pruned.
INSERT INTO pruned_events (app, seq)
SELECT sessions.app, max(revisions.change) - 1
FROM sessions
JOIN revisions ON revisions.session = sessions.id AND revisions.revision = sessions.oldest
WHERE sessions.oldest > 1
GROUP BY sessions.app;

-- Numbers up to this one are not used again, although no row may have them: those of imports that were dropped.
ALTER TABLE progress ADD COLUMN newest INTEGER NOT NULL DEFAULT 0;
