-- The steps of those changes that would take much room in `changes.edits`, each list once. A row of `changes` names its list
-- there: [["steps", id]], or [["undo", id]] for the list in reverse.

CREATE TABLE steps (
  session TEXT NOT NULL,
  -- The first 16 bytes of the SHA-256 of the list, in hexadecimal digits.
  id TEXT NOT NULL,
  -- The list that `content` is a patch of; NULL: `content` is the list itself.
  base TEXT,
  -- The list without a base that the bases lead to.
  root TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (session, id)
) STRICT;

-- Which lists the changes of a session need, by the revisions of the changes.
CREATE TABLE step_uses (
  session TEXT NOT NULL,
  revision INTEGER NOT NULL,
  steps TEXT NOT NULL,
  PRIMARY KEY (session, revision)
) STRICT, WITHOUT ROWID;

-- About the bytes that the changes up to `revision` take; those from before this migration are not counted.
ALTER TABLE sessions ADD COLUMN history_bytes INTEGER NOT NULL DEFAULT 0;
