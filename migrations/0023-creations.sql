-- A creation is one appended row, like a change. `sessions`, `containers` and `screens` follow behind: the row goes when they
-- show the session.
CREATE TABLE creations (
  -- In the sequence of `changes.seq`.
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL,
  app TEXT NOT NULL,
  -- NULL: the session has none.
  key TEXT,
  -- Milliseconds since 1970.
  at INTEGER NOT NULL,
  -- The rows of the session at revision 1: consecutive fields, each a netstring such as `4:root,`, or `-` for NULL.
  content TEXT NOT NULL
) STRICT;
