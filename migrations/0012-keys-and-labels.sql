-- Keys and labels, by which a backend finds its sessions. Both are written at once and are no part of a revision.

-- Unique among the sessions of an app; NULL: the session has none.
ALTER TABLE sessions ADD COLUMN key TEXT;

CREATE UNIQUE INDEX sessions_by_key ON sessions (key, app) WHERE key IS NOT NULL;

CREATE TABLE labels (
  session TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (session, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX labels_by_value ON labels (name, value, session);
